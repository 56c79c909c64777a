//! `tsumugi status`: which book, how much of it is done, what remains and why, and what to type next.

use super::runs::{as_json, kind_of, limit_of, limit_words, n_chunks};
use crate::args::work::StatusArgs;
use crate::config;
use crate::exit::Exit;
use crate::output::{Printer, counted};
use crate::work::find;
use crate::work::lines::waited;
use crate::work::process_lock;
use crate::work::unresolved::{self, Remaining};
use book::work::outcome::RunOutcome;
use runner::batches::{self, WaitingBatches};
use runner::progress::RunProgress;
use runner::stale::knowledge::made_with_other_knowledge;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use store::library::Library;
use store::record::BookSummary;
use store::store::Store;
use store::work::RunRecord;

pub(crate) async fn run(args: &StatusArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let library = store.library();
    let run = find::run(library, args.run.as_deref(), |_| true).await?;
    let book = library.book(run.book).await?;
    let progress = runner::progress::of_run(library, &run).await?;
    let claim = library.claim(run.book).await?.filter(|claim| claim.run == run.id);
    let is_at_work = claim.as_ref().is_some_and(|claim| {
        claim.until_ms > config::now_ms() && !process_lock::is_gone(store.path(), &claim.holder)
    });
    let waiting = batches::waiting(library, run.id).await?;
    let next = next(&run, &book, is_at_work);
    let n_stale = n_stale(library, &book).await?;
    if printer.is_json() {
        printer.json(&told(&run, &book, &progress, waiting, &next, n_stale))?;
        return Ok(Exit::Done);
    }
    let ending = if is_at_work { "at work" } else { run.outcome.map_or("open", RunOutcome::as_str) };
    let mut text = format!("run {} · {} · {ending}\n", run.id, kind_of(&run));
    let _ = writeln!(
        text,
        "book: {} ({}), {} of {} paragraphs translated",
        book.title, book.id, book.n_translated, book.n_paragraphs
    );
    if book.n_reviewed + book.n_needs_work > 0 {
        let _ = writeln!(text, "reviewed: {}, needs work: {}", book.n_reviewed, book.n_needs_work);
    }
    if book.n_rehearsed > 0 {
        let _ = writeln!(text, "rehearsed, not translated: {}", counted_u32(book.n_rehearsed, "paragraph"));
    }
    let counts = progress.counts().into_iter().filter(|(_, n)| *n > 0);
    let counts: Vec<String> = counts.map(|(state, n)| format!("{n} {state}")).collect();
    let counts = if counts.is_empty() { "nothing yet".to_owned() } else { counts.join(", ") };
    let _ = writeln!(text, "this run: {counts}; {} of {} chunks", run.n_ended, n_chunks(&run));
    if let Some(WaitingBatches { n_requests, since_ms }) = waiting {
        let (requests, waited) = (counted(n_requests, "request"), waited(config::now_ms() - since_ms));
        let _ = writeln!(text, "batch: {requests} handed in {waited} ago, not answered yet");
    }
    let limit = limit_words(&limit_of(&run));
    if !limit.is_empty() {
        let _ = writeln!(text, "limit: {limit}");
    }
    let remaining = progress.unresolved.into_iter().map(|left| Remaining {
        chapter: left.chapter,
        paragraph: left.paragraph,
        reason: left.reason,
    });
    for told in unresolved::in_full(remaining) {
        let _ = writeln!(text, "{told}");
    }
    let _ = writeln!(text, "next: {next}");
    printer.result(text.trim_end())?;
    if n_stale > 0 {
        let id = book.id;
        printer
            .say(&format!("stale translations in the book: {n_stale}\nhint: `tsumugi stale {id}` says why"));
    }
    Ok(Exit::Done)
}

fn told(
    run: &RunRecord,
    book: &BookSummary,
    progress: &RunProgress,
    waiting: Option<WaitingBatches>,
    next: &str,
    n_stale: usize,
) -> Value {
    let batch = waiting
        .map(|WaitingBatches { n_requests, since_ms }| json!({"requests": n_requests, "since": since_ms}));
    let counts: BTreeMap<&str, usize> = progress.counts().into_iter().filter(|(_, n)| *n > 0).collect();
    let left: Vec<Value> = progress
        .unresolved
        .iter()
        .map(|left| json!({"paragraph_id": left.paragraph, "chapter": left.chapter, "reason": left.reason}))
        .collect();
    let mut value = as_json(run);
    if let Some(object) = value.as_object_mut() {
        object.extend([
            ("title".to_owned(), json!(book.title)),
            ("paragraphs".to_owned(), json!(book.n_paragraphs)),
            ("translated".to_owned(), json!(book.n_translated)),
            ("reviewed".to_owned(), json!(book.n_reviewed)),
            ("needs_work".to_owned(), json!(book.n_needs_work)),
            ("rehearsed".to_owned(), json!(book.n_rehearsed)),
            ("ledger".to_owned(), json!(counts)),
            ("unresolved".to_owned(), json!(left)),
            ("stale".to_owned(), json!(n_stale)),
            ("batch".to_owned(), json!(batch)),
            ("next".to_owned(), json!(next)),
        ]);
    }
    value
}

fn counted_u32(n: u32, noun: &str) -> String {
    counted(usize::try_from(n).unwrap_or_default(), noun)
}

/// What to type next.
fn next(run: &RunRecord, book: &BookSummary, is_at_work: bool) -> String {
    let (id, book_id) = (run.id, book.id);
    if is_at_work {
        return "it is at work; `tsumugi status` again shows how far it is".to_owned();
    }
    let n_left = book.n_paragraphs.saturating_sub(book.n_translated);
    match run.outcome {
        Some(RunOutcome::Finished) if n_left > 0 => {
            let left = counted_u32(n_left, "paragraph");
            format!("`tsumugi translate {book_id}` translates the {left} left")
        }
        Some(RunOutcome::Finished) => match &run.output {
            Some(file) => format!("`tsumugi resume` writes `{file}`"),
            None => {
                format!("`tsumugi export {book_id}` writes the book, `tsumugi check {book_id}` looks it over")
            }
        },
        Some(RunOutcome::Budget) => {
            format!("`tsumugi resume {id}` with a higher `--max-cost` or `--max-tokens` goes on")
        }
        Some(RunOutcome::Unresolved) => {
            format!("`tsumugi resume {id}` tries what remains again, with another `--model` if you like")
        }
        Some(RunOutcome::TurnedAway) => {
            format!("another run had the book; `tsumugi runs {book_id}` lists them")
        }
        Some(RunOutcome::Interrupted | RunOutcome::Failed) | None => {
            format!("`tsumugi resume {id}` goes on from here")
        }
    }
}

/// Translations of the book that are stale: for their source or language, or for what was decided since.
async fn n_stale(library: &Library, book: &BookSummary) -> anyhow::Result<usize> {
    let decided = made_with_other_knowledge(library, book).await?.len();
    Ok(usize::try_from(library.n_stale(book.id).await?)? + decided)
}
