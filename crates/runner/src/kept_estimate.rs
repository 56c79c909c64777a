//! What a wish will take, with what is known from the last time: only chapters that have changed are planned again.

use crate::plan::{ChapterSizes, Estimate, ModelFacts, plan_chapter};
use crate::spec::RunSpec;
use async_recursion::async_recursion as boxed;
use book::id::ChapterId;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use store::error::StoreError;
use store::library::Library;
use store::record::BookSummary;
use store::stats::ChapterRevision;

/// What a wish will take, about, and what is kept for the next time.
#[derive(Debug)]
pub struct KeptEstimate {
    pub estimate: Estimate,
    /// Chapters with work in them.
    pub n_chapters: usize,
    chapters: HashMap<ChapterId, (ChapterRevision, Arc<ChapterSizes>)>,
    n_planned_again: usize,
}

impl KeptEstimate {
    /// How many chapters had to be planned, the others being known.
    pub const fn n_planned_again(&self) -> usize {
        self.n_planned_again
    }
}

/// What a wish of which nothing is done yet will take, the same as [`plan`](crate::plan::plan) says. `before` must be of the
/// same book, wish and facts. A rehearsal changes no revision of a chapter, so its wish is planned from nothing.
#[boxed]
pub async fn estimate(
    library: &Library,
    book: &BookSummary,
    spec: &RunSpec,
    facts: &ModelFacts,
    before: Option<&KeptEstimate>,
) -> Result<KeptEstimate, StoreError> {
    let library = &spec.layer_of(library);
    let before = before.filter(|_| !spec.is_rehearsal());
    // Read before the chapters: what changes meanwhile is planned again the next time.
    let revisions = library.chapter_revisions(book.id).await?;
    let (settled, mut all) = (HashSet::new(), ChapterSizes::default());
    let mut kept = HashMap::new();
    let (mut n_chapters, mut n_planned_again) = (0, 0);
    for chapter in library.chapters(book.id).await? {
        if !spec.scope.has_chapter(chapter.id) {
            continue;
        }
        let revision = revisions.of(chapter.id);
        let known = before.and_then(|before| before.chapters.get(&chapter.id));
        let sizes = if let Some((_, sizes)) = known.filter(|(known, _)| *known == revision) {
            Arc::clone(sizes)
        } else {
            n_planned_again += 1;
            let paragraphs = library.chapter_paragraphs(book.id, chapter.id, 0..u32::MAX).await?;
            Arc::new(plan_chapter(spec, book, &settled, &chapter, &paragraphs, facts).1)
        };
        all.add(&sizes);
        n_chapters += usize::from(!sizes.is_empty());
        kept.insert(chapter.id, (revision, sizes));
    }
    Ok(KeptEstimate { estimate: all.estimate(spec, facts), n_chapters, chapters: kept, n_planned_again })
}
