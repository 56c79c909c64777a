//! Rewrites or ticks off notes of the task.

use super::{note_text, to_json};
use crate::context::ToolContext;
use crate::refusal;
use crate::text::Text;
use crate::tool::{ReadSet, Refusal, Tool, ToolError, ToolOutcome};
use book::work::task_state::TaskUpdate;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

pub(crate) struct UpdateTodos;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    items: Vec<Item>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Item {
    id: i64,
    text: Option<String>,
    done: Option<bool>,
}

impl Tool for UpdateTodos {
    const NAME: &'static str = "update_todos";
    const DESCRIPTION: Text =
        Text { zh: "修改待办或标记完成。", en: "Reword todos or mark them done." };
    const READS: ReadSet = ReadSet::TaskState;
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<ToolOutcome, ToolError> {
        let language = ctx.language;
        let task_state = ctx.task_state().ok_or_else(|| refusal::only_in_task(language))?;
        let is_known = |id: i64| task_state.todos.iter().any(|todo| i64::from(todo.id) == id);
        let mut unknown: Vec<i64> =
            args.items.iter().map(|item| item.id).filter(|id| !is_known(*id)).collect();
        unknown.truncate(refusal::MAX_IDS);
        if !unknown.is_empty() || args.items.is_empty() {
            let error = language.choose(
                "没有可修改的待办：items 为空或包含未知的 id。请用 list_todos 查看。",
                "Nothing was changed: items is empty or has unknown ids. list_todos shows them.",
            );
            return Err(Refusal::new("UNKNOWN_TODO", error).with("unknown_ids", unknown).into());
        }
        let mut todos = task_state.todos.clone();
        for item in args.items {
            for todo in todos.iter_mut().filter(|todo| i64::from(todo.id) == item.id) {
                todo.text = item.text.as_deref().and_then(note_text).unwrap_or_else(|| todo.text.clone());
                todo.done = item.done.unwrap_or(todo.done);
            }
        }
        let content = json!({ "success": true, "todos": to_json(&todos) });
        Ok(ToolOutcome::Reply { content, edits: Vec::new(), updates: vec![TaskUpdate::Todos { todos }] })
    }
}
