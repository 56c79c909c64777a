//! The chunk as a stretch of a chapter: what lies between its ends is inside, also lines that are no work.

use crate::context::ToolContext;
use crate::tool::ToolError;
use book::id::ChapterId;
use book::work::chunk::ChunkBoundaries;
use std::ops::RangeInclusive;
use store::record::ParagraphRecord;

/// Where reading by position must stop.
pub(super) struct Fence<'a> {
    pub(super) boundaries: &'a ChunkBoundaries,
    chapter: ChapterId,
    indexes: RangeInclusive<u32>,
}

impl<'a> Fence<'a> {
    /// The fence of this context; `None` where the whole book may be read.
    pub(super) async fn around(ctx: &ToolContext<'a>) -> Result<Option<Self>, ToolError> {
        let Some(boundaries) = ctx.fence() else { return Ok(None) };
        let first = ctx.library.paragraph(ctx.book_id, boundaries.first_paragraph_id()).await?;
        let last = ctx.library.paragraph(ctx.book_id, boundaries.last_paragraph_id()).await?;
        Ok(Some(Self { boundaries, chapter: first.chapter, indexes: first.index..=last.index }))
    }

    /// Whether the paragraph lies inside. Scene breaks are no work and yet stand between paragraphs that are.
    pub(super) fn holds(&self, paragraph: &ParagraphRecord) -> bool {
        self.boundaries.contains(paragraph.id)
            || (paragraph.chapter == self.chapter && self.indexes.contains(&paragraph.index))
    }
}
