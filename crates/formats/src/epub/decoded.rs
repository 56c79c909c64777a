//! The characters of a page: which encoding its bytes are in, and how to write it back.

use super::entities;
use super::scan::{Page, TokenKind};
use crate::import::ImportError;
use encoding_rs::{Encoding, UTF_8};

/// A page and how its bytes were read.
#[derive(Debug)]
pub(super) struct Decoded {
    pub page: Page,
    pub encoding: &'static Encoding,
    /// Whether a byte order mark stood before it.
    pub has_mark: bool,
    /// Whether some bytes meant nothing in the encoding.
    pub has_errors: bool,
}

/// Reads the bytes of a page.
pub(super) fn decode(bytes: &[u8], name: &str) -> Result<Decoded, ImportError> {
    let (encoding, mark_len) = Encoding::for_bom(bytes).unwrap_or_else(|| (declared(bytes), 0));
    let body = bytes.get(mark_len..).unwrap_or_default();
    let (text, has_errors) = encoding.decode_without_bom_handling(body);
    let page = Page::scan(text.into_owned())?;
    for at in 0..page.tokens.len() {
        if page.kind(at) == Some(TokenKind::DocType) {
            entities::refuse_entity_bomb(page.raw(at), name)?;
        }
    }
    Ok(Decoded { page, encoding, has_mark: mark_len > 0, has_errors })
}

impl Decoded {
    /// The bytes of a changed text: UTF-8, whatever the page was in before, and saying so.
    pub(super) fn encode(&self, text: &str) -> Vec<u8> {
        if self.encoding == UTF_8 {
            let mark: &[u8] = if self.has_mark { b"\xef\xbb\xbf" } else { b"" };
            return [mark, text.as_bytes()].concat();
        }
        redeclare(text).into_bytes()
    }
}

/// The encoding the XML declaration names, if it names one that can be.
pub(crate) fn declared(bytes: &[u8]) -> &'static Encoding {
    match bytes {
        [0, b'<', 0, ..] => return encoding_rs::UTF_16BE,
        [b'<', 0, ..] => return encoding_rs::UTF_16LE,
        _ => {}
    }
    let head = bytes.get(..bytes.len().min(200)).unwrap_or_default();
    let head = String::from_utf8_lossy(head);
    declaration(&head)
        .and_then(|declaration| super::attributes::find(declaration, "encoding"))
        .and_then(|attribute| Encoding::for_label(attribute.value.as_bytes()))
        .filter(|encoding| encoding.is_ascii_compatible())
        .unwrap_or(UTF_8)
}

fn declaration(text: &str) -> Option<&str> {
    let end = text.starts_with("<?xml").then(|| text.find("?>"))??;
    text.get(..end + 2)
}

pub(crate) fn redeclare(text: &str) -> String {
    let Some(old) = declaration(text) else { return text.to_owned() };
    let new = match super::attributes::find(old, "encoding") {
        Some(attribute) => {
            let (before, after) =
                (old.get(..attribute.value_range.start), old.get(attribute.value_range.end..));
            format!("{}utf-8{}", before.unwrap_or_default(), after.unwrap_or_default())
        }
        None => old.to_owned(),
    };
    text.strip_prefix(old).map_or_else(|| text.to_owned(), |rest| new + rest)
}
