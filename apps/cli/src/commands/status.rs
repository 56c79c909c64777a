//! `tsumugi status`: which book, how much of it is done, what remains and why, and what to type next.

use super::runs::{as_json, kind_of, limit_of, limit_words, n_chunks};
use crate::args::work::StatusArgs;
use crate::config;
use crate::exit::Exit;
use crate::output::{Printer, Reason, counted, word};
use crate::work::find::{self, RunOrBook};
use crate::work::lines::waited;
use crate::work::process_lock;
use crate::work::unresolved::{self, Remaining};
use book::work::outcome::RunOutcome;
use messages::Message;
use runner::batches::{self, WaitingBatches};
use runner::progress::RunProgress;
use runner::stale::knowledge::made_with_other_knowledge;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use store::library::Library;
use store::record::{BookSummary, NoteChoice};
use store::store::Store;
use store::work::RunRecord;

pub(crate) async fn run(args: &StatusArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let library = store.library();
    if let Some(text) = &args.run
        && let RunOrBook::Book(book) = find::run_or_book(library, text).await?
        && library.runs(Some(book.id)).await?.is_empty()
    {
        return of_book(&book, printer);
    }
    let began = |run: &RunRecord| run.outcome != Some(RunOutcome::TurnedAway);
    let run = find::run(library, args.run.as_deref(), began).await?;
    let book = library.book(run.book).await?;
    let progress = runner::progress::of_run(library, &run).await?;
    let claim = library.claim(run.book).await?.filter(|claim| claim.run == run.id);
    let now_ms = library.clock_ms(config::now_ms()).await?;
    let is_at_work = claim
        .as_ref()
        .is_some_and(|claim| claim.holds_at(now_ms) && !process_lock::is_gone(store, &claim.holder));
    let waiting = batches::waiting(library, run.id).await?;
    let next = next(&run, &book, is_at_work);
    let n_notes = n_notes(library, &book).await?;
    let n_stale = n_stale(library, &book).await?;
    if printer.is_json() {
        printer.json(&to_json(
            &run,
            &book,
            &progress,
            waiting.as_ref(),
            &next.to_string(),
            (n_stale, n_notes),
        ))?;
        return Ok(Exit::Done);
    }
    let mut text = String::new();
    for line in lines(&run, &book, &progress, waiting.as_ref(), n_notes, is_at_work, printer) {
        let _ = writeln!(text, "{}", printer.text_of(&line));
    }
    let remaining = progress.unresolved.into_iter().map(|left| Remaining {
        chapter: left.chapter,
        paragraph: left.paragraph,
        reason: Reason::read(&left.reason, printer.language()),
    });
    for told in unresolved::in_full(remaining, printer) {
        let _ = writeln!(text, "{told}");
    }
    let _ = writeln!(text, "{}", printer.text_of(&Message::new("status_next").part("next", next)));
    printer.result(text.trim_end())?;
    if n_stale > 0 {
        printer.notify(&Message::new("status_stale").count("n", n_stale).with("book", book.id));
    }
    super::stale::tell_waiting(library.n_newer_waiting(book.id).await?, book.id, printer);
    Ok(Exit::Done)
}

/// A book that no run has worked on.
fn of_book(book: &BookSummary, printer: &Printer) -> anyhow::Result<Exit> {
    if printer.is_json() {
        printer.json(&super::books::as_json(book))?;
        return Ok(Exit::Done);
    }
    let of_book = Message::new("status_book").with("title", &book.title).with("book", book.id);
    let left = Message::new("n_paragraphs").amount("n", book.n_paragraphs.saturating_sub(book.n_translated));
    let next = Message::new("next_translate").part("paragraphs", left).with("book", book.id);
    let of_book = of_book.count("translated", book.n_translated).count("n", book.n_paragraphs);
    let next = Message::new("status_next").part("next", next);
    printer.result(&format!("{}\n{}", printer.text_of(&of_book), printer.text_of(&next)))?;
    Ok(Exit::Done)
}

