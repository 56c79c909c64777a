//! Translations for people who work elsewhere: a book goes out as XLIFF, a table or a memory, and comes back as a
//! person's versions. Nothing that was changed here since the file was written is overwritten.

mod apply;
mod plan;
mod state;

pub use apply::apply;
use async_recursion::async_recursion as boxed;
pub use plan::{ExchangePlan, LeftOut, LineConflict, LineVerdict, PlannedRow, plan};

use crate::beside::beside;
use crate::knowledge::exchange::ExchangeError;
use book::id::ChapterId;
use book::language::LanguageTag;
use book::text::paragraph::is_work;
use formats::exchange::{ExchangeFormat, ExchangeUnit, Handout, HandoutChapter};
use std::collections::HashMap;
use std::path::Path;
use store::library::Library;
use store::record::{BookSummary, ParagraphRecord};

/// A file that was written.
#[derive(Debug)]
pub struct ExchangeFile {
    /// The usual name for it.
    pub file_name: String,
    pub bytes: Vec<u8>,
    /// How many paragraphs are in it.
    pub n_units: usize,
}

/// Writes a book, or some of its chapters, for editing elsewhere.
#[boxed]
pub async fn write(
    library: &Library,
    book: &BookSummary,
    format: ExchangeFormat,
    chapters: &[ChapterId],
) -> Result<ExchangeFile, ExchangeError> {
    let mut of_chapter: HashMap<ChapterId, Vec<ExchangeUnit>> = HashMap::new();
    let comments = state::comments(library, book.id).await?;
    for paragraph in library.all_paragraphs(book.id).await? {
        if is_work(paragraph.kind, &paragraph.text) {
            of_chapter.entry(paragraph.chapter).or_default().push(unit(paragraph, &comments));
        }
    }
    let mut handed: Vec<HandoutChapter> = Vec::new();
    for chapter in library.chapters(book.id).await? {
        if !chapters.is_empty() && !chapters.contains(&chapter.id) {
            continue;
        }
        let units = of_chapter.remove(&chapter.id).unwrap_or_default();
        if !units.is_empty() {
            handed.push(HandoutChapter { id: chapter.id.to_string(), title: chapter.title, units });
        }
    }
    let is_handed = |unit: &&ExchangeUnit| format != ExchangeFormat::Tmx || unit.translation.is_some();
    let n_units = handed.iter().flat_map(|chapter| &chapter.units).filter(is_handed).count();
    let stem = Path::new(&book.file_name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let stem = stem.filter(|stem| !stem.is_empty()).unwrap_or_else(|| book.id.to_string());
    let file_name = format!("{stem}.{}", format.word());
    let book = book.clone();
    let writing = beside(move || {
        let und = LanguageTag::undetermined;
        let handout = Handout {
            book: &book.id.to_string(),
            title: &book.title,
            file_name: &book.file_name,
            source: &book.source_language.clone().unwrap_or_else(und),
            target: &book.target_language.clone().unwrap_or_else(und),
            chapters: &handed,
        };
        formats::exchange::write(&handout, format)
    });
    let bytes = writing.await.map_err(|error| ExchangeError::Broken(error.to_string()))??;
    Ok(ExchangeFile { file_name, bytes, n_units })
}

fn unit(paragraph: ParagraphRecord, comments: &state::Comments) -> ExchangeUnit {
    ExchangeUnit {
        id: paragraph.id.to_string(),
        state: state::state_of(&paragraph),
        comment: comments.outgoing(&paragraph),
        source: paragraph.text,
        tags: paragraph.tags,
        translation: paragraph.translation,
    }
}
