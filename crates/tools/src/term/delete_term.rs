//! Takes a term out, on a person's word; undo brings it back.

use super::find;
use crate::context::ToolContext;
use crate::learning::Learning;
use crate::text::Text;
use crate::tool::{Outcome, Tool, ToolError};
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

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<Outcome, ToolError> {
        let learning = Learning::of(ctx).await?;
        let term = find(ctx, &learning, &args.term).await?.value;
        let say = json!({ "success": true, "deleted": term.id.to_string(), "source": term.source });
        Ok(Outcome::Said { say, edits: vec![Edit::remove(term.id)], moves: Vec::new() })
    }
}
