//! Reads what comes before a paragraph, nearest first.

use super::neighbours::{Way, answer};
use crate::context::ToolContext;
use crate::text::Text;
use crate::tool::{Tool, ToolError, ToolOutcome};
use schemars::JsonSchema;
use serde::Deserialize;

pub(crate) struct GetPreviousParagraphs;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    paragraph_id: String,
    count: Option<i64>,
}

impl Tool for GetPreviousParagraphs {
    const NAME: &'static str = "get_previous_paragraphs";
    const DESCRIPTION: Text = Text {
        zh: "获取某段之前的段落，由近到远，作为上下文。",
        en: "Paragraphs before this one, nearest first, for context.",
    };
    const ARGUMENTS: &'static [(&'static str, Text)] = &[("count", Text { zh: "默认 3", en: "default 3" })];
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<ToolOutcome, ToolError> {
        answer(ctx, &args.paragraph_id, args.count, Way::Previous).await
    }
}
