//! `tsumugi library move`: a library from a file to a database, or back.

use crate::args::library::MoveArgs;
use crate::config;
use crate::exit::{Exit, WrongUsage};
use crate::output::Printer;
use messages::Message;
use operations::export::{ExportOptions, export};
use serde_json::json;
use std::sync::Mutex;
use store::place::{display_place, is_database};
use store::store::Store;
use store::transfer::move_library;

pub(crate) async fn move_to(args: &MoveArgs, printer: &Printer) -> anyhow::Result<Exit> {
    // A library is made where there is none, which is not what is meant here.
    if !args.from.to_str().is_some_and(is_database) && !args.from.exists() {
        return Err(WrongUsage(Message::new("no_library").with("path", args.from.display())).into());
    }
    let last = Mutex::new("");
    let told = |table: &'static str, _: u64| {
        let mut last = last.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if *last != table {
            *last = table;
            printer.notify(&Message::new("moving_table").with("table", table));
        }
    };
    let moved =
        move_library(&args.from, &args.to, config::originals().as_ref(), config::now_ms(), &told).await?;
    let n_books = compare_books(args).await?;
    let n_rows: u64 = moved.tables.iter().map(|table| table.n_rows).sum();
    let to = display_place(&args.to);
    if printer.is_json() {
        let tables: Vec<_> = moved
            .tables
            .iter()
            .map(|table| json!({"name": table.name, "rows": table.n_rows, "digest": table.digest}))
            .collect();
        printer.json(&json!({"library": to, "books": n_books, "rows": n_rows, "tables": tables}))?;
        return Ok(Exit::Done);
    }
    printer.print(
        &Message::new("library_moved").with("path", to).count("n_books", n_books).count("n_rows", n_rows),
    )?;
    Ok(Exit::Done)
}

/// Writes every book out of both libraries, and compares the files and their certificates.
async fn compare_books(args: &MoveArgs) -> anyhow::Result<usize> {
    let originals = config::originals();
    let from = Store::open_with(&args.from, originals.as_ref()).await?;
    let to = Store::open_with(&args.to, originals.as_ref()).await?;
    let books = from.library().books().await?;
    let now_ms = config::now_ms();
    for book in &books {
        let there = export(from.library(), book, ExportOptions::default(), now_ms).await;
        let here =
            export(to.library(), &to.library().book(book.id).await?, ExportOptions::default(), now_ms).await;
        let is_same = match (&there, &here) {
            (Ok(there), Ok(here)) => there.bytes == here.bytes && there.certificate == here.certificate,
            // A book that cannot go out there cannot go out here either.
            (Err(_), Err(_)) => true,
            _ => false,
        };
        anyhow::ensure!(is_same, Message::new("moved_book_differs").with("title", &book.title));
    }
    from.close().await;
    to.close().await;
    Ok(books.len())
}
