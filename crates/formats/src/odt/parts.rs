//! The parts of a document: text, headers and footers, properties.

use super::segment::segment;
use super::styles::Styles;
use crate::epub::Archive;
use crate::import::ImportError;
use crate::office::import::finding;
use crate::office::inline::Formats;
use crate::office::{Extra, ExtraForm, Opened, Part, PartItem, PartRole, read_part};
use messages::Message;
use std::collections::HashSet;

const CONTENT: &str = "content.xml";
const STYLES: &str = "styles.xml";
const META: &str = "meta.xml";
const MANIFEST: &str = "META-INF/manifest.xml";
const KIND: &[u8] = b"application/vnd.oasis.opendocument.text";

/// Whether a zip has an OpenDocument text in it.
pub(super) fn is_document(bytes: &[u8]) -> bool {
    let Ok(mut archive) = Archive::open(bytes) else { return false };
    if archive.position(CONTENT).is_none() || archive.position("META-INF/container.xml").is_some() {
        return false;
    }
    match archive.position("mimetype").map(|at| archive.read_page(at)) {
        Some(Ok(kind)) => kind.trim_ascii() == KIND,
        Some(Err(_)) => false,
        // Without its name, a text is known by its content.
        None => {
            matches!(read_part(&mut archive, CONTENT), Ok(Some((_, xml))) if xml.all("office:text").next().is_some())
        }
    }
}

/// Reads everything that has text.
pub(super) fn open(archive: &mut Archive<'_>) -> Result<Opened, ImportError> {
    refuse_password(archive)?;
    let missing = || ImportError::Damaged { detail: Message::new("no_document_part") };
    let (at, xml) = read_part(archive, CONTENT)?.ok_or_else(missing)?;
    let mut opened = Opened::default();
    let repeated: HashSet<String> = ["text:bookmark-ref", "text:reference-ref"]
        .into_iter()
        .flat_map(|name| xml.all(name).collect::<Vec<_>>())
        .filter_map(|at| Some(xml.attribute(at, "ref-name")?.into_owned()))
        .collect();
    let styles_part = read_part(archive, STYLES)?;
    let mut styles = Styles::default();
    if let Some((_, common)) = &styles_part {
        styles.learn(common);
    }
    opened.language.clone_from(&styles.language);
    styles.learn(&xml);
    let read = segment(&xml, &styles, &repeated)?;
    if read.has_changes {
        let message = "has tracked changes; the text was read as if all of them were accepted";
        opened.findings.push(finding(CONTENT, message));
    }
    if xml.all("office:annotation").next().is_some() {
        opened.findings.push(finding(CONTENT, "comments are kept as they are"));
    }
    let (name, role) = (CONTENT.to_owned(), PartRole::Body);
    opened.parts.push(Part { at, name, role, formats: read.formats, items: read.items, xml });
    if let Some((at, xml)) = styles_part {
        let read = segment(&xml, &styles, &repeated)?;
        if read.items.is_empty() {
            opened.sheets.push(at);
        } else {
            let (name, role) = (STYLES.to_owned(), PartRole::Margins);
            opened.parts.push(Part { at, name, role, formats: read.formats, items: read.items, xml });
        }
    }
    properties(archive, &mut opened)?;
    Ok(opened)
}

/// An encrypted document says so in its list of files.
fn refuse_password(archive: &mut Archive<'_>) -> Result<(), ImportError> {
    let Some((_, xml)) = read_part(archive, MANIFEST)? else { return Ok(()) };
    let is_encrypted = (0..xml.n_tokens()).any(|at| xml.opens(at) && xml.name(at).1 == "encryption-data");
    if is_encrypted {
        return Err(ImportError::Protected { scheme: Message::new("encrypted_content") });
    }
    Ok(())
}

/// Title and author, as the document's properties say them.
fn properties(archive: &mut Archive<'_>, opened: &mut Opened) -> Result<(), ImportError> {
    let Some((at, xml)) = read_part(archive, META)? else { return Ok(()) };
    let said = |local: &str| {
        let at = (0..xml.n_tokens()).find(|&at| xml.opens(at) && xml.name(at).1 == local)?;
        let text = xml.text_of(at).trim().to_owned();
        (!text.is_empty()).then_some((at, text))
    };
    opened.author = said("initial-creator").or_else(|| said("creator")).map(|(_, author)| author);
    let title = said("title");
    if let Some((element, text)) = title {
        opened.title = Some(text.clone());
        let extra = Extra { text, range: xml.inside(element), form: ExtraForm::Title };
        let items = vec![PartItem::Extra(extra)];
        let (name, role, formats) = (META.to_owned(), PartRole::Properties, Formats::default());
        opened.parts.push(Part { at, name, role, xml, formats, items });
    }
    Ok(())
}
