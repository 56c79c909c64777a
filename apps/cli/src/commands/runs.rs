//! `tsumugi runs`: what runs there are, how far each is, and what is told of a run wherever one is told of.

use crate::args::work::RunsArgs;
use crate::exit::Exit;
use crate::output::{Align, Printer, TextTable, dollars, word};
use book::work::outcome::RunOutcome;
use messages::Message;
use operations::book_name;
use runner::spec::SpendingLimit;
use serde_json::{Value, json};
use store::store::Store;
use store::work::{RunRecord, StepUsage};

pub(crate) async fn list(args: &RunsArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let library = store.library();
    let book = match &args.book {
        Some(text) => Some(book_name::find_to_read(library, text).await?.id),
        None => None,
    };
    let runs = library.runs(book).await?;
    if printer.is_json() {
        printer.json(&runs.iter().map(as_json).collect::<Vec<_>>())?;
        return Ok(Exit::Done);
    }
    if runs.is_empty() {
        printer.notify(&Message::new("no_runs"));
        return Ok(Exit::Done);
    }
    let head = [
        ("col_run", Align::Left),
        ("col_book", Align::Left),
        ("col_kind", Align::Left),
        ("col_chunks", Align::Right),
        ("col_ending", Align::Left),
        ("col_usd", Align::Right),
        ("col_limit", Align::Right),
    ];
    let mut table = TextTable::new(&head, 1, printer.language());
    for run in &runs {
        let title = library.book(run.book).await.map_or_else(|_| run.book.to_string(), |book| book.title);
        table.row(vec![
            run.id.to_string(),
            title,
            printer.text_of(&word("run_kind", kind_of(run))),
            format!("{}/{}", run.n_ended, n_chunks(run)),
            printer.text_of(&word("run_ending", run.outcome.map_or("open", RunOutcome::as_str))),
            dollars(run.usage.cost_micros),
            limit_words(&limit_of(run), printer),
        ]);
    }
    printer.result(&table.render(printer.width()))?;
    Ok(Exit::Done)
}

/// What a run does; a survey and a repair have no kind of task of their own.
pub(super) fn kind_of(run: &RunRecord) -> &'static str {
    runner::run::wish_of(run).map_or(run.kind.as_str(), |spec| spec.kind_word())
}

pub(super) fn model_of(run: &RunRecord) -> String {
    runner::run::wish_of(run).map_or_else(|_| "?".to_owned(), |spec| spec.model)
}

/// How many chunks a run has; a chunk that was split counts as what it became.
pub(super) fn n_chunks(run: &RunRecord) -> u32 {
    run.n_chunks.max(run.n_tasks)
}

/// What the run may spend, as it was begun or last resumed.
pub(super) fn limit_of(run: &RunRecord) -> SpendingLimit {
    runner::run::wish_of(run).map(|spec| spec.limit).unwrap_or_default()
}

/// A limit in words; nothing where there is none.
pub(super) fn limit_words(limit: &SpendingLimit, printer: &Printer) -> String {
    let money = limit.micros.map(|micros| format!("${}", dollars(micros)));
    let tokens =
        limit.tokens.map(|tokens| printer.text_of(&Message::new("limit_tokens").amount("n", tokens)));
    money.into_iter().chain(tokens).collect::<Vec<_>>().join(printer.language().comma())
}

pub(super) fn as_json(run: &RunRecord) -> Value {
    let mut value = usage_json(&run.usage);
    if let Some(object) = value.as_object_mut() {
        object.extend([
            ("id".to_owned(), json!(run.id)),
            ("book".to_owned(), json!(run.book)),
            ("kind".to_owned(), json!(kind_of(run))),
            ("model".to_owned(), json!(model_of(run))),
            ("ending".to_owned(), json!(run.outcome.map(RunOutcome::as_str))),
            ("tasks".to_owned(), json!(run.n_tasks)),
            ("tasks_ended".to_owned(), json!(run.n_ended)),
            ("chunks".to_owned(), json!(n_chunks(run))),
            ("max_usd_micros".to_owned(), json!(limit_of(run).micros)),
            ("max_tokens".to_owned(), json!(limit_of(run).tokens)),
            ("created_at".to_owned(), json!(run.created_at)),
        ]);
    }
    value
}

pub(super) fn usage_json(usage: &StepUsage) -> Value {
    json!({
        "input_tokens": usage.input,
        "cached_input_tokens": usage.cached_input,
        "output_tokens": usage.output,
        "reasoning_tokens": usage.reasoning,
        "usd_micros": usage.cost_micros,
    })
}
