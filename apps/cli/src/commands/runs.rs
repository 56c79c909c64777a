//! `tsumugi runs`, `status` and `cost`: what runs there are, how far one is, and what it all costs.

use crate::args::work::{CostArgs, RunsArgs, StatusArgs};
use crate::exit::Exit;
use crate::output::{Align, Printer, Table};
use crate::work::find;
use crate::work::unresolved::{self, Remaining};
use book::work::outcome::RunOutcome;
use runner::stale::knowledge::made_with_other_knowledge;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use store::library::Library;
use store::store::Store;
use store::work::{RunRecord, StepUsage};

pub(crate) async fn list(args: &RunsArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let library = store.library();
    let book = match &args.book {
        Some(text) => Some(library.find_book(text).await?.id),
        None => None,
    };
    let runs = library.runs(book).await?;
    if printer.is_json() {
        printer.json(&runs.iter().map(as_json).collect::<Vec<_>>())?;
        return Ok(Exit::Done);
    }
    if runs.is_empty() {
        printer.say("there was no run yet\nhint: `tsumugi translate BOOK --to LANG` starts one");
        return Ok(Exit::Done);
    }
    let head = [
        ("run", Align::Left),
        ("book", Align::Left),
        ("kind", Align::Left),
        ("tasks", Align::Right),
        ("ending", Align::Left),
        ("usd", Align::Right),
    ];
    let mut table = Table::new(&head, 1);
    for run in &runs {
        let title = library.book(run.book).await.map_or_else(|_| run.book.to_string(), |book| book.title);
        table.row(vec![
            run.id.to_string(),
            title,
            kind_of(run).to_owned(),
            format!("{}/{}", run.n_ended, run.n_tasks),
            run.outcome.map_or("open", RunOutcome::as_str).to_owned(),
            dollars(run.usage.cost_micros),
        ]);
    }
    printer.result(&table.render(printer.width()))?;
    Ok(Exit::Done)
}

pub(crate) async fn status(args: &StatusArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let library = store.library();
    let run = find::run(library, args.run.as_deref(), |_| true).await?;
    let standing = runner::progress::of_run(library, &run).await?;
    let counts: BTreeMap<&str, usize> = standing.counts().into_iter().filter(|(_, n)| *n > 0).collect();
    if printer.is_json() {
        let mut value = as_json(&run);
        let left: Vec<Value> = standing
            .unresolved
            .iter()
            .map(|left| json!({"paragraph_id": left.paragraph, "chapter": left.chapter, "reason": left.reason}))
            .collect();
        if let Some(object) = value.as_object_mut() {
            object.insert("ledger".to_owned(), json!(counts));
            object.insert("unresolved".to_owned(), json!(left));
            object.insert("stale".to_owned(), json!(n_stale(library, &run).await?));
        }
        printer.json(&value)?;
        return Ok(Exit::Done);
    }
    let ending = run.outcome.map_or("open", RunOutcome::as_str);
    let mut text = format!("run {} · {} · {ending}\n", run.id, kind_of(&run));
    let counted: Vec<String> = counts.iter().map(|(state, n)| format!("{n} {state}")).collect();
    let _ = writeln!(text, "{}", counted.join(", "));
    let remaining = standing.unresolved.into_iter().map(|left| Remaining {
        chapter: left.chapter,
        paragraph: left.paragraph,
        reason: left.reason,
    });
    for told in unresolved::in_full(remaining) {
        let _ = writeln!(text, "{told}");
    }
    printer.result(text.trim_end())?;
    let n_stale = n_stale(library, &run).await?;
    if n_stale > 0 {
        printer.say(&format!(
            "stale translations in the book: {n_stale}\nhint: `tsumugi stale {}` says why",
            run.book
        ));
    }
    Ok(Exit::Done)
}

/// Translations of the run's book that are stale: for their source or language, or for what was decided since.
async fn n_stale(library: &Library, run: &RunRecord) -> anyhow::Result<usize> {
    let book = library.book(run.book).await?;
    let decided = made_with_other_knowledge(library, &book).await?.len();
    Ok(usize::try_from(library.n_stale(run.book).await?)? + decided)
}

