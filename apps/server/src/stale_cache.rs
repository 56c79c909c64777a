//! Which translations of a book are stale, found again only after the book has changed: a long book takes a moment.

use book::id::{BookId, ParagraphId, VersionId};
use book::language::LanguageTag;
use runner::stale::knowledge::made_with_other_knowledge;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use store::error::StoreError;
use store::library::Library;
use store::record::{BookSummary, ParagraphRecord};
use store::stats::BookActivity;

/// The word for a translation that does not follow what was decided since.
const OTHER_KNOWLEDGE: &str = "decided otherwise";

/// The counts, each with the state of the book it was made of.
#[derive(Default)]
pub(crate) struct StaleCache {
    books: Mutex<HashMap<BookId, (State, u32, ByKnowledge)>>,
}

/// Translations that were made before something was decided about the series and do not follow it.
#[derive(Debug, Clone, Default)]
pub(crate) struct ByKnowledge(Arc<HashSet<(ParagraphId, Option<VersionId>)>>);

impl ByKnowledge {
    async fn of(library: &Library, book: &BookSummary) -> Result<Self, StoreError> {
        let decided = made_with_other_knowledge(library, book).await?;
        Ok(Self(Arc::new(decided.iter().map(|one| (one.paragraph.id, one.paragraph.version)).collect())))
    }

    /// Why this translation is stale, if it is for what was decided; another translation of the same paragraph is not.
    pub(crate) fn reason(&self, record: &ParagraphRecord) -> Option<&'static str> {
        self.0.contains(&(record.id, record.version)).then_some(OTHER_KNOWLEDGE)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct State {
    last_ms: i64,
    n_translated: u32,
    target: Option<LanguageTag>,
}

impl StaleCache {
    /// How many translations of the book are stale; a run may be at work on it.
    pub(crate) async fn of(
        &self,
        library: &Library,
        book: &BookSummary,
        is_at_work: bool,
        activity: Option<&BookActivity>,
    ) -> Result<u32, StoreError> {
        if book.n_translated == 0 {
            return Ok(0);
        }
        let state = State {
            last_ms: activity.map_or(0, |activity| activity.last_ms),
            n_translated: book.n_translated,
            target: book.target_language.clone(),
        };
        let known = self.books.lock().unwrap_or_else(PoisonError::into_inner).get(&book.id).cloned();
        if let Some((before, n, _)) = &known
            && *before == state
        {
            return Ok(*n);
        }
        let decided = match known {
            // A run changes the book all the time, and the whole book would be read again each time.
            Some((_, _, decided)) if is_at_work => decided,
            Some(_) | None => ByKnowledge::of(library, book).await?,
        };
        let n_decided = u32::try_from(decided.0.len()).unwrap_or(u32::MAX);
        let n = library.n_stale(book.id).await?.saturating_add(n_decided);
        let found = (state, n, decided);
        self.books.lock().unwrap_or_else(PoisonError::into_inner).insert(book.id, found);
        Ok(n)
    }

    /// What was stale for a decision when the book was last counted; nothing before.
    pub(crate) fn by_knowledge(&self, book: BookId) -> ByKnowledge {
        let books = self.books.lock().unwrap_or_else(PoisonError::into_inner);
        books.get(&book).map(|(_, _, decided)| decided.clone()).unwrap_or_default()
    }
}
