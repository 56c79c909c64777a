//! The questions that wait for a person, for the prompt that prepares answers.

use crate::door::Door;
use crate::tools::question;
use serde_json::{Value, json};
use store::error::StoreError;
use store::record::BookSummary;

/// How many runs, newest first, are searched for questions.
const MAX_RUNS: usize = 5;
/// The most questions in the prompt.
const MAX_QUESTIONS: usize = 50;

/// The open questions of the book's latest runs.
pub(super) async fn open(door: &Door, book: &BookSummary) -> Result<Value, StoreError> {
    let mut questions = Vec::new();
    for run in door.library().runs(Some(book.id)).await?.iter().take(MAX_RUNS) {
        questions.extend(runner::questions::open(door.library(), run).await?);
    }
    let n_questions = questions.len();
    let shown: Vec<Value> = questions.iter().take(MAX_QUESTIONS).map(question).collect();
    Ok(json!({"book_id": book.id, "n_questions": n_questions, "questions": shown}))
}
