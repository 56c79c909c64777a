//! A submission on its way: read as it came, sorted by structure, weighed by content, answered.

mod edit_distance;
mod fault;
mod parse;
mod resolve;
mod respond;
mod shift;
mod validate;

pub(super) use parse::read;
pub(super) use resolve::sort;
pub(super) use respond::answer;
pub(super) use validate::{BatchResult, weigh};

use crate::context::{TaskScope, ToolContext};
use book::id::ParagraphId;
use book::text::paragraph::is_work;
use std::collections::HashMap;
use store::error::StoreError;
use store::record::ParagraphRecord;

/// The task's paragraphs as the library has them.
pub(super) struct Work {
    /// What can be translated in the stretch of the chunk and a little beyond, in reading order.
    stretch: Vec<ParagraphRecord>,
    /// Where in it the task's own paragraphs are.
    places: HashMap<ParagraphId, usize>,
}

/// So many paragraphs beyond the chunk's ends are looked at for a neighbour; between two that say something there may
/// be empty ones.
const BEYOND: u32 = 4;

impl Work {
    fn get(&self, id: ParagraphId) -> Option<&ParagraphRecord> {
        self.places.get(&id).and_then(|place| self.stretch.get(*place))
    }

    /// The task's own paragraphs, in reading order.
    fn paragraphs(&self) -> impl Iterator<Item = &ParagraphRecord> {
        self.stretch.iter().filter(|paragraph| self.places.contains_key(&paragraph.id))
    }

    /// The task's own paragraphs at most so many places away.
    fn near(&self, id: ParagraphId, reach: usize) -> impl Iterator<Item = &ParagraphRecord> {
        let place = self.places.get(&id).copied().unwrap_or(usize::MAX);
        let is_near = move |other: &usize| *other != place && other.abs_diff(place) <= reach;
        let start = place.saturating_sub(reach);
        let near = self.stretch.iter().enumerate().skip(start).take(2 * reach + 1);
        near.filter(move |(other, paragraph)| is_near(other) && self.places.contains_key(&paragraph.id))
            .map(|(_, paragraph)| paragraph)
    }

    /// The paragraphs before and after this one, of the chunk or beside it.
    fn around(&self, id: ParagraphId) -> (Option<&ParagraphRecord>, Option<&ParagraphRecord>) {
        let Some(place) = self.places.get(&id) else { return (None, None) };
        let before = place.checked_sub(1).and_then(|place| self.stretch.get(place));
        (before, self.stretch.get(place + 1))
    }
}

/// Loads the task's paragraphs.
pub(super) async fn load_work(ctx: &ToolContext<'_>, task: &TaskScope<'_>) -> Result<Work, StoreError> {
    let boundaries = task.chunk_boundaries;
    let ends = (boundaries.first_paragraph_id(), boundaries.last_paragraph_id());
    let mut stretch = ctx.library.stretch(ctx.book_id, ends, BEYOND).await?;
    stretch.retain(|paragraph| boundaries.contains(paragraph.id) || is_work(paragraph.kind, &paragraph.text));
    let own = stretch.iter().enumerate().filter(|(_, paragraph)| boundaries.contains(paragraph.id));
    let places = own.map(|(place, paragraph)| (paragraph.id, place)).collect();
    Ok(Work { stretch, places })
}
