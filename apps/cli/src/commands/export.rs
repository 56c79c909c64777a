//! `tsumugi export`: the book goes out, in the format it came in or another, and proves that nothing was lost.

use super::{exchange, folder, memory};
use crate::args::book::{ExportArgs, OutFormat, Place};
use crate::config;
use crate::exit::{Exit, WithMessage, WrongUsage};
use crate::output::{Printer, is_stdout};
use book::text::book::FileFormat;
use formats::certificate::{self, Certificate, Violation};
use formats::export::{Bilingual, Direction, Layout};
use formats::import::FileFault;
use messages::{Explain, Message};
use operations::book_name;
use operations::export::{ExportOptions, Exported, NamedTranslator, WantedFormat, usual_name};
use serde_json::json;
use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use store::record::{BookSummary, ChapterRecord};
use store::store::Store;
use store::work::RunNote;

/// The most violations printed one by one.
pub(crate) const MAX_TOLD: usize = 50;
/// The ending of a book of several texts in one file.
const ARCHIVE: &str = "zip";

pub(crate) async fn run(args: &ExportArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    if exchange::is_called_xliff(args) {
        return exchange::from_export(args, store, printer).await;
    }
    if let Some(series) = args.series.as_deref().or_else(|| args.book.strip_prefix("series:")) {
        return of_series(args, series, store, printer).await;
    }
    refuse_output(args.output.as_deref(), args.format, printer)?;
    let book = book_name::find_to_read(store.library(), &args.book).await?;
    refuse_other(args.output.as_deref(), book.format)?;
    if memory::is_wanted(args) {
        return memory::write(args, &book, store, printer).await;
    }
    let spec = ExportOptions {
        chapters: chapters(args, &book, store).await?,
        format: wanted_format(args),
        layout: layout(args),
        credits: args.credits.as_ref().map(|name| NamedTranslator(name.clone())),
        footnotes: super::footnotes::by_style(&book)?,
        rehearsal: args.rehearsal,
        reviewed_only: args.reviewed_only,
    };
    let book = if args.rehearsal { store.library().rehearsing().book(book.id).await? } else { book };
    tell_rehearsal(&book, args.rehearsal, printer);
    let usual = || PathBuf::from(usual_name(&book, &spec));
    let path = args.output.clone().unwrap_or_else(usual);
    let to_stdout = is_stdout(&path);
    if !to_stdout {
        refuse_to_overwrite(&path, args.force)?;
    } else if printer.is_read() && operations::export::format(&spec, &book) == FileFormat::Epub {
        return Err(WrongUsage(Message::new("epub_on_terminal")).into());
    }
    let (n_stale, n_waiting) = super::stale::counts(store.library(), book.id).await?;
    if n_stale > 0 {
        printer.warn(&Message::new("export_stale").count("n", n_stale).with("book", book.id));
    }
    super::stale::tell_waiting(n_waiting, book.id, printer);
    let exported = {
        let _bar = printer.bar(&Message::new("progress_write"));
        operations::export::export(store.library(), &book, spec, config::now_ms()).await?
    };
    if exported.n_footnotes > 0 {
        printer.notify(&Message::new("became_footnotes").count("n", exported.n_footnotes));
    }
    tell_remarks(&exported.remarks, printer);
    if to_stdout {
        return on_stdout(&exported, printer);
    }
    let certificate = &exported.certificate;
    let is_folder = certificate.format.is_folder() && !has_ending(&path, "zip");
    if is_folder {
        folder::put_down(&path, &exported.bytes, args.force)?;
    } else {
        operations::file::write_whole(&path, &exported.bytes)?;
    }
    if exported.is_beside {
        write_beside(&path, certificate)?;
    }
    // The proof is about what is on the disk now, so that is what is read. Byte for byte what was proved needs no second proof.
    let is_same =
        if is_folder { folder::taken_up(&path)? == exported.bytes } else { holds(&path, &exported.bytes)? };
    let violations = if is_same {
        exported.violations
    } else {
        let written = if is_folder { folder::taken_up(&path)? } else { std::fs::read(&path)? };
        certificate::check(&written, &exported.certificate)
    };
    print_certificate(&path, &exported.certificate, &violations, printer)
}

