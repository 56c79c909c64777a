//! A translated block as the markup of its page.

use super::attributes;
use super::entities;
use super::inline::{Close, Space};
use super::scan::{Page, tag_name};
use super::segment::Block;
use crate::patches::Patches;
use book::text::markup::{Marked, Piece};
use std::borrow::Cow;
use std::collections::HashSet;

/// Which copy of a block this is: ids may stand only once in a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Copy {
    First,
    Second,
}

const ID_ATTRIBUTES: [&str; 3] = ["id", "xml:id", "name"];

/// The markup of a translation, in the tags of its source; `inside_tags` are changes to those tags.
pub(super) fn render(
    page: &Page,
    block: &Block,
    translation: &Marked,
    copy: Copy,
    inside_tags: &Patches,
) -> String {
    let mut written = String::new();
    let mut used: HashSet<u16> = HashSet::new();
    for piece in translation.pieces() {
        match piece {
            Piece::Text(text) => written.push_str(&text_markup(&text, block)),
            Piece::Ruby { base, reading } => {
                let (base, reading) = (text_markup(&base, block), text_markup(&reading, block));
                written.extend(["<ruby>", &base, "<rt>", &reading, "</rt></ruby>"]);
            }
            Piece::Open(number) | Piece::Void(number) => {
                let is_first = used.insert(number);
                if let Some(tag) = tag(block, number) {
                    let raw = inside_tags.cut(&page.text, tag.open.clone());
                    if is_first && copy == Copy::First {
                        written.push_str(&raw);
                    } else {
                        written.push_str(&without_ids(&raw));
                    }
                }
            }
            Piece::Close(number) => match tag(block, number).and_then(|tag| tag.close.as_ref()) {
                Some(Close::Written(range)) => written.push_str(page.cut(range.clone())),
                Some(Close::Forgotten(name)) => written.extend(["</", name.as_str(), ">"]),
                None => {}
            },
        }
    }
    if copy == Copy::First {
        for hidden in &block.inline.hidden {
            let raw = page.cut(hidden.clone());
            if raw.starts_with("<!--") || raw.starts_with("<?") {
                written.push_str(raw);
            }
        }
    }
    written
}

/// Markup that stands a second time: no ids in any of its tags.
pub(crate) fn without_ids(markup: &str) -> String {
    let mut written = String::with_capacity(markup.len());
    let mut rest = markup;
    while let Some((before, tail)) = rest.find('<').and_then(|at| rest.split_at_checked(at)) {
        written.push_str(before);
        let len = tag_len(tail);
        let (tag, after) = tail.split_at_checked(len).unwrap_or((tail, ""));
        if tag.starts_with("<!") || tag.starts_with("<?") || tag.starts_with("</") {
            written.push_str(tag);
        } else {
            let names =
                if tag_name(tag).eq_ignore_ascii_case("a") { &ID_ATTRIBUTES[..] } else { &["id", "xml:id"] };
            written.push_str(&attributes::without(tag, names));
        }
        rest = after;
    }
    written.push_str(rest);
    written
}

/// The length of the tag or comment `tail` starts with; quoted brackets do not end it.
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

fn tag(block: &Block, number: u16) -> Option<&super::inline::Tag> {
    block.inline.tags.get(usize::from(number).checked_sub(1)?)
}

fn text_markup(text: &str, block: &Block) -> String {
    let text = match block.space {
        Space::Collapse => collapse(text),
        Space::Verbatim => Cow::Borrowed(text),
    };
    let mut escaped = entities::escape(&text);
    for reference in block.inline.opaque.iter().filter(|reference| entities::is_named(reference)) {
        escaped = escaped.replace(&entities::escape(reference), reference);
    }
    escaped
}

/// Runs of white space as one space, edges kept.
fn collapse(text: &str) -> Cow<'_, str> {
    let mut in_space = false;
    let is_collapsed = text.bytes().all(|byte| {
        let is_space = byte.is_ascii_whitespace();
        let was_in_space = std::mem::replace(&mut in_space, is_space);
        !is_space || (byte == b' ' && !was_in_space)
    });
    if is_collapsed {
        return Cow::Borrowed(text);
    }
    let mut written = String::with_capacity(text.len());
    in_space = false;
    for character in text.chars() {
        if !character.is_ascii_whitespace() {
            written.push(character);
        } else if !in_space {
            written.push(' ');
        }
        in_space = character.is_ascii_whitespace();
    }
    Cow::Owned(written)
}
