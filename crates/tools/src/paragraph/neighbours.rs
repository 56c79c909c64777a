//! Reading on from a paragraph, in either direction, as far as the context allows.

use super::fence::Fence;
use super::find;
use super::listing::{Listing, add_notes, count};
use crate::context::ToolContext;
use crate::refusal;
use crate::tool::{ToolError, ToolOutcome};
use serde_json::json;
use store::error::StoreError;
use store::record::ParagraphRecord;

/// Which way to read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Previous,
    Next,
}

/// The nearest paragraphs with text, nearest first.
pub(super) async fn fetch(
    ctx: &ToolContext<'_>,
    anchor: &ParagraphRecord,
    way: Way,
    count: u32,
) -> Result<Vec<ParagraphRecord>, StoreError> {
    match way {
        Way::Previous => ctx.library.previous_paragraphs(ctx.book_id, anchor.id, count).await,
        Way::Next => ctx.library.next_paragraphs(ctx.book_id, anchor.id, count).await,
    }
}

/// The whole of `get_previous_paragraphs` and `get_next_paragraphs`.
pub(super) async fn answer(
    ctx: &ToolContext<'_>,
    paragraph_id: &str,
    asked: Option<i64>,
    way: Way,
) -> Result<ToolOutcome, ToolError> {
    let anchor = find(ctx, paragraph_id).await?;
    let fence = Fence::around(ctx).await?;
    let (count, count_note) = count(asked, ctx.language);
    if let Some(fence) = &fence {
        if !fence.holds(&anchor) {
            return Err(refusal::out_of_chunk(ctx.language, fence.boundaries).into());
        }
        if way == Way::Next && anchor.id == fence.boundaries.last_paragraph_id() {
            return Err(refusal::no_more_in_chunk(ctx.language, fence.boundaries).into());
        }
    }
    let records = fetch(ctx, &anchor, way, count).await?;
    if let Some(fence) = fence.filter(|fence| records.iter().any(|record| !fence.holds(record))) {
        return Err(refusal::out_of_chunk(ctx.language, fence.boundaries).into());
    }
    let listing = Listing::from_records(ctx, &records, Some(anchor.chapter));
    let mut content =
        json!({ "success": true, "count": listing.paragraphs.len(), "paragraphs": listing.paragraphs });
    let notes: Vec<String> = count_note.into_iter().chain(listing.notes).collect();
    add_notes(&mut content, &notes, ctx.language);
    Ok(ToolOutcome::reply(content))
}
