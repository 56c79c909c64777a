//! Tools outside any chunk: one call at a time, for the command line, the assistant and other programs.

use book::edit::Edit;
use book::id::BookId;
use book::text::version::Author;
use serde_json::Value;
use store::change::Cause;
use store::error::StoreError;
use store::store::Store;
use tools::context::ToolContext;
use tools::registry::{ToolRegistry, ToolSchema};
pub use tools::text::PromptLanguage;
use tools::tool::ToolOutcome;

/// The tools that work outside a chunk, as they are described to a model.
pub fn tools(language: PromptLanguage) -> Vec<ToolSchema> {
    ToolRegistry::outside_chunk().tools(language)
}

/// Calls a tool and commits what it proposes, signed by whoever calls. Every paragraph of the book may be read: there is no chunk.
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
        ToolOutcome::Reply { content, edits, .. } => {
            let cause = Cause { who: author.clone(), run: None, task: None, note: format!("tool {name}") };
            match commit(store, book, &edits, &cause, now_ms).await {
                // Whoever is no person is told, and can do something else.
                Err(error @ StoreError::Protected { .. }) => Ok(
                    serde_json::json!({"success": false, "error_code": "PROTECTED", "error": error.to_string()}),
                ),
                done => done.map(|()| content),
            }
        }
        // No tool of this list asks; a person who calls a tool is already there.
        ToolOutcome::Question(question) => Ok(serde_json::json!({"success": false, "error": question.text})),
    }
}

async fn commit(
    store: &Store,
    book: BookId,
    edits: &[Edit],
    cause: &Cause,
    now_ms: i64,
) -> Result<(), StoreError> {
    if edits.is_empty() {
        return Ok(());
    }
    store.commit(book, edits, cause, now_ms).await.map(|_receipt| ())
}
