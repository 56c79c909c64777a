//! What the book's series knows, one entry at a time, and what follows from it for the text.

pub(super) mod characters;
pub(super) mod drift;
pub(super) mod memories;
pub(super) mod rename;
pub(super) mod summaries;
pub(super) mod terms;

use crate::api::knowledge::EntryChanged;
use crate::context::ServerContext;
use crate::problem::Problem;
use book::edit::Edit;
use book::knowledge::entry::{Basis, Entry, Revision};
use messages::Message;
use store::change::Cause;
use store::record::BookSummary;
use store::store::Store;

fn put_edit(entry: impl Into<Entry>, from: Option<i64>) -> Edit {
    match from {
        Some(revision) => {
            Edit::PutEntry { entry: Box::new(entry.into()), basis: Basis::Revision(Revision(revision)) }
        }
        None => Edit::upsert(entry),
    }
}

async fn commit(
    context: &ServerContext,
    store: &Store,
    book: &BookSummary,
    edit: Edit,
    id: &str,
    note: &str,
) -> Result<EntryChanged, Problem> {
    let note: String = note.chars().take(200).collect();
    let receipt = store.commit(book.id, &[edit], &Cause::person(note), context.now_ms()).await?;
    context
        .events
        .publish("knowledge_changed", &serde_json::json!({"book": book.id, "series": book.series.id}));
    Ok(EntryChanged { id: id.to_owned(), change_id: receipt.change.map(|change| change.to_string()) })
}

pub(super) fn missing(id: &str) -> Problem {
    let id: String = id.chars().take(40).collect();
    Problem::missing("no_such_entry", Message::new("entry_gone").with("id", id))
}
