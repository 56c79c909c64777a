//! Gives one character by name or id.

use super::find;
use super::json::to_json;
use crate::context::ToolContext;
use crate::knowledge_view::KnowledgeView;
use crate::text::Text;
use crate::tool::{Tool, ToolError, ToolOutcome};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

pub(crate) struct GetCharacter;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    name: String,
}

impl Tool for GetCharacter {
    const NAME: &'static str = "get_character";
    const DESCRIPTION: Text = Text { zh: "按名字查角色。", en: "A character by name." };
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<ToolOutcome, ToolError> {
        let view = KnowledgeView::load(ctx).await?;
        let character = find(ctx, &view, &args.name).await?;
        Ok(ToolOutcome::reply(json!({ "success": true, "character": to_json(&view, &character.value) })))
    }
}
