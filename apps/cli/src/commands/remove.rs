//! `tsumugi remove`: a book leaves the library, and never without being asked.

use crate::args::book::RemoveArgs;
use crate::config;
use crate::exit::{Exit, WrongUsage};
use crate::output::Printer;
use crate::work::process_lock::ProcessLock;
use messages::Message;
use runner::run::remove_book;
use store::knowledge::{RemovedBook, SeriesOutcome};
use store::store::Store;

pub(crate) async fn run(args: &RemoveArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let book = store.library().find_book(&args.book).await?;
    let about = |code| {
        let message = Message::new(code).with("title", &book.title).with("book", book.id);
        message.count("n", book.n_translated)
    };
    if !args.yes {
        if !printer.can_ask() {
            let message = Message::new("removal_needs_yes").with("title", &book.title).with("book", book.id);
            return Err(WrongUsage(message.count("n_translated", book.n_translated)).into());
        }
        if !printer.confirm(&about("remove_book"))? {
            printer.notify(&Message::new("nothing_removed"));
            return Ok(Exit::Done);
        }
    }
    let process_lock = ProcessLock::begin(store);
    let removed = remove_book(store, book.id, &process_lock.holder(), config::now_ms()).await?;
    printer.notify(&about("book_removed"));
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
