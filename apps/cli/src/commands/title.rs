//! `tsumugi title`: the title of a book, in its own language and in the translation.

use crate::args::series::TitleArgs;
use crate::config;
use crate::exit::{Exit, WrongUsage};
use crate::output::Printer;
use book::edit::Edit;
use messages::Message;
use operations::book_name;
use serde_json::json;
use store::change::Cause;
use store::store::Store;

pub(crate) async fn run(args: &TitleArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let library = store.library();
    let book = book_name::find(library, &args.book).await?;
    let mut edits = Vec::new();
    if let Some(title) = &args.source {
        let title = title.trim();
        if title.is_empty() {
            return Err(WrongUsage(Message::new("title_empty")).into());
        }
        edits.push(Edit::CorrectBookTitle { title: title.to_owned() });
    }
    if let Some(title) = &args.translation {
        let translation = Some(title.trim().to_owned()).filter(|title| !title.is_empty());
        edits.push(Edit::SetBookTitle { translation });
    }
    let mut change = None;
    if !edits.is_empty() {
        let cause = Cause::person("titled the book");
        change = store.commit(book.id, &edits, &cause, config::now_ms()).await?.change;
    }
    let book = library.book(book.id).await?;
    if printer.is_json() {
        printer.json(&json!({"title": book.title, "title_translation": book.title_translation,
            "change": change.map(|change| change.to_string())}))?;
        return Ok(Exit::Done);
    }
    let untranslated = || printer.text_of(&Message::new("title_not_translated"));
    let translation = book.title_translation.unwrap_or_else(untranslated);
    printer.result(&format!("{}\n{translation}", book.title))?;
    if let Some(change) = change {
        printer.hint(&Message::new("undo_change").with("book", book.id).with("change", change));
    }
    Ok(Exit::Done)
}
