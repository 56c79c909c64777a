//! `tsumugi check`: what a careful editor would catch, with no model at all.

use super::chapter_choice;
use crate::args::check::{CheckArgs, Gravity};
use crate::exit::{Exit, WrongUsage};
use crate::output::Printer;
use checks::check::Severity;
use runner::checkup::{self, Checkup, Spotted};
use serde_json::{Value, json};
use std::fmt::Write;
use store::store::Store;

pub(crate) async fn run(args: &CheckArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let library = store.library();
    let book = library.find_book(&args.book).await?;
    let Some(target) = book.target_language.clone().filter(|_| book.n_translated > 0) else {
        let (title, id) = (&book.title, book.id);
        return Err(WrongUsage(format!(
            "`{title}` has no translation to check\nhint: `tsumugi translate {id} --to LANG` makes one"
        ))
        .into());
    };
    let chapter = match &args.chapter {
        Some(text) => Some(chapter_choice::find(library, book.id, text).await?.number),
        None => None,
    };
    let mut checkup = checkup::check_book(library, &book, &target).await?;
    checkup.spotted.retain(|spotted| wanted(args, chapter, spotted));
    if printer.is_json() {
        printer.json(&checkup.spotted.iter().map(as_json).collect::<Vec<_>>())?;
        return Ok(Exit::Done);
    }
    printer.result(&text(&checkup))?;
    Ok(Exit::Done)
}

fn wanted(args: &CheckArgs, chapter: Option<u32>, spotted: &Spotted) -> bool {
    let grave_enough = match args.severity {
        Gravity::Block => spotted.finding.severity == Severity::Block,
        Gravity::Queue => matches!(spotted.finding.severity, Severity::Block | Severity::Queue),
        Gravity::Info => true,
    };
    let code = spotted.finding.check;
    let asked_for = args.only.is_empty() || args.only.iter().any(|only| only.eq_ignore_ascii_case(code));
    grave_enough && asked_for && (chapter.is_none() || spotted.chapter == chapter)
}

fn text(checkup: &Checkup) -> String {
    let mut text = String::new();
    for spotted in &checkup.spotted {
        let finding = &spotted.finding;
        let chapter = spotted.chapter.map_or_else(|| "book".to_owned(), |number| format!("chapter {number}"));
        let ids: Vec<String> = spotted.paragraphs.iter().map(ToString::to_string).collect();
        let place = [chapter, ids.join(" ")].join(" ");
        let (severity, code) = (finding.severity.as_str(), finding.check);
        let _ = writeln!(text, "{severity:5}  {code:3}  {}\n       {}", place.trim_end(), finding.message.en);
    }
    let counts = checkup::count(&checkup.spotted).map(|(severity, n)| format!("{n} {}", severity.as_str()));
    let n_checked = checkup.n_checked;
    let _ = write!(text, "{n_checked} paragraphs checked: {}", counts.join(", "));
    if checkup.n_untranslated > 0 {
        let _ = write!(text, "; {} have no translation yet", checkup.n_untranslated);
    }
    text
}

fn as_json(spotted: &Spotted) -> Value {
    let finding = &spotted.finding;
    json!({
        "check": finding.check,
        "severity": finding.severity.as_str(),
        "chapter": spotted.chapter,
        "paragraph_ids": spotted.paragraphs,
        "message": finding.message.en,
        "message_zh": finding.message.zh,
        "span": finding.span.as_ref().map(|span| [span.start, span.end]),
        "fix": finding.fix,
    })
}
