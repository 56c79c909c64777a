//! `tsumugi translate`: a book from one language to another, from a file to a file if so wished.

use super::{export, folder, import, series};
use crate::args::book::{ExportArgs, FieldArgs, ImportArgs};
use crate::args::work::TranslateArgs;
use crate::exit::{Exit, WrongUsage};
use crate::output::{Printer, is_stdout};
use crate::work::begin::{self, RequestedWork, RunKind};
use crate::work::language::{EditionQuestion, edition_in};
use book::id::BookId;
use book::text::version::REHEARSAL;
use messages::Message;
use operations::book_name;
use runner::spec::Staleness;
use std::path::{Path, PathBuf};
use store::error::StoreError;
use store::record::BookSummary;
use store::store::Store;

pub(crate) async fn run(args: &TranslateArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    if let Some(series) = args.series.as_ref().filter(|_| args.book.is_empty()) {
        let is_of_one = args.output.is_some() || args.from.is_some() || args.encoding.is_some();
        if is_of_one || args.work.chapters.is_some() || !args.work.paragraphs.is_empty() {
            return Err(WrongUsage(Message::new("series_as_a_whole")).into());
        }
        begin::refuse_without_model(&args.work, printer.language()).await?;
        return of_series(args, series, store, printer).await;
    }
    export::refuse_output(args.output.as_deref(), None, printer)?;
    let file = given_file(args, store).await?;
    if let Some(file) = &file {
        export::refuse_other_of_file(args.output.as_deref(), file)?;
    }
    let model = begin::refuse_without_model(&args.work, printer.language()).await?;
    if file.is_some() && args.to.is_none() {
        // Its series knows the language; otherwise nothing is imported.
        let series = args.series.as_deref().ok_or_else(into_what)?;
        let others = series::books_of(store.library(), series, None).await?;
        others.iter().find_map(|book| book.target_language.as_ref()).ok_or_else(into_what)?;
    }
    if let Some(file) = file.as_deref().filter(|_| args.work.dry_run) {
        return estimate_file(args, file, store, printer).await;
    }
    let book = match &file {
        Some(file) => imported(args, file, store, printer).await?,
        None => book_name::find_for_language(store.library(), &args.book, args.to.as_ref())
            .await
            .map_err(|error| not_a_file(error, &args.book))?,
    };
    export::refuse_other(args.output.as_deref(), book.format)?;
    let Some(book) = edition_of(args, book, store, printer).await? else { return Ok(Exit::Done) };
    let exit = translate(args, &book, store, printer).await?;
    let wants_file = args.output.is_some() || file.is_some();
    if wants_file && !args.work.dry_run && matches!(exit, Exit::Done | Exit::Unresolved | Exit::Budget) {
        let exported =
            export::run(&export_args(&book, args, &model), store, &printer.as_event("exported")).await?;
        export::note_written(&book, store).await?;
        return Ok(if exported == Exit::Done { exit } else { exported });
    }
    Ok(exit)
}

/// The file or folder that was named; a folder only where no book is called so.
async fn given_file(args: &TranslateArgs, store: &Store) -> anyhow::Result<Option<PathBuf>> {
    let path = PathBuf::from(&args.book);
    if path.is_file() {
        return Ok(Some(path));
    }
    let is_path = args.book.ends_with(std::path::is_separator);
    let is_given = path.is_dir()
        && (is_path
            || matches!(
                book_name::find(store.library(), &args.book).await,
                Err(StoreError::NoSuchBook { .. })
            ));
    Ok(is_given.then_some(path))
}

/// The edition of the book in the language that is asked for.
async fn edition_of(
    args: &TranslateArgs,
    book: BookSummary,
    store: &Store,
    printer: &Printer,
) -> anyhow::Result<Option<BookSummary>> {
    let Some(target) = &args.to else { return Ok(Some(book)) };
    let question = EditionQuestion::of(args.work.yes, args.work.dry_run);
    let edition = edition_in(book, target, question, store, printer).await?;
    if edition.is_none() {
        printer.notify(&Message::new("nothing_sent"));
    }
    Ok(edition)
}

async fn translate(
    args: &TranslateArgs,
    book: &BookSummary,
    store: &Store,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    let target = match args.to.clone().or_else(|| book.target_language.clone()) {
        Some(target) => target,
        None => series::language(store.library(), book).await?.ok_or_else(into_what)?,
    };
    if !begin::confirms_language(book, &target, &args.work, printer)? {
        printer.notify(&Message::new("nothing_sent"));
        return Ok(Exit::Done);
    }
    if let Some(other) = series::other_language(store.library(), book, &target).await? {
        let message = Message::new("series_of_other_language").with("series", &book.series.name);
        printer.notify(&message.with("other", other).with("target", &target));
    }
    let staleness = if args.strict { Staleness::Strict } else { Staleness::Usual };
    let work = RequestedWork::Translate {
        again: args.again,
        stale: args.stale.then_some(staleness),
        candidates: args.candidates,
    };
    // Wherever it is resumed, the file is the same; standard output is gone by then.
    let output =
        args.output.as_deref().filter(|path| !is_stdout(path)).map(std::path::absolute).transpose()?;
    begin::run(store, book, RunKind { work, target, output }, &args.work, printer).await
}

