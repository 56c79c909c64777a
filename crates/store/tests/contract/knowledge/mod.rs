//! What a series knows: written whole, shared by its books, never lost silently, and taken back exactly.

mod entries;
mod moving;
mod random;
mod series;
mod together;
mod used;

use crate::sample::{TestLibrary, model};
use book::edit::Edit;
use book::id::{CharacterId, MemoryId, SeriesId, TermId};
use book::knowledge::character::{Character, Name};
use book::knowledge::entry::Entry;
use book::knowledge::evidence::{EntryState, StoryPosition};
use book::knowledge::memory::{Memory, Subject};
use book::knowledge::summary::Summary;
use book::knowledge::term::Term;
use store::change::{Cause, Receipt};
use store::error::StoreError;
use store::knowledge::Versioned;

pub(crate) fn term(number: u32, source: &str, translation: &str) -> Term {
    Term::new(TermId::from_number(number), source.to_owned(), translation.to_owned())
}

pub(crate) fn confirmed(number: u32, source: &str, translation: &str) -> Term {
    Term { standing: EntryState::Confirmed, ..term(number, source, translation) }
}

fn character(number: u32, source: &str, translation: &str) -> Character {
    let name = Name::new(source.to_owned(), translation.to_owned());
    Character::new(CharacterId::from_number(number), name)
}

fn memory(number: u32, subject: Subject, text: &str) -> Memory {
    Memory {
        id: MemoryId::from_number(number),
        subject,
        text: text.to_owned(),
        evidence: Vec::new(),
        known_from: StoryPosition(0),
        standing: EntryState::Proposed,
    }
}

fn by_model() -> Cause {
    Cause { who: model(), run: None, task: None, note: String::new() }
}

impl TestLibrary {
    async fn series(&self) -> SeriesId {
        self.store.library().series_of(self.book).await.unwrap()
    }

    async fn learn(&self, edits: &[Edit]) -> Result<Receipt, StoreError> {
        crate::assert_send(self.store.commit(self.book, edits, &Cause::person("learn"), 7)).await
    }

    pub(crate) async fn taught(&self, entries: impl IntoIterator<Item = Entry>) -> Receipt {
        let edits: Vec<Edit> = entries.into_iter().map(Edit::upsert).collect();
        self.learn(&edits).await.unwrap()
    }

    async fn terms(&self) -> Vec<Term> {
        let terms = self.store.library().terms(self.series().await).await.unwrap();
        terms.into_iter().map(|kept| kept.value).collect()
    }

    async fn one(&self, number: u32) -> Versioned<Term> {
        let library = self.store.library();
        library.term(self.series().await, TermId::from_number(number)).await.unwrap().unwrap()
    }

    /// Everything that is known, as bytes.
    async fn everything(&self) -> String {
        let knowledge = self.store.library().knowledge(self.series().await).await.unwrap();
        let summaries = self.store.library().summaries(self.book).await.unwrap();
        let summaries: Vec<Summary> = summaries.into_iter().map(|kept| kept.value).collect();
        format!("{:?}{:?}{:?}{summaries:?}", knowledge.terms, knowledge.characters, knowledge.memories)
    }

    async fn summary(&self, chapter: usize, text: &str) -> Summary {
        let chapter = self.chapter(chapter).await;
        let made_from = self.store.library().chapter_digest(self.book, chapter).await.unwrap();
        let text = text.to_owned();
        Summary { book: self.book, chapter, text, made_from, standing: EntryState::Proposed }
    }
}
