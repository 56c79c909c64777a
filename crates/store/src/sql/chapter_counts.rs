//! How far the chapters of a book are, kept in memory. After a change only those chapters are counted again that the
//! history names.
//!
//! Invariant: a kept count is of a moment at or after its `change`, and every chapter that a later change touches is counted
//! again before it is used for that change. The text of a book, its translations and reviews change only with an entry in the
//! history, with a newer edition or with another target language; the two latter make everything be counted from nothing.

use super::driver::{Connection, Row, Sql, query, sql};
use super::history::effects_after;
use super::rows::{BookKey, count, number_in};
use super::stats::chapters_of_keys;
use super::{DbError, SqlLibrary};
use crate::change::{ChangeId, Effect};
use crate::error::StoreError;
use crate::stats::{ChapterRevision, ChapterRevisions};
use book::id::{BookId, ChapterId, ParagraphId};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// After this many changes a book is counted from nothing: reading what they did would take as long.
const MAX_CHANGES: u32 = 500;

/// The columns of a book that tell whether its counts are still true.
macro_rules! version_columns {
    () => {
        "b.key AS book_key, b.revision, b.target_language, (SELECT max(c.key) FROM changes c WHERE c.book = b.key) AS last_change "
    };
}
pub(super) use version_columns;

const VERSION: &str =
    concat!("SELECT ", version_columns!(), "FROM books b WHERE b.id = $1 AND b.removed_at IS NULL");

macro_rules! select_counts {
    ($($rest:tt)+) => {
        sql!(
            "SELECT s.chapter, count(*) AS n_translated, \
             count(CASE WHEN w.state IN ('reviewed', 'approved') THEN 1 END) AS n_reviewed, \
             count(CASE WHEN w.state = 'approved' THEN 1 END) AS n_approved, \
             count(CASE WHEN w.state = 'needs_work' THEN 1 END) AS n_needs_work \
             FROM selections s LEFT JOIN reviews w ON w.version = s.version WHERE s.version IS NOT NULL AND ",
            $($rest)+,
            " GROUP BY s.book, s.chapter"
        )
    };
}

macro_rules! select_stale {
    ($($rest:tt)+) => {
        sql!(
            "SELECT s.chapter, count(*) AS n FROM selections s JOIN versions v ON v.key = s.version \
             JOIN paragraphs p ON p.key = s.paragraph JOIN books b ON b.key = p.book \
             WHERE s.version IS NOT NULL AND (v.source <> p.source OR v.target <> b.target_language) AND ",
            $($rest)+,
            " GROUP BY s.book, s.chapter"
        )
    };
}

pub(super) const COUNTS_OF_BOOKS: Sql =
    select_counts!("s.book IN (", { "SELECT value FROM json_each($1)" | "SELECT unnest($1)" }, ")");
pub(super) const COUNTS_OF_CHAPTERS: Sql = select_counts!(
    "s.book = $1 AND s.chapter IN (",
    { "SELECT value FROM json_each($2)" | "SELECT unnest($2)" },
    ")"
);
const STALE_OF_BOOK: Sql = select_stale!("s.book = $1");
const STALE_OF_CHAPTERS: Sql = select_stale!(
    "s.book = $1 AND s.chapter IN (",
    { "SELECT value FROM json_each($2)" | "SELECT unnest($2)" },
    ")"
);

/// What is counted in a chapter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct ChapterCounts {
    pub(super) translated: u32,
    pub(super) reviewed: u32,
    pub(super) approved: u32,
    pub(super) needs_work: u32,
}

impl ChapterCounts {
    fn read(row: &Row) -> Result<Self, DbError> {
        Ok(Self {
            translated: count(row, "n_translated")?,
            reviewed: count(row, "n_reviewed")?,
            approved: count(row, "n_approved")?,
            needs_work: count(row, "n_needs_work")?,
        })
    }

    const fn add(&mut self, other: Self) {
        self.translated += other.translated;
        self.reviewed += other.reviewed;
        self.approved += other.approved;
        self.needs_work += other.needs_work;
    }
}