/// What is told of the run before what remains of it.
fn lines(
    run: &RunRecord,
    book: &BookSummary,
    progress: &RunProgress,
    waiting: Option<&WaitingBatches>,
    n_notes: Option<usize>,
    is_at_work: bool,
    printer: &Printer,
) -> Vec<Message> {
    let ending = if is_at_work { "at work" } else { run.outcome.map_or("open", RunOutcome::as_str) };
    let of_run = Message::new("status_run").with("run", run.id);
    let of_run =
        of_run.part("kind", word("run_kind", kind_of(run))).part("ending", word("run_ending", ending));
    let of_book = Message::new("status_book").with("title", &book.title).with("book", book.id);
    let of_book = of_book.count("translated", book.n_translated).count("n", book.n_paragraphs);
    let is_reviewed = book.n_reviewed + book.n_needs_work > 0;
    let reviewed = is_reviewed.then(|| {
        Message::new("status_reviewed")
            .count("reviewed", book.n_reviewed)
            .count("needs_work", book.n_needs_work)
    });
    let rehearsed =
        (book.n_rehearsed > 0).then(|| Message::new("status_rehearsed").count("n", book.n_rehearsed));
    let counts = progress.counts().into_iter().filter(|(_, n)| *n > 0);
    let mut counts: Vec<Message> =
        counts.map(|(state, n)| word("ledger_state", state).count("n", n)).collect();
    if counts.is_empty() {
        counts.push(Message::new("status_nothing_yet"));
    }
    let counts = Message::new("status_counts").with("counts", printer.list(&counts));
    let counts = counts.count("ended", run.n_ended).count("n", n_chunks(run));
    let batch = waiting.map(|waiting| {
        let requests = counted(waiting.n_requests, "n_requests");
        let batch =
            Message::new("status_batch").part("requests", requests).with("service", waiting.service());
        batch.part("time", waited(config::now_ms() - waiting.since_ms))
    });
    let notes = n_notes.map(|n| Message::new("status_notes").count("n", n));
    let limit = Some(limit_words(&limit_of(run), printer)).filter(|limit| !limit.is_empty());
    let limit = limit.map(|limit| Message::new("status_limit").with("limit", limit));
    [of_run, of_book]
        .into_iter()
        .chain(reviewed)
        .chain(rehearsed)
        .chain([counts])
        .chain(batch)
        .chain(notes)
        .chain(limit)
        .collect()
}

fn to_json(
    run: &RunRecord,
    book: &BookSummary,
    progress: &RunProgress,
    waiting: Option<&WaitingBatches>,
    next: &str,
    (n_stale, n_notes): (usize, Option<usize>),
) -> Value {
    let batch = waiting.map(|waiting| {
        let WaitingBatches { n_requests, since_ms, model } = waiting;
        json!({"requests": n_requests, "since": since_ms, "service": waiting.service(), "model": model})
    });
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
            ("notes".to_owned(), json!(n_notes)),
            ("batch".to_owned(), json!(batch)),
            ("next".to_owned(), json!(next)),
        ]);
    }
    value
}

/// What to type next.
fn next(run: &RunRecord, book: &BookSummary, is_at_work: bool) -> Message {
    if is_at_work {
        return Message::new("next_at_work");
    }
    let n_left = book.n_paragraphs.saturating_sub(book.n_translated);
    let message = match (run.outcome, &run.output) {
        (Some(RunOutcome::Finished), _) if n_left > 0 => {
            let left = Message::new("n_paragraphs").amount("n", n_left);
            Message::new("next_translate").part("paragraphs", left)
        }
        (Some(RunOutcome::Finished), Some(file)) => Message::new("next_write").with("file", file),
        (Some(RunOutcome::Finished), None) => Message::new("next_export"),
        (Some(RunOutcome::Budget), _) => Message::new("next_raise_limit"),
        (Some(RunOutcome::Unresolved), _) => Message::new("next_try_again"),
        (Some(RunOutcome::TurnedAway), _) => Message::new("next_other_run"),
        (Some(RunOutcome::Interrupted | RunOutcome::Failed) | None, _) => Message::new("goes_on"),
    };
    message.with("run", run.id).with("book", book.id)
}

/// A translator's notes in the book, where they become footnotes.
async fn n_notes(library: &Library, book: &BookSummary) -> anyhow::Result<Option<usize>> {
    let choice = library.book_notes(book.id).await?;
    let wanted = choice.map_or(super::footnotes::by_style(book)?, |choice| choice == NoteChoice::Footnotes);
    Ok(if wanted { Some(operations::notes::count(library, book).await?) } else { None })
}

/// Translations of the book that are stale: for their source or language, or for what was decided since.
async fn n_stale(library: &Library, book: &BookSummary) -> anyhow::Result<usize> {
    let decided = made_with_other_knowledge(library, book).await?.len();
    let (n_stale, _) = super::stale::counts(library, book.id).await?;
    Ok(usize::try_from(n_stale)? + decided)
}
