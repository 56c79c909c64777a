//! HTML inside Markdown: the words between its tags and in those attributes that are shown or read aloud.

use super::Style;
use crate::epub::{SPOKEN, tag_attributes, unescape_xml};
use crate::ranged::{Document, Kept, Stretch};
use book::text::markup::Marked;
use book::text::paragraph::{ParagraphKind, TagKind};
use std::ops::Range;

/// The name of a tag in lower case; nothing for a comment and the like.
pub(super) fn name(raw: &str) -> String {
    let inner = raw.trim_start_matches('<').trim_start_matches('/');
    let name: String = inner.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    name.to_ascii_lowercase()
}

/// Whether an element has no content.
pub(super) fn is_void(name: &str) -> bool {
    matches!(name, "br" | "hr" | "img" | "wbr" | "input" | "source" | "col" | "embed" | "link" | "meta")
}

/// What an inline element is.
pub(super) fn tag_kind(name: &str) -> TagKind {
    match name {
        "b" | "strong" | "i" | "em" | "u" | "mark" => TagKind::Emphasis,
        "a" => TagKind::Link,
        _ => TagKind::Other,
    }
}

/// The texts of the attributes of the tag that stands here.
pub(super) fn attributes(text: &str, tag: Range<usize>, document: &mut Document<Style>) {
    let raw = text.get(tag.clone()).unwrap_or_default();
    if raw.starts_with("<!") || raw.starts_with("<?") || raw.starts_with("</") {
        return;
    }
    for (name, range) in tag_attributes(raw) {
        let is_quoted = raw.get(..range.start).is_some_and(|head| head.ends_with(['"', '\'']));
        let value = raw.get(range.clone()).unwrap_or_default();
        let words = unescape_xml(value).split_whitespace().collect::<Vec<_>>().join(" ");
        if is_quoted && !words.is_empty() && SPOKEN.iter().any(|spoken| spoken.eq_ignore_ascii_case(name)) {
            let range = tag.start + range.start..tag.start + range.end;
            push(document, range, &words, ParagraphKind::Alternative, Style::Attribute);
        }
    }
}

/// The texts of a block.
pub(super) fn block(text: &str, block: Range<usize>, document: &mut Document<Style>) {
    let mut from = block.start;
    let mut unseen: Option<String> = None;
    while from < block.end {
        let rest = text.get(from..block.end).unwrap_or_default();
        let len = rest.find('<').unwrap_or(rest.len());
        if len > 0 {
            add_text(text, from..from + len, unseen.as_deref(), document);
            from += len;
            continue;
        }
        let end = from + tag_len(rest);
        let raw = text.get(from..end).unwrap_or_default();
        let name = name(raw);
        match &unseen {
            Some(open) if raw.starts_with("</") && *open == name => unseen = None,
            Some(_) => {}
            None if !raw.starts_with("</") && !raw.ends_with("/>") && is_special(&name) => {
                unseen = Some(name);
            }
            None => attributes(text, from..end, document),
        }
        from = end;
    }
}

fn is_special(name: &str) -> bool {
    matches!(name, "script" | "style" | "head" | "template" | "rp" | "pre" | "code" | "textarea")
}

fn add_text(text: &str, range: Range<usize>, unseen: Option<&str>, document: &mut Document<Style>) {
    let raw = text.get(range.clone()).unwrap_or_default();
    let trimmed = raw.trim();
    if trimmed.is_empty() || matches!(unseen, Some("script" | "style" | "head" | "template" | "rp")) {
        return;
    }
    let start = range.start + (raw.len() - raw.trim_start().len());
    let range = start..start + trimmed.len();
    let words = unescape_xml(trimmed).split_whitespace().collect::<Vec<_>>().join(" ");
    if unseen.is_some() {
        document.kept.push(Kept { range, text: words, reason: "code" });
    } else {
        push(document, range, &words, ParagraphKind::Body, Style::Html);
    }
}

fn push(document: &mut Document<Style>, range: Range<usize>, words: &str, kind: ParagraphKind, style: Style) {
    let text = Marked::from_plain(words);
    document.stretches.push(Stretch { range, text, tags: Vec::new(), kind, opens: None, style });
}

/// The length of the tag or comment a text starts with; quoted brackets do not end it.
fn tag_len(tail: &str) -> usize {
    if tail.starts_with("<!--") {
        return tail.find("-->").map_or(tail.len(), |at| at + 3);
    }
    let mut quote = None;
    for (at, character) in tail.char_indices() {
        match (character, quote) {
            ('"' | '\'', None) => quote = Some(character),
            (character, Some(open)) if character == open => quote = None,
            ('>', None) => return at + 1,
            _ => {}
        }
    }
    tail.len()
}
