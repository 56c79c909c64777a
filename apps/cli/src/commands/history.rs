//! `tsumugi history`: what was changed in a book, or the versions of one paragraph.

use super::select::paragraph_id;
use crate::args::change::HistoryArgs;
use crate::exit::Exit;
use crate::output::{Align, Printer, TextTable, format_utc, marked_changes, word};
use book::id::{ParagraphId, VersionId};
use book::text::version::Author;
use book::work::checked::CheckNote;
use messages::{Language, Message};
use operations::book_name;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fmt::Write;
use store::record::{BookSummary, VersionKind, VersionRecord};
use store::store::Store;

pub(crate) async fn run(args: &HistoryArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let book = book_name::find_to_read(store.library(), &args.book).await?;
    match &args.paragraph {
        Some(paragraph) => versions(&book, paragraph_id(paragraph)?, store, printer).await,
        None => changes(&book, args.limit, store, printer).await,
    }
}

async fn changes(book: &BookSummary, limit: u32, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let changes = store.library().changes(book.id, limit).await?;
    if printer.is_json() {
        let changes: Vec<Value> = changes
            .iter()
            .map(|change| {
                json!({
                    "id": change.id.to_string(),
                    "who": change.who,
                    "note": change.note,
                    "run": change.run,
                    "effects": change.effects,
                    "undone": change.undone_by.is_some(),
                    "created_at": change.created_at,
                })
            })
            .collect();
        printer.json(&changes)?;
        return Ok(Exit::Done);
    }
    if changes.is_empty() {
        printer.notify(&Message::new("history_empty"));
        return Ok(Exit::Done);
    }
    let head = [
        ("col_id", Align::Left),
        ("col_when", Align::Left),
        ("col_who", Align::Left),
        ("col_what", Align::Left),
        ("col_effects", Align::Right),
        ("", Align::Left),
    ];
    let mut table = TextTable::new(&head, 3, printer.language());
    for change in &changes {
        let undone = change.undone_by.map(|_| printer.text_of(&Message::new("change_undone")));
        table.row(vec![
            change.id.to_string(),
            format_utc(change.created_at),
            author(&change.who, printer),
            printer.recognised(&change.note),
            change.effects.len().to_string(),
            undone.unwrap_or_default(),
        ]);
    }
    printer.result(&table.render(printer.width()))?;
    Ok(Exit::Done)
}

async fn versions(
    book: &BookSummary,
    id: ParagraphId,
    store: &Store,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    let library = store.library();
    let former = library.former_sources(book.id, id).await?;
    let retired = library.retired_paragraphs(book.id).await?;
    let (source, is_gone) = match retired.into_iter().find(|(retired, _)| *retired == id) {
        Some((_, text)) => (text, true),
        None => (library.paragraph(book.id, id).await?.text, false),
    };
    let versions = library.versions(book.id, id).await?;
    let notes: Notes = library.check_notes(book.id, id).await?.into_iter().collect();
    if printer.is_json() {
        printer.json(&versions_as_json(&versions, &notes))?;
        return Ok(Exit::Done);
    }
    let gone = is_gone.then(|| format!("  {}", printer.text_of(&Message::new("no_longer_in_book"))));
    let mut text = format!("{id}  {source}{}\n", gone.unwrap_or_default());
    for former in &former {
        let until = Message::new("until_edition").count("edition", former.until);
        let _ = writeln!(text, "{}", printer.text_of(&until.with("text", &former.text)));
    }
    let mut before: Option<&VersionRecord> = None;
    for version in &versions {
        let mark = if version.selected { "*" } else { " " };
        let shown = match before {
            Some(before) => marked_changes(before.text.as_str(), version.text.as_str()),
            None => version.text.to_string(),
        };
        let (when, who) = (format_utc(version.created_at), author(&version.author, printer));
        let _ =
            write!(text, "\n{mark} {}  {when}  {who}{}\n  {shown}\n", version.id, remarks(version, printer));
        text.push_str(&describe_note(notes.get(&version.id), printer));
        before = Some(version);
    }
    printer.long_result(text.trim_end())?;
    Ok(Exit::Done)
}

/// What checks said about versions when they were made.
type Notes = HashMap<VersionId, CheckNote>;

/// What checks found in a version and repaired on the way, line by line.
fn describe_note(note: Option<&CheckNote>, printer: &Printer) -> String {
    let mut text = String::new();
    let Some(note) = note else { return text };
    for mend in &note.mends {
        let mended = Message::new("check_mended").with("check", &mend.check).with("before", &mend.before);
        let _ = writeln!(text, "{}", printer.text_of(&mended.with("after", &mend.after)));
    }
    if let Some(submitted) = &note.submitted {
        let submitted = Message::new("as_handed_in").with("text", submitted);
        let _ = writeln!(text, "{}", printer.text_of(&submitted));
    }
    for finding in &note.findings {
        let told = match printer.language() {
            Language::English => &finding.en,
            Language::Chinese => &finding.zh,
        };
        let severity = printer.text_of(&word("severity", &finding.severity));
        let _ = writeln!(text, "  {} {severity}{}{told}", finding.check, printer.language().colon());
    }
    text
}

fn versions_as_json(versions: &[VersionRecord], notes: &Notes) -> Vec<Value> {
    let mut before: Option<&VersionRecord> = None;
    let mut list = Vec::new();
    for version in versions {
        let diff = before.map(|before| marked_changes(before.text.as_str(), version.text.as_str()));
        list.push(json!({
            "id": version.id.to_string(),
            "translation": version.text.as_str(),
            "diff": diff,
            "author": version.author,
            "review": version.review.as_ref().map(|review| json!({
                "state": review.state, "who": review.who, "created_at": review.created_at,
            })),
            "selected": version.selected,
            "suggestion": matches!(version.standing, VersionKind::Suggestion),
            "rejected": matches!(version.standing, VersionKind::Rejected),
            "stale": !version.is_of_present_source,
            "created_at": version.created_at,
            "checks": notes.get(&version.id),
        }));
        before = Some(version);
    }
    list
}

fn remarks(version: &VersionRecord, printer: &Printer) -> String {
    let standing = match (version.standing, version.selected) {
        (VersionKind::Ordinary, _) | (_, true) => None,
        (VersionKind::Suggestion, false) => Some("version_suggestion"),
        (VersionKind::Rejected, false) => Some("version_rejected"),
    };
    let stale = (!version.is_of_present_source).then_some("version_of_other_words");
    let remarks = standing.into_iter().chain(stale);
    let remarks = remarks.map(|code| printer.text_of(&Message::new(code)));
    remarks.fold(String::new(), |text, remark| text + "  " + &remark)
}

pub(crate) fn author(author: &Author, printer: &Printer) -> String {
    printer.text_of(&match author {
        Author::Person => word("author", "person"),
        Author::Memory => word("author", "memory"),
        Author::Checks => word("author", "checks"),
        Author::Assistant { model } => Message::new("author_assistant").with("model", model),
        Author::Model { model, task_kind, .. } => Message::new("author_model")
            .with("model", model)
            .part("task", word("run_kind", task_kind.as_str())),
    })
}
