//! Recognises books that are locked, so that a person is told so instead of being shown noise.

use super::archive::Archive;
use super::decoded::decode;
use crate::import::ImportError;
use messages::Message;

/// Refuses a book whose pages are encrypted. Fonts that are only garbled against copying are no obstacle.
pub(super) fn refuse_protected(archive: &mut Archive<'_>) -> Result<(), ImportError> {
    let protected = |scheme: &str| {
        Err(ImportError::Protected { scheme: Message::new("protection").with("scheme", scheme) })
    };
    if archive.position("META-INF/license.lcpl").is_some() {
        return protected("Readium LCP");
    }
    if archive.position("META-INF/sinf.xml").is_some() {
        return protected("Apple FairPlay");
    }
    let encrypted = match archive.position("META-INF/encryption.xml") {
        Some(at) => encrypts_content(archive, at)?,
        None => false,
    };
    let has_rights = archive.position("META-INF/rights.xml").is_some();
    match (encrypted, has_rights) {
        (true, true) => protected("Adobe ADEPT"),
        (true, false) => Err(ImportError::Protected { scheme: Message::new("encrypted_content") }),
        (false, true) if names_adept(archive)? => protected("Adobe ADEPT"),
        (false, _) => Ok(()),
    }
}

/// The two ways of garbling fonts that are no protection of the text.
const FONT_METHODS: [&str; 2] = ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"];

fn encrypts_content(archive: &mut Archive<'_>, at: usize) -> Result<bool, ImportError> {
    let page = decode(&archive.read_page(at)?, "META-INF/encryption.xml")?.page;
    let mut method = String::new();
    for at in 0..page.tokens.len() {
        if !page.opens(at) {
            continue;
        }
        if page.is(at, "EncryptedData") {
            method.clear();
        } else if page.is(at, "EncryptionMethod") && method.is_empty() {
            method = page.attribute(at, "Algorithm").unwrap_or_default().into_owned();
        } else if page.is(at, "CipherReference") {
            let uri = page.attribute(at, "URI").unwrap_or_default().to_ascii_lowercase();
            let is_font =
                [".ttf", ".otf", ".woff", ".woff2", ".ttc", ".dfont"].iter().any(|end| uri.ends_with(end));
            if !FONT_METHODS.contains(&method.as_str()) && !is_font {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

fn names_adept(archive: &mut Archive<'_>) -> Result<bool, ImportError> {
    let Some(at) = archive.position("META-INF/rights.xml") else { return Ok(false) };
    Ok(String::from_utf8_lossy(&archive.read_page(at)?).contains("ns.adobe.com/adept"))
}
