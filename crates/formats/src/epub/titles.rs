//! Titles outside the text: tables of contents, the package's metadata, the names of pages.

use super::contents::ContentsEntry;
use super::inline::{Space, plain_text};
use super::package::{Package, find, find_all};
use super::scan::Page;
use super::{attributes, entities, frame};
use crate::export::{Manuscript, Outcome};
use crate::patches::Patches;
use book::language::LanguageTag;
use book::text::markup::Marked;
use std::borrow::Cow;
use std::collections::HashMap;

/// Translations by what the source calls a thing.
pub(super) struct Titles<'a> {
    by_source: HashMap<Cow<'a, str>, Title<'a>>,
    book: Option<&'a str>,
}

/// A translation that may be asked for.
enum Title<'a> {
    OfParagraph(Cow<'a, Marked>),
    Own(&'a str),
}

/// Longer than any title; such paragraphs are not looked up.
pub(super) const MAX_TITLE: usize = 400;

impl<'a> Titles<'a> {
    /// A chapter's own title wins over a paragraph that says the same.
    pub(super) fn new(manuscript: &'a Manuscript) -> Self {
        let mut by_source = HashMap::new();
        for paragraph in manuscript.chapters.iter().flat_map(|chapter| chapter.paragraphs.each()) {
            if paragraph.source.as_str().len() > MAX_TITLE
                || !matches!(paragraph.outcome, Outcome::Translated(_))
            {
                continue;
            }
            let source = match &paragraph {
                Cow::Borrowed(held) => key(held.source.plain()),
                Cow::Owned(unpacked) => Cow::Owned(key(unpacked.source.plain()).into_owned()),
            };
            if let Some(translation) = Outcome::translation_of(paragraph) {
                by_source.entry(source).or_insert(Title::OfParagraph(translation));
            }
        }
        for chapter in manuscript.chapters.iter().rev() {
            if let Some(translation) = &chapter.title_translation {
                by_source.insert(key(chapter.title.as_str().into()), Title::Own(translation));
            }
        }
        if let Some(translation) = &manuscript.title_translation {
            by_source.insert(key(manuscript.title.as_str().into()), Title::Own(translation));
        }
        Self { by_source, book: manuscript.title_translation.as_deref() }
    }

    /// The translation of what the source calls a thing.
    pub(super) fn find(&self, label: &str) -> Option<Cow<'_, str>> {
        let source = key(label.into());
        let translation = match self.by_source.get(source.as_ref()).filter(|_| !source.is_empty())? {
            Title::OfParagraph(translation) => trimmed(translation.plain()),
            Title::Own(translation) => Cow::Borrowed(*translation),
        };
        (!translation.trim().is_empty()).then_some(translation)
    }

    /// The translation of the paragraph that says what a label says, with its tags.
    pub(super) fn marked(&self, label: &str) -> Option<&Marked> {
        match self.by_source.get(key(label.into()).as_ref())? {
            Title::OfParagraph(translation) => Some(translation),
            Title::Own(_) => None,
        }
    }

    /// Replaces the labels of a table of contents.
    pub(super) fn translate_entries(&self, page: &Page, entries: &[ContentsEntry], patches: &mut Patches) {
        for entry in entries {
            if let Some(translation) = self.find(&entry.label) {
                let tokens = frame::strip(page, entry.label_tokens.clone(), Space::Collapse);
                replace(page, tokens, &translation, patches);
            }
        }
    }

    /// Replaces the title an NCX gives the book.
    pub(super) fn translate_ncx_title(&self, page: &Page, patches: &mut Patches) {
        let text = find(page, "docTitle").and_then(|title| {
            (title + 1..page.mate(title)).find(|&at| page.opens(at) && page.is(at, "text"))
        });
        if let Some((text, translation)) = text.zip(self.book) {
            replace(
                page,
                frame::strip(page, text + 1..page.mate(text), Space::Collapse),
                translation,
                patches,
            );
        }
    }

    /// Replaces the title in a page's head.
    pub(super) fn translate_head(&self, page: &Page, patches: &mut Patches) {
        let Some(head) = find(page, "head") else { return };
        let title = (head + 1..page.mate(head)).find(|&at| page.opens(at) && page.is(at, "title"));
        let Some(title) = title else { return };
        let inside = title + 1..page.mate(title);
        if let Some(translation) = self.find(&plain_text(page, inside.clone())) {
            replace(page, frame::strip(page, inside, Space::Collapse), &translation, patches);
        }
    }

    /// Replaces title and language in the package.
    pub(super) fn translate_package(
        &self,
        package: &Package,
        target: Option<&LanguageTag>,
        patches: &mut Patches,
    ) {
        let page = &package.document.page;
        if let Some((title, translation)) = main_title(page).zip(self.book) {
            replace(
                page,
                frame::strip(page, title + 1..page.mate(title), Space::Collapse),
                translation,
                patches,
            );
            if let Some(target) = target
                && attributes::find(page.raw(title), "xml:lang").is_some()
            {
                patches.replace(
                    page.range(title),
                    attributes::with(page.raw(title), "xml:lang", target.as_str()),
                );
            }
        }
        replace_language(page, target, patches);
    }
}

/// Replaces the language in the package.
pub(super) fn replace_language(page: &Page, target: Option<&LanguageTag>, patches: &mut Patches) {
    let language = find(page, "metadata").and_then(|metadata| {
        (metadata + 1..page.mate(metadata)).find(|&at| page.opens(at) && page.is(at, "language"))
    });
    if let Some((language, target)) = language.zip(target) {
        let tokens = frame::strip(page, language + 1..page.mate(language), Space::Collapse);
        replace(page, tokens, target.as_str(), patches);
    }
}

/// The title marked as the main one, or the first.
fn main_title(page: &Page) -> Option<usize> {
    let metadata = find(page, "metadata")?;
    let titles: Vec<usize> =
        (metadata + 1..page.mate(metadata)).filter(|&at| page.opens(at) && page.is(at, "title")).collect();
    let main = find_all(page, "meta").find_map(|meta| {
        let is_type = page.attribute(meta, "property").is_some_and(|property| property == "title-type");
        let is_main = is_type && plain_text(page, meta + 1..page.mate(meta)) == "main";
        let id = page.attribute(meta, "refines").filter(|_| is_main)?.trim_start_matches('#').to_owned();
        titles.iter().copied().find(|&title| page.attribute(title, "id").is_some_and(|own| own == id))
    });
    main.or_else(|| titles.first().copied())
}

pub(super) fn replace(page: &Page, tokens: std::ops::Range<usize>, text: &str, patches: &mut Patches) {
    replace_markup(page, tokens, entities::escape(text), patches);
}

/// Replaces the words of these tokens, and leaves the white space around them.
pub(super) fn replace_markup(
    page: &Page,
    tokens: std::ops::Range<usize>,
    markup: String,
    patches: &mut Patches,
) {
    if tokens.is_empty() {
        return;
    }
    let bytes = page.range(tokens.start).start..page.range(tokens.end - 1).end;
    let old = page.cut(bytes.clone());
    let start = bytes.start + (old.len() - old.trim_ascii_start().len());
    let end = bytes.end - (old.len() - old.trim_ascii_end().len());
    patches.replace(start..end.max(start), markup);
}

/// Titles are compared without white space: a table of contents breaks its lines elsewhere.
pub(super) fn key(title: Cow<'_, str>) -> Cow<'_, str> {
    if title.contains(char::is_whitespace) { title.split_whitespace().collect() } else { title }
}

fn trimmed(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
        Cow::Owned(text) => Cow::Owned(text.trim().to_owned()),
    }
}
