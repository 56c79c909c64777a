//! Lists the book's chapters, a page at a time.

use crate::context::ToolContext;
use crate::paragraph::cut;
use crate::text::Text;
use crate::tool::{Tool, ToolError, ToolOutcome};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use store::record::ChapterRecord;

pub(crate) struct ListChapters;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    offset: Option<i64>,
    limit: Option<i64>,
}

const DEFAULT_LIMIT: usize = 30;
const MAX_LIMIT: usize = 100;
const MAX_TITLE_CHARS: usize = 200;

impl Tool for ListChapters {
    const NAME: &'static str = "list_chapters";
    const DESCRIPTION: Text = Text {
        zh: "按顺序列出章节及其标题。",
        en: "List the chapters and their titles in order.",
    };
    const ARGUMENTS: &'static [(&'static str, Text)] =
        &[("limit", Text { zh: "默认 30，最多 100", en: "default 30, at most 100" })];
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<ToolOutcome, ToolError> {
        let chapters = ctx.library.chapters(ctx.book_id).await?;
        let offset = args.offset.map_or(0, |asked| usize::try_from(asked.max(0)).unwrap_or(usize::MAX));
        let limit =
            args.limit.map_or(DEFAULT_LIMIT, |asked| usize::try_from(asked.max(1)).unwrap_or(MAX_LIMIT));
        let page: Vec<Value> = chapters.iter().skip(offset).take(limit.min(MAX_LIMIT)).map(to_json).collect();
        let n_after = chapters.len().saturating_sub(offset.saturating_add(page.len()));
        let mut content = json!({ "success": true, "count": page.len(), "total_chapters": chapters.len(), "chapters": page });
        if let (Value::Object(content), true) = (&mut content, n_after > 0) {
            let next = offset.saturating_add(limit.min(MAX_LIMIT));
            let note = ctx.language.choose(
                format!("还有 {n_after} 章，用 offset={next} 继续。"),
                format!("{n_after} more chapters; go on with offset={next}."),
            );
            content.insert("note".to_owned(), note.into());
        }
        Ok(ToolOutcome::reply(content))
    }
}

fn to_json(chapter: &ChapterRecord) -> Value {
    let translation = chapter.title_translation.as_deref().map(|title| cut(title, MAX_TITLE_CHARS));
    json!({
        "chapter_id": chapter.id.to_string(),
        "chapter_number": chapter.number,
        "title": cut(&chapter.title, MAX_TITLE_CHARS),
        "title_translation": translation,
        "volume": chapter.volume.as_deref().map(|volume| cut(volume, MAX_TITLE_CHARS)),
        "paragraphs_with_text": chapter.n_work,
        "translated_paragraphs": chapter.n_translated,
    })
}
