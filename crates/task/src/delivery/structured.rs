//! One JSON object: the paragraphs' ids as keys, in the order of the text, and strings as values.

use super::ask::Label;
use super::json_scan::{ScannedPart, scan};
use super::lines::{LabelledText, without_contradictions};
use super::read::AnswerPiece;
use crate::prompt_escape::escape_for_prompt;
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// The key of a label.
pub(super) fn key(label: Label) -> String {
    match label {
        Label::Title => "title".to_owned(),
        Label::BookTitle => "book_title".to_owned(),
        Label::Paragraph { id } => id.to_string(),
        Label::Sentence { number, .. } => format!("s{}", number + 1),
    }
}

/// Writes the texts of a request under their keys.
pub(super) fn write<'a>(keys: &[String], shown: impl Iterator<Item = &'a LabelledText<'a>>) -> String {
    let mut text = String::from("{");
    for (place, (key, shown)) in keys.iter().zip(shown).enumerate() {
        let value = match shown.present {
            None => quoted(shown.source),
            Some(present) => {
                format!("{{\"source\": {}, \"translation\": {}}}", quoted(shown.source), quoted(present))
            }
        };
        let comma = if place == 0 { "" } else { "," };
        // Writing to a string cannot fail.
        let _ = write!(text, "{comma}\n{}: {value}", Value::from(key.as_str()));
    }
    text.push_str("\n}");
    text
}

/// A text as a JSON string. Its line breaks are escaped by JSON, not by a sign.
fn quoted(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(escape_for_prompt).collect();
    Value::String(lines.join("\n")).to_string()
}

/// The schema an answer must satisfy: every key there, in this order, each a string.
pub(super) fn schema(keys: &[String]) -> Value {
    let properties: Map<String, Value> =
        keys.iter().map(|key| (key.clone(), json!({"type": "string"}))).collect();
    json!({"type": "object", "properties": properties, "required": keys, "additionalProperties": false})
}

/// The whole items of an answer, by label from zero. Items under `paragraphs`, with ids and texts as the submission
/// tool has them, count as well. The last one of an answer that was cut off is not whole.
pub(super) fn parse(text: &str, keys: &[String], is_cut: bool) -> Vec<(usize, AnswerPiece)> {
    let mut items: Vec<(usize, AnswerPiece)> = Vec::new();
    let mut current: Option<usize> = None;
    let place = |key: &str| keys.iter().position(|known| known.eq_ignore_ascii_case(key.trim()));
    for found in scan(text) {
        let ScannedPart::Pair { key, value } = found else {
            current = None;
            continue;
        };
        match (&*key, place(&key)) {
            (_, Some(label)) => items.push((label, piece(value))),
            ("paragraph_id" | "id", None) => current = place(&value),
            ("translated_text" | "translation" | "text", None) => {
                items.extend(current.take().map(|label| (label, piece(value))));
            }
            (_, None) => {}
        }
    }
    if is_cut {
        items.pop();
    }
    without_contradictions(&items)
}

fn piece(value: String) -> AnswerPiece {
    match value.trim() {
        "=" | "＝" => AnswerPiece::Keep,
        _ => AnswerPiece::Text(value),
    }
}
