//! `FictionBook` 2: one XML file, read by the ranges of its tags.
//!
//! Policy:
//! - paragraphs, verses, subtitles, signatures, cells, the book's title and its annotation are text; code is kept;
//! - a chapter begins at every section with a title, in the volume of the section around it; notes are one chapter;
//! - the language in the description becomes the target's, and the source's is noted beside it;
//! - a bilingual book has every paragraph twice; cells and the title only in translation.

mod read;
mod shown;

use crate::epub::{declared_encoding, escape_xml, redeclare, unescape_xml, without_ids};
use crate::export::ExportError;
use crate::import::{ImportError, Source};
use crate::patches::Patches;
use crate::ranged::{Document, Notation, Page, Stretch, has_ending, tag, without_ruby};
use crate::txt::written::without_breaks;
use book::text::book::FileFormat;
use book::text::markup::{Marked, Piece};
use book::text::reading::Reading;
use std::borrow::Cow;
use std::ops::Range;

/// The `FictionBook` format.
pub(crate) struct FictionBook;

/// How a stretch is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Style {
    /// The whole content of an element that may stand twice; the bytes of the element.
    Element(Range<usize>),
    /// Text of which only one may stand there.
    Once,
    Attribute,
}

impl Notation for FictionBook {
    type Style = Style;

    fn format(&self) -> FileFormat {
        FileFormat::Fb2
    }

    fn recognises(&self, source: &Source<'_>) -> bool {
        let head = crate::foreign::head(source.bytes);
        let is_named = has_ending(source.file_name, FileFormat::Fb2.endings());
        !source.bytes.starts_with(b"PK")
            && (is_named || crate::foreign::root(head.trim_start()).as_deref() == Some("fictionbook"))
    }

    fn declared(&self, bytes: &[u8]) -> Option<String> {
        Some(declared_encoding(bytes).name().to_owned())
    }

    fn read(&self, text: &str, _reading: Reading) -> Result<Document<Style>, ImportError> {
        read::read(text)
    }

    fn render(&self, page: &Page<'_>, stretch: &Stretch<Style>, translation: &Marked) -> String {
        let flat = without_ruby(translation, page.manuscript);
        if stretch.style == Style::Attribute {
            let line = escape_xml(without_breaks(&flat.plain()).trim());
            return line.replace('"', "&quot;").replace('\'', "&apos;");
        }
        let mut written = String::new();
        for piece in flat.pieces() {
            match piece {
                Piece::Text(words) => written.push_str(&escape_xml(&without_breaks(&words))),
                Piece::Open(number) | Piece::Void(number) => {
                    if let Some(tag) = tag(&stretch.tags, number) {
                        written.push_str(&page.mark(&tag.open));
                    }
                }
                Piece::Close(number) => {
                    if let Some(close) = tag(&stretch.tags, number).and_then(|tag| tag.close.as_ref()) {
                        written.push_str(&page.mark(close));
                    }
                }
                Piece::Ruby { .. } => {}
            }
        }
        written.trim().to_owned()
    }

    fn reads<'a>(
        &self,
        page: &Page<'_>,
        _stretch: &Stretch<Style>,
        translation: &'a Marked,
    ) -> Cow<'a, Marked> {
        without_ruby(translation, page.manuscript)
    }

    fn doubles(&self, stretch: &Stretch<Style>) -> bool {
        matches!(stretch.style, Style::Element(_))
    }

    fn both(
        &self,
        page: &Page<'_>,
        stretch: &Stretch<Style>,
        rendered: &str,
        source_first: bool,
    ) -> Result<(Range<usize>, String), ExportError> {
        let Style::Element(element) = &stretch.style else {
            return Ok((stretch.range.clone(), rendered.to_owned()));
        };
        let source = page.cut(element.clone());
        let start = page.cut(element.start..stretch.range.start);
        let end = page.cut(stretch.range.end..element.end);
        let copy = format!("{}{rendered}{end}", without_ids(start));
        let both = if source_first { format!("{source}{copy}") } else { format!("{copy}{source}") };
        Ok((element.clone(), both))
    }

    fn particulars(&self, page: &Page<'_>, patches: &mut Patches) {
        let Some(target) = &page.manuscript.target_language else { return };
        let Some(info) = read::element(page.text, "title-info", 0) else { return };
        let inside = page.cut(info.clone());
        let Some(language) = read::element(inside, "lang", 0) else { return };
        let place = info.start + language.start..info.start + language.end;
        let old = unescape_xml(page.cut(place.clone())).trim().to_owned();
        let noted = read::element(inside, "src-lang", 0).is_some() || old.is_empty();
        patches.replace(place.clone(), target.to_string());
        let end = page.text.get(place.end..).and_then(|tail| tail.find('>')).map(|len| place.end + len + 1);
        if let (Some(end), false) = (end, noted) {
            patches.replace(end..end, format!("<src-lang>{}</src-lang>", escape_xml(&old)));
        }
    }

    fn redeclare(&self, text: String) -> String {
        redeclare(&text)
    }

    fn displayed_texts(&self, text: &str) -> Vec<String> {
        shown::displayed_texts(text)
    }
}
