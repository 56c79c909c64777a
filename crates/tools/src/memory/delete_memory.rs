//! Takes a note out, on a person's word; undo brings it back.

use super::{find, may_change};
use crate::context::ToolContext;
use crate::knowledge_view::KnowledgeView;
use crate::text::Text;
use crate::tool::{Tool, ToolError, ToolOutcome};
use book::edit::Edit;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

pub(crate) struct DeleteMemory;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    memory_id: String,
}

impl Tool for DeleteMemory {
    const NAME: &'static str = "delete_memory";
    const DESCRIPTION: Text =
        Text { zh: "删除一条笔记（可撤销）。", en: "Delete a note (it can be undone)." };
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<ToolOutcome, ToolError> {
        let view = KnowledgeView::load(ctx).await?;
        let memory = find(ctx, &view, &args.memory_id).await?.value;
        may_change(ctx, &memory)?;
        let content = json!({ "success": true, "deleted": memory.id.to_string() });
        Ok(ToolOutcome::Reply { content, edits: vec![Edit::remove(memory.id)], updates: Vec::new() })
    }
}
