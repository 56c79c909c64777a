//! `tsumugi undo`: takes changes back; versions stay in the history.

use crate::args::change::UndoArgs;
use crate::config;
use crate::exit::Exit;
use crate::output::Printer;
use crate::work::find;
use messages::Message;
use operations::book_name;
use serde_json::json;
use store::change::Cause;
use store::store::Store;

pub(crate) async fn run(args: &UndoArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let book = book_name::find(store.library(), &args.book).await?;
    let (cause, now_ms) = (Cause::person("undo"), config::now_ms());
    let undone = match (&args.change, &args.run) {
        (Some(change), _) => store.undo(*change, &cause, now_ms).await?,
        (None, Some(run)) => {
            let run = find::run(store.library(), Some(run), |_| true).await?;
            store.undo_run(run.id, &cause, now_ms).await?
        }
        (None, None) => store.undo_last(book.id, &cause, now_ms).await?,
    };
    if printer.is_json() {
        let changes: Vec<String> = undone.changes.iter().map(ToString::to_string).collect();
        printer.json(
            &json!({"undone": changes, "restored": undone.n_restored, "left_alone": undone.left_alone}),
        )?;
        return Ok(Exit::Done);
    }
    let told = Message::new("undone").count("changes", undone.changes.len());
    printer.print(&told.count("n", undone.n_restored))?;
    if !undone.left_alone.is_empty() {
        printer.warn(&Message::new("left_alone").count("n", undone.left_alone.len()));
    }
    Ok(Exit::Done)
}
