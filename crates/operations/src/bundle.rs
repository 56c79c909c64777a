//! A book with everything as one file, to carry to another machine or person; and back into a library. Keys and settings
//! are no part of a book, and no part of its bundle.

use crate::beside::beside;
use crate::knowledge::exchange::{self, ExchangeError, GlossaryFile, GlossarySpec};
use async_recursion::async_recursion as boxed;
use book::edit::Edit;
use book::id::ParagraphId;
use book::knowledge::merge::MergePolicy;
use book::language::LanguageTag;
use book::text::align::{Line, LineChange, align};
use book::text::version::{Author, Selection};
use formats::bundle::{pack, unpack};
use formats::glossary::{GlossaryError, GlossaryFormat, Languages, Rows};
use formats::import::ImportError;
use messages::{Explain, Message};
use std::collections::{BTreeMap, HashMap};
use store::bundle::{BookRows, BundledParagraph, RestoreError};
use store::change::{Cause, ChangeId};
use store::error::StoreError;
use store::grant::Right;
use store::library::Library;
use store::people::Role;
use store::record::{BookSummary, ParagraphRecord};
use store::store::Store;

/// Why a bundle was not written or taken.
#[derive(Debug)]
pub enum BundleError {
    /// The library failed.
    Store(StoreError),
    /// The file is no bundle, or was made to do harm.
    File(ImportError),
    /// What is in it is not a book.
    Unfit(String),
    /// What the series knows cannot be read or written.
    Knowledge(ExchangeError),
}

impl Explain for BundleError {
    fn message(&self) -> Message {
        match self {
            Self::Store(error) => error.message(),
            Self::File(error) => error.message(),
            Self::Unfit(detail) => Message::new("bundle_unfit").with("detail", detail),
            Self::Knowledge(error) => error.message(),
        }
    }
}

messages::shown_as_message!(BundleError);

impl From<StoreError> for BundleError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<ImportError> for BundleError {
    fn from(error: ImportError) -> Self {
        Self::File(error)
    }
}

impl From<ExchangeError> for BundleError {
    fn from(error: ExchangeError) -> Self {
        Self::Knowledge(error)
    }
}

impl From<RestoreError> for BundleError {
    fn from(error: RestoreError) -> Self {
        match error {
            RestoreError::Store(error) => Self::Store(error),
            RestoreError::Unfit(detail) => Self::Unfit(detail),
        }
    }
}

/// A book as one file.
#[boxed]
pub async fn write(library: &Library, book: &BookSummary) -> Result<Vec<u8>, BundleError> {
    let rows = library.book_rows(book.id).await?;
    let wanted = GlossarySpec { format: GlossaryFormat::Json, rows: Rows::Terms, confirmed_only: false };
    let knowledge = exchange::write(library, book, wanted).await?;
    let mut files = BTreeMap::from([
        ("book.json".to_owned(), rows.head.into_bytes()),
        ("knowledge.json".to_owned(), knowledge),
        ("original".to_owned(), rows.original),
    ]);
    files.extend(
        rows.tables.into_iter().map(|(name, lines)| (format!("tables/{name}.jsonl"), lines.into_bytes())),
    );
    files.extend(
        rows.former.into_iter().zip(1_usize..).map(|(bytes, number)| (format!("former/{number:04}"), bytes)),
    );
    Ok(pack(&files)?)
}

/// The result of importing a bundle.
#[derive(Debug)]
pub struct UnbundledBook {
    pub book: BookSummary,
    /// How the translations were merged, if the book was here already.
    pub merged: Option<MergeCounts>,
}

/// Counts of merging a bundle into a book that was here already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MergeCounts {
    /// Paragraphs that have got a translation.
    pub n_taken: usize,
    /// Paragraphs with different words of people on both sides: a suggestion waits.
    pub n_suggested: usize,
    /// Translations that are kept among the versions.
    pub n_beside: usize,
    /// Paragraphs that say the same.
    pub n_same: usize,
    /// Translations of lines that the book here does not have.
    pub n_unmatched: usize,
    /// The change that did it.
    pub change: Option<ChangeId>,
}

/// Takes a bundle. A book that is not here is put back as it was; one that is here is merged: people's words on either
/// side stay, and where both have written, those of the bundle become suggestions.
#[boxed]
pub async fn read(
    store: &Store,
    bytes: Vec<u8>,
    file_name: &str,
    now_ms: i64,
) -> Result<UnbundledBook, BundleError> {
    let unpacking = beside(move || unpack(&bytes)).await;
    let mut files = unpacking.map_err(|error| BundleError::Unfit(error.to_string()))??;
    let mut take =
        |name: &str| files.remove(name).ok_or_else(|| BundleError::Unfit(format!("`{name}` is missing")));
    let (head, knowledge, original) = (text(take("book.json")?)?, take("knowledge.json")?, take("original")?);
    let mut rows = BookRows { head, original, ..BookRows::default() };
    for (name, bytes) in files {
        if let Some(table) = name.strip_prefix("tables/").and_then(|name| name.strip_suffix(".jsonl")) {
            rows.tables.insert(table.to_owned(), text(bytes)?);
        } else if name.starts_with("former/") {
            rows.former.push(bytes);
        } else {
            return Err(BundleError::Unfit(format!("`{name}` has no meaning")));
        }
    }
    let unbundled = match here(store.library(), &rows).await? {
        None => {
            let id = store.restore_book(&rows, now_ms).await?;
            UnbundledBook { book: store.library().book(id).await?, merged: None }
        }
        Some(book) => {
            // The file says which book it is; whoever has it may not be one to change that book.
            let store = store.asking(Right::in_book(Role::Editor, book.id)).await?;
            let merged = merge(&store, &book, &rows, file_name, now_ms).await?;
            UnbundledBook { book, merged: Some(merged) }
        }
    };
    take_knowledge(store, &unbundled.book, knowledge, file_name, now_ms).await?;
    Ok(UnbundledBook { book: store.library().book(unbundled.book.id).await?, ..unbundled })
}

