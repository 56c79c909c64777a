//! `tsumugi trash`: removed books, brought back or deleted.

use crate::args::trash::{TrashAction, TrashArgs};
use crate::config;
use crate::exit::{Exit, WrongUsage};
use crate::output::{Align, Printer, TextTable};
use messages::Message;
use operations::trash::{self, days_left};
use serde_json::{Value, json};
use store::record::TrashedBook;
use store::store::Store;

pub(crate) async fn run(args: &TrashArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    match &args.action {
        None => list(store, printer).await,
        Some(TrashAction::Restore { book }) => {
            let book = trash::find(store.library(), book).await?;
            restore(&book, store, printer).await
        }
        Some(TrashAction::Delete { book, yes }) => {
            let book = trash::find(store.library(), book).await?;
            delete(&book, *yes, store, printer).await
        }
    }
}

async fn list(store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let books = store.library().trashed_books().await?;
    let now_ms = config::now_ms();
    if printer.is_json() {
        printer.json(&books.iter().map(|book| as_json(book, now_ms)).collect::<Vec<_>>())?;
        return Ok(Exit::Done);
    }
    if books.is_empty() {
        printer.notify(&Message::new("trash_empty"));
        return Ok(Exit::Done);
    }
    let head = [
        ("col_id", Align::Left),
        ("col_title", Align::Left),
        ("col_languages", Align::Left),
        ("col_days_left", Align::Right),
    ];
    let mut table = TextTable::new(&head, 1, printer.language());
    for book in &books {
        let language = book.target_language.as_ref().map(ToString::to_string).unwrap_or_default();
        let days = days_left(book, now_ms).to_string();
        table.row(vec![book.id.to_string(), book.title.clone(), language, days]);
    }
    printer.result(&table.render(printer.width()))?;
    Ok(Exit::Done)
}

async fn restore(book: &TrashedBook, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let restored = store.put_back_book(book.id, config::now_ms()).await?;
    if printer.is_json() {
        printer.json(&super::books::as_json(&restored))?;
        return Ok(Exit::Done);
    }
    let told = Message::new("book_restored").with("title", &restored.title).with("book", restored.id);
    printer.print(&told.count("n", restored.n_translated))?;
    Ok(Exit::Done)
}

async fn delete(book: &TrashedBook, yes: bool, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let about = |code| Message::new(code).with("title", &book.title).with("book", book.id);
    if !yes {
        if !printer.can_ask() {
            return Err(WrongUsage(about("deletion_needs_yes")).into());
        }
        if !printer.confirm(&about("delete_book"))? {
            printer.notify(&Message::new("nothing_removed"));
            return Ok(Exit::Done);
        }
    }
    store.delete_book(book.id, config::now_ms()).await?;
    if printer.is_json() {
        printer.json(&json!({"id": book.id, "title": book.title, "deleted": true}))?;
        return Ok(Exit::Done);
    }
    printer.print(&about("book_deleted"))?;
    Ok(Exit::Done)
}

fn as_json(book: &TrashedBook, now_ms: i64) -> Value {
    json!({
        "id": book.id,
        "title": book.title,
        "target_language": book.target_language,
        "file_name": book.file_name,
        "removed_at": book.removed_at,
        "days_left": days_left(book, now_ms),
    })
}

/// Deletes what has been in the trash for too long. A library that cannot be written is used all the same.
pub(crate) async fn empty_expired(store: &Store) {
    match trash::empty_expired(store, config::now_ms()).await {
        Ok(books) if books.is_empty() => {}
        Ok(books) => tracing::info!(books = books.len(), "books left the trash for good"),
        Err(_) => tracing::warn!("the trash could not be emptied"),
    }
}