/// Every book of a series in its order. What one has spent is taken off the limits of the next; the first that stops for
/// another reason than paragraphs that remain ends it.
async fn of_series(
    args: &TranslateArgs,
    series: &str,
    store: &Store,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    let books = series::books_of(store.library(), series, args.to.as_ref()).await?;
    let mut args = args.clone();
    let mut worst = Exit::Done;
    let n_books = books.len();
    for (number, book) in (1..).zip(books) {
        let Some(book) = edition_of(&args, book, store, printer).await? else { return Ok(Exit::Done) };
        let message = Message::new("book_of_series").count("number", number).count("n", n_books);
        printer.notify(&message.with("title", &book.title).with("book", book.id));
        let before = spent(store, book.id).await?;
        let exit = translate(&args, &book, store, printer).await?;
        let after = spent(store, book.id).await?;
        let limits = &mut args.work.model_args;
        limits.max_tokens = limits.max_tokens.map(|most| most.saturating_sub(after.0 - before.0));
        limits.max_cost = limits.max_cost.map(|most| (most - (after.1 - before.1)).max(0.0));
        match exit {
            Exit::Done => {}
            Exit::Unresolved => worst = exit,
            Exit::Failed | Exit::WrongUsage | Exit::Budget | Exit::Interrupted => return Ok(exit),
        }
    }
    Ok(worst)
}

/// What all runs of a book have used: tokens, and dollars.
#[expect(clippy::cast_precision_loss, reason = "no run costs 2^52 millionths of a dollar")]
async fn spent(store: &Store, book: BookId) -> anyhow::Result<(u64, f64)> {
    let runs = store.library().runs(Some(book)).await?;
    let tokens: i64 = runs.iter().map(|run| run.usage.input + run.usage.output).sum();
    let micros: i64 = runs.iter().map(|run| run.usage.cost_micros).sum();
    Ok((u64::try_from(tokens).unwrap_or_default(), micros as f64 / 1_000_000.0))
}

/// Estimates a file without changing the library: a file that is not there yet is read into a library of its own, which
/// is deleted afterwards.
async fn estimate_file(
    args: &TranslateArgs,
    file: &Path,
    store: &Store,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    let bytes = folder::read_input(&import_args(args, file))?.bytes;
    if let Some(book) = store.library().book_of_file(&bytes, args.to.as_ref()).await? {
        return translate(args, &book, store, printer).await;
    }
    let folder = tempfile::tempdir()?;
    let scratch = Store::open(&folder.path().join("estimate.tsumugi")).await?;
    let (_, book) = import::import(&import_args(args, file), &scratch, printer).await?;
    let exit = translate(args, &book, &scratch, printer).await;
    scratch.close().await;
    exit
}

fn into_what() -> WrongUsage {
    WrongUsage(Message::new("into_which_language"))
}

/// The book of this file: imported now, or found if it was imported before.
async fn imported(
    args: &TranslateArgs,
    file: &Path,
    store: &Store,
    printer: &Printer,
) -> anyhow::Result<BookSummary> {
    match import::import(&import_args(args, file), store, printer).await {
        Ok((_, book)) => {
            let imported = Message::new("imported_as").with("title", &book.title);
            printer.notify(&imported.with("book", book.id));
            Ok(book)
        }
        Err(error) => match error.downcast_ref::<StoreError>() {
            Some(StoreError::AlreadyThere { book, title }) => {
                let message = Message::new("already_in_library").with("title", title);
                printer.notify(&message.with("book", book));
                Ok(store.library().book(*book).await?)
            }
            Some(_) | None => Err(error),
        },
    }
}

fn import_args(args: &TranslateArgs, file: &Path) -> ImportArgs {
    ImportArgs {
        file: file.to_owned(),
        more: Vec::new(),
        append: None,
        series: args.series.clone(),
        encoding: args.encoding.clone(),
        from: args.from.clone(),
        wrapped: None,
        heading: None,
        fields: FieldArgs::default(),
        to: args.to.clone(),
        revises: None,
        force: false,
        memory: None,
        yes: args.work.yes,
    }
}

/// A name that is no book may have been meant as a file.
fn not_a_file(error: StoreError, text: &str) -> anyhow::Error {
    let looks_like_file = text.contains(std::path::MAIN_SEPARATOR) || Path::new(text).extension().is_some();
    if looks_like_file && matches!(error, StoreError::NoSuchBook { .. }) {
        return Message::new("neither_file_nor_book").with("text", text).into();
    }
    error.into()
}

fn export_args(book: &BookSummary, args: &TranslateArgs, model: &str) -> ExportArgs {
    ExportArgs {
        credits: None,
        book: book.id.to_string(),
        chapters: None,
        series: None,
        output: args.output.clone(),
        format: None,
        bilingual: None,
        keep_direction: false,
        reviewed_only: false,
        rehearsal: model == REHEARSAL && args.work.model_args.base_url.is_none(),
        force: args.output.is_some(),
    }
}
