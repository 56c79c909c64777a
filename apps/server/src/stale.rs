//! How many translations of a book are stale, counted again only after the book has changed: a long book takes a moment.

use crate::house::House;
use book::id::BookId;
use book::language::LanguageTag;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use store::error::StoreError;
use store::glance::BookActivity;
use store::record::BookSummary;

/// The counts, each with the state of the book it was made of.
#[derive(Default)]
pub(crate) struct Counts {
    books: Mutex<HashMap<BookId, (State, u32)>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct State {
    last_ms: i64,
    n_translated: u32,
    target: Option<LanguageTag>,
}

impl Counts {
    /// How many translations of the book are stale.
    pub(crate) async fn of(
        &self,
        house: &House,
        book: &BookSummary,
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
        if let Some((_, n)) = known.filter(|(before, _)| *before == state) {
            return Ok(n);
        }
        let n = house.library().n_stale(book.id).await?;
        self.books.lock().unwrap_or_else(PoisonError::into_inner).insert(book.id, (state, n));
        Ok(n)
    }
}
