//! `tsumugi translate`: a book from one language to another, from a file to a file if so wished.

use super::{export, import};
use crate::args::book::{ExportArgs, ImportArgs};
use crate::args::work::{TranslateArgs, WorkArgs};
use crate::exit::{Exit, WrongUsage};
use crate::output::Printer;
use crate::work::begin;
use book::text::version::TaskKind;
use std::path::{Path, PathBuf};
use store::error::StoreError;
use store::record::BookSummary;
use store::store::Store;

pub(crate) async fn run(args: &TranslateArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let file = Some(PathBuf::from(&args.book)).filter(|path| path.is_file());
    begin::refuse_without_model(&args.work).await?;
    if file.is_some() && args.to.is_none() {
        return Err(into_what().into());
    }
    let book = match &file {
        Some(file) => imported(args, file, store, printer).await?,
        None => store.library().find_book(&args.book).await.map_err(|error| not_a_file(error, &args.book))?,
    };
    let target = args.to.clone().or_else(|| book.target_language.clone()).ok_or_else(into_what)?;
    if book.source_language.as_ref() == Some(&target) {
        printer.warn(&format!("the book seems to be in {} already", target.english_name()));
    }
    if book.target_language.as_ref() != Some(&target) {
        store.set_target_language(book.id, &target).await?;
    }
    let book = store.library().book(book.id).await?;
    let work = if args.stale { with_all_stale(args, store, &book).await? } else { None };
    if args.strict && work.is_none() {
        printer.say("nothing is stale");
        return Ok(Exit::Done);
    }
    let work = work.as_ref().unwrap_or(&args.work);
    let spec = begin::RunKind {
        kind: TaskKind::Translation,
        target,
        again: args.again,
        stale: args.stale && work.paragraphs.is_empty(),
        repair: None,
        candidates: args.candidates,
    };
    let exit = begin::run(store, &book, spec, work, printer).await?;
    let wants_file = args.output.is_some() || file.is_some();
    if wants_file && !args.work.dry_run && matches!(exit, Exit::Done | Exit::Unresolved | Exit::Budget) {
        let exported = export::run(&export_args(&book, args), store, &printer.as_event("exported")).await?;
        return Ok(if exported == Exit::Done { exit } else { exported });
    }
    Ok(exit)
}

fn into_what() -> WrongUsage {
    WrongUsage("into which language?\nhint: say it with `--to`, for example `--to en`".to_owned())
}

/// The same work for what is stale in any way, paragraph by paragraph; nothing where the source and the language alone
/// decide, which every paragraph knows of itself.
async fn with_all_stale(
    args: &TranslateArgs,
    store: &Store,
    book: &BookSummary,
) -> anyhow::Result<Option<WorkArgs>> {
    let paragraphs = runner::stale::to_do_again(store.library(), book, args.strict).await?;
    let paragraphs: Vec<String> = paragraphs.unwrap_or_default().iter().map(ToString::to_string).collect();
    Ok((!paragraphs.is_empty()).then(|| WorkArgs { paragraphs, ..args.work.clone() }))
}

/// The book of this file: imported now, or found if it was imported before.
async fn imported(
    args: &TranslateArgs,
    file: &Path,
    store: &Store,
    printer: &Printer,
) -> anyhow::Result<BookSummary> {
    let import_args = ImportArgs {
        file: file.to_owned(),
        series: None,
        encoding: args.encoding.clone(),
        from: args.from.clone(),
        to: args.to.clone(),
        revises: None,
        memory: None,
    };
    match import::import(&import_args, store, printer).await {
        Ok((_, book)) => {
            printer.say(&format!("imported `{}` as {}", book.title, book.id));
            Ok(book)
        }
        Err(error) => match error.downcast_ref::<StoreError>() {
            Some(StoreError::AlreadyThere { book, title }) => {
                printer.say(&format!("`{title}` ({book}) is already in the library; going on with it"));
                Ok(store.library().book(*book).await?)
            }
            Some(_) | None => Err(error),
        },
    }
}

/// A name that is no book may have been meant as a file.
fn not_a_file(error: StoreError, text: &str) -> anyhow::Error {
    let looks_like_file = text.contains(std::path::MAIN_SEPARATOR) || Path::new(text).extension().is_some();
    if looks_like_file && matches!(error, StoreError::NoSuchBook { .. }) {
        return anyhow::anyhow!(
            "there is no file `{text}`, and no book of that name\nhint: check the path; `tsumugi books` lists the books"
        );
    }
    error.into()
}

fn export_args(book: &BookSummary, args: &TranslateArgs) -> ExportArgs {
    ExportArgs {
        book: book.id.to_string(),
        output: args.output.clone(),
        format: None,
        bilingual: None,
        keep_direction: false,
        force: args.output.is_some(),
    }
}
