//! Tools about the task itself: its stage, the model's notes, and questions to a person.

pub(crate) mod ask_user;
pub(crate) mod create_todo;
pub(crate) mod list_todos;
pub(crate) mod update_task_status;
pub(crate) mod update_todos;

use book::work::todo::Todo;
use serde_json::{Value, json};

/// A task may have this many notes; more would be a way to fill the context.
const MAX_TODOS: usize = 30;
/// A note may be this many characters long.
const MAX_TODO_CHARS: usize = 300;

fn to_json(todos: &[Todo]) -> Vec<Value> {
    todos.iter().map(|todo| json!({ "id": todo.id, "text": todo.text, "done": todo.done })).collect()
}

/// The text of a note, cut to its length; `None` when there is none.
fn note_text(text: &str) -> Option<String> {
    let text: String = text.trim().chars().take(MAX_TODO_CHARS).collect();
    (!text.is_empty()).then_some(text)
}
