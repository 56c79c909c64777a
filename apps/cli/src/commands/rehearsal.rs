//! `tsumugi rehearsal`: what a rehearsal wrote is thrown away.

use crate::args::rehearsal::{RehearsalArgs, RehearsalCommand};
use crate::exit::Exit;
use crate::output::Printer;
use messages::Message;
use operations::book_name;
use serde_json::json;
use store::store::Store;

pub(crate) async fn run(args: &RehearsalArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let RehearsalCommand::Discard { book } = &args.command;
    let book = book_name::find(store.library(), book).await?;
    let n_discarded = store.discard_rehearsal(book.id).await?;
    if printer.is_json() {
        printer.json(&json!({"book": book.id, "discarded": n_discarded}))?;
    } else {
        let told = if n_discarded == 0 { "no_rehearsal_here" } else { "rehearsal_discarded" };
        printer.print(&Message::new(told).count("n", n_discarded))?;
    }
    Ok(Exit::Done)
}