/// Which state of a book was counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CountedState {
    book: BookKey,
    edition: i64,
    target: Option<String>,
    change: i64,
}

impl CountedState {
    /// The state in a row with [`version_columns`].
    pub(super) fn read(row: &Row) -> Result<Self, DbError> {
        Ok(Self {
            book: BookKey(row.try_get("book_key")?),
            edition: row.try_get("revision")?,
            target: row.try_get("target_language")?,
            change: row.try_get::<Option<i64>, _>("last_change")?.unwrap_or_default(),
        })
    }

    /// The counts of the whole book.
    pub(super) fn total_in(&self, counted: &HashMap<i64, Arc<CountedBook>>) -> ChapterCounts {
        counted.get(&self.book.0).map(|counted| counted.total).unwrap_or_default()
    }

    /// Whether the history tells what has changed between the two.
    fn has_setting_of(&self, other: &Self) -> bool {
        self.book == other.book && self.edition == other.edition && self.target == other.target
    }
}

/// A book whose chapters were counted.
#[derive(Debug, Clone)]
pub(crate) struct CountedBook {
    state: CountedState,
    /// Which count from nothing this goes back to.
    generation: u64,
    /// The last change before that count.
    counted_at: i64,
    /// Chapters without a translation and without a change are left out.
    chapters: HashMap<ChapterId, CountedChapter>,
    total: ChapterCounts,
}

#[derive(Debug, Clone, Copy)]
struct CountedChapter {
    counts: ChapterCounts,
    /// It has not changed since this change.
    change: i64,
}

impl CountedBook {
    pub(super) fn of(&self, chapter: ChapterId) -> ChapterCounts {
        self.chapters.get(&chapter).map(|one| one.counts).unwrap_or_default()
    }

    pub(crate) fn revision(&self, chapter: ChapterId) -> ChapterRevision {
        let change = self.chapters.get(&chapter).map_or(self.counted_at, |one| one.change);
        ChapterRevision { generation: self.generation, change }
    }

    fn add_up(&mut self) {
        self.total = ChapterCounts::default();
        for chapter in self.chapters.values() {
            self.total.add(chapter.counts);
        }
    }
}

/// What is stale in the chapters of a book.
#[derive(Debug, Clone)]
struct StaleBook {
    state: CountedState,
    chapters: HashMap<ChapterId, u32>,
}

/// What was counted, by book. The maps are locked for a moment only; `counting` is held by the one that counts, so that
/// those who ask at the same time share one count.
#[derive(Debug, Default)]
pub(super) struct KeptCounts {
    books: Mutex<HashMap<i64, Arc<CountedBook>>>,
    stale: Mutex<HashMap<i64, Arc<StaleBook>>>,
    counting: tokio::sync::Mutex<u64>,
}

impl KeptCounts {
    fn books(&self) -> MutexGuard<'_, HashMap<i64, Arc<CountedBook>>> {
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stale(&self) -> MutexGuard<'_, HashMap<i64, Arc<StaleBook>>> {
        self.stale.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is kept of this state, or of a later one with the same setting.
    fn fresh(&self, state: &CountedState) -> Option<Arc<CountedBook>> {
        let books = self.books();
        let kept = books.get(&state.book.0)?;
        (kept.state.has_setting_of(state) && kept.state.change >= state.change).then(|| Arc::clone(kept))
    }

    /// Forgets books that are not in the library.
    pub(super) fn keep_only(&self, states: &[CountedState]) {
        let present: HashSet<i64> = states.iter().map(|state| state.book.0).collect();
        self.books().retain(|book, _| present.contains(book));
        self.stale().retain(|book, _| present.contains(book));
    }
}

