//! Tables and data of any program: CSV, JSON and workbooks, of which a person names the column or the path that is text.
//!
//! Policy:
//! - only strings that were chosen are paragraphs; every other byte of CSV and JSON and every other cell of a workbook stays;
//! - a translation takes the place of its source, or goes into another column or value beside it, which must be there;
//! - placeholders (`{name}`, `%s`, `<b>`) and line breaks are tags;
//! - what was chosen is kept in the places of the paragraphs, so that export and proof need no choice: the block is the
//!   number of the string in the file, the part is zero, or one more than the number of the string that is written.

mod choice;
mod codes;
mod csv;
mod json;
mod workbook;

pub use choice::Fields;
pub(crate) use workbook::Workbook;

use crate::Format;
use crate::export::{
    Expected, ExportError, Layout, Manuscript, ManuscriptChapter, ManuscriptParagraph, Outcome, ReadBack,
};
use crate::import::{ImportError, Imported, Source};
use crate::ranged::{Document, Notation, Page, Ranged, RangedFile, Stretch, tag, without_ruby};
use crate::txt::written::without_breaks;
use book::text::book::FileFormat;
use book::text::markup::{Marked, MarkedBuilder, Piece};
use book::text::paragraph::Place;
use book::text::reading::Reading;
use messages::{Explain, Message};
use std::borrow::Cow;

/// One of the kinds that are text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Data {
    Csv,
    Json,
}

/// Where a string stands, and how it is written.
#[derive(Debug, Clone)]
pub(crate) struct Style {
    place: choice::Cell,
    /// Whether a cell is between quotation marks.
    is_quoted: bool,
    delimiter: char,
}

impl Notation for Data {
    type Style = Style;

    fn format(&self) -> FileFormat {
        match self {
            Self::Csv => FileFormat::Csv,
            Self::Json => FileFormat::Json,
        }
    }

    fn recognises(&self, source: &Source<'_>) -> bool {
        source.fields.is_some() && crate::ranged::has_ending(source.file_name, self.format().endings())
    }

    fn read(&self, text: &str, _reading: Reading) -> Result<Document<Style>, ImportError> {
        match self {
            Self::Csv => csv::read(text),
            Self::Json => json::read(text),
        }
    }

    fn arrange(&self, document: &mut Document<Style>, manuscript: &Manuscript) {
        for paragraph in manuscript.chapters.iter().flat_map(|chapter| &chapter.paragraphs) {
            let Place { part, block } = paragraph.place;
            let from = usize::try_from(part).ok().and_then(|part| part.checked_sub(1));
            let tags = from.and_then(|from| document.stretches.get(from)).map(|stretch| stretch.tags.clone());
            if let (Some(tags), Ok(block)) = (tags, usize::try_from(block))
                && let Some(target) = document.stretches.get_mut(block)
            {
                target.tags = tags;
            }
        }
    }

    fn render(&self, page: &Page<'_>, stretch: &Stretch<Style>, translation: &Marked) -> String {
        let flat = without_ruby(translation, page.manuscript);
        let mut written = String::new();
        for piece in flat.pieces() {
            match piece {
                Piece::Text(words) => {
                    let words = without_breaks(&words);
                    written.push_str(&match self {
                        Self::Csv => words.replace('"', "\"\""),
                        Self::Json => json::escaped(&words),
                    });
                }
                Piece::Open(number) | Piece::Void(number) => {
                    if let Some(tag) = tag(&stretch.tags, number) {
                        written.push_str(&page.mark(&tag.open));
                    }
                }
                Piece::Close(_) | Piece::Ruby { .. } => {}
            }
        }
        match self {
            Self::Csv => csv::cell(written, &stretch.style),
            Self::Json => written,
        }
    }

    /// What a translator wrote like a placeholder is one.
    fn reads<'a>(
        &self,
        page: &Page<'_>,
        _stretch: &Stretch<Style>,
        translation: &'a Marked,
    ) -> Cow<'a, Marked> {
        let flat = without_ruby(translation, page.manuscript);
        if !flat.as_str().contains(['{', '%', '$', '<']) {
            return flat;
        }
        let mut builder = MarkedBuilder::default();
        for piece in flat.pieces() {
            match piece {
                Piece::Text(words) => builder.push_text(&csv::without_codes(&words)),
                Piece::Open(_) | Piece::Close(_) | Piece::Void(_) | Piece::Ruby { .. } => {
                    builder.push(&piece);
                }
            }
        }
        Cow::Owned(builder.finish())
    }

    fn displayed_texts(&self, text: &str) -> Vec<String> {
        match self {
            Self::Csv => csv::displayed_texts(text),
            Self::Json => json::displayed_texts(text),
        }
    }
}

/// A format of which only chosen strings are the book.
pub(crate) struct Chosen(pub(crate) Data);

