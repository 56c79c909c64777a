//! A web page outside of a package: the reader, writer and proof of the pages of an EPUB, one page at a time.

use super::chapters::{Part, ReadParagraph, arrange};
use super::contents::Contents;
use super::inline::plain_text;
use super::package::{find, find_all};
use super::scan::{Page, TokenKind};
use super::write::{Changes, change_page};
use super::{entities, extras, guard, proof, read, scan_html};
use crate::export::{ByPlace, Expected, ExportError, Layout, Manuscript, ReadBack};
use crate::import::ImportError;
use book::text::chapter::Chapter;
use book::text::paragraph::Place;
use messages::Message;
use std::collections::HashMap;

/// A page and which part of its book it is.
pub(crate) struct WebPage {
    page: Page,
    name: String,
    part: u32,
}

impl WebPage {
    /// Reads a page.
    pub(crate) fn read(text: String, name: &str, part: u32) -> Result<Self, ImportError> {
        let mut page = scan_html::scan(text)?;
        for at in 0..page.tokens.len() {
            if page.kind(at) == Some(TokenKind::DocType) {
                entities::refuse_entity_bomb(page.raw(at), name)?;
            }
        }
        page.read_completely();
        Ok(Self { page, name: name.to_owned(), part })
    }

    /// Every paragraph in order.
    pub(crate) fn paragraphs(&self) -> Result<Vec<ReadParagraph>, ImportError> {
        let items = extras::items(&self.page);
        guard::check_paragraphs(items.len())?;
        let numbered = items.into_iter().zip(0_u32..);
        Ok(numbered.map(|(item, block)| read::paragraph(item, Place { part: self.part, block })).collect())
    }

    /// How many places had to be guessed.
    pub(crate) const fn n_faults(&self) -> usize {
        self.page.n_faults
    }

    /// What the head of the page calls it.
    pub(crate) fn title(&self) -> Option<String> {
        let at = find(&self.page, "title")?;
        let title = plain_text(&self.page, at + 1..self.page.mate(at));
        (!title.is_empty()).then_some(title)
    }

    /// Who the head of the page says wrote it.
    pub(crate) fn author(&self) -> Option<String> {
        let is_author = |at: &usize| {
            self.page.attribute(*at, "name").is_some_and(|name| name.eq_ignore_ascii_case("author"))
        };
        let at = find_all(&self.page, "meta").find(is_author)?;
        self.page.attribute(at, "content").map(|name| name.trim().to_owned()).filter(|name| !name.is_empty())
    }

    /// The language the page says it is in.
    pub(crate) fn language(&self) -> Option<String> {
        let root = find(&self.page, "html")?;
        let named = self.page.attribute(root, "lang").or_else(|| self.page.attribute(root, "xml:lang"));
        named.map(|tag| tag.trim().to_owned())
    }
}

/// Puts the paragraphs of pages with these names into chapters, by their headings.
pub(crate) fn chapters(pages: Vec<(String, Vec<ReadParagraph>)>) -> Vec<Chapter> {
    let part = |(path, paragraphs): (_, Vec<_>)| Part {
        path,
        paragraphs: paragraphs.into(),
        anchors: HashMap::new(),
    };
    arrange(pages.into_iter().map(part).collect(), &Contents::default(), &[])
}

/// What is written into pages, and held against them.
pub(crate) struct PageWriter<'a> {
    by_place: ByPlace<'a>,
    changes: Changes<'a>,
    layout: Layout,
}

impl<'a> PageWriter<'a> {
    pub(crate) fn new(manuscript: &'a Manuscript, layout: Layout) -> Self {
        Self {
            by_place: ByPlace::new(manuscript),
            changes: Changes::of_web_pages(manuscript, layout),
            layout,
        }
    }

    /// The text of the page with its translations, where they change it, and how many paragraphs it has.
    pub(crate) fn change(&self, page: &WebPage) -> Result<(Option<String>, usize), ExportError> {
        change_page(&page.page, page.part, &page.name, &self.by_place, &self.changes)
    }

    /// Fails where the pages have another number of paragraphs than the manuscript.
    pub(crate) fn check_number(&self, n_blocks: usize) -> Result<(), ExportError> {
        if n_blocks == self.by_place.len() {
            return Ok(());
        }
        let message = Message::new("mismatch_in_number").count("n_file", n_blocks);
        Err(ExportError::TemplateMismatch(message.count("n_library", self.by_place.len())))
    }

    /// Notes what the page must show.
    pub(crate) fn expect(&self, page: &WebPage, expected: &mut Expected) -> Result<(), ExportError> {
        proof::expect_part(&page.page, page.part, &page.name, &self.by_place, self.layout.bilingual, expected)
    }
}

/// Notes what a page shows.
pub(crate) fn list(page: &WebPage, read_back: &mut ReadBack) {
    proof::list_page(&page.page, page.name.clone(), read_back);
}
