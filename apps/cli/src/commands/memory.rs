//! Translation memories (TMX): `export --format tmx` writes one, `import --memory BOOK` takes one.

use super::loaded_file::about_file;
use crate::args::book::{ExportArgs, ImportArgs, OutFormat};
use crate::config;
use crate::exit::{Exit, WithMessage, WrongUsage};
use crate::output::{Printer, is_stdout, with_change};
use formats::glossary::Languages;
use messages::Message;
use operations::book_name;
use operations::knowledge::pairs::{self, PairsImport};
use serde_json::json;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use store::record::BookSummary;
use store::store::Store;

/// The most remarks printed one by one.
const MAX_TOLD: usize = 10;

/// Whether the export is to be a memory: by name, or by the ending of the file.
pub(super) fn is_wanted(args: &ExportArgs) -> bool {
    args.format == Some(OutFormat::Tmx)
        || (args.format.is_none() && args.output.as_deref().is_some_and(is_called_memory))
}

/// Refuses a translation memory, which import would read as plain text.
pub(super) fn refuse_as_book(file: &Path) -> Result<(), WrongUsage> {
    if !is_called_memory(file) {
        return Ok(());
    }
    Err(WrongUsage(Message::new("memory_not_book").with("path", file.display())))
}

fn is_called_memory(file: &Path) -> bool {
    file.extension().and_then(OsStr::to_str).is_some_and(|ending| ending.eq_ignore_ascii_case("tmx"))
}

pub(super) async fn write(
    args: &ExportArgs,
    book: &BookSummary,
    store: &Store,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    if args.bilingual.is_some() || args.keep_direction {
        return Err(WrongUsage(Message::new("memory_without_layout")).into());
    }
    let (bytes, n_pairs) = pairs::write(store.library(), book).await?;
    anyhow::ensure!(n_pairs > 0, Message::new("nothing_translated").with("book", book.id));
    let path = args.output.clone().unwrap_or_else(|| {
        let stem = Path::new(&book.file_name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        PathBuf::from(format!("{}.tmx", stem.unwrap_or_else(|| book.id.to_string())))
    });
    if is_stdout(&path) {
        printer.bytes(&bytes)?;
        printer.notify(&Message::new("pairs_written").count("n", n_pairs));
        return Ok(Exit::Done);
    }
    let is_free = args.force || !path.exists();
    anyhow::ensure!(is_free, Message::new("file_exists").with("path", path.display()));
    operations::file::write_whole(&path, &bytes)?;
    if printer.is_json() {
        printer.json(&json!({"file": path, "pairs": n_pairs}))?;
    } else {
        let what = Message::new("pairs_written").count("n", n_pairs);
        printer.print(&Message::new("file_result").with("file", path.display()).part("what", what))?;
    }
    Ok(Exit::Done)
}

pub(super) async fn take(
    args: &ImportArgs,
    book: &str,
    store: &Store,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    let book = book_name::find(store.library(), book).await?;
    let path = &args.file;
    let bytes =
        std::fs::read(path).with_message(|| Message::new("cannot_read").with("path", path.display()))?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let languages = Languages { source: args.from.clone(), target: args.to.clone() };
    let taken = pairs::take(store, &book, bytes, languages, &name, config::now_ms())
        .await
        .with_message(|| Message::new("nothing_taken").with("path", path.display()))?;
    for finding in taken.findings.iter().take(MAX_TOLD) {
        printer.warn_in_words(&about_file(finding, printer));
    }
    if printer.is_json() {
        printer.json(&json!({
            "pairs": taken.n_pairs,
            "taken": taken.n_taken,
            "already_translated": taken.n_translated,
            "markup_does_not_fit": taken.n_unfit,
            "findings": taken.findings.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "change": taken.change.map(|change| change.to_string()),
        }))?;
        return Ok(Exit::Done);
    }
    printer.result(&describe_import(&taken, printer))?;
    if taken.change.is_some() {
        printer.hint(&Message::new("takes_it_back").with("book", book.id));
    }
    Ok(Exit::Done)
}

fn describe_import(taken: &PairsImport, printer: &Printer) -> String {
    let pairs = Message::new("pairs_taken").count("pairs", taken.n_pairs).count("n", taken.n_taken);
    let further = [("pairs_translated_before", taken.n_translated), ("pairs_unfit", taken.n_unfit)];
    let further = further.into_iter().filter(|(_, n)| *n > 0);
    let further = further.map(|(code, n)| Message::new(code).count("n", n));
    printer.list(&std::iter::once(with_change(pairs, taken.change)).chain(further).collect::<Vec<_>>())
}
