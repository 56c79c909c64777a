//! Questions of models to people, as they stand among the comments of a book.

use crate::error::StoreError;
use crate::library::Library;
use crate::people::PersonName;
use crate::store::Store;
use crate::work::TaskNote;
use async_recursion::async_recursion as boxed;
use book::id::{BookId, ChapterId, RunId, TaskId};

/// A question that a task of a book has asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookQuestion {
    pub run: RunId,
    pub task: TaskId,
    pub chapter: ChapterId,
    pub note: TaskNote,
    /// When it was asked, in milliseconds since 1970.
    pub asked_at: i64,
    /// When it was answered, or asked where it is not.
    pub updated_at: i64,
    /// The member who answered it.
    pub resolved_by: Option<PersonName>,
}

/// Which question was answered, and how.
#[derive(Debug, Clone, Copy)]
pub struct NewAnswer<'a> {
    pub book: BookId,
    pub chapter: ChapterId,
    pub task: TaskId,
    /// Which of the task's questions it is, from one.
    pub number: u32,
    /// The words; none where the decision was left to the model.
    pub text: &'a str,
}

impl Library {
    /// Everything models have asked in the runs of a book, oldest first.
    #[boxed]
    pub async fn book_questions(&self, book: BookId) -> Result<Vec<BookQuestion>, StoreError> {
        self.backend.book_questions(book).await
    }
}

impl Store {
    /// Records that the person this handle works for answered a question about a chapter: with the question, and in the
    /// activity of the book.
    #[boxed]
    pub async fn note_answer(&self, answer: &NewAnswer<'_>, now_ms: i64) -> Result<(), StoreError> {
        self.library().backend.note_answer(answer, self.person(), now_ms).await
    }
}
