//! A file becomes a book of the library, or a newer edition of one that is there.

use crate::beside::beside;
use crate::revised::{self, Edition, EditionGuard, EditionReport, RevisionError};
use async_recursion::async_recursion as boxed;
use book::id::BookId;
use book::language::LanguageTag;
use book::text::reading::Reading;
use formats::data::Fields;
use formats::import::{FileFault, ImportError, Source};
use formats::template::TemplateImport;
use messages::{Explain, Message};
use store::error::StoreError;
use store::record::{BookSummary, NewBook};
use store::store::Store;

/// How a file is to be taken in; what is empty is found out.
#[derive(Debug, Clone, Default)]
pub struct ImportOptions {
    /// The file's name, without folders.
    pub file_name: String,
    /// The language it is in.
    pub from: Option<LanguageTag>,
    /// The language to translate into.
    pub to: Option<LanguageTag>,
    /// The encoding of a text file.
    pub encoding: Option<String>,
    /// Whether the lines of a text are joined to paragraphs.
    pub wrapped: Option<bool>,
    /// What the headings of a text look like, as a regular expression.
    pub heading: Option<String>,
    /// The columns or paths of a file of data that are text.
    pub text: Option<String>,
    /// The column or value that its translations are written to.
    pub into: Option<String>,
    /// The series it belongs to.
    pub series: Option<String>,
    /// The book it is a newer edition of.
    pub revises: Option<BookId>,
    /// Whether it is one although it keeps less than half of the book's lines.
    pub force: bool,
}

/// A file that was taken in.
#[derive(Debug)]
pub struct Done {
    pub book: BookSummary,
    /// The encoding it was read in.
    pub encoding: Option<&'static str>,
    /// What was noticed while reading.
    pub findings: Vec<FileFault>,
    /// What became of it.
    pub outcome: ImportOutcome,
}

/// What became of a file.
#[derive(Debug)]
pub enum ImportOutcome {
    /// It is a new book.
    Added,
    /// It took the place of an older edition.
    Revised(Box<EditionReport>),
}

/// Why a file could not be taken in.
#[derive(Debug)]
pub enum ImportFailure {
    /// The library said no.
    Store(StoreError),
    /// It is not a newer edition of that book.
    Revision(RevisionError),
    /// The file cannot be read as a book.
    File(ImportError),
    /// The program itself failed.
    Broken(String),
}

impl Explain for ImportFailure {
    fn message(&self) -> Message {
        match self {
            Self::Store(error) => error.message(),
            Self::Revision(error) => error.message(),
            Self::File(error) => error.message(),
            Self::Broken(detail) => Message::new("reading_broke_off").with("detail", detail),
        }
    }
}

messages::shown_as_message!(ImportFailure);

impl From<StoreError> for ImportFailure {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<RevisionError> for ImportFailure {
    fn from(error: RevisionError) -> Self {
        match error {
            RevisionError::Store(error) => Self::Store(error),
            error @ RevisionError::LooksLikeAnother { .. } => Self::Revision(error),
        }
    }
}

impl From<ImportError> for ImportFailure {
    fn from(error: ImportError) -> Self {
        Self::File(error)
    }
}

/// Takes a file in. Reading a large book keeps a processor busy, so it is done beside everything else.
#[boxed]
pub async fn import(
    store: &Store,
    bytes: Vec<u8>,
    spec: ImportOptions,
    now_ms: i64,
    progress: &(dyn Fn(u64, u64) + Send + Sync),
) -> Result<Done, ImportFailure> {
    let read = beside(move || {
        let taken = formats::template::take(&Source {
            encoding: spec.encoding.as_deref(),
            language: spec.from.clone(),
            reading: Reading { wrapped: spec.wrapped, ..Reading::NEWEST },
            heading: spec.heading.as_deref(),
            fields: spec.text.as_deref().map(|text| Fields { text, into: spec.into.as_deref() }),
            ..Source::new(&bytes, &spec.file_name)
        });
        (taken, bytes, spec)
    });
    let (taken, bytes, spec) = read.await.map_err(|error| ImportFailure::Broken(error.to_string()))?;
    let TemplateImport { imported, original } = taken?;
    let bytes = original.unwrap_or(bytes);
    let encoding = imported.encoding.as_ref().map(|encoding| encoding.name);
    let (book, outcome) = if let Some(book) = spec.revises {
        let edition = Edition { newer: &imported.book, original: &bytes, file_name: &spec.file_name };
        let guard = if spec.force { EditionGuard::Any } else { EditionGuard::LikeTheBook };
        let report = revised::revise(store, book, &edition, guard, now_ms, progress).await?;
        (store.library().book(book).await?, ImportOutcome::Revised(Box::new(report)))
    } else {
        let new = NewBook {
            book: &imported.book,
            original: &bytes,
            file_name: &spec.file_name,
            series: spec.series.as_deref(),
            target_language: spec.to.as_ref(),
            now_ms,
        };
        (store.add_book(&new, progress).await?, ImportOutcome::Added)
    };
    Ok(Done { book, encoding, findings: imported.findings, outcome })
}
