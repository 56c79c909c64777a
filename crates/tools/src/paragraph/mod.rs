//! Tools that read paragraphs: one of them, its neighbours, or whatever contains a word.

pub(crate) mod find_paragraph_by_keywords;
pub(crate) mod get_next_paragraphs;
pub(crate) mod get_paragraph_info;
pub(crate) mod get_paragraph_position;
pub(crate) mod get_previous_paragraphs;

mod fence;
mod listing;
mod neighbours;

use crate::context::ToolContext;
use crate::refusal;
use crate::tool::ToolError;
use book::id::ParagraphId;
use store::error::StoreError;
use store::record::ParagraphRecord;

pub(crate) use listing::cut;

/// The paragraph a model means by this text.
pub(crate) async fn find(ctx: &ToolContext<'_>, given: &str) -> Result<ParagraphRecord, ToolError> {
    let unknown = || ToolError::TellModel(refusal::unknown_paragraph(ctx.language, given));
    let id = read_id(given).ok_or_else(unknown)?;
    match ctx.library.paragraph(ctx.book_id, id).await {
        Ok(paragraph) => Ok(paragraph),
        Err(StoreError::NoSuchParagraph { .. }) => Err(unknown()),
        Err(error) => Err(error.into()),
    }
}

/// The id in this text. A whole label, copied as `[ID: …]`, is as good as what is in it.
pub(crate) fn read_id(given: &str) -> Option<ParagraphId> {
    let given = given.trim().trim_start_matches('[').trim_end_matches(']');
    let given = given.strip_prefix("ID:").unwrap_or(given);
    given.trim().parse().ok()
}
