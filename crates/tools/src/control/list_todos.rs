//! Shows the notes of the task.

use super::to_json;
use crate::context::ToolContext;
use crate::refusal;
use crate::text::Text;
use crate::tool::{ReadSet, Tool, ToolError, ToolOutcome};
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
    const READS: ReadSet = ReadSet::TaskState;
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, _args: Args) -> Result<ToolOutcome, ToolError> {
        let task_state = ctx.task_state().ok_or_else(|| refusal::only_in_task(ctx.language))?;
        Ok(ToolOutcome::reply(
            json!({ "success": true, "todos": to_json(&task_state.todos), "count": task_state.todos.len() }),
        ))
    }
}