/// Every book of a series into one folder, each under its usual name.
async fn of_series(
    args: &ExportArgs,
    series: &str,
    store: &Store,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    let folder = args.output.clone().unwrap_or_default();
    if !folder.as_os_str().is_empty() {
        let what = || Message::new("cannot_write_into").with("path", folder.display());
        std::fs::create_dir_all(&folder).with_message(what)?;
    }
    let mut worst = Exit::Done;
    let mut names = HashSet::new();
    for (number, book) in (1..).zip(super::series::books_of(store.library(), series, None).await?) {
        let options = ExportOptions { format: wanted_format(args), ..ExportOptions::default() };
        let name = usual_name(&book, &options);
        // Volumes may have been files of one name in several folders.
        let name = if names.insert(name.clone()) { name } else { format!("{number}. {name}") };
        let one = ExportArgs {
            book: book.id.to_string(),
            series: None,
            output: Some(folder.join(name)),
            ..args.clone()
        };
        let exit = Box::pin(run(&one, store, printer)).await?;
        worst = if exit == Exit::Done { worst } else { exit };
    }
    Ok(worst)
}

async fn chapters(
    args: &ExportArgs,
    book: &BookSummary,
    store: &Store,
) -> anyhow::Result<Vec<ChapterRecord>> {
    let Some(list) = &args.chapters else { return Ok(Vec::new()) };
    let missing = || {
        let message = Message::new("no_chapter_number").count("number", list.largest());
        WrongUsage(message.count("n_chapters", book.n_chapters).with("book", book.id))
    };
    Ok(list.of(&store.library().chapters(book.id).await?).ok_or_else(missing)?)
}

/// Puts the certificate beside the file, piece by piece: that of a long book is longer than the book.
fn write_beside(path: &Path, certificate: &Certificate) -> anyhow::Result<()> {
    let beside = certificate::beside(path);
    Ok(operations::file::write_whole_with(&beside, |to| certificate.write_json(to))?)
}

/// Whether a file has exactly these bytes, read piece by piece.
fn holds(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    let mut file = BufReader::with_capacity(1 << 16, File::open(path)?);
    let mut rest = bytes;
    loop {
        let piece = file.fill_buf()?;
        if piece.is_empty() {
            return Ok(rest.is_empty());
        }
        let Some(after) = rest.strip_prefix(piece) else { return Ok(false) };
        rest = after;
        let n_read = piece.len();
        file.consume(n_read);
    }
}

/// Says that a rehearsal is left out, or that there is none.
fn tell_rehearsal(book: &BookSummary, wanted: bool, printer: &Printer) {
    match (wanted, book.n_rehearsed) {
        (true, 0) => printer.notify(&Message::new("no_rehearsal_to_write")),
        (false, n @ 1..) => {
            printer.notify(&Message::new("rehearsal_left_out").count("n", n).with("book", book.id));
        }
        (true, 1..) | (false, 0) => {}
    }
}

/// The book on standard output and nothing else there; what the proof came to is a message.
fn on_stdout(exported: &Exported, printer: &Printer) -> anyhow::Result<Exit> {
    printer.bytes(&exported.bytes)?;
    printer.notify(&exported.certificate.summary(&exported.violations));
    tell_violations(&exported.violations, printer);
    Ok(if exported.violations.is_empty() { Exit::Done } else { Exit::Failed })
}

/// The file the latest run of a book promised is written.
pub(super) async fn note_written(book: &BookSummary, store: &Store) -> anyhow::Result<()> {
    if let Some(run) = store.library().runs(Some(book.id)).await?.iter().find(|run| run.output.is_some()) {
        store.note_run(run.id, RunNote::Output(None)).await?;
    }
    Ok(())
}

/// Fails where what is to be written cannot be what its name says, before anything is done for it.
pub(super) fn refuse_output(
    output: Option<&Path>,
    format: Option<OutFormat>,
    printer: &Printer,
) -> Result<(), WrongUsage> {
    let Some(path) = output else { return Ok(()) };
    if is_stdout(path) && printer.is_json() {
        return Err(WrongUsage(Message::new("book_and_json")));
    }
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    match (of_ending(&ending), format) {
        // Whether the book can be one is known once the book is.
        (None, _) if ending == ARCHIVE || is_own_ending(&ending) => Ok(()),
        (None, _) => match formats::foreign::by_ending(&ending) {
            Some(foreign) => Err(not_written(path, foreign.message())),
            None => Ok(()),
        },
        (Some(by_name), Some(format)) if by_name != format => {
            Err(WrongUsage(Message::new("two_formats").with("path", path.display())))
        }
        (Some(_), _) => Ok(()),
    }
}

/// Whether books may have come with this ending, and go out with it again.
fn is_own_ending(ending: &str) -> bool {
    FileFormat::ALL.iter().any(|format| format.endings().contains(&ending))
}

