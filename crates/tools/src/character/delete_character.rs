//! Takes a character out, on a person's word; undo brings it back.

use super::{find, may_change};
use crate::context::ToolContext;
use crate::knowledge_view::KnowledgeView;
use crate::text::Text;
use crate::tool::{Tool, ToolError, ToolOutcome};
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

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<ToolOutcome, ToolError> {
        let view = KnowledgeView::load(ctx).await?;
        let character = find(ctx, &view, &args.name).await?.value;
        may_change(ctx, &character)?;
        let content =
            json!({ "success": true, "deleted": character.id.to_string(), "name": character.name.source });
        Ok(ToolOutcome::Reply { content, edits: vec![Edit::remove(character.id)], updates: Vec::new() })
    }
}
