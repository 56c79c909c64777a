//! `tsumugi survey`: a book is read before it is translated, and a person decides on what was found.

mod candidates;
pub mod review;

use crate::args::survey::SurveyArgs;
use crate::args::work::{EffortArg, ReadsArg, WorkArgs};
use crate::config;
use crate::exit::{Exit, WrongUsage};
use crate::output::Printer;
use crate::work::begin::{self, RequestedWork, RunKind};
use crate::work::estimate::money;
use crate::work::language::{EditionQuestion, edition_in};
use crate::work::lines::batch_words;
use crate::work::monthly_budget;
use crate::work::process_lock::ProcessLock;
use crate::work::signals::Signals;
use book::id::RunId;
use llm::Budget;
use messages::Message;
use operations::book_name;
use runner::report::Ending;
use runner::run::StopSignal;
use runner::run::{RunModel, budget};
use runner::spec::RunSpec;
use runner::survey::{self, SurveyConfig, SurveyEvent, SurveyPlan, SurveyReport};
use serde_json::{Value, json};
use settings::models::ModelRegistry;
use settings::offline::refuse_engine;
use std::sync::{Arc, Mutex, PoisonError};
use store::record::BookSummary;
use store::store::Store;

pub(crate) async fn run(args: &SurveyArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let book = book_name::find(store.library(), &args.book).await?;
    if args.review {
        return review::run(&book, store, printer).await;
    }
    let work = work_args(args);
    if args.no_model {
        let mut spec = RunSpec::for_model(String::new(), target(args, &book).unwrap_or_else(|_| und()));
        spec.scope.chapters = begin::chapters(store, &book, &work).await?;
        return candidates::show(&survey::candidates(store.library(), &book, &spec).await?, printer);
    }
    let target = target(args, &book)?;
    let question = EditionQuestion::of(args.yes, args.dry_run);
    let Some(book) = edition_in(book, &target, question, store, printer).await? else {
        printer.notify(&Message::new("nothing_sent"));
        return Ok(Exit::Done);
    };
    let registry =
        ModelRegistry::open()?.with_price(work.model_args.price).recording(work.model_args.record.as_deref());
    let model = begin::model(&registry, &work.model_args, printer.language()).await?;
    refuse_engine([model.as_str()], "survey")?;
    let wanted = RunKind { work: RequestedWork::Survey, target, output: None };
    let spec = begin::spec(store, &book, wanted, &work, model).await?;
    let budget = budget(&spec, None);
    let run_model = registry.open_for_run(&spec, begin::endpoint(&work.model_args), &budget)?;
    let plan = survey::plan(store.library(), &book, &spec, &run_model).await?;
    if plan.n_pieces == 0 {
        printer.notify(&Message::new("nothing_to_read"));
        return Ok(Exit::Done);
    }
    let estimate = describe(&plan, &spec.model);
    if args.dry_run {
        if printer.is_json() {
            printer.json(&as_json(&plan))?;
        } else {
            printer.print(&estimate)?;
        }
        return Ok(Exit::Done);
    }
    printer.notify(&estimate);
    if !begin::agrees(args.yes, &registry, plan.estimate.most_money, printer)? {
        printer.notify(&Message::new("nothing_sent"));
        return Ok(Exit::Done);
    }
    let exit = Box::pin(run_attached(store, &book, spec, run_model, budget, None, printer)).await?;
    let can_review = !args.yes && printer.can_ask() && !printer.is_json() && exit == Exit::Done;
    if can_review && printer.confirm(&Message::new("look_through_proposals"))? {
        return review::run(&book, store, printer).await;
    }
    Ok(exit)
}

/// Goes on with a survey that was stopped.
pub(crate) async fn resume(
    store: &Store,
    book: &BookSummary,
    spec: RunSpec,
    run_model: RunModel,
    budget: Arc<Budget>,
    run: RunId,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    Box::pin(run_attached(store, book, spec, run_model, budget, Some(run), printer)).await
}

async fn run_attached(
    store: &Store,
    book: &BookSummary,
    spec: RunSpec,
    model: RunModel,
    budget: Arc<Budget>,
    resumed: Option<RunId>,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    let process_lock = ProcessLock::begin(store);
    let cancel = StopSignal::new();
    let (telling, sequence) = (Printer::new(printer.output()), Mutex::new(0));
    let surveying = SurveyConfig {
        store: store.clone(),
        book: book.clone(),
        spec,
        model,
        budget,
        holder: process_lock.holder(),
        clock: Arc::new(config::now_ms),
        events: Arc::new(move |event| print_event(&event, &sequence, &telling)),
        cancel: cancel.clone(),
    };
    let running = async {
        match resumed {
            None => survey::start(surveying).await,
            Some(run) => survey::resume(surveying, run).await,
        }
    };
    // Before anything is told: a signal that comes right after must not be lost.
    let signals = Signals::listen()?;
    let report = tokio::select! {
        report = running => report?,
        never = stop_on_signals(signals, &cancel, printer) => never?,
    };
    let met = match &report.refused_by {
        Some(refusal) => Some(monthly_budget::met(refusal, report.run, store.library()).await?),
        None => None,
    };
    Ok(tell_end(&report, met.as_ref(), book, printer))
}

/// The first signal lets the pieces under way come in; the second leaves at once, which loses only those.
async fn stop_on_signals(
    mut signals: Signals,
    cancel: &StopSignal,
    printer: &Printer,
) -> anyhow::Result<SurveyReport> {
    signals.next().await?;
    cancel.cancel();
    printer.notify(&Message::new("stopping_survey"));
    signals.next().await?;
    Err(anyhow::Error::new(crate::exit::Interrupted))
}

