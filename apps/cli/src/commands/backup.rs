//! `tsumugi backup` and `tsumugi restore`: the library in one file, and back.

use crate::args::GlobalArgs;
use crate::args::machine::{BackupArgs, RestoreArgs};
use crate::config;
use crate::exit::{Exit, WrongUsage};
use crate::output::Printer;
use messages::Message;
use serde_json::json;
use store::store::Store;

pub(crate) async fn back_up(args: &BackupArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    store.back_up(&args.file).await?;
    let n_books = store.library().books().await?.len();
    if printer.is_json() {
        printer.json(&json!({"file": args.file, "books": n_books}))?;
        return Ok(Exit::Done);
    }
    let message = Message::new("backup_written").with("path", args.file.display());
    printer.print(&message.count("n_books", n_books))?;
    Ok(Exit::Done)
}

pub(crate) async fn restore(
    args: &RestoreArgs,
    global: &GlobalArgs,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    let path = config::library_path(global)?;
    if !args.file.exists() {
        return Err(WrongUsage(Message::new("no_library").with("path", args.file.display())).into());
    }
    if path.exists() && !args.yes {
        let question = Message::new("restore_question").with("path", path.display());
        if !printer.can_ask() || !printer.confirm(&question)? {
            return Err(WrongUsage(Message::new("restore_not_meant").with("path", path.display())).into());
        }
    }
    let aside = Store::restore(&args.file, &path).await?;
    if printer.is_json() {
        printer.json(&json!({"library": path, "kept": aside}))?;
        return Ok(Exit::Done);
    }
    printer.print(&Message::new("restored").with("path", path.display()))?;
    if let Some(aside) = aside {
        printer.notify(&Message::new("restored_kept").with("path", aside.display()));
    }
    Ok(Exit::Done)
}
