//! Chapters given to members: who is to do what by when, and how far it is.

use crate::error::StoreError;
use crate::library::Library;
use crate::people::{PersonId, PersonName};
use crate::store::Store;
use async_recursion::async_recursion as boxed;
use book::id::{BookId, ChapterId};

/// What is to be done with a chapter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AssignedWork {
    /// Write its translation, or work through a model's.
    Translate,
    /// Read the translation and say how far it is.
    Review,
}

impl AssignedWork {
    /// The word for it in the library and in the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Translate => "translate",
            Self::Review => "review",
        }
    }

    /// The work with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Translate, Self::Review].into_iter().find(|work| work.as_str() == word)
    }
}

/// How far an assignment is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AssignmentState {
    /// It is to be done.
    Open,
    /// The member it was given to says it is done.
    Done,
    /// An editor wants more done.
    Returned,
}

impl AssignmentState {
    const ALL: [Self; 3] = [Self::Open, Self::Done, Self::Returned];

    /// The word for it in the library and in the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Done => "done",
            Self::Returned => "returned",
        }
    }

    /// The state with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == word)
    }
}

/// Chapters to be given to a member.
#[derive(Debug, Clone, Copy)]
pub struct NewAssignments<'a> {
    pub book: BookId,
    pub chapters: &'a [ChapterId],
    pub person: PersonId,
    pub work: AssignedWork,
    /// The day it is wanted by, as in `2026-11-17`.
    pub due: Option<&'a str>,
    /// What else is to be said about it.
    pub note: &'a str,
    pub now_ms: i64,
}

/// What changes about an assignment; what is left out stays.
#[derive(Debug, Clone, Copy, Default)]
pub struct AssignmentChange<'a> {
    pub state: Option<AssignmentState>,
    /// Another day, or none.
    pub due: Option<Option<&'a str>>,
    pub note: Option<&'a str>,
}

/// A chapter that was given to a member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AssignmentRecord {
    /// Its number, to change it by.
    pub id: i64,
    pub book: BookId,
    pub chapter: ChapterId,
    pub person: PersonName,
    pub work: AssignedWork,
    pub state: AssignmentState,
    /// The day it is wanted by, as in `2026-11-17`.
    pub due: Option<String>,
    pub note: String,
    /// Who gave it.
    pub made_by: Option<PersonName>,
    /// When it was given, in milliseconds since 1970.
    pub created_at: i64,
    /// When it last changed.
    pub updated_at: i64,
}

impl Store {
    /// Gives chapters to a member. One that they have already is open again, with the new day and note. Returns the members
    /// with a new notice.
    #[boxed]
    pub async fn assign(&self, new: &NewAssignments<'_>) -> Result<Vec<PersonId>, StoreError> {
        self.library().backend.assign(new, self.person()).await
    }

    /// Changes an assignment of a book and notifies the members it concerns. Returns those with a new notice.
    #[boxed]
    pub async fn change_assignment(
        &self,
        book: BookId,
        id: i64,
        change: &AssignmentChange<'_>,
        now_ms: i64,
    ) -> Result<Vec<PersonId>, StoreError> {
        self.library().backend.change_assignment(book, id, change, self.person(), now_ms).await
    }

    /// Removes an assignment of a book. Returns the members with a new notice.
    #[boxed]
    pub async fn remove_assignment(
        &self,
        book: BookId,
        id: i64,
        now_ms: i64,
    ) -> Result<Vec<PersonId>, StoreError> {
        self.library().backend.remove_assignment(book, id, self.person(), now_ms).await
    }
}

impl Library {
    /// The assignments of a book in the order of its chapters.
    #[boxed]
    pub async fn assignments(&self, book: BookId) -> Result<Vec<AssignmentRecord>, StoreError> {
        self.backend.assignments(book).await
    }

    /// What was given to a member in all books, in the order of books and chapters.
    #[boxed]
    pub async fn assignments_of(&self, person: PersonId) -> Result<Vec<AssignmentRecord>, StoreError> {
        self.backend.assignments_of(person).await
    }

    /// An assignment of a book.
    #[boxed]
    pub async fn assignment(&self, book: BookId, id: i64) -> Result<AssignmentRecord, StoreError> {
        self.backend.assignment(book, id).await
    }
}
