//! Translates a chapter's title; a task may do so for its own chapter, and only where nobody has done it yet.

use super::{current, find_or_current, title};
use crate::context::ToolContext;
use crate::refusal;
use crate::text::Text;
use crate::tool::{ReadSet, Refusal, Tool, ToolError, ToolOutcome};
use book::edit::Edit;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use store::record::ChapterRecord;

pub(crate) struct UpdateChapterTitle;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    title_translation: String,
    chapter_id: Option<String>,
}

impl Tool for UpdateChapterTitle {
    const NAME: &'static str = "update_chapter_title";
    const DESCRIPTION: Text = Text {
        zh: "写入章节标题的译文（任务中仅限当前章节）。",
        en: "Set the translation of a chapter's title (in a task, of the current chapter only).",
    };
    const READS: ReadSet = ReadSet::Titles;
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<ToolOutcome, ToolError> {
        let chapter = find_or_current(ctx, args.chapter_id.as_deref()).await?;
        let title = title::read(ctx, &chapter.title, &args.title_translation)?;
        let content =
            json!({ "success": true, "chapter_id": chapter.id.to_string(), "title_translation": title });
        if chapter.title_translation.as_ref() == Some(&title) {
            return Ok(ToolOutcome::reply(content));
        }
        may_title(ctx, &chapter).await?;
        let edits = vec![Edit::SetChapterTitle { chapter: chapter.id, translation: Some(title) }];
        Ok(ToolOutcome::Reply { content, edits, updates: Vec::new() })
    }
}

/// A person's title is replaced by a person only, and a task never replaces any.
async fn may_title(ctx: &ToolContext<'_>, chapter: &ChapterRecord) -> Result<(), ToolError> {
    if let (Some(title), true, false) =
        (&chapter.title_translation, chapter.title_by_person, ctx.may_overrule())
    {
        return Err(refusal::title_settled(ctx.language, title).into());
    }
    let Some(current) = current(ctx).await? else { return Ok(()) };
    if chapter.id != current {
        let error = ctx.language.choose(
            format!("章节 {} 不属于当前任务。只能翻译当前章节 {current} 的标题。", chapter.id),
            format!(
                "Chapter {} is not part of this task. Only the title of chapter {current} may be set.",
                chapter.id
            ),
        );
        return Err(Refusal::new("CHAPTER_NOT_IN_TASK", error).into());
    }
    match &chapter.title_translation {
        None => Ok(()),
        Some(title) => {
            let error = ctx.language.choose(
                format!("本章标题已有译文“{title}”，请沿用。"),
                format!("The chapter's title already has a translation, `{title}`. Keep to it."),
            );
            Err(Refusal::new("TITLE_ALREADY_SET", error).with("title_translation", title.as_str()).into())
        }
    }
}
