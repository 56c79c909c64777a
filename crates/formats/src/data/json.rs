//! JSON: every string that is a value, with its bytes.

use super::choice::Cell;
use super::csv::without_codes;
use super::{Style, codes};
use crate::game::json as strings;
use crate::import::ImportError;
use crate::ranged::{Document, Stretch};
use book::text::paragraph::ParagraphKind;
use messages::Message;
use serde_json::Value;
use std::fmt::Write;

/// Reads a file.
pub(super) fn read(text: &str) -> Result<Document<Style>, ImportError> {
    // The strictest reader decides what is JSON.
    if let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(text) {
        return Err(ImportError::Damaged { detail: Message::new("technical").with("detail", error) });
    }
    let mut document = Document::default();
    for string in strings::strings(text)?.all {
        let characters = strings::characters(text, string.range.clone());
        let (marked, tags) = codes::marked(&characters);
        let style = Style { place: Cell::Path(string.path), is_quoted: true, delimiter: ',' };
        let kind = ParagraphKind::Body;
        document.stretches.push(Stretch {
            range: string.range,
            text: marked,
            tags,
            kind,
            opens: None,
            style,
        });
    }
    Ok(document)
}

/// Words between quotation marks.
pub(super) fn escaped(words: &str) -> String {
    let mut written = String::with_capacity(words.len() + 8);
    for character in words.chars() {
        match character {
            '"' => written.push_str("\\\""),
            '\\' => written.push_str("\\\\"),
            '\n' => written.push_str("\\n"),
            '\t' => written.push_str("\\t"),
            control if control < ' ' => {
                let _ = write!(written, "\\u{:04x}", u32::from(control));
            }
            _ => written.push(character),
        }
    }
    written
}

/// Every string, read by other code.
pub(super) fn displayed_texts(text: &str) -> Vec<String> {
    let Ok(value) = serde_json::from_str::<Value>(text) else { return Vec::new() };
    let mut found = Vec::new();
    let mut waiting = vec![&value];
    while let Some(value) = waiting.pop() {
        match value {
            Value::String(text) => found.push(without_codes(text)),
            Value::Array(values) => waiting.extend(values),
            Value::Object(values) => waiting.extend(values.values()),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    found
}
