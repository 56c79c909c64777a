//! Tools about translations: how a task submits them, and how versions are read and chosen outside a task.

pub(crate) mod add_translation_batch;
pub(crate) mod get_translation_history;
pub(crate) mod replace_in_translations;
pub(crate) mod select_translation;
pub(crate) mod update_translation;

mod content;
mod submission;

use crate::context::ToolContext;
use book::text::version::Author;
use store::error::StoreError;
use store::record::ParagraphRecord;

/// Whether what stands there is a person's to change: it is locked, their own words, or reviewed by them.
async fn is_protected(ctx: &ToolContext<'_>, record: &ParagraphRecord) -> Result<bool, StoreError> {
    if *ctx.author() == Author::Person {
        return Ok(false);
    }
    if record.locked || record.review.is_reviewed() {
        return Ok(true);
    }
    if record.version.is_none() {
        return Ok(false);
    }
    let versions = ctx.library.versions(ctx.book_id, record.id).await?;
    Ok(versions.iter().any(|version| version.selected && version.author == Author::Person))
}