pub(crate) async fn cost(args: &CostArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let library = store.library();
    let runs = match &args.run {
        Some(text) => vec![find::run(library, Some(text), |_| true).await?],
        None => library.runs(None).await?,
    };
    let mut rows = Vec::new();
    for run in &runs {
        let chapters: BTreeMap<_, _> =
            library.chapters(run.book).await?.into_iter().map(|c| (c.id, c.number)).collect();
        let mut by_chapter: BTreeMap<u32, (usize, StepUsage)> = BTreeMap::new();
        for task in library.tasks(run.id).await? {
            let row = by_chapter.entry(chapters.get(&task.chapter).copied().unwrap_or_default()).or_default();
            row.0 += 1;
            row.1 += task.usage;
        }
        rows.extend(by_chapter.into_iter().map(|(chapter, (n_tasks, usage))| (run, chapter, n_tasks, usage)));
    }
    if printer.is_json() {
        let rows: Vec<Value> = rows
            .iter()
            .map(|(run, chapter, n_tasks, usage)| {
                let mut value = usage_json(usage);
                if let Some(object) = value.as_object_mut() {
                    object.extend([
                        ("run".to_owned(), json!(run.id)),
                        ("kind".to_owned(), json!(kind_of(run))),
                        ("model".to_owned(), json!(model_of(run))),
                        ("chapter".to_owned(), json!(chapter)),
                        ("tasks".to_owned(), json!(n_tasks)),
                    ]);
                }
                value
            })
            .collect();
        printer.json(&rows)?;
        return Ok(Exit::Done);
    }
    let head = [
        ("run", Align::Left),
        ("kind", Align::Left),
        ("model", Align::Left),
        ("chapter", Align::Right),
        ("tasks", Align::Right),
        ("in", Align::Right),
        ("cached", Align::Right),
        ("out", Align::Right),
        ("usd", Align::Right),
    ];
    let mut table = Table::new(&head, 2);
    let mut total = StepUsage::default();
    for (run, chapter, n_tasks, usage) in &rows {
        total += *usage;
        table.row(row(&run.id.to_string(), run, &chapter.to_string(), &n_tasks.to_string(), usage));
    }
    table.row(["total", "", "", "", ""].iter().map(ToString::to_string).chain(numbers(&total)).collect());
    printer.result(&table.render(printer.width()))?;
    Ok(Exit::Done)
}

fn row(id: &str, run: &RunRecord, chapter: &str, n_tasks: &str, usage: &StepUsage) -> Vec<String> {
    let cells = [id, kind_of(run), &model_of(run), chapter, n_tasks].map(ToOwned::to_owned);
    cells.into_iter().chain(numbers(usage)).collect()
}

fn numbers(usage: &StepUsage) -> [String; 4] {
    [
        usage.input.to_string(),
        usage.cached_input.to_string(),
        usage.output.to_string(),
        dollars(usage.cost_micros),
    ]
}

/// What a run does; a survey and a repair have no kind of task of their own.
fn kind_of(run: &RunRecord) -> &'static str {
    runner::run::wish_of(run).map_or(run.kind.as_str(), |spec| spec.kind_word())
}

fn model_of(run: &RunRecord) -> String {
    runner::run::wish_of(run).map_or_else(|_| "?".to_owned(), |spec| spec.model)
}

fn as_json(run: &RunRecord) -> Value {
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
            ("created_at".to_owned(), json!(run.created_at)),
        ]);
    }
    value
}

fn usage_json(usage: &StepUsage) -> Value {
    json!({
        "input_tokens": usage.input,
        "cached_input_tokens": usage.cached_input,
        "output_tokens": usage.output,
        "reasoning_tokens": usage.reasoning,
        "usd_micros": usage.cost_micros,
    })
}

fn dollars(micros: i64) -> String {
    format!("{}.{:04}", micros / 1_000_000, micros % 1_000_000 / 100)
}