/// Fails where a book is to be what only books that came so can be: an archive of several texts, a document.
pub(super) fn refuse_other(output: Option<&Path>, own: FileFormat) -> Result<(), WrongUsage> {
    let Some(path) = output else { return Ok(()) };
    let name = path.to_string_lossy().to_lowercase();
    let is_named =
        |format: &FileFormat| format.endings().iter().any(|end| name.ends_with(&format!(".{end}")));
    if is_named(&own) {
        return Ok(());
    }
    match FileFormat::ALL.iter().find(|format| is_named(format)) {
        None | Some(FileFormat::Text | FileFormat::Aozora | FileFormat::Epub) => Ok(()),
        Some(format) if format.is_folder() => Err(not_written(path, Message::new("archive_of_texts"))),
        Some(format) => {
            Err(not_written(path, Message::new("file_of_format").with("format", format.as_str())))
        }
    }
}

/// The same for a file that is not imported yet, judged by its name alone.
pub(super) fn refuse_other_of_file(output: Option<&Path>, file: &Path) -> Result<(), WrongUsage> {
    let ending = file.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    let own = FileFormat::ALL.iter().find(|format| format.endings().contains(&ending.as_str()));
    own.map_or(Ok(()), |own| refuse_other(output, *own))
}

fn not_written(path: &Path, kind: Message) -> WrongUsage {
    WrongUsage(Message::new("kind_not_written").with("path", path.display()).part("kind", kind))
}

/// The format whose files have this ending.
fn of_ending(ending: &str) -> Option<OutFormat> {
    match ending {
        "epub" => Some(OutFormat::Epub),
        "txt" | "text" => Some(OutFormat::Text),
        "tmx" => Some(OutFormat::Tmx),
        _ => None,
    }
}

/// The format asked for, by name or by the ending of the file; otherwise the book's own.
fn wanted_format(args: &ExportArgs) -> Option<WantedFormat> {
    let ending = args.output.as_deref().and_then(Path::extension).map(OsStr::to_ascii_lowercase);
    let by_ending = || ending.as_deref().and_then(OsStr::to_str).and_then(of_ending);
    match args.format.or_else(by_ending) {
        Some(OutFormat::Epub) => Some(WantedFormat::Epub),
        Some(OutFormat::Text) => Some(WantedFormat::Text),
        // A memory is no book.
        Some(OutFormat::Tmx) | None => None,
    }
}

/// Says what the proof came to.
pub(crate) fn print_certificate(
    path: &Path,
    certificate: &Certificate,
    violations: &[Violation],
    printer: &Printer,
) -> anyhow::Result<Exit> {
    let summary = certificate.summary(violations);
    if printer.is_json() {
        printer.json(&json!({
            "file": path,
            "paragraphs": certificate.n_paragraphs,
            "translated": certificate.n_translated,
            "kept": certificate.n_kept,
            "untranslated": certificate.n_untranslated,
            "rehearsal": certificate.rehearsal,
            "summary": summary.to_string(),
            "violations": violations,
        }))?;
    } else {
        printer.print(&Message::new("file_result").with("file", path.display()).part("what", summary))?;
    }
    tell_violations(violations, printer);
    Ok(if violations.is_empty() { Exit::Done } else { Exit::Failed })
}

/// What there is to say about the translations in this file, the first of it.
fn tell_remarks(remarks: &[FileFault], printer: &Printer) {
    const SHOWN: usize = 10;
    for remark in remarks.iter().take(SHOWN) {
        printer.warn_in_words(&printer.recognised(&remark.to_string()));
    }
    if remarks.len() > SHOWN {
        printer.warn(&Message::new("and_more").count("n", remarks.len() - SHOWN));
    }
}

fn tell_violations(violations: &[Violation], printer: &Printer) {
    for violation in violations.iter().take(MAX_TOLD) {
        printer.warn(&violation.message());
    }
    if violations.len() > MAX_TOLD {
        printer.warn(&Message::new("and_more").count("n", violations.len() - MAX_TOLD));
    }
}

/// An earlier export may be replaced; anything else only when told.
fn refuse_to_overwrite(path: &Path, force: bool) -> anyhow::Result<()> {
    if force || !path.exists() || path.is_dir() {
        return Ok(());
    }
    let ours = certificate::beside(path).exists()
        || std::fs::read(path).is_ok_and(|bytes| matches!(certificate::embedded(&bytes), Ok(Some(_))));
    anyhow::ensure!(ours, Message::new("not_an_earlier_export").with("path", path.display()));
    Ok(())
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending))
}

fn layout(args: &ExportArgs) -> Layout {
    Layout {
        bilingual: match args.bilingual {
            None => Bilingual::No,
            Some(Place::Above) => Bilingual::Above,
            Some(Place::Below) => Bilingual::Below,
        },
        direction: if args.keep_direction { Direction::Keep } else { Direction::Auto },
    }
}
