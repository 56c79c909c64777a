//! `tsumugi remove`: a book goes into the trash, or for good, and never without being asked.

use crate::args::book::RemoveArgs;
use crate::config;
use crate::exit::{Exit, WrongUsage};
use crate::output::Printer;
use crate::work::process_lock::ProcessLock;
use messages::Message;
use operations::book_name;
use runner::run::{delete_book, remove_book};
use serde_json::json;
use store::knowledge::{RemovedBook, SeriesOutcome};
use store::store::Store;

pub(crate) async fn run(args: &RemoveArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let book = book_name::find_exactly(store.library(), &args.book).await?;
    let about = |code| {
        let message = Message::new(code).with("title", &book.title).with("book", book.id);
        message.count("n", book.n_translated)
    };
    let (question, unasked, done) = if args.permanently {
        ("delete_book", "deletion_needs_yes", "book_deleted")
    } else {
        ("remove_book", "removal_needs_yes", "book_removed")
    };
    if !args.yes {
        if !printer.can_ask() {
            return Err(WrongUsage(about(unasked)).into());
        }
        if !printer.confirm(&about(question))? {
            printer.notify(&Message::new("nothing_removed"));
            return Ok(Exit::Done);
        }
    }
    let process_lock = ProcessLock::begin(store);
    let (holder, now_ms) = (process_lock.holder(), config::now_ms());
    let removed = if args.permanently {
        delete_book(store, book.id, &holder, now_ms).await?
    } else {
        remove_book(store, book.id, &holder, now_ms).await?
    };
    if printer.is_json() {
        printer.json(&json!({"id": book.id, "title": book.title, "deleted": args.permanently}))?;
        return Ok(Exit::Done);
    }
    printer.notify(&about(done));
    if let Some(told) = of_series(&removed) {
        printer.notify(&told);
    }
    Ok(Exit::Done)
}

/// Whether the series of the book and its knowledge stay.
fn of_series(removed: &RemovedBook) -> Option<Message> {
    let name = &removed.series.name;
    match &removed.fate {
        SeriesOutcome::KeptForItsKnowledge(counts) => Some(
            Message::new("series_kept")
                .with("name", name)
                .count("terms", counts.terms.total())
                .count("characters", counts.characters.total())
                .count("memories", counts.memories.total()),
        ),
        SeriesOutcome::HasBooks => Some(Message::new("series_has_other_books").with("name", name)),
        SeriesOutcome::Gone => None,
    }
}
