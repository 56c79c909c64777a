//! An interrupted run goes on from its last step.

use super::begin::micros;
use super::find::{RunOrBook, run_or_book};
use super::session::{self, Start};
use crate::args::work::ResumeArgs;
use crate::exit::{Exit, WrongUsage};
use crate::output::Printer;
use book::work::outcome::RunOutcome;
use messages::Message;
use runner::run::{budget, wish_of};
use runner::spec::{EndpointSpec, NamedBy, Work};
use settings::models::ModelRegistry;
use std::path::PathBuf;
use store::record::BookSummary;
use store::store::Store;
use store::work::RunRecord;

/// What a resumed run came to.
pub(crate) struct ResumedRun {
    pub(crate) exit: Exit,
    pub(crate) book: BookSummary,
    /// The file it had promised and that is not written yet.
    pub(crate) output: Option<PathBuf>,
    /// Whether it was a rehearsal, which is what the file is to hold then.
    pub(crate) rehearsal: bool,
}

/// Resumes the run the person means. Where the last one finished, that is said, and what it promised is left to do.
pub(crate) async fn run(args: &ResumeArgs, store: &Store, printer: &Printer) -> anyhow::Result<ResumedRun> {
    let record = find_run(args, store).await?;
    let book = store.library().book(record.book).await?;
    let output = record.output.as_ref().map(PathBuf::from);
    let rehearsal = wish_of(&record)?.is_rehearsal();
    if record.outcome == Some(RunOutcome::Finished) {
        let run = record.id;
        if printer.is_json() {
            let told = serde_json::json!({"run": run, "ending": "finished", "accepted": 0});
            printer.as_event("ended").json(&told)?;
        }
        let finished = Message::new("run_finished_already").with("run", run);
        printer.notify(&finished.with("title", &book.title));
        return Ok(ResumedRun { exit: Exit::Done, book, output, rehearsal });
    }
    let exit = go_on(args, store, &book, &record, printer).await?;
    Ok(ResumedRun { exit, book, output, rehearsal })
}

/// The run that is named, the latest that may go on, or else the latest of all that began.
async fn find_run(args: &ResumeArgs, store: &Store) -> anyhow::Result<RunRecord> {
    let may_go_on = |run: &RunRecord| run.outcome.is_none_or(|outcome| !outcome.is_over());
    let began = |run: &RunRecord| run.outcome != Some(RunOutcome::TurnedAway);
    let library = store.library();
    let runs = match &args.run {
        None => library.runs(None).await?,
        Some(text) => match run_or_book(library, text).await? {
            RunOrBook::Run(run) => return Ok(*run),
            RunOrBook::Book(book) => library.runs(Some(book.id)).await?,
        },
    };
    let place = runs.iter().position(may_go_on).or_else(|| runs.iter().position(began));
    let run = place.and_then(|place| runs.into_iter().nth(place));
    Ok(run.ok_or(Message::new("no_run_yet"))?)
}

async fn go_on(
    args: &ResumeArgs,
    store: &Store,
    book: &BookSummary,
    record: &RunRecord,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    let mut spec = wish_of(record)?;
    if let Some(model) = &args.model {
        spec.model.clone_from(model);
        spec.endpoint = None;
    }
    if let Some(base_url) = &args.base_url {
        let dialect = args.dialect.map(|dialect| dialect.name().to_owned());
        spec.endpoint =
            Some(EndpointSpec { base_url: base_url.clone(), dialect, named_by: NamedBy::Operator });
    }
    if let Some(dollars) = args.max_cost {
        spec.limit.micros = Some(micros(dollars)?);
    }
    spec.limit.tokens = args.max_tokens.or(spec.limit.tokens);
    if let Some(dollars) = args.max_cost_per_chapter {
        spec.chapter_limit.micros = Some(micros(dollars)?);
    }
    spec.chapter_limit.tokens = args.max_tokens_per_chapter.or(spec.chapter_limit.tokens);
    let registry = ModelRegistry::open()?.with_price(args.price).recording(args.record.as_deref());
    if !spec.has_model() {
        return Err(WrongUsage(Message::new("run_lost_its_model").with("run", record.id)).into());
    }
    if args.model.is_some() || args.base_url.is_some() {
        registry.note_typed(&spec)?;
    }
    registry.refuse_untyped(&spec)?;
    let of_run = spec.clone();
    let price = match args.price {
        None => registry.told_price(&spec.model, registry.endpoint_of(&of_run)?).await,
        given => given,
    };
    let registry = registry.with_price(price);
    let endpoint = registry.endpoint_of(&of_run)?;
    if args.model.is_some() && spec.batch && !registry.takes_batches(&spec.model) {
        printer.notify(&Message::new("batches_not_taken").with("model", &spec.model));
        spec.batch = false;
    }
    let budget = budget(&spec, Some(record));
    let mut models = vec![registry.open_for_run(&spec, endpoint, &budget)?];
    if matches!(spec.work, Work::Survey) {
        let run_model = models.swap_remove(0);
        return crate::commands::survey::resume(store, book, spec, run_model, budget, record.id, printer)
            .await;
    }
    let registry = registry.with_price(None);
    for name in &spec.fallbacks {
        models.push(registry.open_model(name, None, &budget, spec.concurrency)?);
    }
    session::run_attached(store, book, spec, models, budget, Start::Resume(record.id), printer).await
}
