//! Texts of a page outside its blocks: attributes that are shown or read aloud, words in pictures, and what is kept
//! as it is.

use super::attributes;
use super::elements::Role;
use super::entities;
use super::inline::token_text;
use super::scan::{Page, TokenKind};
use super::segment::{Block, elements_with_blocks, segment};
use book::text::paragraph::ParagraphKind;
use std::ops::Range;

/// Attributes whose value a reader meets: in the place of a picture, as a tooltip, or by ear.
pub(crate) const SPOKEN: [&str; 8] =
    ["alt", "title", "aria-label", "aria-description", "summary", "placeholder", "alttext", "xlink:title"];

/// A text that is no block and can be translated where it stands.
#[derive(Debug)]
pub(super) struct Extra {
    /// Its bytes in the page, without quotes.
    pub range: Range<usize>,
    pub text: String,
    pub form: Form,
}

/// Where such a text stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Attribute,
    /// Between two tags of a picture.
    Picture,
}

/// A text inside a paragraph that is carried as a whole.
#[derive(Debug)]
pub(super) struct KeptElement {
    pub range: Range<usize>,
    pub text: String,
    pub reason: &'static str,
}

/// One paragraph of a page: a block, or a text beside the blocks.
#[derive(Debug)]
pub(super) enum Item {
    Block(Block),
    Extra(Extra),
}

impl Item {
    /// Where it begins.
    pub(super) const fn start(&self) -> usize {
        match self {
            Self::Block(block) => block.content.start,
            Self::Extra(extra) => extra.range.start,
        }
    }
}

impl Extra {
    /// The kind of paragraph it is; names of files are no words.
    pub(super) fn kind(&self) -> ParagraphKind {
        if is_name_of_a_file(&self.text) { ParagraphKind::Code } else { ParagraphKind::Alternative }
    }

    /// The translation as it is written into the page.
    pub(super) fn markup(&self, translation: &str) -> String {
        let line = translation.split_whitespace().collect::<Vec<_>>().join(" ");
        match self.form {
            // Single quotes may be the ones around the value.
            Form::Attribute => entities::escape_attribute(&line).replace('\'', "&#39;"),
            Form::Picture => entities::escape(&line),
        }
    }
}

/// The paragraphs of a page in order. A text inside a block comes after it. A page that is read in the old way has
/// nothing but blocks.
pub(super) fn items(page: &Page) -> Vec<Item> {
    let blocks = segment(page);
    if !page.is_complete {
        return blocks.into_iter().map(Item::Block).collect();
    }
    let mut extras = extras(page).into_iter().peekable();
    let mut items = Vec::with_capacity(blocks.len());
    for block in blocks {
        while let Some(extra) = extras.next_if(|extra| extra.range.start < block.content.start) {
            items.push(Item::Extra(extra));
        }
        items.push(Item::Block(block));
    }
    items.extend(extras.map(Item::Extra));
    items
}

fn extras(page: &Page) -> Vec<Extra> {
    let mut extras = Vec::new();
    let has_block = elements_with_blocks(page);
    let mut picture_end = 0;
    let mut at = 0;
    while at < page.tokens.len() {
        if is_unseen(page, at) {
            at = page.after(at);
            continue;
        }
        if page.opens(at) {
            extras.extend(spoken(page, at));
            let is_picture = page.is(at, "svg") && !has_block.get(at).copied().unwrap_or(false);
            if is_picture && at >= picture_end {
                picture_end = page.after(at);
            }
        } else if at < picture_end && is_text(page, at) {
            let end = (at..picture_end).find(|&next| !is_text(page, next)).unwrap_or(picture_end);
            extras.extend(in_picture(page, at..end));
            at = end;
            continue;
        }
        at += 1;
    }
    extras.sort_by_key(|extra| extra.range.start);
    extras
}