fn text(bytes: Vec<u8>) -> Result<String, BundleError> {
    String::from_utf8(bytes).map_err(|_| BundleError::Unfit("a table is not UTF-8".to_owned()))
}

/// The book of the bundle in this library: the same one, or one of the same file for the same language.
async fn here(library: &Library, rows: &BookRows) -> Result<Option<BookSummary>, BundleError> {
    let head = rows.identity()?;
    match library.book(head.id).await {
        Ok(book) => return Ok(Some(book)),
        Err(StoreError::NoSuchBook { .. }) => {}
        Err(error) => return Err(error.into()),
    }
    let target: Option<LanguageTag> = head.target_language.and_then(|tag| tag.parse().ok());
    Ok(library.book_of_file(&rows.original, target.as_ref()).await?)
}

async fn merge(
    store: &Store,
    book: &BookSummary,
    rows: &BookRows,
    file_name: &str,
    now_ms: i64,
) -> Result<MergeCounts, BundleError> {
    let theirs = rows.paragraphs()?;
    let ours = store.library().all_paragraphs(book.id).await?;
    let mut merged = MergeCounts::default();
    let mut edits = Vec::new();
    for (their, our) in theirs.iter().zip(matched(&ours, &theirs)) {
        let Some(translation) = &their.translation else { continue };
        let Some((our, is_same_source)) = our else {
            merged.n_unmatched += 1;
            continue;
        };
        if our.translation.as_ref() == Some(&translation.text) {
            merged.n_same += 1;
            continue;
        }
        let versions = store.library().versions(book.id, our.id).await?;
        if versions.iter().any(|version| version.text == translation.text) {
            merged.n_same += 1;
            continue;
        }
        let is_ours_by_person = versions.iter().any(|one| one.selected && one.author == Author::Person);
        let is_theirs_by_person = translation.author == Author::Person;
        let is_free = our.translation.is_none() || (is_theirs_by_person && !is_ours_by_person && !our.locked);
        let selection = match (is_free && is_same_source, is_theirs_by_person) {
            (true, _) => Selection::Select,
            (false, true) => Selection::Suggest,
            // A text that a model wrote elsewhere needs no decision of a person.
            (false, false) => Selection::Beside,
        };
        *match selection {
            Selection::Select | Selection::SelectOver(_) => &mut merged.n_taken,
            Selection::Suggest => &mut merged.n_suggested,
            Selection::Beside => &mut merged.n_beside,
        } += 1;
        edits.push(Edit::Expect { paragraph: our.id, version: our.version });
        edits.push(Edit::AddVersion {
            paragraph: our.id,
            text: translation.text.to_string(),
            author: translation.author.clone(),
            selection,
        });
        if translation.locked && selection == Selection::Select && !our.locked {
            edits.push(Edit::SetLock { paragraph: our.id, locked: true });
        }
    }
    if !edits.is_empty() {
        let cause = Cause::person(format!("merged the bundle `{file_name}`"));
        merged.change = store.commit(book.id, &edits, &cause, now_ms).await?.change;
    }
    Ok(merged)
}

/// For each line of the bundle the line here, and whether it says the same: by id where words and ids agree, otherwise as
/// a newer edition is held against an older one.
fn matched<'a>(
    ours: &'a [ParagraphRecord],
    theirs: &[BundledParagraph],
) -> Vec<Option<(&'a ParagraphRecord, bool)>> {
    let by_id: HashMap<ParagraphId, &ParagraphRecord> = ours.iter().map(|our| (our.id, our)).collect();
    let direct: Vec<Option<&ParagraphRecord>> = theirs
        .iter()
        .map(|their| by_id.get(&their.id).copied().filter(|our| our.text == their.text))
        .collect();
    if direct.iter().all(Option::is_some) {
        return direct.into_iter().map(|our| our.map(|our| (our, true))).collect();
    }
    let places: HashMap<_, usize> = ours.iter().map(|our| our.chapter).zip(0..).collect();
    let old: Vec<Line<'_>> =
        ours.iter().map(|our| Line { text: &our.text, chapter: places.get(&our.chapter).copied() }).collect();
    let new: Vec<Line<'_>> =
        theirs.iter().map(|their| Line { text: &their.text, chapter: Some(their.chapter) }).collect();
    align(&old, &new)
        .into_iter()
        .map(|origin| {
            let origin = origin?;
            let is_line = matches!(origin.fate, LineChange::Same | LineChange::Changed);
            let our = ours.get(origin.old).filter(|_| is_line)?;
            Some((our, origin.fate == LineChange::Same))
        })
        .collect()
}

async fn take_knowledge(
    store: &Store,
    book: &BookSummary,
    bytes: Vec<u8>,
    file_name: &str,
    now_ms: i64,
) -> Result<(), BundleError> {
    let file = GlossaryFile {
        bytes,
        file_name: format!("{file_name}.json"),
        encoding: None,
        languages: Languages::default(),
        rows: Rows::Terms,
        policy: MergePolicy::Keep,
    };
    match exchange::read(store.library(), book, file, now_ms).await {
        Ok(reading) => exchange::take(store, book, &reading, now_ms).await.map(|_| ()).map_err(Into::into),
        // A series that knows nothing.
        Err(ExchangeError::File(GlossaryError::NoEntries { .. })) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
