//! Gives one term of the series by its word or id.

use super::{find, to_json};
use crate::context::ToolContext;
use crate::knowledge_view::KnowledgeView;
use crate::text::Text;
use crate::tool::{Tool, ToolError, ToolOutcome};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

pub(crate) struct GetTerm;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    term: String,
}

impl Tool for GetTerm {
    const NAME: &'static str = "get_term";
    const DESCRIPTION: Text = Text { zh: "按原文查术语。", en: "A term by its source word." };
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<ToolOutcome, ToolError> {
        let view = KnowledgeView::load(ctx).await?;
        let term = find(ctx, &view, &args.term).await?;
        Ok(ToolOutcome::reply(json!({ "success": true, "term": to_json(&term.value) })))
    }
}
