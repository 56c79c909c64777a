//! Texts outside the pages: every line of the navigation document, of the NCX, and the titles in the package.

use super::attributes;
use super::elements::has_type;
use super::entities;
use super::extras::{Extra, Form, Item, items};
use super::frame;
use super::inline::{Space, Tag, plain_text};
use super::package::{find, find_all};
use super::scan::Page;
use super::titles::{MAX_TITLE, Titles, key};
use crate::patches::Patches;
use book::text::markup::{Marked, Piece};
use book::text::paragraph::{Paragraph, ParagraphKind, Place, TagKind};
use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

/// A text outside the pages, each time it stands somewhere.
#[derive(Debug)]
pub(super) struct Label {
    pub text: String,
    /// All characters of it, readings included.
    pub counted: String,
    /// Whether nobody would translate it: a page's number, the author's name.
    pub is_kept: bool,
    /// What stands in the middle of it and is nobody's to translate, such as code: its bytes, in their order.
    inside: Vec<Range<usize>>,
    spot: Spot,
}

#[derive(Debug)]
enum Spot {
    /// Tokens that a translation replaces.
    Tokens(Range<usize>),
    Extra(Extra),
}

impl Label {
    /// What it says, without white space.
    pub(super) fn key(&self) -> Cow<'_, str> {
        key(self.text.as_str().into())
    }

    fn in_element(page: &Page, at: usize, is_kept: bool) -> Option<Self> {
        let tokens = at + 1..page.mate(at);
        let text = plain_text(page, tokens.clone());
        let spot = Spot::Tokens(tokens);
        (!text.is_empty()).then(|| Self { counted: text.clone(), text, is_kept, inside: Vec::new(), spot })
    }

    fn replace(&self, page: &Page, translation: &str, marked: Option<&Marked>, patches: &mut Patches) {
        match &self.spot {
            Spot::Tokens(tokens) => {
                let tokens = frame::strip(page, tokens.clone(), Space::Collapse);
                super::titles::replace_markup(page, tokens, self.markup(page, translation, marked), patches);
            }
            Spot::Extra(extra) => patches.replace(extra.range.clone(), extra.markup(translation)),
        }
    }
}

impl Label {
    /// A translation as it is written into the label: what stood in the middle of the label stands where the paragraph that
    /// says the same has it, or else behind it.
    fn markup(&self, page: &Page, translation: &str, marked: Option<&Marked>) -> String {
        let inside: Vec<&str> = self.inside.iter().map(|range| page.cut(range.clone())).collect();
        let pieces: Vec<Piece<'_>> = marked.map(|marked| marked.pieces().collect()).unwrap_or_default();
        let mut places: Vec<u16> = pieces
            .iter()
            .filter_map(|piece| if let Piece::Void(number) = piece { Some(*number) } else { None })
            .collect();
        places.sort_unstable();
        if inside.is_empty() || places.len() != inside.len() {
            let words = std::iter::once(entities::escape(translation));
            return words.chain(inside.into_iter().map(str::to_owned)).collect::<Vec<_>>().join(" ");
        }
        let mut written = String::new();
        for piece in &pieces {
            match piece {
                Piece::Text(text) | Piece::Ruby { base: text, .. } => {
                    written.push_str(&entities::escape(text));
                }
                Piece::Void(number) => {
                    let place = places.binary_search(number).ok();
                    written.push_str(place.and_then(|at| inside.get(at).copied()).unwrap_or_default());
                }
                Piece::Open(_) | Piece::Close(_) => {}
            }
        }
        written.trim().to_owned()
    }
}

/// The labels of a navigation document: everything that is to be seen or heard of it.
pub(super) fn in_nav(page: &Page) -> Vec<Label> {
    let page_lists: Vec<Range<usize>> = find_all(page, "nav")
        .filter(|&nav| has_type(page, nav, &["page-list"]))
        .map(|nav| page.range(nav).start..page.range(page.mate(nav)).end)
        .collect();
    let in_list = |start: usize| page_lists.iter().any(|list| list.contains(&start));
    let mut labels = Vec::new();
    for item in items(page) {
        let is_kept = in_list(item.start());
        match item {
            Item::Extra(extra) => {
                let is_kept = is_kept || extra.kind() == ParagraphKind::Code || extra.form == Form::Picture;
                let text = extra.text.clone();
                let counted = text.clone();
                labels.push(Label { counted, text, is_kept, inside: Vec::new(), spot: Spot::Extra(extra) });
            }
            Item::Block(block) => {
                let text = block.inline.text.plain().trim().to_owned();
                let from = page.tokens.partition_point(|token| token.range().end <= block.content.start);
                let to = page.tokens.partition_point(|token| token.range().start < block.content.end);
                // A line with more than words in it, such as a link in the middle, stays as it is.
                let has_links = (from..to).any(|at| page.opens(at) && page.is(at, "a"));
                if !text.is_empty() {
                    let is_kept = is_kept || has_links || block.kind == ParagraphKind::Code;
                    let counted = super::proof::all_characters(&block.inline.text);
                    let stands = |tag: &&Tag| tag.close.is_none() && tag.kind != TagKind::Break;
                    let inside =
                        block.inline.tags.iter().filter(stands).map(|tag| tag.open.clone()).collect();
                    labels.push(Label { text, counted, is_kept, inside, spot: Spot::Tokens(from..to) });
                }
            }
        }
    }
    labels
}

