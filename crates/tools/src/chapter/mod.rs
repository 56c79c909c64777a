//! Tools about chapters: which there are, what one is like, and what its title is in translation.

pub(crate) mod get_chapter_info;
pub(crate) mod list_chapters;
pub(crate) mod update_book_title;
pub(crate) mod update_chapter_title;

mod title;

use crate::context::ToolContext;
use crate::refusal;
use crate::tool::{Refusal, ToolError};
use book::id::ChapterId;
use store::error::StoreError;
use store::record::ChapterRecord;

/// The chapter a model means by this text.
pub(crate) async fn find(ctx: &ToolContext<'_>, given: &str) -> Result<ChapterRecord, ToolError> {
    let unknown = || refusal::unknown_chapter(ctx.language, given).into();
    let id = given.trim().parse::<ChapterId>().map_err(|_| unknown())?;
    match ctx.library.chapter(ctx.book_id, id).await {
        Err(StoreError::NoSuchChapter { .. }) => Err(unknown()),
        found => Ok(found?),
    }
}

/// The chapter meant, or the one the task works in where none is named.
async fn find_or_current(ctx: &ToolContext<'_>, given: Option<&str>) -> Result<ChapterRecord, ToolError> {
    match (given, current(ctx).await?) {
        (Some(given), _) => find(ctx, given).await,
        (None, Some(current)) => find(ctx, &current.to_string()).await,
        (None, None) => {
            let error = ctx.language.choose("缺少参数 `chapter_id`。", "`chapter_id` is missing.");
            Err(Refusal::new("INVALID_ARGUMENTS", error).into())
        }
    }
}

/// The chapter the task works in.
pub(crate) async fn current(ctx: &ToolContext<'_>) -> Result<Option<ChapterId>, ToolError> {
    let Some(boundaries) = ctx.chunk_boundaries() else { return Ok(None) };
    let first = ctx.library.paragraph(ctx.book_id, boundaries.first_paragraph_id()).await?;
    Ok(Some(first.chapter))
}
