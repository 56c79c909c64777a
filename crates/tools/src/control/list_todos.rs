//! Shows the notes of the task.

use super::shown;
use crate::context::ToolContext;
use crate::refusal;
use crate::text::Text;
use crate::tool::{Outcome, Sight, Tool, ToolError};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

pub(crate) struct ListTodos;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {}

impl Tool for ListTodos {
    const NAME: &'static str = "list_todos";
    const DESCRIPTION: Text = Text { zh: "列出本任务的待办。", en: "List this task's todos." };
    const SIGHT: Sight = Sight::Desk;
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, _args: Args) -> Result<Outcome, ToolError> {
        let desk = ctx.desk().ok_or_else(|| refusal::only_in_task(ctx.language))?;
        Ok(Outcome::said(json!({ "success": true, "todos": shown(&desk.todos), "count": desk.todos.len() })))
    }
}
