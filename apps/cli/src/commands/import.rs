//! `tsumugi import`: a file becomes a book of the library.

use super::loaded_file::{LoadedFile, print_imported};
use super::{edition, folder, memory};
use crate::args::book::ImportArgs;
use crate::config;
use crate::exit::{Exit, WithMessage};
use crate::output::Printer;
use book::text::reading::Reading;
use formats::import::{Imported, Source};
use formats::template::TemplateImport;
use messages::Message;
use operations::book_name;
use operations::revised::EditionGuard;
use serde_json::{Value, json};
use store::error::StoreError;
use store::record::{BookSummary, NewBook};
use store::store::Store;

pub(crate) async fn run(args: &ImportArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    if let Some(book) = &args.memory {
        return memory::take(args, book, store, printer).await;
    }
    memory::refuse_as_book(&args.file)?;
    let guard = if args.force { EditionGuard::Any } else { EditionGuard::LikeTheBook };
    if let Some(text) = &args.append {
        let book = book_name::find(store.library(), text).await?;
        let files = folder::appended(args, &book, store).await?;
        let loaded = load(args, files, Some(book.reading), printer)?;
        return edition::replace(&book, &loaded, guard, store, printer).await;
    }
    if args.revises.is_none() && folder::are_books(args) {
        return several(args, store, printer).await;
    }
    let loaded = load(args, folder::read_input(args)?, None, printer)?;
    if let Some(text) = &args.revises {
        let book = book_name::find(store.library(), text).await?;
        return edition::replace(&book, &loaded, guard, store, printer).await;
    }
    if let Some(book) = edition::grown(&loaded, store).await? {
        printer.notify(&Message::new("folder_grown").with("title", &book.title).with("book", book.id));
        return edition::replace(&book, &loaded, guard, store, printer).await;
    }
    if let Some(book) = edition::offered(&loaded, args, store, printer).await? {
        return edition::replace(&book, &loaded, guard, store, printer).await;
    }
    let book = add_or_restore(args, &loaded, store, printer).await?;
    if printer.is_json() {
        printer.json(&as_json(&book, &loaded.imported))?;
        return Ok(Exit::Done);
    }
    print_book(&book, printer)?;
    Ok(Exit::Done)
}

/// Files that are a book each, in the order they were given.
async fn several(args: &ImportArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let mut all = Vec::new();
    for file in std::iter::once(&args.file).chain(&args.more) {
        let one = ImportArgs { file: file.clone(), more: Vec::new(), ..args.clone() };
        let loaded = load(&one, folder::read_input(&one)?, None, printer)?;
        let book = add_or_restore(&one, &loaded, store, printer).await?;
        if !printer.is_json() {
            print_book(&book, printer)?;
        }
        all.push(as_json(&book, &loaded.imported));
    }
    if printer.is_json() {
        printer.json(&all)?;
    }
    Ok(Exit::Done)
}

fn as_json(book: &BookSummary, imported: &Imported) -> Value {
    let mut value = super::books::as_json(book);
    if let Some(object) = value.as_object_mut() {
        let encoding = json!(imported.encoding.as_ref().map(|encoding| encoding.name));
        object.insert("encoding".to_owned(), encoding);
        let findings: Vec<String> = imported.findings.iter().map(ToString::to_string).collect();
        object.insert("findings".to_owned(), json!(findings));
    }
    value
}

fn print_book(book: &BookSummary, printer: &Printer) -> anyhow::Result<()> {
    let told = Message::new("imported_book").with("book", book.id).with("title", &book.title);
    let told = told.part("chapters", Message::new("n_chapters").amount("n", book.n_chapters));
    printer.print(&told.part("paragraphs", Message::new("n_paragraphs").amount("n", book.n_paragraphs)))?;
    printer.hint(&Message::new("imported_next").with("book", book.id));
    Ok(())
}

/// Reads the file, adds the book and tells the person what was noticed on the way.
pub(crate) async fn import(
    args: &ImportArgs,
    store: &Store,
    printer: &Printer,
) -> anyhow::Result<(Imported, BookSummary)> {
    let loaded = load(args, folder::read_input(args)?, None, printer)?;
    if let Some(book) = edition::grown(&loaded, store).await? {
        edition::replace(&book, &loaded, EditionGuard::LikeTheBook, store, printer).await?;
        return Ok((loaded.imported, store.library().book(book.id).await?));
    }
    let book = add_or_restore(args, &loaded, store, printer).await?;
    Ok((loaded.imported, book))
}

/// Reads what was given; `like` is the reading of the book it is to be part of.
fn load(
    args: &ImportArgs,
    given: folder::InputFile,
    like: Option<Reading>,
    printer: &Printer,
) -> anyhow::Result<LoadedFile> {
    let folder::InputFile { bytes, file_name } = given;
    let wrapped = args.wrapped.or(like.and_then(|reading| reading.wrapped));
    let TemplateImport { imported, original } = {
        let bar = printer.bar(&Message::new("progress_import"));
        formats::template::take(&Source {
            encoding: args.encoding.as_deref(),
            language: args.from.clone(),
            reading: Reading { wrapped, ..Reading::NEWEST },
            heading: args.heading.as_deref(),
            fields: args.fields.fields(),
            progress: &|progress| bar.set(progress.done, progress.total),
            ..Source::new(&bytes, &file_name)
        })
        .with_message(|| Message::new("not_imported").with("path", args.file.display()))?
    };
    print_imported(&imported, printer);
    Ok(LoadedFile { imported, bytes: original.unwrap_or(bytes), file_name })
}

/// Adds the book; where one of the same file is in the trash, the person may bring that back instead.
async fn add_or_restore(
    args: &ImportArgs,
    loaded: &LoadedFile,
    store: &Store,
    printer: &Printer,
) -> anyhow::Result<BookSummary> {
    let refused = match add(args, loaded, store, printer).await {
        Err(error) if printer.can_ask() => error,
        done => return done,
    };
    let Some(StoreError::InTrash { book, title }) = refused.downcast_ref() else { return Err(refused) };
    let question = Message::new("restore_from_trash").with("title", title).with("book", book);
    if printer.confirm(&question)? {
        return Ok(store.put_back_book(*book, config::now_ms()).await?);
    }
    store.release_file(*book).await?;
    add(args, loaded, store, printer).await
}

async fn add(
    args: &ImportArgs,
    loaded: &LoadedFile,
    store: &Store,
    printer: &Printer,
) -> anyhow::Result<BookSummary> {
    let bar = printer.bar(&Message::new("progress_save"));
    let new_book = NewBook {
        book: &loaded.imported.book,
        original: &loaded.bytes,
        file_name: &loaded.file_name,
        series: args.series.as_deref(),
        target_language: args.to.as_ref(),
        now_ms: config::now_ms(),
    };
    Ok(store.add_book(&new_book, &|done, total| bar.set(done, total)).await?)
}
