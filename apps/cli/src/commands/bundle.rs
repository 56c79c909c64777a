//! `tsumugi bundle` and `unbundle`: a book with everything as one file, and back.

use crate::args::bundle::{BundleArgs, UnbundleArgs};
use crate::config;
use crate::exit::{Exit, Tell};
use crate::output::{Printer, counted};
use messages::Message;
use operations::bundle::{self, Merged};
use serde_json::json;
use std::path::{Path, PathBuf};
use store::store::Store;

pub(crate) async fn pack(args: &BundleArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let book = store.library().find_book(&args.book).await?;
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
    printer.result(&format!("{}: {} with everything", path.display(), book.title))?;
    printer.say("hint: `tsumugi unbundle FILE` takes it into another library");
    Ok(Exit::Done)
}

pub(crate) async fn unpack(args: &UnbundleArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let path = &args.file;
    let bytes = super::import::read(path)?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let unbundled = bundle::read(store, bytes, &name, config::now_ms())
        .await
        .tell(|| Message::new("nothing_taken").with("path", path.display()))?;
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
        let n_translated = usize::try_from(book.n_translated).unwrap_or_default();
        printer.result(&format!(
            "{}  {}  ({} with a translation)",
            book.id,
            book.title,
            counted(n_translated, "paragraph")
        ))?;
        return Ok(Exit::Done);
    };
    printer.result(&format!("{}  {}: {}", book.id, book.title, told(&merged)))?;
    if merged.n_suggested > 0 {
        printer.say(&format!("hint: `tsumugi suggestions {}` lists what waits for you", book.id));
    }
    if merged.change.is_some() {
        printer.say(&format!("hint: `tsumugi undo {}` takes it back", book.id));
    }
    Ok(Exit::Done)
}

fn told(merged: &Merged) -> String {
    let parts = [
        (merged.n_taken, "taken"),
        (merged.n_suggested, "suggested because somebody wrote here too"),
        (merged.n_beside, "kept among the versions"),
        (merged.n_same, "the same"),
        (merged.n_unmatched, "of lines that are not here"),
    ];
    let said: Vec<String> =
        parts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    if said.is_empty() { "nothing new".to_owned() } else { said.join(", ") }
}