impl SqlLibrary {
    /// The counts of books in these states, by the key of the book. The connection must be a snapshot in which the states
    /// were read.
    pub(super) async fn counted(
        &self,
        snapshot: &mut Connection,
        states: &[CountedState],
    ) -> Result<HashMap<i64, Arc<CountedBook>>, DbError> {
        let mut found: HashMap<i64, Arc<CountedBook>> = HashMap::new();
        let kept = |state: &CountedState| Some((state.book.0, self.counts.fresh(state)?));
        found.extend(states.iter().filter_map(kept));
        if found.len() == states.len() {
            return Ok(found);
        }
        let mut counting = self.counts.counting.lock().await;
        let mut from_nothing = Vec::new();
        for state in states.iter().filter(|state| !found.contains_key(&state.book.0)).collect::<Vec<_>>() {
            let before = self.counts.books().get(&state.book.0).map(Arc::clone);
            match before.filter(|before| before.state.has_setting_of(state)) {
                Some(before) if before.state.change >= state.change => {
                    found.insert(state.book.0, before);
                }
                Some(before) => match counted_since(snapshot, &before, state).await? {
                    Some(book) => drop(found.insert(state.book.0, Arc::new(book))),
                    None => from_nothing.push(state),
                },
                None => from_nothing.push(state),
            }
        }
        if !from_nothing.is_empty() {
            *counting += 1;
            let books = counted_from_nothing(snapshot, &from_nothing, *counting).await?;
            found.extend(books.into_iter().map(|book| (book.state.book.0, Arc::new(book))));
        }
        self.counts.books().extend(found.iter().map(|(book, counted)| (*book, Arc::clone(counted))));
        Ok(found)
    }

    /// The key and the counts of one book.
    pub(super) async fn counted_book(
        &self,
        snapshot: &mut Connection,
        book: BookId,
    ) -> Result<(BookKey, Arc<CountedBook>), DbError> {
        let state = state(snapshot, book).await?;
        let counted = self.counted(snapshot, std::slice::from_ref(&state)).await?;
        let gone = || StoreError::NoSuchBook { text: book.to_string() };
        Ok((state.book, counted.into_values().next().ok_or_else(gone)?))
    }

    pub(crate) async fn chapter_revisions(&self, book: BookId) -> Result<ChapterRevisions, StoreError> {
        let mut snapshot = self.snapshot().await?;
        let counted = self.map_db_error(self.counted_book(&mut snapshot, book).await)?;
        Ok(ChapterRevisions { counted: counted.1 })
    }

    pub(crate) async fn n_stale(&self, book: BookId) -> Result<u32, StoreError> {
        let mut snapshot = self.snapshot().await?;
        self.map_db_error(self.stale_in(&mut snapshot, book).await)
    }

    async fn stale_in(&self, snapshot: &mut Connection, book: BookId) -> Result<u32, DbError> {
        let state = state(snapshot, book).await?;
        let key = state.book;
        let _counting = self.counts.counting.lock().await;
        let before = self.counts.stale().get(&key.0).map(Arc::clone);
        let before = before.filter(|before| before.state.has_setting_of(&state));
        let changed = match &before {
            Some(before) => changed_chapters(snapshot, &before.state).await?,
            None => None,
        };
        let mut chapters = HashMap::new();
        let rows = match (&before, changed) {
            (Some(before), Some(changed)) => {
                chapters.clone_from(&before.chapters);
                chapters.retain(|chapter, _| !changed.contains(chapter));
                let changed: Vec<i64> = changed.into_iter().map(|chapter| key.chapter(chapter)).collect();
                query(STALE_OF_CHAPTERS).bind(key.0).bind(changed).fetch_all(snapshot).await?
            }
            (_, _) => query(STALE_OF_BOOK).bind(key.0).fetch_all(snapshot).await?,
        };
        for row in &rows {
            chapters.insert(ChapterId::from_number(number_in(row.try_get("chapter")?)), count(row, "n")?);
        }
        let n_stale = chapters.values().sum();
        self.counts.stale().insert(key.0, Arc::new(StaleBook { state, chapters }));
        Ok(n_stale)
    }
}

/// The state of a book at this moment.
async fn state(connection: &mut Connection, book: BookId) -> Result<CountedState, DbError> {
    let row = query(VERSION).bind(super::rows::stored(book.number())).fetch_optional(connection).await?;
    CountedState::read(&row.ok_or_else(|| StoreError::NoSuchBook { text: book.to_string() })?)
}

