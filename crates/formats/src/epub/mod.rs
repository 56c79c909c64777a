//! EPUB 2 and 3: a zip of web pages, read by walking its markup and written by splicing into it.

pub mod build;
pub mod credits;
pub mod rehearsal;

mod archive;
// From outside only the tests use it: some spellings of tags are never written into a book.
#[doc(hidden)]
pub mod attributes;
mod census;
mod chapters;
mod contents;
pub mod cover;
mod decoded;
mod direction;
mod elements;
mod entities;
mod epub_package;
mod extras;
mod frame;
mod guard;
mod inline;
mod labels;
mod layout;
mod links;
mod loose;
pub(crate) mod notes;
mod package;
mod paths;
mod proof;
mod protection;
mod read;
mod ruby;
mod scan;
mod scan_html;
mod segment;
mod splice;
mod titles;
pub(crate) mod web_page;
mod write;

use crate::Format;
use crate::export::{Expected, ExpectedBlock, ExportError, Layout, Manuscript, ReadBack, Resource};
use crate::import::{ImportError, Imported, Source};
use book::text::book::FileFormat;
use book::text::reading::Reading;

/// The EPUB format.
pub(crate) struct Epub;

impl Format for Epub {
    fn format(&self) -> FileFormat {
        FileFormat::Epub
    }

    fn recognises(&self, source: &Source<'_>) -> bool {
        let named =
            source.file_name.rsplit_once('.').is_some_and(|(_, end)| end.eq_ignore_ascii_case("epub"));
        source.bytes.starts_with(b"PK\x03\x04") || source.bytes.starts_with(b"PK\x05\x06") || named
    }

    fn import(&self, source: &Source<'_>) -> Result<Imported, ImportError> {
        read::import(source)
    }

    fn export(
        &self,
        original: &[u8],
        manuscript: &Manuscript,
        layout: &Layout,
    ) -> Result<Vec<u8>, ExportError> {
        write::export(original, manuscript, *layout)
    }

    fn expected(
        &self,
        original: &[u8],
        manuscript: &Manuscript,
        layout: &Layout,
    ) -> Result<Expected, ExportError> {
        let mut blocks = Vec::new();
        let expected = proof::expect(original, manuscript, *layout, &mut |block| blocks.push(block))?;
        Ok(Expected { blocks, ..expected })
    }

    fn expect(
        &self,
        original: &[u8],
        manuscript: &Manuscript,
        layout: &Layout,
        tell: &mut dyn FnMut(ExpectedBlock),
    ) -> Result<Expected, ExportError> {
        proof::expect(original, manuscript, *layout, tell)
    }

    fn style_sheets(&self, bytes: &[u8]) -> Result<Vec<Resource>, ExportError> {
        proof::style_sheets(bytes)
    }

    fn read_back(&self, bytes: &[u8], reading: Reading) -> Result<ReadBack, ExportError> {
        let mut blocks = Vec::new();
        let read_back = proof::read_blocks(bytes, reading, &mut |block| blocks.push(block))?;
        Ok(ReadBack { blocks, ..read_back })
    }

    fn read_blocks(
        &self,
        bytes: &[u8],
        reading: Reading,
        tell: &mut dyn FnMut(String),
    ) -> Result<ReadBack, ExportError> {
        proof::read_blocks(bytes, reading, tell)
    }
}

pub(crate) use archive::{Archive, written_name};
pub(crate) use attributes::{attributes, places as tag_attributes};
pub(crate) use census::{Census, PageCensus, texts as shown_texts};
pub(crate) use decoded::{declared as declared_encoding, redeclare};
pub(crate) use entities::{
    escape as escape_xml, escape_attribute, is_xml_char, refuse_entity_bomb, resolve as resolve_reference,
    unescape, unescape as unescape_xml,
};
pub(crate) use extras::SPOKEN;
pub(crate) use guard::{check_paragraphs, count_depth, count_tokens};
pub(crate) use inline::token_text;
pub(crate) use loose::paragraphs as loose_paragraphs;
pub(crate) use proof::{all_characters, each_line, texts};
pub(crate) use scan::{Page, TokenKind};
pub(crate) use splice::without_ids;
pub(crate) use write::{add_file, add_written};
