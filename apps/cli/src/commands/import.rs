//! `tsumugi import`: a file becomes a book of the library.

use super::{edition, folder, memory};
use crate::args::book::ImportArgs;
use crate::config;
use crate::exit::{Exit, WithMessage};
use crate::output::{Printer, counted, language_name};
use book::text::book::FileFormat;
use book::text::reading::Reading;
use formats::import::{FileFault, HowKnown, Imported, Source};
use formats::template::TemplateImport;
use messages::Message;
use serde_json::json;
use std::path::Path;
use store::record::{BookSummary, NewBook};
use store::store::Store;

/// No honest book is larger; reading one would fill the memory.
const LARGEST_FILE: u64 = 512 * 1024 * 1024;
/// The most faults of a file printed one by one.
const MAX_TOLD: usize = 10;

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

/// A file that was read.
pub(super) struct LoadedFile {
    pub(super) imported: Imported,
    pub(super) bytes: Vec<u8>,
    pub(super) file_name: String,
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

pub(crate) fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let about = |code| Message::new(code).with("path", path.display());
    let what = || Message::new("file_unreadable").with("path", path.display());
    let size = std::fs::metadata(path).with_message(what)?;
    anyhow::ensure!(!size.is_dir(), about("folder_given"));
    anyhow::ensure!(
        size.len() <= LARGEST_FILE,
        about("file_too_large").count("megabytes", LARGEST_FILE >> 20)
    );
    std::fs::read(path).with_message(what)
}

pub(super) fn print_imported(imported: &Imported, printer: &Printer) {
    if let Some(encoding) = &imported.encoding {
        let how = match encoding.how {
            HowKnown::Told => "told",
            HowKnown::Declared => "declared",
            HowKnown::Detected => "detected",
        };
        printer.notify(&Message::new("found_encoding").with("name", encoding.name).with("how", how));
    }
    if let Some(language) = &imported.book.language {
        let found = Message::new("found_language").part("language", language_name(language));
        printer.notify(&found.with("tag", language));
    }
    match imported.book.reading.wrapped {
        Some(true) => {
            printer.notify(&Message::new("lines_joined"));
        }
        Some(false) if imported.book.format != FileFormat::Epub => {
            printer.notify(&Message::new("lines_kept"));
        }
        Some(false) | None => {}
    }
    tell_outline(imported, printer);
    for finding in imported.findings.iter().take(MAX_TOLD) {
        printer.warn_in_words(&about_file(finding, printer));
    }
    if imported.findings.len() > MAX_TOLD {
        let n_more = imported.findings.len() - MAX_TOLD;
        printer.warn(&Message::new("more_findings").count("n", n_more));
    }
}

/// The chapters as they were found, for texts where they had to be guessed.
fn tell_outline(imported: &Imported, printer: &Printer) {
    const SHOWN: usize = 3;
    if !matches!(imported.book.format, FileFormat::Text | FileFormat::TextFolder) {
        return;
    }
    let titles: Vec<&str> = imported
        .book
        .chapters
        .iter()
        .map(|chapter| chapter.title.as_str())
        .filter(|title| !title.is_empty())
        .collect();
    let (first, last) = titles.split_at(titles.len().min(SHOWN));
    let last = last.last().map(|title| format!(" … `{title}`")).unwrap_or_default();
    let first: Vec<String> = first.iter().map(|title| format!("`{title}`")).collect();
    let chapters = counted(imported.book.chapters.len(), "n_chapters");
    let titles = format!("{}{last}", first.join(printer.language().comma()));
    printer.notify(&Message::new("outline").part("chapters", chapters).with("titles", titles));
}

/// What was noticed about a file, in the person's language.
pub(super) fn about_file(finding: &FileFault, printer: &Printer) -> String {
    let message = printer.recognised(&finding.message);
    if finding.subject.is_empty() {
        return message;
    }
    format!("{}{}{message}", printer.recognised(&finding.subject), printer.language().colon())
}
