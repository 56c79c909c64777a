//! References: what `&…;` stands for, what is left as it came, and the definitions that are refused.

use crate::import::ImportError;
use messages::Message;
use quick_xml::escape::{resolve_html5_entity, resolve_xml_entity};
use std::borrow::Cow;

/// What a reference means. Names that only the page's own declarations could explain are never expanded.
pub(crate) fn resolve(reference: &str) -> Option<Cow<'static, str>> {
    let name = reference.strip_prefix('&')?.strip_suffix(';')?;
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        let character = char::from_u32(code).filter(|&c| is_xml_char(c))?;
        return Some(Cow::Owned(character.to_string()));
    }
    resolve_xml_entity(name).or_else(|| resolve_html5_entity(name)).map(Cow::Borrowed)
}

/// Whether this is a reference by name, spelled as one.
pub(super) fn is_named(reference: &str) -> bool {
    let name = reference.strip_prefix('&').and_then(|rest| rest.strip_suffix(';')).unwrap_or_default();
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'))
}

/// Text as a reader sees it; what cannot be resolved stays as it is.
pub(crate) fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, tail)) = rest.find('&').and_then(|at| rest.split_at_checked(at)) {
        plain.push_str(before);
        let name_len = tail.bytes().skip(1).take_while(|b| b.is_ascii_alphanumeric() || *b == b'#').count();
        let is_closed = tail.as_bytes().get(name_len + 1) == Some(&b';');
        let len = if is_closed { name_len + 2 } else { 1 };
        let (reference, after) = tail.split_at_checked(len).unwrap_or((tail, ""));
        match resolve(reference) {
            Some(meaning) => plain.push_str(&meaning),
            None => plain.push_str(reference),
        }
        rest = after;
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

/// Text for a page. Only the three references every parser knows are written.
pub(crate) fn escape(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let len = plain_len(rest, |byte| matches!(byte, b'&' | b'<' | b'>'));
        let (plain, after) = rest.split_at_checked(len).unwrap_or((rest, ""));
        written.push_str(plain);
        let mut characters = after.chars();
        match characters.next() {
            Some('&') => written.push_str("&amp;"),
            Some('<') => written.push_str("&lt;"),
            Some('>') => written.push_str("&gt;"),
            Some(other) if is_xml_char(other) => written.push(other),
            Some(_) | None => {}
        }
        rest = characters.as_str();
    }
    written
}

/// How long the start of the text is that has neither control characters, nor characters XML cannot hold, nor the
/// ASCII characters that are `special`.
pub(super) fn plain_len(text: &str, special: impl Fn(u8) -> bool) -> usize {
    let bytes = text.as_bytes();
    let ends = |(at, &byte): (usize, &u8)| {
        // The bytes of U+FFFE and U+FFFF.
        let is_no_char = byte == 0xef && matches!(bytes.get(at + 1..at + 3), Some([0xbf, 0xbe | 0xbf]));
        byte < b' ' || (byte.is_ascii() && special(byte)) || is_no_char
    };
    bytes.iter().enumerate().position(ends).unwrap_or(bytes.len())
}

/// Text for an attribute in double quotes.
pub(crate) fn escape_attribute(text: &str) -> String {
    escape(text).replace('"', "&quot;")
}

/// Whether XML can hold the character at all.
pub(crate) const fn is_xml_char(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

/// Refuses a document type whose own entities are built from one another: that is how a small file becomes a
/// huge one. Others are harmless because nothing here expands them.
pub(crate) fn refuse_entity_bomb(doctype: &str, name: &str) -> Result<(), ImportError> {
    let definitions: Vec<&str> = doctype.split("<!ENTITY").skip(1).collect();
    let names: Vec<&str> = definitions
        .iter()
        .filter_map(|definition| {
            definition.trim_ascii_start().trim_start_matches('%').split_ascii_whitespace().next()
        })
        .collect();
    let nested = definitions.iter().any(|definition| {
        definition
            .split(['&', '%'])
            .skip(1)
            .any(|tail| tail.split_once(';').is_some_and(|(reference, _)| names.contains(&reference)))
    });
    if nested {
        let detail = Message::new("entities_of_entities").with("name", name);
        return Err(ImportError::Hostile { detail });
    }
    Ok(())
}
