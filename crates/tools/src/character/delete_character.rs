//! Takes a character out, on a person's word; undo brings it back.

use super::find;
use crate::context::ToolContext;
use crate::learning::Learning;
use crate::text::Text;
use crate::tool::{Outcome, Tool, ToolError};
use book::edit::Edit;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

pub(crate) struct DeleteCharacter;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    name: String,
}

impl Tool for DeleteCharacter {
    const NAME: &'static str = "delete_character";
    const DESCRIPTION: Text =
        Text { zh: "删除一个角色（可撤销）。", en: "Delete a character (it can be undone)." };
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<Outcome, ToolError> {
        let learning = Learning::of(ctx).await?;
        let character = find(ctx, &learning, &args.name).await?.value;
        let say =
            json!({ "success": true, "deleted": character.id.to_string(), "name": character.name.source });
        Ok(Outcome::Said { say, edits: vec![Edit::remove(character.id)], moves: Vec::new() })
    }
}
