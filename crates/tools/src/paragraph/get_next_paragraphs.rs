//! Reads what comes after a paragraph, in reading order.

use super::neighbours::{Way, answer};
use crate::context::ToolContext;
use crate::text::Text;
use crate::tool::{Tool, ToolError, ToolOutcome};
use schemars::JsonSchema;
use serde::Deserialize;

pub(crate) struct GetNextParagraphs;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    paragraph_id: String,
    count: Option<i64>,
}

impl Tool for GetNextParagraphs {
    const NAME: &'static str = "get_next_paragraphs";
    const DESCRIPTION: Text = Text {
        zh: "获取某段之后的段落，按阅读顺序，作为上下文。",
        en: "Paragraphs after this one, in reading order, for context.",
    };
    const ARGUMENTS: &'static [(&'static str, Text)] = &[("count", Text { zh: "默认 3", en: "default 3" })];
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<ToolOutcome, ToolError> {
        answer(ctx, &args.paragraph_id, args.count, Way::Next).await
    }
}
