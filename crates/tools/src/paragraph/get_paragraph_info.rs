//! Reads one paragraph by its id, wherever in the book it stands.

use super::find;
use super::listing::{add_notes, note_if_cut, show};
use crate::context::ToolContext;
use crate::text::Text;
use crate::tool::{Tool, ToolError, ToolOutcome};
use book::text::review::ReviewState;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

pub(crate) struct GetParagraphInfo;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    paragraph_id: String,
}

impl Tool for GetParagraphInfo {
    const NAME: &'static str = "get_paragraph_info";
    const DESCRIPTION: Text = Text {
        zh: "获取一个段落的原文、译文和所在章节。",
        en: "One paragraph: source, translation and chapter.",
    };
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<ToolOutcome, ToolError> {
        let record = find(ctx, &args.paragraph_id).await?;
        let position = ctx.library.position(ctx.book_id, record.id).await?;
        let mut json = show(ctx, &record);
        json.insert("chapter_id".to_owned(), position.chapter.to_string().into());
        json.insert("chapter_title".to_owned(), position.chapter_title.into());
        if let Some(translation) = position.chapter_title_translation {
            json.insert("chapter_title_translation".to_owned(), translation.into());
        }
        if record.locked {
            json.insert("locked".to_owned(), true.into());
        }
        if record.review != ReviewState::Draft {
            json.insert("review".to_owned(), record.review.as_str().into());
        }
        let mut content = json!({ "success": true, "paragraph": json });
        add_notes(&mut content, note_if_cut(ctx, &record).as_slice(), ctx.language);
        Ok(ToolOutcome::reply(content))
    }
}
