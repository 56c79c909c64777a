//! Gives one character by name or id.

use super::find;
use super::shown::shown;
use crate::context::ToolContext;
use crate::learning::Learning;
use crate::text::Text;
use crate::tool::{Outcome, Tool, ToolError};
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

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<Outcome, ToolError> {
        let learning = Learning::of(ctx).await?;
        let character = find(ctx, &learning, &args.name).await?;
        Ok(Outcome::said(json!({ "success": true, "character": shown(&learning, &character.value) })))
    }
}