/// What is carried as a whole inside paragraphs, with its reason.
pub(super) fn kept_elements(page: &Page) -> Vec<KeptElement> {
    let mut kept = Vec::new();
    if !page.is_complete {
        return kept;
    }
    let has_block = elements_with_blocks(page);
    let mut at = 0;
    while at < page.tokens.len() {
        let is_ruby = page.opens(at) && page.role(at) == Role::Ruby;
        if is_unseen(page, at) || is_ruby || (page.opens(at) && page.is(at, "svg")) {
            at = if page.is(at, "svg") && has_block.get(at).copied().unwrap_or(false) {
                at + 1
            } else {
                page.after(at)
            };
            continue;
        }
        let is_whole =
            page.opens(at) && page.role(at) == Role::Opaque && !has_block.get(at).copied().unwrap_or(false);
        if !is_whole {
            at += 1;
            continue;
        }
        let after = page.after(at);
        let text = seen_text(page, at..after);
        if !text.trim().is_empty() {
            let range = page.range(at).start..page.range(after.saturating_sub(1)).end;
            kept.push(KeptElement { range, text, reason: reason(page, at) });
        }
        at = after;
    }
    kept
}

fn reason(page: &Page, at: usize) -> &'static str {
    match page.name(at).to_ascii_lowercase().as_str() {
        "math" => "mathematics",
        "code" | "kbd" | "samp" => "code",
        "button" | "select" | "datalist" | "meter" | "progress" => "part of a form",
        _ if page.attribute(at, "translate").is_some_and(|word| word == "no") => {
            "marked as not to be translated"
        }
        _ => "shown only where the rest is not",
    }
}

/// Elements that show nothing whatever is in them.
fn is_unseen(page: &Page, at: usize) -> bool {
    page.opens(at) && ["head", "script", "style", "template", "metadata"].iter().any(|name| page.is(at, name))
}

fn is_text(page: &Page, at: usize) -> bool {
    matches!(page.kind(at), Some(TokenKind::Text | TokenKind::Reference | TokenKind::CData))
}

/// The text a stretch of tokens shows.
fn seen_text(page: &Page, tokens: Range<usize>) -> String {
    let mut text = String::new();
    let mut at = tokens.start;
    while at < tokens.end {
        if is_unseen(page, at) || (page.opens(at) && page.is(at, "rp")) {
            at = page.after(at);
            continue;
        }
        if is_text(page, at) {
            text.push_str(&token_text(page, at));
        }
        at += 1;
    }
    text
}

fn spoken(page: &Page, at: usize) -> impl Iterator<Item = Extra> + '_ {
    let start = page.range(at).start;
    let raw = page.raw(at);
    attributes::attributes(raw).filter_map(move |attribute| {
        if !SPOKEN.iter().any(|name| name.eq_ignore_ascii_case(attribute.name)) {
            return None;
        }
        let range = start + attribute.value_range.start..start + attribute.value_range.end;
        let is_quoted =
            raw.get(..attribute.value_range.start).is_some_and(|head| head.ends_with(['"', '\'']));
        let text = entities::unescape(attribute.value).split_whitespace().collect::<Vec<_>>().join(" ");
        (is_quoted && !text.is_empty()).then_some(Extra { range, text, form: Form::Attribute })
    })
}

fn in_picture(page: &Page, tokens: Range<usize>) -> Option<Extra> {
    let text: String = tokens.clone().map(|at| token_text(page, at)).collect();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let range = page.range(tokens.start).start..page.range(tokens.end.saturating_sub(1)).end;
    (!text.is_empty()).then_some(Extra { range, text, form: Form::Picture })
}

/// Whether a text is the name of a file or an address, as programs write them into pictures.
fn is_name_of_a_file(text: &str) -> bool {
    let ending = text.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
    let endings = ["jpg", "jpeg", "png", "gif", "svg", "webp", "bmp", "tif", "tiff", "html", "xhtml"];
    !text.contains(' ') && (endings.contains(&ending.as_str()) || text.contains("://"))
}
