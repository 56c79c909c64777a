//! How far a run is: what became of every paragraph of its tasks, and what is not done.

use book::id::ParagraphId;
use book::work::outcome::LedgerState;
use std::collections::BTreeMap;
use store::error::StoreError;
use store::library::Library;
use store::work::RunRecord;

/// How far a run is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RunProgress {
    /// Entries of all its tasks that are pending.
    pub n_pending: usize,
    /// Entries that have a new version.
    pub n_accepted: usize,
    /// Entries that were deliberately left unchanged.
    pub n_kept: usize,
    /// Entries that were given up; a later task may have settled the paragraph.
    pub n_failed: usize,
    /// Paragraphs that are not done.
    pub unresolved: Vec<UnfinishedParagraph>,
}

impl RunProgress {
    /// The ledger's words with how many entries are in that state.
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
    /// The paragraph.
    pub paragraph: ParagraphId,
    /// The chapter's number, from one; zero for one the book no longer has.
    pub chapter: u32,
    /// Why.
    pub reason: String,
}

/// How far a run is.
pub async fn of_run(library: &Library, run: &RunRecord) -> Result<RunProgress, StoreError> {
    let numbers: BTreeMap<_, _> =
        library.chapters(run.book).await?.into_iter().map(|chapter| (chapter.id, chapter.number)).collect();
    let mut standing = RunProgress::default();
    let mut unresolved = BTreeMap::new();
    for task in library.tasks(run.id).await? {
        let chapter = numbers.get(&task.chapter).copied().unwrap_or_default();
        for entry in library.ledger(task.id).await? {
            let count = match entry.state {
                LedgerState::Pending => &mut standing.n_pending,
                LedgerState::Accepted => &mut standing.n_accepted,
                LedgerState::Kept => &mut standing.n_kept,
                LedgerState::Failed => &mut standing.n_failed,
            };
            *count += 1;
            // A later task may have settled what an earlier one gave up.
            if entry.state.is_done() {
                unresolved.remove(&entry.paragraph);
            } else {
                let reason = entry.reason.unwrap_or_else(|| "in progress".to_owned());
                let left = UnfinishedParagraph { paragraph: entry.paragraph, chapter, reason };
                unresolved.insert(entry.paragraph, left);
            }
        }
    }
    standing.unresolved = unresolved.into_values().collect();
    Ok(standing)
}
