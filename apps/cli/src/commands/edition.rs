//! `tsumugi import --revises` and `tsumugi reread`: a newer edition, or a newer reading, takes the place of the older one.

use super::import::{self, Loaded};
use crate::args::book::{ImportArgs, RereadArgs};
use crate::config;
use crate::exit::{Exit, Tell};
use crate::output::{Printer, grouped};
use book::text::reading::Reading;
use formats::import::{ImportError, Source};
use messages::Message;
use operations::revised::{self, Edition, Report};
use serde_json::json;
use store::error::StoreError;
use store::record::BookSummary;
use store::store::Store;

/// Puts the file in the place of the book's older edition, and says what that came to.
pub(super) async fn replace(
    book: &BookSummary,
    loaded: &Loaded,
    store: &Store,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    let edition =
        Edition { newer: &loaded.imported.book, original: &loaded.bytes, file_name: &loaded.file_name };
    let report = {
        let bar = printer.bar("comparing");
        revised::revise(store, book.id, &edition, config::now_ms(), &|done, total| bar.set(done, total)).await
    };
    match report {
        Ok(report) => tell(book, &report, printer),
        Err(StoreError::AlreadyThere { book: other, .. }) if other == book.id => {
            printer.say(&format!("`{}` is made of this file already; nothing was changed", book.title));
            Ok(Exit::Done)
        }
        Err(error) => Err(error.into()),
    }
}

/// Reads the file of a book anew, and puts the result in the place of the older reading.
pub(crate) async fn reread(args: &RereadArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let book = store.library().find_book(&args.book).await?;
    let bytes = store.library().original(book.id).await?;
    let source = Source {
        encoding: args.encoding.as_deref(),
        language: book.source_language.clone(),
        reading: Reading { wrapped: args.wrapped, ..Reading::NEWEST },
        heading: args.heading.as_deref(),
        ..Source::new(&bytes, &book.file_name)
    };
    let imported = match (formats::import(&source), formats::format_of(book.format)) {
        // It was taken in before files of its kind were refused, and stays the book it is.
        (Err(ImportError::Foreign { .. }), Some(format)) => format.import(&source),
        (imported, _) => imported,
    };
    let imported = imported.tell(|| Message::new("not_read_anew").with("title", &book.title))?;
    import::tell(&imported, printer);
    if imported.book.reading == book.reading {
        printer.say(&format!("`{}` has been read in this way already; nothing was changed", book.title));
        return Ok(Exit::Done);
    }
    let loaded = Loaded { imported, bytes, file_name: book.file_name.clone() };
    replace(&book, &loaded, store, printer).await
}

/// The book this file seems to be a newer edition of, if the person agrees; nobody there to ask is told how.
pub(super) async fn offered(
    loaded: &Loaded,
    args: &ImportArgs,
    store: &Store,
    printer: &Printer,
) -> anyhow::Result<Option<BookSummary>> {
    let newer = &loaded.imported.book;
    let books = store.library().books().await?;
    let mut alike = books.into_iter().filter(|book| book.title == newer.title && book.author == newer.author);
    let (Some(book), None) = (alike.next(), alike.next()) else { return Ok(None) };
    if store.library().original(book.id).await? == loaded.bytes {
        return Ok(None);
    }
    if printer.can_ask() {
        let question = format!(
            "`{}` ({}) is in the library. Is this a newer edition of it, to take its place?",
            book.title, book.id
        );
        return Ok(printer.confirm(&question)?.then_some(book));
    }
    printer.say(&format!(
        "a book with this title and author is there already ({id})\nhint: if this is a newer edition of it, remove the new book and `tsumugi import {file} --revises {id}` keeps the translations",
        id = book.id,
        file = args.file.display()
    ));
    Ok(None)
}

fn tell(book: &BookSummary, report: &Report, printer: &Printer) -> anyhow::Result<Exit> {
    let Report { differences: found, revised } = report;
    if printer.is_json() {
        printer.json(&json!({
            "id": book.id,
            "title": book.title,
            "revision": revised.revision,
            "kept": found.n_same,
            "moved": found.n_moved,
            "changed": found.n_changed,
            "split": found.n_split,
            "merged": found.n_merged,
            "new": found.n_new,
            "removed": found.n_removed,
            "new_chapters": found.n_new_chapters,
            "removed_chapters": found.n_removed_chapters,
            "stale": revised.n_stale,
            "set_aside": revised.n_set_aside,
            "change": revised.change.to_string(),
        }))?;
        return Ok(Exit::Done);
    }
    let counts = [
        (found.n_same, "kept"),
        (found.n_moved, "moved"),
        (found.n_changed, "changed"),
        (found.n_split, "split"),
        (found.n_merged, "joined"),
        (found.n_new, "new"),
        (found.n_removed, "removed"),
        (found.n_new_chapters, "new chapters"),
        (found.n_removed_chapters, "chapters removed"),
    ];
    let count = |n: usize| grouped(u64::try_from(n).unwrap_or(u64::MAX));
    let said: Vec<String> =
        counts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{} {what}", count(*n))).collect();
    printer.result(&format!(
        "{}  {}  edition {}: {}",
        book.id,
        book.title,
        revised.revision + 1,
        said.join(", ")
    ))?;
    if revised.n_stale > 0 {
        printer
            .say(&format!("stale translations: {}; `tsumugi stale {}` lists them", revised.n_stale, book.id));
    }
    if revised.n_set_aside > 0 {
        printer.say(&format!(
            "translations that no longer fit their lines: {}; they stay in the history",
            revised.n_set_aside
        ));
    }
    printer.say(&format!("hint: `tsumugi translate {}` does what is new or stale", book.id));
    Ok(Exit::Done)
}
