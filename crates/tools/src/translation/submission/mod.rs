//! A submission on its way: read as it came, sorted by structure, weighed by content, answered.

mod answer;
mod fault;
mod near;
mod read;
mod sort;
mod weigh;

pub(super) use answer::answer;
pub(super) use read::read;
pub(super) use sort::sort;
pub(super) use weigh::{Submitted, weigh};

use crate::context::{TaskScope, ToolContext};
use book::id::ParagraphId;
use std::collections::HashMap;
use store::error::StoreError;
use store::record::ParagraphRecord;

/// The task's paragraphs as the library has them.
pub(super) struct Work {
    /// In reading order.
    paragraphs: Vec<ParagraphRecord>,
    places: HashMap<ParagraphId, usize>,
}

impl Work {
    fn get(&self, id: ParagraphId) -> Option<&ParagraphRecord> {
        self.places.get(&id).and_then(|place| self.paragraphs.get(*place))
    }

    /// The paragraphs of the chunk before and after this one.
    fn around(&self, id: ParagraphId) -> (Option<&ParagraphRecord>, Option<&ParagraphRecord>) {
        let Some(place) = self.places.get(&id) else { return (None, None) };
        let before = place.checked_sub(1).and_then(|place| self.paragraphs.get(place));
        (before, self.paragraphs.get(place + 1))
    }
}

/// Loads the task's paragraphs.
pub(super) async fn load_work(ctx: &ToolContext<'_>, task: &TaskScope<'_>) -> Result<Work, StoreError> {
    let boundaries = task.chunk_boundaries;
    let first = ctx.library.paragraph(ctx.book_id, boundaries.first_paragraph_id()).await?;
    let last = ctx.library.paragraph(ctx.book_id, boundaries.last_paragraph_id()).await?;
    let range = first.index..last.index.saturating_add(1);
    let mut paragraphs = ctx.library.chapter_paragraphs(ctx.book_id, first.chapter, range).await?;
    paragraphs.retain(|paragraph| boundaries.contains(paragraph.id));
    let places = paragraphs.iter().enumerate().map(|(place, paragraph)| (paragraph.id, place)).collect();
    Ok(Work { paragraphs, places })
}
