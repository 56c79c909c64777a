//! Front matter: the title and what else of it readers see, and the language a file says it is in.

use super::{OPTIONS, Style};
use crate::patches::Patches;
use crate::ranged::{Document, Page, Stretch};
use book::text::markup::Marked;
use book::text::paragraph::ParagraphKind;
use pulldown_cmark::{Event, Parser, Tag};
use std::ops::Range;

/// Fields whose values readers see.
pub(super) const SHOWN: [&str; 4] = ["title", "subtitle", "description", "summary"];

/// Reads the front matter that stands here.
pub(super) fn read(text: &str, inside: Range<usize>, document: &mut Document<Style>) {
    for Field { name, range, value } in fields(text, inside) {
        match name {
            "author" => document.author = Some(value),
            "lang" | "language" => document.language = value.parse().ok(),
            name if SHOWN.contains(&name) => {
                if name == "title" {
                    document.title = Some(value.clone());
                }
                document.stretches.push(Stretch {
                    range,
                    text: Marked::from_plain(&value),
                    tags: Vec::new(),
                    kind: ParagraphKind::Label,
                    opens: None,
                    style: Style::Value,
                });
            }
            _ => {}
        }
    }
}

/// Names the language translated into where the file names the source's.
pub(super) fn change_language(page: &Page<'_>, patches: &mut Patches) {
    let Some(target) = &page.manuscript.target_language else { return };
    let mut events = Parser::new_ext(page.text, OPTIONS).into_offset_iter();
    let Some((Event::Start(Tag::MetadataBlock(_)), block)) = events.next() else { return };
    for field in fields(page.text, block).filter(|field| matches!(field.name, "lang" | "language")) {
        patches.replace(field.range, format!("\"{target}\""));
    }
}

struct Field<'a> {
    name: &'a str,
    /// The value with its quotation marks.
    range: Range<usize>,
    value: String,
}

/// The fields with a value on their own line, in YAML (`title: x`) and TOML (`title = "x"`).
fn fields(text: &str, inside: Range<usize>) -> impl Iterator<Item = Field<'_>> {
    let start = inside.start;
    let mut at = 0;
    text.get(inside).unwrap_or_default().split_inclusive('\n').filter_map(move |line| {
        let line_start = start + at;
        at += line.len();
        let (name, rest) = line.split_once([':', '='])?;
        let raw = rest.trim();
        let value = scalar(raw)?;
        let offset = name.len() + 1 + (rest.len() - rest.trim_start().len());
        let range = line_start + offset..line_start + offset + raw_len(raw);
        Some(Field { name: name.trim_end(), range, value })
    })
}

/// The length of a value without a remark behind it.
fn raw_len(raw: &str) -> usize {
    match raw.chars().next() {
        Some(quote @ ('"' | '\'')) => {
            let mut is_escaped = false;
            let end = raw.char_indices().skip(1).find(|(_, c)| {
                let ends = *c == quote && !is_escaped;
                is_escaped = *c == '\\' && quote == '"' && !is_escaped;
                ends
            });
            end.map_or(raw.len(), |(at, _)| at + 1)
        }
        _ => raw.find(" #").map_or(raw.len(), |at| raw.get(..at).unwrap_or_default().trim_end().len()),
    }
}

/// The words of a value that is one line of text.
fn scalar(raw: &str) -> Option<String> {
    let plain = raw.get(..raw_len(raw))?;
    let value = match plain.chars().next()? {
        '"' => {
            let inner = plain.strip_prefix('"')?.strip_suffix('"')?;
            inner.replace("\\\"", "\"").replace("\\\\", "\\")
        }
        '\'' => plain.strip_prefix('\'')?.strip_suffix('\'')?.replace("''", "'"),
        '[' | '{' | '|' | '>' | '&' | '*' | '!' | '%' | '@' | '`' | '#' => return None,
        _ => plain.to_owned(),
    };
    let value = value.trim().to_owned();
    (!value.is_empty()).then_some(value)
}
