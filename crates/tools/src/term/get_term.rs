//! Gives one term of the series by its word or id.

use super::{find, shown};
use crate::context::ToolContext;
use crate::learning::Learning;
use crate::text::Text;
use crate::tool::{Outcome, Tool, ToolError};
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

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<Outcome, ToolError> {
        let learning = Learning::of(ctx).await?;
        let term = find(ctx, &learning, &args.term).await?;
        Ok(Outcome::said(json!({ "success": true, "term": shown(&term.value) })))
    }
}
