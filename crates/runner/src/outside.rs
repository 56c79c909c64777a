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
pub use tools::text::Language;
use tools::tool::Outcome;

/// The tools that work outside a chunk, as they are described to a model.
pub fn tools(language: Language) -> Vec<ToolSchema> {
    ToolRegistry::outside_chunk().tools(language)
}

/// Calls a tool and commits what it proposes. Every paragraph of the book may be read: there is no chunk.
pub async fn call_tool(
    store: &Store,
    book: BookId,
    language: Language,
    name: &str,
    arguments: &str,
    now_ms: i64,
) -> Result<Value, StoreError> {
    let author = Author::Person;
    let context = ToolContext::outside_chunk(store.library(), book, language, None, &author);
    match ToolRegistry::outside_chunk().handle_tool_call(&context, name, arguments).await? {
        Outcome::Said { say, edits, .. } => {
            commit(store, book, name, &edits, now_ms).await?;
            Ok(say)
        }
        // No tool of this list asks; a person who calls a tool is already there.
        Outcome::Ask(question) => Ok(serde_json::json!({"success": false, "error": question.text})),
    }
}

async fn commit(
    store: &Store,
    book: BookId,
    name: &str,
    edits: &[Edit],
    now_ms: i64,
) -> Result<(), StoreError> {
    if edits.is_empty() {
        return Ok(());
    }
    store.commit(book, edits, &Cause::person(format!("tool {name}")), now_ms).await.map(|_receipt| ())
}
