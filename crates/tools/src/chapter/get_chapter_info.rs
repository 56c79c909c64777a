//! Says what a chapter is like without giving its text: title, size, progress, and what stands before and after it.

use super::find_or_current;
use crate::context::ToolContext;
use crate::text::Text;
use crate::tool::{Tool, ToolError, ToolOutcome};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

pub(crate) struct GetChapterInfo;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    chapter_id: Option<String>,
}

/// A chapter's first paragraph with text is looked for among this many.
const OPENING: u32 = 64;

impl Tool for GetChapterInfo {
    const NAME: &'static str = "get_chapter_info";
    const DESCRIPTION: Text = Text {
        zh: "获取章节的标题、段落数和翻译进度（任务中默认当前章节）。",
        en: "A chapter's title, size and progress (in a task, the current one by default).",
    };
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<ToolOutcome, ToolError> {
        let chapter = find_or_current(ctx, args.chapter_id.as_deref()).await?;
        let opening = ctx.library.chapter_paragraphs(ctx.book_id, chapter.id, 0..OPENING).await?;
        let first = opening.iter().find(|paragraph| !paragraph.is_empty);
        let chapters = ctx.library.chapters(ctx.book_id).await?;
        let numbered = |number: Option<u32>| {
            chapters.iter().find(|one| Some(one.number) == number).map(|one| one.id.to_string())
        };
        Ok(ToolOutcome::reply(json!({
            "success": true,
            "chapter_id": chapter.id.to_string(),
            "chapter_number": chapter.number,
            "title": chapter.title,
            "title_translation": chapter.title_translation,
            "volume": chapter.volume,
            "total_paragraphs": chapter.n_paragraphs,
            "paragraphs_with_text": chapter.n_work,
            "translated_paragraphs": chapter.n_translated,
            "first_paragraph_id": first.map(|paragraph| paragraph.id.to_string()),
            "previous_chapter_id": numbered(chapter.number.checked_sub(1)),
            "next_chapter_id": numbered(chapter.number.checked_add(1)),
        })))
    }
}
