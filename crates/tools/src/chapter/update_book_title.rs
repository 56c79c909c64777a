//! Translates the title of the book; a task may do so only where nobody has done it yet.

use super::title;
use crate::context::ToolContext;
use crate::refusal;
use crate::text::Text;
use crate::tool::{ReadSet, Refusal, Tool, ToolError, ToolOutcome};
use book::edit::Edit;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

pub(crate) struct UpdateBookTitle;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    title_translation: String,
}

impl Tool for UpdateBookTitle {
    const NAME: &'static str = "update_book_title";
    const DESCRIPTION: Text =
        Text { zh: "写入书名的译文。", en: "Set the translation of the book's title." };
    const READS: ReadSet = ReadSet::Titles;
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<ToolOutcome, ToolError> {
        let book = ctx.library.book(ctx.book_id).await?;
        let title = title::read(ctx, &book.title, &args.title_translation)?;
        let content = json!({ "success": true, "title_translation": title });
        if book.title_translation.as_ref() == Some(&title) {
            return Ok(ToolOutcome::reply(content));
        }
        if let (Some(known), true, false) =
            (&book.title_translation, book.title_by_person, ctx.may_overrule())
        {
            return Err(refusal::title_settled(ctx.language, known).into());
        }
        if let (Some(known), Some(_)) = (book.title_translation, ctx.chunk_boundaries()) {
            let error = ctx.language.choose(
                format!("书名已有译文“{known}”，请沿用。"),
                format!("The book's title already has a translation, `{known}`. Keep to it."),
            );
            return Err(Refusal::new("TITLE_ALREADY_SET", error).with("title_translation", known).into());
        }
        let edits = vec![Edit::SetBookTitle { translation: Some(title) }];
        Ok(ToolOutcome::Reply { content, edits, updates: Vec::new() })
    }
}
