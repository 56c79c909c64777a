//! Bytes in, a book out; a book and its translations in, bytes out: every file format behind one trait.
#![warn(missing_docs)]

pub mod bundle;
pub mod certificate;
pub mod convert;
pub mod exchange;
pub mod export;
pub mod foreign;
pub mod glossary;
pub mod import;
pub mod notes;
pub mod template;
pub mod tmx;

mod aozora;
mod cut;
pub mod data;
mod decode;
mod docx;
pub mod epub;
mod fb2;
pub mod folder;
mod game;
pub mod html;
mod language;
mod markdown;
mod mobi;
mod odt;
mod office;
mod outline;
mod patches;
mod pdf;
mod ranged;
mod rtf;
mod subtitles;
mod txt;
mod zipped;

use book::text::book::FileFormat;
use book::text::reading::Reading;
use export::{Expected, ExpectedBlock, ExportError, Layout, Manuscript, ReadBack, Resource};
use import::{FileFault, ImportError, Imported, Source};
use std::io::Write;

/// A file format.
///
/// An implementer promises three things. Importing the same bytes always gives the same paragraphs in the same
/// places. Exporting a book without translations gives back what a reader of the original would see, and leaves
/// every byte alone that it has no reason to touch. And `read_back` finds the blocks of an exported file without
/// any knowledge of how they were written, so that the certificate is a proof and not an echo.
pub trait Format: Sync {
    /// Which format it is.
    fn format(&self) -> FileFormat;