/// The chapters that were touched after this state; `None` if all of them may be.
async fn changed_chapters(
    connection: &mut Connection,
    since: &CountedState,
) -> Result<Option<HashSet<ChapterId>>, DbError> {
    let since_change = Some(ChangeId::from_number(since.change));
    let Some(effects) = effects_after(connection, since.book, since_change, MAX_CHANGES).await? else {
        return Ok(None);
    };
    let mut paragraphs: HashSet<ParagraphId> = HashSet::new();
    let mut chapters: HashSet<ChapterId> = HashSet::new();
    for effect in effects {
        match effect {
            Effect::VersionAdded { paragraph, .. }
            | Effect::Selected { paragraph, .. }
            | Effect::Locked { paragraph, .. }
            | Effect::Reviewed { paragraph, .. }
            | Effect::Rejected { paragraph, .. }
            | Effect::Acknowledged { paragraph, .. } => drop(paragraphs.insert(paragraph)),
            Effect::ChapterTitled { chapter, .. } | Effect::Instructed { chapter: Some(chapter), .. } => {
                chapters.insert(chapter);
            }
            Effect::SourceRevised { .. } | Effect::Retargeted { .. } => return Ok(None),
            Effect::EntryChanged { .. }
            | Effect::BookTitled { .. }
            | Effect::BookTitleCorrected { .. }
            | Effect::Instructed { chapter: None, .. }
            | Effect::SeriesInstructed { .. } => {}
        }
    }
    if !paragraphs.is_empty() {
        let keys = paragraphs.into_iter().map(|paragraph| since.book.paragraph(paragraph)).collect();
        chapters.extend(chapters_of_keys(connection, keys).await?.into_values().map(|(chapter, _)| chapter));
    }
    Ok(Some(chapters))
}

/// Counts the chapters again that were touched; `None` if those may be all.
async fn counted_since(
    connection: &mut Connection,
    before: &CountedBook,
    state: &CountedState,
) -> Result<Option<CountedBook>, DbError> {
    let Some(changed) = changed_chapters(connection, &before.state).await? else { return Ok(None) };
    let mut book = CountedBook { state: state.clone(), ..before.clone() };
    if changed.is_empty() {
        return Ok(Some(book));
    }
    let keys: Vec<i64> = changed.iter().map(|chapter| state.book.chapter(*chapter)).collect();
    let rows = query(COUNTS_OF_CHAPTERS).bind(state.book.0).bind(keys).fetch_all(connection).await?;
    let mut counts: HashMap<ChapterId, ChapterCounts> = HashMap::new();
    for row in &rows {
        counts.insert(ChapterId::from_number(number_in(row.try_get("chapter")?)), ChapterCounts::read(row)?);
    }
    for chapter in changed {
        let counts = counts.remove(&chapter).unwrap_or_default();
        book.chapters.insert(chapter, CountedChapter { counts, change: state.change });
    }
    book.add_up();
    Ok(Some(book))
}

async fn counted_from_nothing(
    connection: &mut Connection,
    states: &[&CountedState],
    generation: u64,
) -> Result<Vec<CountedBook>, DbError> {
    let empty = |state: &&CountedState| {
        let (state, counted_at) = ((*state).clone(), state.change);
        let (chapters, total) = (HashMap::new(), ChapterCounts::default());
        (state.book.0, CountedBook { state, generation, counted_at, chapters, total })
    };
    let mut books: HashMap<i64, CountedBook> = states.iter().map(empty).collect();
    let keys: Vec<i64> = states.iter().map(|state| state.book.0).collect();
    for row in query(COUNTS_OF_BOOKS).bind(keys).fetch_all(connection).await? {
        let key: i64 = row.try_get("chapter")?;
        let Some(book) = books.get_mut(&(key >> 32)) else { continue };
        let counted = CountedChapter { counts: ChapterCounts::read(&row)?, change: book.counted_at };
        book.chapters.insert(ChapterId::from_number(number_in(key)), counted);
    }
    let mut books: Vec<CountedBook> = books.into_values().collect();
    books.iter_mut().for_each(CountedBook::add_up);
    Ok(books)
}
