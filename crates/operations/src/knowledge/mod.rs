//! What people do with what a series knows: bring it in, take it out, count its uses. Every door calls these.

pub mod drifting;
pub mod exchange;
pub mod pairs;
pub mod rename;
pub mod uses;

mod renaming;

use async_recursion::async_recursion as boxed;
use book::knowledge::summary::Summary;
use std::collections::BTreeSet;
use store::error::StoreError;
use store::knowledge::Knowledge;
use store::library::Library;
use store::record::BookSummary;

/// Everything a series knows, with its books.
#[derive(Debug, Clone)]
pub struct BookKnowledge {
    /// Terms, characters and memories, as they are at one moment.
    pub knowledge: Knowledge,
    /// The summaries of all its books' chapters.
    pub summaries: Vec<Summary>,
    /// Its books, in their order.
    pub books: Vec<BookSummary>,
}

impl BookKnowledge {
    /// Everything the series of a book knows.
    #[boxed]
    pub async fn load(library: &Library, book: &BookSummary) -> Result<Self, StoreError> {
        let knowledge = library.knowledge(book.series.id).await?;
        let series = library.all_series().await?.into_iter().find(|one| one.series.id == book.series.id);
        let mut books = Vec::new();
        let mut summaries = Vec::new();
        for id in series.map(|series| series.books).unwrap_or_default() {
            books.push(library.book(id).await?);
            summaries.extend(library.summaries(id).await?.into_iter().map(|kept| kept.value));
        }
        Ok(Self { knowledge, summaries, books })
    }

    pub fn book_ids(&self) -> BTreeSet<book::id::BookId> {
        self.books.iter().map(|book| book.id).collect()
    }
}
