//! Says where a paragraph stands in its chapter, and what stands around it; never fails for reaching too far.

use super::fence::Fence;
use super::find;
use super::listing::{Listing, add_notes, count};
use super::neighbours::{Way, fetch};
use crate::context::ToolContext;
use crate::text::Text;
use crate::tool::{Tool, ToolError, ToolOutcome};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use store::record::ParagraphRecord;

pub(crate) struct GetParagraphPosition;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    paragraph_id: String,
    include_previous: Option<bool>,
    include_next: Option<bool>,
    previous_count: Option<i64>,
    next_count: Option<i64>,
}

impl Tool for GetParagraphPosition {
    const NAME: &'static str = "get_paragraph_position";
    const DESCRIPTION: Text = Text {
        zh: "获取段落在章节中的位置，可附带前后段落（默认各 3 段）。",
        en: "Where a paragraph stands in its chapter; optionally with its neighbours (3 each by default).",
    };
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<ToolOutcome, ToolError> {
        let anchor = find(ctx, &args.paragraph_id).await?;
        let position = ctx.library.position(ctx.book_id, anchor.id).await?;
        let mut content = json!({
            "success": true,
            "paragraph_id": anchor.id.to_string(),
            "chapter_id": position.chapter.to_string(),
            "chapter_title": position.chapter_title,
            "paragraph_index": position.index,
            "total_paragraphs": position.total_paragraphs,
        });
        let mut notes = Vec::new();
        let lists = [
            ("previous_paragraphs", Way::Previous, args.include_previous, args.previous_count),
            ("next_paragraphs", Way::Next, args.include_next, args.next_count),
        ];
        for (field, way, include, asked) in lists {
            if include.unwrap_or(asked.is_some()) {
                let (count, note) = count(asked, ctx.language);
                let listing = around(ctx, &anchor, way, count).await?;
                notes.extend(note.into_iter().chain(listing.notes));
                if let Value::Object(content) = &mut content {
                    content.insert(field.to_owned(), listing.paragraphs.into());
                }
            }
        }
        notes.dedup();
        add_notes(&mut content, &notes, ctx.language);
        Ok(ToolOutcome::reply(content))
    }
}

/// The neighbours in one direction, cut at the chunk where the chunk is the limit.
async fn around(
    ctx: &ToolContext<'_>,
    anchor: &ParagraphRecord,
    way: Way,
    count: u32,
) -> Result<Listing, ToolError> {
    let mut records = fetch(ctx, anchor, way, count).await?;
    if let Some(fence) = Fence::around(ctx).await? {
        records.retain(|record| fence.holds(record));
    }
    Ok(Listing::from_records(ctx, &records, Some(anchor.chapter)))
}
