//! `tsumugi mcp`: the library for another program, until it leaves.

use crate::args::mcp::McpArgs;
use crate::config;
use crate::exit::{Exit, WrongUsage};
use crate::output::Printer;
use crate::work::process_lock::is_gone;
use mcp::door::{Door, prompt_language};
use mcp::transport::stdio;
use messages::Message;
use operations::book_name;
use runner::run::ClaimOwner;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::store::Store;

pub(crate) async fn run(args: &McpArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let book = match &args.book {
        Some(text) => Some(book_name::find(store.library(), text).await?.id),
        None => None,
    };
    let library = store.clone();
    let door = Door {
        store: store.clone(),
        book,
        language: prompt_language(printer.language()),
        dictionaries: settings::dictionaries::dictionaries()?,
        // It runs nothing itself, and only looks whether the process of a run still lives.
        holder: ClaimOwner::new(config::holder(), move |name| is_gone(&library, name)),
        export_folder: args.export_to.as_deref().map(folder).transpose()?,
        clock: Arc::new(config::now_ms),
        // Other processes see for themselves that the library has changed.
        changed: Arc::new(|_| {}),
    };
    stdio::serve(door).await?;
    Ok(Exit::Done)
}

/// The folder with its whole path, so that it stays the same and answers name it fully.
fn folder(given: &Path) -> anyhow::Result<PathBuf> {
    let found = std::fs::canonicalize(given).ok().filter(|path| path.is_dir());
    found.ok_or_else(|| {
        let name = given.display();
        WrongUsage(Message::new("no_export_folder").with("path", name)).into()
    })
}
