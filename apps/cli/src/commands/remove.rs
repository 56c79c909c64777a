//! `tsumugi remove`: a book leaves the library, and never without being asked.

use crate::args::book::RemoveArgs;
use crate::exit::{Exit, WrongUsage};
use crate::output::Printer;
use store::store::Store;

pub(crate) async fn run(args: &RemoveArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let book = store.library().find_book(&args.book).await?;
    let what = format!("`{}` ({}) with {} translated paragraphs", book.title, book.id, book.n_translated);
    if !args.yes {
        if !printer.can_ask() {
            return Err(
                WrongUsage(format!("removing {what} cannot be undone\nhint: add `--yes` to do it")).into()
            );
        }
        if !printer.confirm(&format!("Remove {what}? This cannot be undone."))? {
            printer.say("nothing was removed");
            return Ok(Exit::Done);
        }
    }
    store.remove_book(book.id).await?;
    printer.say(&format!("removed {what}"));
    Ok(Exit::Done)
}
