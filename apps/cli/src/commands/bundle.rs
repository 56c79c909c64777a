//! `tsumugi bundle` and `unbundle`: a book with everything as one file, and back.

use super::input_file::read;
use crate::args::bundle::{BundleArgs, UnbundleArgs};
use crate::config;
use crate::exit::{Exit, WithMessage};
use crate::output::{Printer, word};
use messages::Message;
use operations::book_name;
use operations::bundle::{self, MergeCounts};
use serde_json::json;
use std::path::{Path, PathBuf};
use store::store::Store;

pub(crate) async fn pack(args: &BundleArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let book = book_name::find_to_read(store.library(), &args.book).await?;
    let path = args.output.clone().unwrap_or_else(|| {
        let stem = Path::new(&book.file_name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        PathBuf::from(format!("{}.tsumugi-bundle", stem.unwrap_or_else(|| book.id.to_string())))
    });
    let is_free = args.force || !path.exists();
    anyhow::ensure!(is_free, Message::new("file_exists").with("path", path.display()));
    let bytes = bundle::write(store.library(), &book).await?;
    operations::file::write_whole(&path, &bytes)?;
    if printer.is_json() {
        printer.json(&json!({"file": path, "book": book.id, "bytes": bytes.len()}))?;
        return Ok(Exit::Done);
    }
    printer.print(&Message::new("bundle_written").with("path", path.display()).with("title", &book.title))?;
    printer.hint(&Message::new("bundle_next"));
    Ok(Exit::Done)
}

pub(crate) async fn unpack(args: &UnbundleArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let path = &args.file;
    let bytes = read(path)?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let unbundled = bundle::read(store, bytes, &name, config::now_ms())
        .await
        .with_message(|| Message::new("nothing_taken").with("path", path.display()))?;
    let book = &unbundled.book;
    if printer.is_json() {
        let merged = unbundled.merged.map(|merged| {
            json!({
                "taken": merged.n_taken,
                "suggested": merged.n_suggested,
                "beside": merged.n_beside,
                "same": merged.n_same,
                "unmatched": merged.n_unmatched,
                "change": merged.change.map(|change| change.to_string()),
            })
        });
        printer.json(&json!({"book": book.id, "title": book.title, "merged": merged}))?;
        return Ok(Exit::Done);
    }
    let Some(merged) = unbundled.merged else {
        let told = Message::new("unbundled").with("book", book.id).with("title", &book.title);
        printer.print(&told.count("n", book.n_translated))?;
        return Ok(Exit::Done);
    };
    let told = Message::new("unbundled_merged").with("book", book.id).with("title", &book.title);
    printer.print(&told.with("what", merged_words(&merged, printer)))?;
    if merged.n_suggested > 0 {
        printer.hint(&Message::new("suggestions_wait").with("book", book.id));
    }
    if merged.change.is_some() {
        printer.hint(&Message::new("undo_takes_back").with("book", book.id));
    }
    Ok(Exit::Done)
}

fn merged_words(merged: &MergeCounts, printer: &Printer) -> String {
    let parts = [
        (merged.n_taken, "taken"),
        (merged.n_suggested, "suggested"),
        (merged.n_beside, "beside"),
        (merged.n_same, "same"),
        (merged.n_unmatched, "unmatched"),
    ];
    let said = parts.into_iter().filter(|(n, _)| *n > 0);
    let said: Vec<Message> = said.map(|(n, what)| word("merged_count", what).count("n", n)).collect();
    if said.is_empty() { printer.text_of(&Message::new("merged_nothing")) } else { printer.list(&said) }
}
