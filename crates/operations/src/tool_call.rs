//! Tools outside any chunk: one call at a time, for the command line, the assistant and other programs.

use async_recursion::async_recursion as boxed;
use book::id::BookId;
use book::text::version::Author;
use serde_json::{Value, json};
use store::change::{Cause, ChangeId, Receipt};
use store::error::StoreError;
use store::knowledge::NotWritten;
use store::store::Store;
use tools::context::ToolContext;
use tools::registry::{ToolRegistry, ToolSchema};
pub use tools::text::PromptLanguage;
use tools::tool::ToolOutcome;

/// The tools that work outside a chunk, as they are described to a model.
pub fn tools(language: PromptLanguage) -> Vec<ToolSchema> {
    ToolRegistry::outside_chunk().tools(language)
}

/// Calls a tool and commits what it proposes, signed by the caller. Every paragraph of the book may be read: there is no
/// chunk. The answer names the change, so that the caller can undo it.
#[boxed]
pub async fn call_tool(
    store: &Store,
    book: BookId,
    language: PromptLanguage,
    author: &Author,
    name: &str,
    arguments: &str,
    now_ms: i64,
) -> Result<Value, StoreError> {
    let context = ToolContext::outside_chunk(store.library(), book, language, None, author);
    match ToolRegistry::outside_chunk().handle_tool_call(&context, name, arguments).await? {
        ToolOutcome::Reply { content, edits, .. } if edits.is_empty() => Ok(content),
        ToolOutcome::Reply { content, edits, .. } => {
            let cause = Cause { who: author.clone(), run: None, task: None, note: format!("tool {name}") };
            match store.commit(book, &edits, &cause, now_ms).await {
                Ok(receipt) => Ok(committed(content, &receipt)),
                // A calling program gets the refusal as an answer and can do something else.
                Err(error @ StoreError::Protected { .. }) => Ok(refused("PROTECTED", &error.to_string())),
                Err(error @ StoreError::SettledByPerson { .. }) => {
                    Ok(refused("SETTLED_BY_PERSON", &error.to_string()))
                }
                Err(error) => Err(error),
            }
        }
        // No tool of this list asks; a person who calls a tool is already there.
        ToolOutcome::Question(question) => Ok(json!({"success": false, "error": question.text})),
    }
}

/// Takes back a change the author made with a tool, or the last one.
#[boxed]
pub async fn undo_own(
    store: &Store,
    book: BookId,
    author: &Author,
    change: Option<&str>,
    now_ms: i64,
) -> Result<Value, StoreError> {
    let change = match change.map(str::parse::<ChangeId>).transpose() {
        Ok(change) => change,
        Err(error) => return Ok(refused("INVALID_ARGUMENTS", &error.to_string())),
    };
    let cause = Cause { who: author.clone(), run: None, task: None, note: "undo".to_owned() };
    match store.undo_own(book, change, &cause, now_ms).await {
        Ok(undone) => Ok(json!({
            "success": true,
            "undone": undone.changes.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "restored": undone.n_restored,
            "left_alone": undone.left_alone.len(),
        })),
        Err(error @ (StoreError::NotOwnChange { .. } | StoreError::NothingToUndo { .. })) => {
            Ok(refused("NOT_YOUR_CHANGE", &error.to_string()))
        }
        Err(error) => Err(error),
    }
}

/// The tool's answer, with the change; or why an entry was not written after all.
fn committed(mut content: Value, receipt: &Receipt) -> Value {
    if let Some(why) = receipt.not_written.first() {
        let code = match why {
            NotWritten::Settled { .. } => "SETTLED_BY_PERSON",
            NotWritten::Changed { .. } => "CHANGED_MEANWHILE",
            NotWritten::NoSuchEntry { .. } => "NO_SUCH_ENTRY",
            NotWritten::IdTaken { .. } | NotWritten::Duplicate { .. } => "DUPLICATE",
        };
        return refused(code, &why.to_string());
    }
    if let (Value::Object(fields), Some(change)) = (&mut content, receipt.change) {
        fields.insert("change_id".to_owned(), change.to_string().into());
    }
    content
}

fn refused(code: &str, error: &str) -> Value {
    json!({"success": false, "error_code": code, "error": error.lines().next().unwrap_or_default()})
}
