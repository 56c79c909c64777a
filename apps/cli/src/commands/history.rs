//! `tsumugi history`: what was changed in a book, or the versions of one paragraph.

use crate::args::change::HistoryArgs;
use crate::exit::Exit;
use crate::output::{Align, Printer, Table};
use book::id::ParagraphId;
use book::text::version::Author;
use serde_json::{Value, json};
use std::fmt::Write;
use store::record::BookSummary;
use store::store::Store;

pub(crate) async fn run(args: &HistoryArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let book = store.library().find_book(&args.book).await?;
    match &args.paragraph {
        Some(paragraph) => versions(&book, paragraph.parse()?, store, printer).await,
        None => changes(&book, args.limit, store, printer).await,
    }
}

async fn changes(book: &BookSummary, limit: u32, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let changes = store.library().changes(book.id, limit).await?;
    if printer.is_json() {
        let changes: Vec<Value> = changes
            .iter()
            .map(|change| {
                json!({
                    "id": change.id.to_string(),
                    "who": change.who,
                    "note": change.note,
                    "run": change.run,
                    "effects": change.effects,
                    "undone": change.undone_by.is_some(),
                    "created_at": change.created_at,
                })
            })
            .collect();
        printer.json(&changes)?;
        return Ok(Exit::Done);
    }
    if changes.is_empty() {
        printer.say("nothing was changed yet");
        return Ok(Exit::Done);
    }
    let head = [
        ("id", Align::Left),
        ("who", Align::Left),
        ("what", Align::Left),
        ("effects", Align::Right),
        ("", Align::Left),
    ];
    let mut table = Table::new(&head, 2);
    for change in &changes {
        let undone = if change.undone_by.is_some() { "undone" } else { "" };
        table.row(vec![
            change.id.to_string(),
            author(&change.who),
            change.note.clone(),
            change.effects.len().to_string(),
            undone.to_owned(),
        ]);
    }
    printer.result(&table.render(printer.width()))?;
    Ok(Exit::Done)
}

async fn versions(
    book: &BookSummary,
    id: ParagraphId,
    store: &Store,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    let paragraph = store.library().paragraph(book.id, id).await?;
    let versions = store.library().versions(book.id, id).await?;
    if printer.is_json() {
        let versions: Vec<Value> = versions
            .iter()
            .map(|version| {
                json!({
                    "id": version.id.to_string(),
                    "translation": version.text.as_str(),
                    "author": version.author,
                    "selected": version.selected,
                    "created_at": version.created_at,
                })
            })
            .collect();
        printer.json(&versions)?;
        return Ok(Exit::Done);
    }
    let mut text = format!("{id}  {}\n", paragraph.text);
    for version in &versions {
        let mark = if version.selected { "*" } else { " " };
        let _ = write!(text, "\n{mark} {}  {}\n  {}\n", version.id, author(&version.author), version.text);
    }
    printer.result(text.trim_end())?;
    Ok(Exit::Done)
}

fn author(author: &Author) -> String {
    match author {
        Author::Person => "person".to_owned(),
        Author::Memory => "memory".to_owned(),
        Author::Model { model, task_kind, .. } => format!("{model} ({})", task_kind.as_str()),
    }
}