fn print_event(event: &SurveyEvent, sequence: &Mutex<u64>, printer: &Printer) {
    if printer.is_json() {
        let mut sequence = sequence.lock().unwrap_or_else(PoisonError::into_inner);
        *sequence += 1;
        // A reader that went away does not stop the work.
        let _ = printer.result(&survey::event_json::to_json_line(*sequence, event));
        return;
    }
    match event {
        SurveyEvent::Began { run, n_pieces, n_read } if *n_read > 0 => {
            let began = Message::new("survey_began_again").with("run", run);
            printer.notify(&began.count("read", *n_read).count("n", *n_pieces));
        }
        SurveyEvent::Began { run, .. } => printer.notify(&Message::new("survey_began").with("run", run)),
        SurveyEvent::Read { chapter, n_terms, n_characters, n_dropped, .. } => printer.notify(
            &Message::new("survey_read")
                .count("chapter", *chapter)
                .count("terms", *n_terms)
                .count("characters", *n_characters)
                .count("dropped", *n_dropped),
        ),
        SurveyEvent::Failed { chapter, reason } => {
            let failed = Message::new("survey_piece_failed").count("chapter", *chapter);
            printer.warn(&failed.with("why", printer.recognised(reason)));
        }
        SurveyEvent::Batch(event) => printer.notify(&batch_words(event, config::now_ms())),
        SurveyEvent::PieceStarted { .. } | SurveyEvent::Replied { .. } | SurveyEvent::Ended(_) => {}
    }
}

fn tell_end(report: &SurveyReport, met: Option<&Message>, book: &BookSummary, printer: &Printer) -> Exit {
    let learnt = &report.learnt;
    printer.notify(
        &Message::new("survey_sum")
            .count("read", report.n_read)
            .count("n", report.n_pieces)
            .count("terms", learnt.n_terms)
            .count("characters", learnt.n_characters)
            .count("summaries", learnt.n_summaries)
            .amount("in", report.spent.usage.total_input())
            .amount("out", report.spent.usage.output)
            .with("money", report.spent.money),
    );
    let left_out = learnt.n_dropped + learnt.n_refused;
    if left_out > 0 {
        let left_out = Message::new("survey_left_out").count("dropped", learnt.n_dropped);
        printer.notify(&left_out.count("refused", learnt.n_refused));
    }
    if learnt.n_conflicts > 0 {
        printer.warn(&Message::new("survey_conflicts").count("n", learnt.n_conflicts));
    }
    if learnt.n_terms + learnt.n_characters + learnt.n_grown > 0 {
        printer.hint(&Message::new("survey_review_next").with("book", book.id));
    }
    let about = |code| Message::new(code).with("run", report.run);
    match &report.ending {
        Ending::Finished => Exit::Done,
        Ending::Unresolved => {
            printer.notify(&about("survey_unread").count("n", report.failed.len()));
            Exit::Unresolved
        }
        Ending::Budget => {
            printer.notify(met.unwrap_or(&about("survey_at_budget")));
            Exit::Budget
        }
        Ending::Interrupted => {
            printer.notify(&about("survey_interrupted"));
            Exit::Interrupted
        }
        Ending::Failed { reason } => {
            printer.warn(&Message::new("survey_stopped").with("why", printer.recognised(reason)));
            Exit::Failed
        }
    }
}

fn describe(plan: &SurveyPlan, model: &str) -> Message {
    let estimate = &plan.estimate;
    Message::new("survey_estimate")
        .count("words", plan.candidates.len())
        .count("chapters", plan.n_chapters)
        .count("pieces", plan.n_pieces)
        .with("model", model)
        .amount("least_in", estimate.least.total_input())
        .amount("most_in", estimate.most.total_input())
        .amount("least_out", estimate.least.output)
        .amount("most_out", estimate.most.output)
        .part("money", money(estimate.least_money, estimate.most_money))
}

fn as_json(plan: &SurveyPlan) -> Value {
    let estimate = &plan.estimate;
    json!({
        "chapters": plan.n_chapters,
        "pieces": plan.n_pieces,
        "source_tokens": estimate.source_tokens,
        "candidates": plan.candidates.len(),
        "input_tokens": [estimate.least.total_input(), estimate.most.total_input()],
        "output_tokens": [estimate.least.output, estimate.most.output],
        "usd": [estimate.least_money.map(llm::Money::dollars), estimate.most_money.map(llm::Money::dollars)],
    })
}

fn target(args: &SurveyArgs, book: &BookSummary) -> Result<book::language::LanguageTag, WrongUsage> {
    let into_what = || WrongUsage(Message::new("names_in_which_language"));
    args.to.clone().or_else(|| book.target_language.clone()).ok_or_else(into_what)
}

fn und() -> book::language::LanguageTag {
    book::language::LanguageTag::undetermined()
}

fn work_args(args: &SurveyArgs) -> WorkArgs {
    WorkArgs {
        delivery: llm::DeliveryChoice::Auto,
        model_args: args.model_args.clone(),
        fallback: Vec::new(),
        effort: EffortArg::Standard,
        reads: ReadsArg::Book,
        chapters: args.chapters.clone(),
        paragraphs: Vec::new(),
        chunk_size: args.piece_size,
        concurrency: args.concurrency,
        batch: args.batch,
        max_cost_per_chapter: None,
        max_tokens_per_chapter: None,
        temperature: args.temperature,
        instructions: args.instructions.clone(),
        no_reuse: false,
        dry_run: args.dry_run,
        yes: args.yes,
    }
}
