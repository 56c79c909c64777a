//! How far a run is: the state of every paragraph of its tasks, and what is not done.

use crate::run::wish_of;
use async_recursion::async_recursion as boxed;
use book::id::ParagraphId;
use book::work::outcome::{LedgerState, TaskEnd};
use std::collections::BTreeMap;
use store::error::StoreError;
use store::library::Library;
use store::work::RunRecord;

/// How far a run is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RunProgress {
    /// Paragraphs that are pending.
    pub n_pending: usize,
    /// Paragraphs that have a new version.
    pub n_accepted: usize,
    /// Paragraphs that were deliberately left unchanged.
    pub n_kept: usize,
    /// Paragraphs that were given up.
    pub n_failed: usize,
    /// Paragraphs that are not done.
    pub unresolved: Vec<UnfinishedParagraph>,
}

impl RunProgress {
    /// The ledger's words with how many paragraphs are in that state.
    pub fn counts(&self) -> [(&'static str, usize); 4] {
        [
            (LedgerState::Accepted.as_str(), self.n_accepted),
            (LedgerState::Failed.as_str(), self.n_failed),
            (LedgerState::Kept.as_str(), self.n_kept),
            (LedgerState::Pending.as_str(), self.n_pending),
        ]
    }
}

/// A paragraph that is not done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnfinishedParagraph {
    pub paragraph: ParagraphId,
    /// The chapter's number, from one; zero for one the book no longer has.
    pub chapter: u32,
    /// Why.
    pub reason: String,
}

/// How far a run is. A paragraph counts once, however many tasks have dealt with it: settled where one of them settled it,
/// but for a repair as the last one left it.
#[boxed]
pub async fn of_run(library: &Library, run: &RunRecord) -> Result<RunProgress, StoreError> {
    let numbers: BTreeMap<_, _> =
        library.chapters(run.book).await?.into_iter().map(|chapter| (chapter.id, chapter.number)).collect();
    let last_one_tells = wish_of(run).is_ok_and(|spec| spec.work.repair().is_some());
    let mut latest: BTreeMap<ParagraphId, (LedgerState, UnfinishedParagraph)> = BTreeMap::new();
    for task in library.tasks(run.id).await? {
        let chapter = numbers.get(&task.chapter).copied().unwrap_or_default();
        // A paragraph that is still pending shares the reason its task failed for.
        let of_task = match &task.outcome {
            None => "in progress",
            Some(TaskEnd::Finished) => "not settled by its task",
            Some(TaskEnd::Failed { reason }) => reason,
        };
        for entry in library.ledger(task.id).await? {
            let before = latest.get(&entry.paragraph);
            if !last_one_tells && before.is_some_and(|(state, _)| state.is_done()) {
                continue;
            }
            let reason = entry.reason.unwrap_or_else(|| of_task.to_owned());
            let left = UnfinishedParagraph { paragraph: entry.paragraph, chapter, reason };
            latest.insert(entry.paragraph, (entry.state, left));
        }
    }
    let mut standing = RunProgress::default();
    for (state, left) in latest.into_values() {
        let count = match state {
            LedgerState::Pending => &mut standing.n_pending,
            LedgerState::Accepted => &mut standing.n_accepted,
            LedgerState::Kept => &mut standing.n_kept,
            LedgerState::Failed => &mut standing.n_failed,
        };
        *count += 1;
        if !state.is_done() {
            standing.unresolved.push(left);
        }
    }
    Ok(standing)
}
