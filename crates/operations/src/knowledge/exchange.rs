//! Glossaries in and out: a file is read, held against what the series knows, shown, and then taken as one change.

use super::BookKnowledge;
use crate::beside::beside;
use async_recursion::async_recursion as boxed;
use book::edit::Edit;
use book::id::{BookId, Mint};
use book::knowledge::entry::{Entry, EntryKey};
use book::knowledge::evidence::EntryState;
use book::knowledge::merge::{ExistingEntries, MergePlan, MergePolicy, MergeVerdict, plan};
use formats::glossary::{self, GlossaryError, GlossaryFormat, GlossarySource, Languages, Rows};
use formats::import::FileFault;
use messages::{Explain, Message};
use std::collections::BTreeMap;
use store::change::{Cause, ChangeId};
use store::error::StoreError;
use store::library::Library;
use store::record::BookSummary;
use store::store::Store;

/// A glossary file and how it is to be taken.
#[derive(Debug, Clone)]
pub struct GlossaryFile {
    /// The file.
    pub bytes: Vec<u8>,
    /// Its name, without folders.
    pub file_name: String,
    /// Its encoding, where the detected one is wrong.
    pub encoding: Option<String>,
    /// The languages to take from it; the book's own where nothing is said.
    pub languages: Languages,
    /// What the rows of a table are.
    pub rows: Rows,
    /// What to do with contradictions.
    pub policy: MergePolicy,
}

/// A file that was read and held against what is known. Nothing is changed yet.
#[derive(Debug)]
pub struct GlossaryPreview {
    /// What is done with each entry.
    pub plan: MergePlan,
    /// The format the file was in.
    pub format: GlossaryFormat,
    /// The encoding it was read in.
    pub encoding: Option<&'static str>,
    /// What was passed over while reading.
    pub findings: Vec<FileFault>,
    file_name: String,
}

/// Why a file could not be taken in or written.
#[derive(Debug)]
pub enum ExchangeError {
    /// The library failed.
    Store(StoreError),
    /// The file cannot be read or written.
    File(GlossaryError),
    /// The program itself failed.
    Broken(String),
}

impl Explain for ExchangeError {
    fn message(&self) -> Message {
        match self {
            Self::Store(error) => error.message(),
            Self::File(error) => error.message(),
            Self::Broken(detail) => Message::new("reading_broke_off").with("detail", detail),
        }
    }
}

messages::shown_as_message!(ExchangeError);

impl From<StoreError> for ExchangeError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<GlossaryError> for ExchangeError {
    fn from(error: GlossaryError) -> Self {
        Self::File(error)
    }
}

/// Reads a file and finds out what would become of it.
#[boxed]
pub async fn read(
    library: &Library,
    book: &BookSummary,
    file: GlossaryFile,
    now_ms: i64,
) -> Result<GlossaryPreview, ExchangeError> {
    let languages = with_defaults(file.languages, book);
    let (bytes, name, encoding, rows) = (file.bytes, file.file_name, file.encoding, file.rows);
    let reading = beside(move || {
        let source = GlossarySource {
            bytes: &bytes,
            file_name: &name,
            encoding: encoding.as_deref(),
            languages: &languages,
            rows,
        };
        (glossary::read(&source), name)
    });
    let (read, file_name) = reading.await.map_err(|error| ExchangeError::Broken(error.to_string()))?;
    let read = read?;
    let known = BookKnowledge::load(library, book).await?;
    let present = ExistingEntries {
        terms: &known.knowledge.terms,
        characters: &known.knowledge.characters,
        memories: &known.knowledge.memories,
        summaries: &known.summaries,
        books: &known.book_ids(),
    };
    let plan = plan(&read.draft, &present, file.policy, &mut mint(book, now_ms));
    let encoding = read.encoding.map(|encoding| encoding.name);
    Ok(GlossaryPreview { plan, format: read.format, encoding, findings: read.findings, file_name })
}

