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
    let what = format!("`{}` ({}) with {} translated paragraphs", book.title, book.id, book.n_translated);
    if !args.yes {
        if !printer.can_ask() {
            let message = Message::new("removal_needs_yes").with("title", &book.title).with("book", book.id);
            return Err(WrongUsage(message.count("n_translated", book.n_translated)).into());
        }
        if !printer.confirm(&format!("Remove {what}? This cannot be undone."))? {
            printer.say("nothing was removed");
            return Ok(Exit::Done);
        }
    }
    let process_lock = ProcessLock::begin(store.path());
    let removed = remove_book(store, book.id, &process_lock.holder(), config::now_ms()).await?;
    printer.say(&format!("removed {what}"));
    if let Some(told) = of_series(&removed) {
        printer.say(&told);
    }
    Ok(Exit::Done)
}

/// What becomes of what was known about the book.
fn of_series(removed: &RemovedBook) -> Option<String> {
    let name = &removed.series.name;
    match &removed.fate {
        SeriesOutcome::KeptForItsKnowledge(counts) => Some(format!(
            "the series `{name}` is kept for what it knows: {} terms, {} characters, {} memories\nhint: a book imported \
             with `--series \"{name}\"` takes it up again",
            counts.terms.total(),
            counts.characters.total(),
            counts.memories.total()
        )),
        SeriesOutcome::HasBooks => Some(format!("what the series `{name}` knows stays with its other books")),
        SeriesOutcome::Gone => None,
    }
}
