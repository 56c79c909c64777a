//! What each piece of a survey brought: what the text bears out, and what was claimed and dropped.

use super::reading::StoredPiece;
use async_recursion::async_recursion as boxed;
use book::id::{ChapterId, RunId};
use book::work::outcome::TaskEnd;
use store::error::StoreError;
use store::library::Library;
pub use task::survey::found::{
    CharacterClaim, Citation, DroppedClaim, DroppedWhat, DroppedWhy, FoundCharacter, FoundFact, FoundSummary,
    FoundTerm, SurveyFindings,
};

/// One piece of a survey.
#[derive(Debug, Clone)]
pub struct PieceResult {
    /// The chapter it begins in.
    pub chapter: ChapterId,
    /// How it ended; `None` while it may go on.
    pub outcome: Option<TaskEnd>,
    /// What was found, if it was read.
    pub found: Option<SurveyFindings>,
}

/// The pieces of a survey, in the order they were begun. Those that failed and were asked about anew are there twice.
#[boxed]
pub async fn of_run(library: &Library, run: RunId) -> Result<Vec<PieceResult>, StoreError> {
    let tasks = library.tasks(run).await?;
    let brought = tasks.into_iter().filter_map(|task| {
        let stored: StoredPiece = serde_json::from_str(&task.machine).ok()?;
        Some(PieceResult { chapter: task.chapter, outcome: task.outcome, found: stored.found })
    });
    Ok(brought.collect())
}
