//! Workbooks: a zip of XML, read and written as far as a table of texts needs it.

mod read;
mod write;

pub(super) use read::read;
pub(crate) use read::{read_sheets, sheet_parts};
pub(super) use write::write;
pub(crate) use write::write_sheet;

/// Texts that stand for a character XML cannot hold: `_x000D_`. A text that looks like one has its first line escaped.
fn unescape(text: &str) -> String {
    if !text.contains("_x") {
        return text.to_owned();
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, tail)) = rest.find("_x").and_then(|at| rest.split_at_checked(at)) {
        plain.push_str(before);
        let escaped = escape_at(tail);
        plain.push(escaped.unwrap_or('_'));
        rest = tail.get(escaped.map_or(1, |_| ESCAPE_LEN)..).unwrap_or_default();
    }
    plain.push_str(rest);
    plain
}

pub(crate) fn escape(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        let looks_escaped = character == '_' && text.get(at..).is_some_and(|tail| escape_at(tail).is_some());
        if looks_escaped {
            written.push_str("_x005F_");
        } else {
            written.push(character);
        }
    }
    written
}

const ESCAPE_LEN: usize = "_x0000_".len();

fn escape_at(tail: &str) -> Option<char> {
    let digits = tail.get(..ESCAPE_LEN)?.strip_prefix("_x")?.strip_suffix('_')?;
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    char::from_u32(u32::from_str_radix(digits, 16).ok()?)
}
