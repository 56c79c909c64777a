//! `tsumugi exchange`: translations go out to people who work elsewhere, and come back.

use super::chapter_choice;
use super::input_file::read;
use crate::args::book::ExportArgs;
use crate::args::exchange::{EditFormat, ExchangeArgs, ExchangeCommand, HandOutArgs, TakeBackArgs};
use crate::config;
use crate::exit::{Exit, WithMessage, WrongUsage};
use crate::output::{Printer, counted, fit, is_stdout, with_change, word};
use book::text::markup::MarkupFault;
use formats::exchange::ExchangeFormat;
use messages::Message;
use operations::book_name;
use operations::exchange::{self, ExchangePlan, LeftOut, LineVerdict, PlannedRow};
use serde_json::{Value, json};
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use store::store::Store;

/// The most rows printed one by one.
const MAX_TOLD: usize = 40;
/// So much of a text is shown.
const SHOWN: usize = 60;

pub(crate) async fn run(args: &ExchangeArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    match &args.command {
        ExchangeCommand::Export(args) => hand_out(args, store, printer).await,
        ExchangeCommand::Import(args) => take_back(args, store, printer).await,
    }
}

/// Whether `tsumugi export` is to write XLIFF, by the ending of the file. Tables need the word `exchange`: a book may be
/// one itself.
pub(super) fn is_called_xliff(args: &ExportArgs) -> bool {
    let ending = args.output.as_deref().and_then(Path::extension).and_then(OsStr::to_str);
    args.format.is_none() && ending.and_then(ExchangeFormat::of_ending) == Some(ExchangeFormat::Xliff)
}

/// Writes what `tsumugi export -o FILE.xliff` asks for.
pub(super) async fn from_export(args: &ExportArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    if args.bilingual.is_some() || args.keep_direction || args.credits.is_some() {
        return Err(WrongUsage(Message::new("xliff_without_layout")).into());
    }
    let (book, output) = (args.book.clone(), args.output.clone());
    let args = HandOutArgs { book, output, format: None, chapter: Vec::new(), force: args.force };
    hand_out(&args, store, printer).await
}

async fn hand_out(args: &HandOutArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let book = book_name::find(store.library(), &args.book).await?;
    let output = args.output.as_deref();
    let to_stdout = output.is_some_and(is_stdout);
    let format = format(args.format, output.filter(|_| !to_stdout))?;
    if to_stdout && printer.is_read() && !format.is_text() {
        return Err(WrongUsage(Message::new("exchange_on_terminal")).into());
    }
    let mut chapters = Vec::new();
    for chapter in &args.chapter {
        chapters.push(chapter_choice::find(store.library(), book.id, chapter).await?.id);
    }
    let written = exchange::write(store.library(), &book, format, &chapters).await?;
    anyhow::ensure!(written.n_units > 0, Message::new("nothing_to_hand_out"));
    if to_stdout {
        printer.bytes(&written.bytes)?;
        return Ok(Exit::Done);
    }
    let path = args.output.clone().unwrap_or_else(|| PathBuf::from(&written.file_name));
    let is_free = args.force || !path.exists();
    anyhow::ensure!(is_free, Message::new("file_exists").with("path", path.display()));
    operations::file::write_whole(&path, &written.bytes)?;
    if printer.is_json() {
        printer.json(&json!({"file": path, "paragraphs": written.n_units}))?;
        return Ok(Exit::Done);
    }
    let told = Message::new("exchange_written").with("path", path.display());
    printer.print(&told.part("paragraphs", counted(written.n_units, "n_paragraphs")))?;
    printer.hint(&Message::new("exchange_back").with("book", book.id));
    Ok(Exit::Done)
}

fn format(wanted: Option<EditFormat>, output: Option<&Path>) -> Result<ExchangeFormat, WrongUsage> {
    let Some(wanted) = wanted else {
        let Some(path) = output else { return Ok(ExchangeFormat::Xliff) };
        let ending = path.extension().and_then(OsStr::to_str).and_then(ExchangeFormat::of_ending);
        return ending
            .ok_or_else(|| WrongUsage(Message::new("exchange_ending").with("path", path.display())));
    };
    Ok(match wanted {
        EditFormat::Xliff => ExchangeFormat::Xliff,
        EditFormat::Csv => ExchangeFormat::Csv,
        EditFormat::Xlsx => ExchangeFormat::Xlsx,
        EditFormat::Docx => ExchangeFormat::Docx,
        EditFormat::Tmx => ExchangeFormat::Tmx,
    })
}

async fn take_back(args: &TakeBackArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let book = book_name::find(store.library(), &args.book).await?;
    let path = &args.file;
    let refused = || Message::new("nothing_taken").with("path", path.display());
    let bytes = read(path)?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let plan = exchange::plan(store.library(), &book, bytes, &name, args.encoding.clone()).await;
    let plan = plan.with_message(refused)?;
    let change =
        if args.dry_run { None } else { exchange::apply(store, &book, &plan, config::now_ms()).await? };
    if printer.is_json() {
        let mut value = as_json(&plan);
        if let Some(object) = value.as_object_mut() {
            object.insert("dry_run".to_owned(), json!(args.dry_run));
            object.insert("change".to_owned(), json!(change.map(|change| change.to_string())));
        }
        printer.json(&value)?;
        return Ok(Exit::Done);
    }
    for finding in plan.findings.iter().take(MAX_TOLD) {
        printer.warn_in_words(&printer.recognised(&finding.to_string()));
    }
    let told = describe_rows(&plan, args.dry_run, printer);
    if !told.is_empty() {
        printer.result(&told)?;
    }
    let summary = with_change(summary(&plan, printer), change);
    printer.print(&if args.dry_run {
        Message::new("exchange_would_be").part("what", summary)
    } else {
        summary
    })?;
    if change.is_some() {
        let n_suggested =
            plan.rows.iter().filter(|row| matches!(row.verdict, LineVerdict::Suggested(..))).count();
        if n_suggested > 0 {
            printer.hint(&Message::new("suggestions_wait").with("book", book.id));
        }
        printer.hint(&Message::new("undo_takes_back").with("book", book.id));
    }
    Ok(Exit::Done)
}

