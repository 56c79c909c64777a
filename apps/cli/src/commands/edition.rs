//! `tsumugi import --revises` and `tsumugi reread`: a newer edition, or a newer reading, takes the place of the older one.

use super::loaded_file::{LoadedFile, print_imported};
use crate::args::book::{ImportArgs, RereadArgs};
use crate::config;
use crate::exit::{Exit, WithMessage};
use crate::output::Printer;
use book::text::reading::Reading;
use formats::folder::{File, LIST};
use formats::import::{ImportError, Source};
use messages::Message;
use operations::book_name;
use operations::revised::{self, Edition, EditionGuard, EditionReport, RevisionError};
use serde_json::json;
use store::error::StoreError;
use store::record::BookSummary;
use store::store::Store;

/// Puts the file in the place of the book's older edition, and says what that came to.
pub(super) async fn replace(
    book: &BookSummary,
    loaded: &LoadedFile,
    guard: EditionGuard,
    store: &Store,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    let edition =
        Edition { newer: &loaded.imported.book, original: &loaded.bytes, file_name: &loaded.file_name };
    let report = {
        let bar = printer.bar(&Message::new("progress_compare"));
        let progress = |done, total| bar.set(done, total);
        revised::revise(store, book.id, &edition, guard, config::now_ms(), &progress).await
    };
    match report {
        Ok(report) => print_report(book, &report, printer),
        Err(RevisionError::Store(StoreError::AlreadyThere { book: other, .. })) if other == book.id => {
            printer.notify(&Message::new("made_of_this_file").with("title", &book.title));
            if printer.is_json() {
                printer.json(&super::books::as_json(book))?;
            }
            Ok(Exit::Done)
        }
        Err(error) => Err(error.into()),
    }
}

/// Reads the file of a book anew, and puts the result in the place of the older reading.
pub(crate) async fn reread(args: &RereadArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let book = book_name::find(store.library(), &args.book).await?;
    let bytes = store.library().original(book.id).await?;
    let source = Source {
        encoding: args.encoding.as_deref(),
        language: book.source_language.clone(),
        reading: Reading { wrapped: args.wrapped, ..Reading::NEWEST },
        heading: args.heading.as_deref(),
        fields: args.fields.fields(),
        ..Source::new(&bytes, &book.file_name)
    };
    let imported = match (formats::import(&source), formats::format_of(book.format)) {
        // It was taken in before files of its kind were refused, and stays the book it is.
        (Err(ImportError::Foreign { .. }), Some(format)) => format.import(&source),
        (imported, _) => imported,
    };
    let imported = imported.with_message(|| Message::new("not_read_anew").with("title", &book.title))?;
    print_imported(&imported, printer);
    if imported.book.reading == book.reading {
        printer.notify(&Message::new("read_so_already").with("title", &book.title));
        if printer.is_json() {
            printer.json(&super::books::as_json(&book))?;
        }
        return Ok(Exit::Done);
    }
    let loaded = LoadedFile { imported, bytes, file_name: book.file_name.clone() };
    // It is the same file, however its lines are cut now.
    replace(&book, &loaded, EditionGuard::Any, store, printer).await
}

/// The book that was made of this folder before the folder grew: every file it was made of is in it as it was.
pub(super) async fn grown(loaded: &LoadedFile, store: &Store) -> anyhow::Result<Option<BookSummary>> {
    if !loaded.imported.book.format.is_folder() {
        return Ok(None);
    }
    let is_file = |file: &&File| file.name != LIST;
    let present = formats::folder::unpack(&loaded.bytes)?;
    for book in store.library().books().await? {
        if book.file_name != loaded.file_name || !book.format.is_folder() {
            continue;
        }
        let former = formats::folder::unpack(&store.library().original(book.id).await?)?;
        let (n_former, n_present) =
            (former.iter().filter(is_file).count(), present.iter().filter(is_file).count());
        if n_present > n_former && former.iter().filter(is_file).all(|file| present.contains(file)) {
            return Ok(Some(book));
        }
    }
    Ok(None)
}

/// The book this file seems to be a newer edition of, if the user agrees. Without a terminal to ask at, prints the command.
pub(super) async fn offered(
    loaded: &LoadedFile,
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
        let question = Message::new("newer_edition").with("title", &book.title).with("book", book.id);
        return Ok(printer.confirm(&question)?.then_some(book));
    }
    let message = Message::new("same_title_there").with("book", book.id);
    printer.notify(&message.with("file", args.file.display()));
    Ok(None)
}

fn print_report(book: &BookSummary, report: &EditionReport, printer: &Printer) -> anyhow::Result<Exit> {
    let EditionReport { differences: found, revised } = report;
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
        (found.n_same, "edition_kept"),
        (found.n_moved, "edition_moved"),
        (found.n_changed, "edition_changed"),
        (found.n_split, "edition_split"),
        (found.n_merged, "edition_joined"),
        (found.n_new, "edition_new"),
        (found.n_removed, "edition_removed"),
        (found.n_new_chapters, "edition_new_chapters"),
        (found.n_removed_chapters, "edition_removed_chapters"),
    ];
    let counts = counts.into_iter().filter(|(n, _)| *n > 0);
    let counts: Vec<Message> = counts.map(|(n, code)| Message::new(code).amount("n", n)).collect();
    let taken = Message::new("edition_taken").with("book", book.id).with("title", &book.title);
    let taken = taken.count("edition", revised.revision + 1);
    printer.print(&taken.with("counts", printer.list(&counts)))?;
    if revised.n_stale > 0 {
        let stale = Message::new("stale_translations").count("n", revised.n_stale);
        printer.notify(&stale.with("book", book.id));
    }
    if revised.n_set_aside > 0 {
        printer.notify(&Message::new("set_aside").count("n", revised.n_set_aside));
    }
    printer.hint(&Message::new("translate_new").with("book", book.id));
    Ok(Exit::Done)
}