/// The labels of an NCX.
pub(super) fn in_ncx(page: &Page) -> Vec<Label> {
    let mut labels = Vec::new();
    for (name, is_kept) in [("docTitle", false), ("docAuthor", true)] {
        for holder in find_all(page, name) {
            labels.extend(texts_in(page, holder..page.mate(holder), is_kept));
        }
    }
    let maps = ["navMap", "navList"].into_iter().flat_map(|name| find_all(page, name));
    for map in maps {
        labels.extend(texts_in(page, map..page.mate(map), false));
    }
    for list in find_all(page, "pageList") {
        labels.extend(texts_in(page, list..page.mate(list), true));
    }
    labels
}

fn texts_in(page: &Page, tokens: Range<usize>, is_kept: bool) -> impl Iterator<Item = Label> + '_ {
    tokens
        .filter(|&at| page.opens(at) && page.is(at, "text"))
        .filter_map(move |at| Label::in_element(page, at, is_kept))
}

/// The titles of a package document.
pub(super) fn in_package(page: &Page) -> Vec<Label> {
    let Some(metadata) = find(page, "metadata") else { return Vec::new() };
    (metadata + 1..page.mate(metadata))
        .filter(|&at| page.opens(at) && page.is(at, "title"))
        .filter_map(|at| Label::in_element(page, at, false))
        .collect()
}

/// The labels that no paragraph of the pages says already, once each, as paragraphs of a part of their own.
pub(super) fn paragraphs<'a>(
    labels: impl IntoIterator<Item = &'a Label>,
    said: &HashSet<String>,
    part: u32,
) -> Vec<Paragraph> {
    let mut known: HashSet<String> = HashSet::new();
    let mut paragraphs = Vec::new();
    for label in labels {
        let key = label.key().into_owned();
        if key.is_empty() || said.contains(&key) || !known.insert(key) {
            continue;
        }
        let is_work = !label.is_kept && label.text.chars().any(char::is_alphabetic);
        paragraphs.push(Paragraph {
            text: Marked::from_plain(&label.text),
            tags: Vec::new(),
            kind: if is_work { ParagraphKind::Label } else { ParagraphKind::Notation },
            place: Place { part, block: u32::try_from(paragraphs.len()).unwrap_or(u32::MAX) },
        });
    }
    paragraphs
}

/// What a paragraph says to labels: nothing, if it is too long for a title or is no text.
pub(super) fn said_by(text: &Marked, kind: ParagraphKind) -> Option<Cow<'_, str>> {
    let is_text = !matches!(kind, ParagraphKind::Code | ParagraphKind::Notation);
    (is_text && text.as_str().len() <= MAX_TITLE).then(|| key(text.plain()))
}

/// Puts the translations of labels in their places.
pub(super) fn translate(page: &Page, labels: &[Label], titles: &Titles<'_>, patches: &mut Patches) {
    for label in labels {
        if let Some(translation) = translation_of(label, titles).filter(|new| *new != label.text) {
            label.replace(page, &translation, titles.marked(&label.text), patches);
        }
    }
}

/// The translation of a label in a book with these titles.
pub(super) fn translation_of<'a>(label: &Label, titles: &'a Titles<'_>) -> Option<Cow<'a, str>> {
    if label.is_kept { None } else { titles.find(&label.text) }
}

/// Gives the titles of a package that were translated the language they are in now.
pub(super) fn mark_language(page: &Page, language: &str, patches: &mut Patches) {
    let Some(metadata) = find(page, "metadata") else { return };
    for at in (metadata + 1..page.mate(metadata)).filter(|&at| page.opens(at) && page.is(at, "title")) {
        if let Some(attribute) = attributes::find(page.raw(at), "xml:lang") {
            let start = page.range(at).start;
            let range = start + attribute.value_range.start..start + attribute.value_range.end;
            patches.replace(range, entities::escape_attribute(language));
        }
    }
}