    /// Whether the bytes (and, where bytes do not tell, the file's name) look like this format.
    fn recognises(&self, source: &Source<'_>) -> bool;

    /// Reads a book. Faults of the file that can be lived with are findings, not errors.
    fn import(&self, source: &Source<'_>) -> Result<Imported, ImportError>;

    /// Writes the book in its own format, with the original file as template.
    fn export(
        &self,
        original: &[u8],
        manuscript: &Manuscript,
        layout: &Layout,
    ) -> Result<Vec<u8>, ExportError>;

    /// The same written piece by piece; a format that goes from line to line never holds all of it.
    fn export_to(
        &self,
        original: &[u8],
        manuscript: &Manuscript,
        layout: &Layout,
        to: &mut dyn Write,
    ) -> Result<(), ExportError> {
        to.write_all(&self.export(original, manuscript, layout)?).map_err(ExportError::technical)
    }

    /// What `read_back` must find if every paragraph has come out as the manuscript says and the rest as it was.
    fn expected(
        &self,
        original: &[u8],
        manuscript: &Manuscript,
        layout: &Layout,
    ) -> Result<Expected, ExportError>;

    /// The same with the blocks told one by one, in order; a format of many pages never holds them all.
    fn expect(
        &self,
        original: &[u8],
        manuscript: &Manuscript,
        layout: &Layout,
        tell: &mut dyn FnMut(ExpectedBlock),
    ) -> Result<Expected, ExportError> {
        let mut expected = self.expected(original, manuscript, layout)?;
        std::mem::take(&mut expected.blocks).into_iter().for_each(tell);
        Ok(expected)
    }

    /// Only the blocks that `read_back` must find, in order.
    fn expected_blocks(
        &self,
        original: &[u8],
        manuscript: &Manuscript,
        layout: &Layout,
    ) -> Result<Vec<ExpectedBlock>, ExportError> {
        Ok(self.expected(original, manuscript, layout)?.blocks)
    }

    /// The style sheets among the resources that `read_back` would find, without reading anything else of the file.
    ///
    /// A format without style sheets has nothing to add.
    fn style_sheets(&self, _bytes: &[u8]) -> Result<Vec<Resource>, ExportError> {
        Ok(Vec::new())
    }

    /// What there is to tell about these translations in this file, such as subtitles that are read too fast.
    fn remarks(&self, _original: &[u8], _manuscript: &Manuscript) -> Result<Vec<FileFault>, ExportError> {
        Ok(Vec::new())
    }

    /// Opens a file that `export` wrote and lists what is in it, as far as that version of the reader looks.
    fn read_back(&self, bytes: &[u8], reading: Reading) -> Result<ReadBack, ExportError>;

    /// The same with the blocks told one by one, in order; a format of many pages never holds them all.
    fn read_blocks(
        &self,
        bytes: &[u8],
        reading: Reading,
        tell: &mut dyn FnMut(String),
    ) -> Result<ReadBack, ExportError> {
        let mut read_back = self.read_back(bytes, reading)?;
        std::mem::take(&mut read_back.blocks).into_iter().for_each(tell);
        Ok(read_back)
    }
}

/// Every format, asked in this order: the particular before the general, plain text last because it takes anything.
pub const ALL: &[&dyn Format] = &[
    // Only for those who say what in them is text.
    &data::Chosen(data::Data::Csv),
    &data::Chosen(data::Data::Json),
    &data::Workbook,
    &zipped::Zipped { format: FileFormat::Fb2Zip, inner: &ranged::Ranged(fb2::FictionBook) },
    // Each a `Folder` of several files.
    &folder::RPG_MAKER,
    &folder::RENPY,
    &folder::KIRIKIRI,
    &folder::AOZORA_TEXTS,
    &folder::TEXTS,
    &docx::Docx,
    &odt::Odt,
    &html::WebPages { format: FileFormat::Htmlz },
    &html::WebPages { format: FileFormat::HtmlFolder },
    &folder::MARKDOWN,
    &ranged::Ranged(markdown::Markdown),
    &ranged::Ranged(subtitles::Subtitles::SubRip),
    &ranged::Ranged(subtitles::Subtitles::WebVtt),
    &ranged::Ranged(subtitles::Subtitles::SubStation),
    &ranged::Ranged(fb2::FictionBook),
    &ranged::Ranged(game::Game::RpgMaker),
    &ranged::Ranged(game::Game::Renpy),
    &ranged::Ranged(game::Game::Kirikiri),
    &html::WebPages { format: FileFormat::Html },
    &epub::Epub,
    &aozora::Aozora,
    &txt::Text,
];

/// Reads a book from a file of any known format.
pub fn import(source: &Source<'_>) -> Result<Imported, ImportError> {
    foreign::refuse(source)?;
    let format = ALL.iter().find(|format| format.recognises(source)).ok_or(ImportError::UnknownFormat)?;
    let mut imported = match format.import(source) {
        Err(ImportError::NoText) if is_plain(format.format()) => return Err(ImportError::NoWords),
        read => read?,
    };
    if names_chapters(format.format()) {
        imported.findings.extend(outline::one_chapter(&imported.book));
    }
    if has_no_end(format.format()) {
        imported.findings.extend(cut::in_a_sentence(&imported.book));
    }
    Ok(imported)
}

/// Whether a file of this format has no place for a page that is a picture.
fn is_plain(format: FileFormat) -> bool {
    matches!(
        format,
        FileFormat::Text | FileFormat::Aozora | FileFormat::Srt | FileFormat::Vtt | FileFormat::Ass
    )
}

/// Whether nothing in a file of this format says that it is whole.
fn has_no_end(format: FileFormat) -> bool {
    matches!(format, FileFormat::Text | FileFormat::Aozora | FileFormat::Markdown)
}

/// Whether chapters are what the file says they are, and not what its lines look like.
fn names_chapters(format: FileFormat) -> bool {
    use FileFormat::{Epub, Fb2, Fb2Zip, Html, HtmlFolder, Htmlz, Markdown, MarkdownFolder};
    matches!(format, Epub | Fb2 | Fb2Zip | Html | HtmlFolder | Htmlz | Markdown | MarkdownFolder)
}

/// The format with this name.
pub fn format_of(format: FileFormat) -> Option<&'static dyn Format> {
    ALL.iter().copied().find(|candidate| candidate.format() == format)
}