impl Chosen {
    const fn ranged(&self) -> Ranged<Data> {
        Ranged(self.0)
    }

    /// The manuscript with every string of the file in it: those that are no paragraphs stay as they are.
    fn whole(&self, original: &[u8], manuscript: &Manuscript) -> Result<Manuscript, ExportError> {
        let mut mismatch = None;
        for charset in RangedFile::candidates(&self.0, original) {
            let file = RangedFile::read_as(original, charset);
            match self.0.read(&file.text, manuscript.reading) {
                Ok(document) => {
                    let texts = document.stretches.into_iter().map(|stretch| stretch.text).collect();
                    match with_all(texts, manuscript) {
                        Ok(whole) => return Ok(whole),
                        Err(error) => mismatch = mismatch.or(Some(error)),
                    }
                }
                Err(error) => {
                    mismatch = mismatch.or(Some(ExportError::Unreadable { detail: error.message() }));
                }
            }
        }
        Err(mismatch.unwrap_or_else(|| ExportError::Unreadable { detail: Message::new("original_not_text") }))
    }
}

impl Format for Chosen {
    fn format(&self) -> FileFormat {
        self.0.format()
    }

    fn recognises(&self, source: &Source<'_>) -> bool {
        self.0.recognises(source)
    }

    fn import(&self, source: &Source<'_>) -> Result<Imported, ImportError> {
        let file = RangedFile::read(&self.0, source.bytes, source.encoding)?;
        let document = self.0.read(&file.text, source.reading)?;
        let cells: Vec<choice::Cell> =
            document.stretches.into_iter().map(|stretch| stretch.style.place).collect();
        let chosen = choice::choose(source.fields, &cells)?;
        let imported = self.ranged().import(source)?;
        choice::only(imported, &chosen, source)
    }

    fn export(
        &self,
        original: &[u8],
        manuscript: &Manuscript,
        layout: &Layout,
    ) -> Result<Vec<u8>, ExportError> {
        self.ranged().export(original, &self.whole(original, manuscript)?, layout)
    }

    fn expected(
        &self,
        original: &[u8],
        manuscript: &Manuscript,
        layout: &Layout,
    ) -> Result<Expected, ExportError> {
        self.ranged().expected(original, &self.whole(original, manuscript)?, layout)
    }

    fn read_back(&self, bytes: &[u8], reading: Reading) -> Result<ReadBack, ExportError> {
        self.ranged().read_back(bytes, reading)
    }
}

/// A manuscript of all strings of a file. Those without a paragraph go by the name of the one before them.
fn with_all(texts: Vec<Marked>, manuscript: &Manuscript) -> Result<Manuscript, ExportError> {
    let paragraphs = || manuscript.chapters.iter().flat_map(|chapter| &chapter.paragraphs);
    let Some(first) = paragraphs().next() else {
        return Err(ExportError::TemplateMismatch(
            Message::new("mismatch_in_number").count("n_file", texts.len()).count("n_library", 0),
        ));
    };
    let mut id = first.id;
    let mut all: Vec<ManuscriptParagraph> = Vec::with_capacity(texts.len());
    let mut own = paragraphs().peekable();
    for (source, block) in texts.into_iter().zip(0_u32..) {
        let place = Place { part: 0, block };
        let mut outcome = Outcome::Kept;
        if let Some(paragraph) = own.next_if(|paragraph| paragraph.place.block == block) {
            if paragraph.source != source {
                let message = Message::new("mismatch_in_text")
                    .count("number", block + 1)
                    .with("page", &manuscript.title);
                let excerpt = |text: &Marked| text.plain().chars().take(40).collect::<String>();
                let message =
                    message.with("file", excerpt(&source)).with("library", excerpt(&paragraph.source));
                return Err(ExportError::TemplateMismatch(message));
            }
            id = paragraph.id;
            if paragraph.place.part == 0 {
                outcome = paragraph.outcome.clone();
            }
        }
        all.push(ManuscriptParagraph { id, place, source, outcome });
    }
    // What is written beside its source.
    for paragraph in paragraphs() {
        let target = usize::try_from(paragraph.place.part).ok().and_then(|part| part.checked_sub(1));
        if let (Some(target), Outcome::Translated(_)) =
            (target.and_then(|target| all.get_mut(target)), &paragraph.outcome)
        {
            target.id = paragraph.id;
            target.outcome = paragraph.outcome.clone();
            target.place.part = paragraph.place.block + 1;
        }
    }
    let chapter = manuscript.chapters.first().cloned();
    let chapters =
        chapter.map(|chapter| ManuscriptChapter { paragraphs: all.into(), ..chapter }).into_iter().collect();
    Ok(Manuscript { chapters, ..manuscript.clone() })
}
