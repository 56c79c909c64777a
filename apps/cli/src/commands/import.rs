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
use serde_json::json;
use store::record::{BookSummary, NewBook};
use store::store::Store;

pub(crate) async fn run(args: &ImportArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    if let Some(book) = &args.memory {
        return memory::take(args, book, store, printer).await;
    }
    memory::refuse_as_book(&args.file)?;
    if let Some(text) = &args.append {
        let book = store.library().find_book(text).await?;
        let files = folder::appended(args, &book, store).await?;
        let loaded = load(args, files, Some(book.reading), printer)?;
        return edition::replace(&book, &loaded, store, printer).await;
    }
    let loaded = load(args, folder::read_input(args)?, None, printer)?;
    if let Some(text) = &args.revises {
        let book = store.library().find_book(text).await?;
        return edition::replace(&book, &loaded, store, printer).await;
    }
    if let Some(book) = edition::offered(&loaded, args, store, printer).await? {
        return edition::replace(&book, &loaded, store, printer).await;
    }
    let book = add(args, &loaded, store, printer).await?;
    let imported = &loaded.imported;
    if printer.is_json() {
        let mut value = super::books::as_json(&book);
        if let Some(object) = value.as_object_mut() {
            object.insert(
                "encoding".to_owned(),
                json!(imported.encoding.as_ref().map(|encoding| encoding.name)),
            );
            let findings: Vec<String> = imported.findings.iter().map(ToString::to_string).collect();
            object.insert("findings".to_owned(), json!(findings));
        }
        printer.json(&value)?;
        return Ok(Exit::Done);
    }
    let told = Message::new("imported_book").with("book", book.id).with("title", &book.title);
    let told = told.part("chapters", Message::new("n_chapters").amount("n", book.n_chapters));
    printer.print(&told.part("paragraphs", Message::new("n_paragraphs").amount("n", book.n_paragraphs)))?;
    printer.hint(&Message::new("imported_next").with("book", book.id));
    Ok(Exit::Done)
}

/// Reads the file, adds the book and tells the person what was noticed on the way.
pub(crate) async fn import(
    args: &ImportArgs,
    store: &Store,
    printer: &Printer,
) -> anyhow::Result<(Imported, BookSummary)> {
    let loaded = load(args, folder::read_input(args)?, None, printer)?;
    let book = add(args, &loaded, store, printer).await?;
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