fn summary(plan: &ExchangePlan, printer: &Printer) -> Message {
    let n = |is: fn(&PlannedRow) -> bool| plan.rows.iter().filter(|row| is(row)).count();
    let parts = [
        (n(|row| matches!(row.verdict, LineVerdict::Taken(_))), "taken"),
        (n(|row| matches!(row.verdict, LineVerdict::Suggested(..))), "suggested"),
        (n(|row| matches!(row.verdict, LineVerdict::LeftOut(_))), "left_out"),
        (n(|row| row.state.is_some()), "locked"),
        (n(|row| !row.comment.is_empty()), "commented"),
        (plan.n_same, "same"),
    ];
    let said = parts.into_iter().filter(|(n, _)| *n > 0);
    let said: Vec<Message> = said.map(|(n, what)| word("exchange_count", what).count("n", n)).collect();
    if said.is_empty() {
        return Message::new("exchange_nothing");
    }
    Message::new("exchange_summary").with("parts", printer.list(&said))
}

/// Conflicts, what is left out and comments, one by one; before anything is done, what would be taken too.
fn describe_rows(plan: &ExchangePlan, is_preview: bool, printer: &Printer) -> String {
    let mut text = String::new();
    let mut n_more = 0_usize;
    for row in &plan.rows {
        let line = match &row.verdict {
            LineVerdict::Taken(_) if is_preview => {
                format!("`{}` → `{}`", here(row), fit(&row.there, SHOWN))
            }
            LineVerdict::Suggested(_, conflict) => {
                let line = Message::new("exchange_suggested")
                    .part("why", word("exchange_conflict", conflict.word()));
                printer.text_of(&line.with("here", here(row)).with("there", fit(&row.there, SHOWN)))
            }
            LineVerdict::LeftOut(LeftOut::UnknownId) => printer.text_of(&Message::new("exchange_unknown")),
            LineVerdict::LeftOut(LeftOut::Emptied) => printer.text_of(&Message::new("exchange_emptied")),
            LineVerdict::LeftOut(LeftOut::Tags(faults)) => {
                let faults: Vec<String> =
                    faults.iter().map(|fault| printer.recognised(&fault.to_string())).collect();
                printer.text_of(&Message::new("exchange_tags").with("faults", faults.join("; ")))
            }
            LineVerdict::Taken(_) | LineVerdict::Same => String::new(),
        };
        let comment = Some(&row.comment).filter(|text| !text.is_empty());
        let comment = comment.map(|text| {
            printer.text_of(&Message::new("exchange_comment").with("text", fit(text, 2 * SHOWN)))
        });
        let lines: Vec<String> =
            [Some(line), comment].into_iter().flatten().filter(|line| !line.is_empty()).collect();
        if lines.is_empty() {
            continue;
        }
        if n_more > 0 || text.lines().count() >= MAX_TOLD {
            n_more += 1;
            continue;
        }
        for line in lines {
            let _ = writeln!(text, "{} ({}): {line}", row.id, row.place);
        }
    }
    if n_more > 0 {
        let _ = writeln!(text, "{}", printer.text_of(&Message::new("exchange_more").count("n", n_more)));
    }
    text.trim_end().to_owned()
}

fn here(row: &PlannedRow) -> String {
    row.here.as_ref().map(|text| fit(text.as_str(), SHOWN)).unwrap_or_default()
}

fn joined(faults: &[MarkupFault]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

fn as_json(plan: &ExchangePlan) -> Value {
    let of = |is: fn(&PlannedRow) -> bool| -> Vec<Value> {
        plan.rows.iter().filter(|row| is(row)).map(row_as_json).collect()
    };
    json!({
        "format": plan.format.word(),
        "units": plan.n_units,
        "unchanged": plan.n_same,
        "taken": of(|row| matches!(row.verdict, LineVerdict::Taken(_))),
        "conflicts": of(|row| matches!(row.verdict, LineVerdict::Suggested(..))),
        "left_out": of(|row| matches!(row.verdict, LineVerdict::LeftOut(_))),
        "states": of(|row| row.state.is_some()),
        "comments": of(|row| !row.comment.is_empty()),
        "findings": plan.findings.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}

fn row_as_json(row: &PlannedRow) -> Value {
    let (why, faults) = match &row.verdict {
        LineVerdict::Suggested(_, conflict) => (Some(conflict.word()), None),
        LineVerdict::LeftOut(LeftOut::Tags(faults)) => (Some("tags"), Some(joined(faults))),
        LineVerdict::LeftOut(left_out) => (Some(left_out.word()), None),
        LineVerdict::Taken(_) | LineVerdict::Same => (None, None),
    };
    json!({
        "paragraph_id": row.id,
        "place": row.place,
        "here": row.here.as_ref().map(ToString::to_string),
        "there": row.there,
        "why": why,
        "faults": faults,
        "comment": Some(&row.comment).filter(|text| !text.is_empty()),
        "state": row.state.as_ref().map(|(state, _)| state.word()),
    })
}
