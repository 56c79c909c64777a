//! Writes down what is still to be done in the task.

use super::{MAX_TODOS, note_text, to_json};
use crate::context::ToolContext;
use crate::refusal;
use crate::text::Text;
use crate::tool::{ReadSet, Refusal, Tool, ToolError, ToolOutcome};
use book::work::task_state::TaskUpdate;
use book::work::todo::Todo;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

pub(crate) struct CreateTodo;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    items: Vec<String>,
}

impl Tool for CreateTodo {
    const NAME: &'static str = "create_todo";
    const DESCRIPTION: Text = Text {
        zh: "为本任务记下一条或多条待办。",
        en: "Note one or more things still to do in this task.",
    };
    const READS: ReadSet = ReadSet::TaskState;
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<ToolOutcome, ToolError> {
        let language = ctx.language;
        let task_state = ctx.task_state().ok_or_else(|| refusal::only_in_task(language))?;
        let texts: Vec<String> = args.items.iter().filter_map(|item| note_text(item)).collect();
        if texts.is_empty() {
            let error = language.choose(
                "没有待办内容。请在 items 中写出要做的事。",
                "There is nothing to note. Put what is to be done into items.",
            );
            return Err(Refusal::new("EMPTY_TODO", error).into());
        }
        if task_state.todos.len() + texts.len() > MAX_TODOS {
            let error = language.choose(
                format!(
                    "一个任务最多 {MAX_TODOS} 条待办，已有 {} 条。请用 update_todos 改写已有的待办。",
                    task_state.todos.len()
                ),
                format!(
                    "A task has at most {MAX_TODOS} todos and there are {}. Reuse one with update_todos.",
                    task_state.todos.len()
                ),
            );
            return Err(Refusal::new("TOO_MANY_TODOS", error).into());
        }
        let last = task_state.todos.iter().map(|todo| todo.id).max().unwrap_or(0);
        let new: Vec<Todo> = texts
            .into_iter()
            .zip(last.saturating_add(1)..)
            .map(|(text, id)| Todo { id, text, done: false })
            .collect();
        let content = json!({ "success": true, "todos": to_json(&new) });
        let todos = task_state.todos.iter().cloned().chain(new).collect();
        Ok(ToolOutcome::Reply { content, edits: Vec::new(), updates: vec![TaskUpdate::Todos { todos }] })
    }
}
