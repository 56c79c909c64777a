//! Takes a term out, on a person's word; undo brings it back.

use super::{find, may_change};
use crate::context::ToolContext;
use crate::knowledge_view::KnowledgeView;
use crate::text::Text;
use crate::tool::{Tool, ToolError, ToolOutcome};
use book::edit::Edit;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

pub(crate) struct DeleteTerm;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    term: String,
}

impl Tool for DeleteTerm {
    const NAME: &'static str = "delete_term";
    const DESCRIPTION: Text =
        Text { zh: "删除一个术语（可撤销）。", en: "Delete a term (it can be undone)." };
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<ToolOutcome, ToolError> {
        let view = KnowledgeView::load(ctx).await?;
        let term = find(ctx, &view, &args.term).await?.value;
        may_change(ctx, &term)?;
        let content = json!({ "success": true, "deleted": term.id.to_string(), "source": term.source });
        Ok(ToolOutcome::Reply { content, edits: vec![Edit::remove(term.id)], updates: Vec::new() })
    }
}
