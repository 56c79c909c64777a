//! Markdown: `CommonMark` with front matter, footnotes, tables, task lists and struck-out text.
//!
//! Policy:
//! - paragraphs, headings, items, cells, notes, alternative texts and titles of links and pictures are text, and so
//!   are title, subtitle and description in the front matter and the words in HTML; code and addresses are kept;
//! - a translation is one line; what would be markup in it is escaped, and emphasis that would not be seen as such
//!   between the characters around it is written as HTML;
//! - ruby is `<ruby>`; of a link that is its own reference (`[term]`) the reference stays (`[Wort][term]`);
//! - a chapter begins at every first-level heading, or at the second level where only one heading is of the first.

mod front;
mod html;
mod inline;
mod read;
mod shown;
mod write;

use crate::export::ExportError;
use crate::import::{ImportError, Source};
use crate::patches::Patches;
use crate::ranged::{Document, Notation, Page, Stretch, has_ending};
use book::text::book::FileFormat;
use book::text::markup::Marked;
use book::text::reading::Reading;
use pulldown_cmark::Options;
use std::borrow::Cow;
use std::ops::Range;

/// The Markdown format.
pub(crate) struct Markdown;

/// How a stretch is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Style {
    /// Running text; what a further line of it begins with.
    Line {
        prefix: String,
    },
    Heading,
    Cell,
    /// Code and other text that stands as it is, line by line.
    Verbatim {
        prefix: String,
    },
    /// The title of a link, between these.
    Title(char),
    /// A value of the front matter.
    Value,
    /// Words between two tags.
    Html,
    /// The value of an attribute.
    Attribute,
}

const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_HEADING_ATTRIBUTES)
    .union(Options::ENABLE_YAML_STYLE_METADATA_BLOCKS)
    .union(Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS)
    .union(Options::ENABLE_GFM);

impl Notation for Markdown {
    type Style = Style;

    fn format(&self) -> FileFormat {
        FileFormat::Markdown
    }

    fn recognises(&self, source: &Source<'_>) -> bool {
        has_ending(source.file_name, FileFormat::Markdown.endings())
    }

    fn read(&self, text: &str, _reading: Reading) -> Result<Document<Style>, ImportError> {
        Ok(read::read(text))
    }

    fn render(&self, page: &Page<'_>, stretch: &Stretch<Style>, translation: &Marked) -> String {
        write::render(page, stretch, translation)
    }

    fn reads<'a>(
        &self,
        _page: &Page<'_>,
        _stretch: &Stretch<Style>,
        translation: &'a Marked,
    ) -> Cow<'a, Marked> {
        Cow::Borrowed(translation)
    }

    fn doubles(&self, stretch: &Stretch<Style>) -> bool {
        !matches!(stretch.style, Style::Title(_) | Style::Value | Style::Attribute)
    }

    fn both(
        &self,
        page: &Page<'_>,
        stretch: &Stretch<Style>,
        rendered: &str,
        source_first: bool,
    ) -> Result<(Range<usize>, String), ExportError> {
        let source = page.cut(stretch.range.clone());
        let (first, second) = if source_first { (source, rendered) } else { (rendered, source) };
        let end = if page.text.contains("\r\n") { "\r\n" } else { "\n" };
        let both = match &stretch.style {
            Style::Line { prefix } => format!("{first}\\{end}{prefix}{second}"),
            Style::Verbatim { prefix } => format!("{first}{end}{prefix}{second}"),
            Style::Heading
            | Style::Cell
            | Style::Html
            | Style::Title(_)
            | Style::Value
            | Style::Attribute => {
                format!("{first}<br>{second}")
            }
        };
        Ok((stretch.range.clone(), both))
    }

    fn particulars(&self, page: &Page<'_>, patches: &mut Patches) {
        front::change_language(page, patches);
    }

    fn displayed_texts(&self, text: &str) -> Vec<String> {
        shown::displayed_texts(text)
    }
}
