//! `tsumugi cost`: what the work used, by run, chapter and the model that was paid; second opinions by model.

use super::runs::{kind_of, model_of, usage_json};
use crate::args::work::CostArgs;
use crate::exit::Exit;
use crate::output::{Align, Printer, TextTable, dollars, word};
use crate::work::find::{self, RunOrBook};
use book::id::{BookId, RunId};
use messages::Message;
use serde_json::{Value, json};
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use store::library::Library;
use store::record::{BookSummary, OpinionCost};
use store::stats::ChapterUsage;
use store::store::Store;
use store::work::{RunRecord, StepUsage};

/// The kind of rows that are no run's.
const OPINION: &str = "opinion";

/// What one run used in one chapter with one model, or what second opinions of one model on a book used.
struct Row {
    run: Option<RunId>,
    kind: String,
    model: String,
    chapter: Option<u32>,
    n_tasks: i64,
    usage: StepUsage,
}

pub(crate) async fn run(args: &CostArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let library = store.library();
    let named = match &args.run {
        Some(text) => Some(find::run_or_book(library, text).await?),
        None => None,
    };
    let (runs, books) = match named {
        Some(RunOrBook::Run(run)) => (vec![*run], Vec::new()),
        Some(RunOrBook::Book(book)) => (library.runs(Some(book.id)).await?, vec![*book]),
        None => (library.runs(None).await?, library.books().await?),
    };
    let mut rows = rows(library, &runs).await?;
    rows.extend(opinions(library, &books).await?);
    if printer.is_json() {
        printer.json(&rows.iter().map(as_json).collect::<Vec<_>>())?;
        return Ok(Exit::Done);
    }
    let head = [
        ("col_run", Align::Left),
        ("col_kind", Align::Left),
        ("col_model", Align::Left),
        ("col_chapter", Align::Right),
        ("col_tasks", Align::Right),
        ("col_input", Align::Right),
        ("col_cached", Align::Right),
        ("col_output", Align::Right),
        ("col_usd", Align::Right),
    ];
    let mut table = TextTable::new(&head, 2, printer.language());
    let mut total = StepUsage::default();
    for row in &rows {
        total += row.usage;
        let run = row.run.map(|run| run.to_string()).unwrap_or_default();
        let chapter = row.chapter.map(|chapter| chapter.to_string()).unwrap_or_default();
        let kind = printer.text_of(&word("run_kind", &row.kind));
        let cells = [run, kind, row.model.clone(), chapter, row.n_tasks.to_string()];
        table.row(cells.into_iter().chain(numbers(&row.usage)).collect());
    }
    let first = [printer.text_of(&Message::new("total"))].into_iter().chain(vec![String::new(); 4]);
    table.row(first.chain(numbers(&total)).collect());
    printer.result(&table.render(printer.width()))?;
    Ok(Exit::Done)
}

/// What second opinions have cost, by book and model.
async fn opinions(library: &Library, books: &[BookSummary]) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    for book in books {
        let costs = library.opinion_costs(book.id).await?.into_iter();
        rows.extend(costs.map(|OpinionCost { model, n_requests, usage, .. }| Row {
            run: None,
            kind: OPINION.to_owned(),
            model,
            chapter: None,
            n_tasks: n_requests,
            usage,
        }));
    }
    Ok(rows)
}

async fn rows(library: &Library, runs: &[RunRecord]) -> anyhow::Result<Vec<Row>> {
    let mut books: HashMap<BookId, (Vec<ChapterUsage>, BTreeMap<_, u32>)> = HashMap::new();
    let mut rows = Vec::new();
    for run in runs {
        let (used, numbers) = match books.entry(run.book) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let chapters = library.chapters(run.book).await?;
                let numbers = chapters.into_iter().map(|chapter| (chapter.id, chapter.number)).collect();
                new.insert((library.usage(run.book).await?, numbers))
            }
        };
        let of_run = used.iter().filter(|used| used.run == run.id).map(|used| Row {
            run: Some(run.id),
            kind: kind_of(run).to_owned(),
            model: used.model.clone().unwrap_or_else(|| model_of(run)),
            chapter: Some(numbers.get(&used.chapter).copied().unwrap_or_default()),
            n_tasks: i64::from(used.n_tasks),
            usage: used.usage,
        });
        let mut of_run: Vec<Row> = of_run.collect();
        of_run.sort_by(|one, other| (one.chapter, &one.model).cmp(&(other.chapter, &other.model)));
        rows.extend(of_run);
    }
    Ok(rows)
}

fn as_json(row: &Row) -> Value {
    let mut value = usage_json(&row.usage);
    if let Some(object) = value.as_object_mut() {
        object.extend([
            ("run".to_owned(), json!(row.run)),
            ("kind".to_owned(), json!(row.kind)),
            ("model".to_owned(), json!(row.model)),
            ("chapter".to_owned(), json!(row.chapter)),
            ("tasks".to_owned(), json!(row.n_tasks)),
        ]);
    }
    value
}

fn numbers(usage: &StepUsage) -> [String; 4] {
    [
        usage.input.to_string(),
        usage.cached_input.to_string(),
        usage.output.to_string(),
        dollars(usage.cost_micros),
    ]
}
