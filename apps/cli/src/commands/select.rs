//! `tsumugi select`: another version of a paragraph becomes its translation, or none.

use crate::args::change::SelectArgs;
use crate::config;
use crate::exit::{Exit, WrongUsage};
use crate::output::Printer;
use book::edit::Edit;
use book::id::{ParagraphId, VersionId};
use messages::Message;
use operations::book_name;
use serde_json::json;
use store::change::Cause;
use store::store::Store;

pub(crate) async fn run(args: &SelectArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let book = book_name::find(store.library(), &args.book).await?;
    let paragraph = paragraph_id(&args.paragraph)?;
    let version = match args.chosen.as_str() {
        "none" => None,
        text => Some(text.parse::<VersionId>().map_err(|_| not_an_id("version", text))?),
    };
    let edit = Edit::SelectVersion { paragraph, version };
    let receipt = store.commit(book.id, &[edit], &Cause::person("selected"), config::now_ms()).await?;
    if printer.is_json() {
        printer.json(&json!({
            "paragraph_id": paragraph,
            "version": version.map(|version| version.to_string()),
            "change": receipt.change.map(|change| change.to_string()),
        }))?;
        return Ok(Exit::Done);
    }
    let nothing = || printer.text_of(&Message::new("no_version"));
    let what = version.map_or_else(nothing, |version| version.to_string());
    let told = match receipt.change {
        Some(change) => Message::new("version_selected").with("change", change),
        None => Message::new("version_selected_already"),
    };
    printer.print(&told.with("paragraph", paragraph).with("version", what))?;
    Ok(Exit::Done)
}

/// The paragraph a person names.
pub(crate) fn paragraph_id(text: &str) -> anyhow::Result<ParagraphId> {
    Ok(text.parse().map_err(|_| not_an_id("paragraph", text))?)
}

fn not_an_id(kind: &str, text: &str) -> WrongUsage {
    WrongUsage(Message::new("not_an_id").with("kind", kind).with("text", text))
}