/// Takes what was read. One change takes all of it back; summaries of other books of the series are changes of those.
#[boxed]
pub async fn take(
    store: &Store,
    book: &BookSummary,
    reading: &GlossaryPreview,
    now_ms: i64,
) -> Result<Option<ChangeId>, StoreError> {
    let mut edits: BTreeMap<BookId, Vec<Edit>> = BTreeMap::new();
    for item in &reading.plan.items {
        let Some(entry) = item.verdict.entry() else { continue };
        let owner = match entry.key() {
            EntryKey::Summary { book, .. } => book,
            EntryKey::Term { .. } | EntryKey::Character { .. } | EntryKey::Memory { .. } => book.id,
        };
        let is_new = matches!(item.verdict, MergeVerdict::Added(_));
        let edit = if is_new { Edit::create(entry.clone()) } else { Edit::upsert(entry.clone()) };
        edits.entry(owner).or_default().push(edit);
    }
    let mut change = None;
    for (owner, edits) in edits {
        let note = format!("took {} from `{}`", counted(&edits), reading.file_name);
        let receipt = store.commit(owner, &edits, &Cause::person(note), now_ms).await?;
        if owner == book.id {
            change = receipt.change;
        }
    }
    Ok(change)
}

/// Edits as a person would count them: `3 terms, 1 memory`.
fn counted(edits: &[Edit]) -> String {
    let mut counts: BTreeMap<(u8, &str), usize> = BTreeMap::new();
    for edit in edits {
        let Edit::PutEntry { entry, .. } = edit else { continue };
        let noun = match **entry {
            Entry::Term(_) => (0, "term"),
            Entry::Character(_) => (1, "character"),
            Entry::Memory(_) => (2, "memory"),
            Entry::Summary(_) => (3, "summary"),
        };
        *counts.entry(noun).or_default() += 1;
    }
    let said = counts.iter().map(|((_, noun), n)| match (n, noun.strip_suffix('y')) {
        (1, _) => format!("1 {noun}"),
        (n, Some(stem)) => format!("{n} {stem}ies"),
        (n, None) => format!("{n} {noun}s"),
    });
    said.collect::<Vec<_>>().join(", ")
}

/// What is to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GlossarySpec {
    pub format: GlossaryFormat,
    /// What the rows of a table are.
    pub rows: Rows,
    /// Only what a person has confirmed.
    pub confirmed_only: bool,
}

/// Writes what the series of a book knows.
#[boxed]
pub async fn write(
    library: &Library,
    book: &BookSummary,
    wanted: GlossarySpec,
) -> Result<Vec<u8>, ExchangeError> {
    let mut known = BookKnowledge::load(library, book).await?;
    if wanted.confirmed_only {
        let is_confirmed = |standing: EntryState| standing == EntryState::Confirmed;
        known.knowledge.terms.retain(|term| is_confirmed(term.standing));
        known.knowledge.characters.retain(|character| is_confirmed(character.standing));
        known.knowledge.memories.retain(|memory| is_confirmed(memory.standing));
        known.summaries.retain(|summary| is_confirmed(summary.standing));
    }
    let languages = with_defaults(Languages::default(), book);
    let knowledge = glossary::GlossaryContent {
        series: &book.series.name,
        languages: &languages,
        terms: &known.knowledge.terms,
        characters: &known.knowledge.characters,
        memories: &known.knowledge.memories,
        summaries: &known.summaries,
    };
    Ok(glossary::write(&knowledge, wanted.format, wanted.rows)?)
}

/// The languages given by the caller, else the book's.
pub(crate) fn with_defaults(languages: Languages, book: &BookSummary) -> Languages {
    Languages {
        source: languages.source.or_else(|| book.source_language.clone()),
        target: languages.target.or_else(|| book.target_language.clone()),
    }
}

/// Makes ids that two programs at work on one library will not both make.
pub fn mint(book: &BookSummary, now_ms: i64) -> Mint {
    Mint::new(book.id.number() ^ now_ms.unsigned_abs().rotate_left(20))
}
