//! Runs to completion at a terminal: shows progress, stops on Ctrl-C, and prints a summary.

use super::lines::LineProgress;
use super::live::LiveProgress;
use super::monthly_budget;
use super::process_lock::ProcessLock;
use super::progress::ProgressSink;
use super::signals::Signals;
use super::unresolved;
use crate::config;
use crate::exit::Exit;
use crate::output::{Printer, recognised};
use book::id::RunId;
use book::work::failure::TaskFailure;
use llm::Budget;
use messages::Message;
use runner::event::RunEvent;
use runner::plan::{ConfirmedPlan, ModelFacts};
use runner::report::{Ending, Report};
use runner::run::StopSignal;
use runner::run::{self, DeclineAll, RunConfig, RunModel};
use runner::spec::RunSpec;
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use store::record::BookSummary;
use store::store::Store;
use store::work::RunNote;
use tracing::Instrument;
use tracing::field::display;

/// Whether the run is new.
pub(crate) enum Start {
    /// With the plan that was agreed to, where there is one to keep to, and the file the book is to go to.
    New {
        confirmed: Option<ConfirmedPlan>,
        output: Option<PathBuf>,
    },
    Resume(RunId),
}

pub(crate) async fn run_attached(
    store: &Store,
    book: &BookSummary,
    spec: RunSpec,
    models: Vec<RunModel>,
    budget: Arc<Budget>,
    start: Start,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    let dictionaries = settings::dictionaries::dictionaries()?;
    if let Some(source) = &book.source_language {
        let consulted = operations::judge::consult(&dictionaries, source, &spec.target).await;
        let found = consulted.found.as_ref().map(|found| (found.name.as_str(), found.n_heads));
        crate::output::tell_dictionary(found, consulted.complaint.as_ref(), printer);
    }
    let progress: Arc<dyn ProgressSink> = if printer.is_json() || !printer.is_watched() {
        Arc::new(LineProgress::new(printer))
    } else {
        Arc::new(LiveProgress::new(book, printer.language()))
    };
    let cancel = StopSignal::new();
    let process_lock = ProcessLock::begin(store);
    let seeing = Arc::clone(&progress);
    let (confirmed, resumed, output) = match start {
        Start::New { confirmed, output } => (confirmed, None, output),
        Start::Resume(id) => (None, Some(id), None),
    };
    let facts = RunModel::facts_of(&models, book, &spec);
    let rest = spec.clone();
    let mut config = RunConfig {
        confirmed,
        store: store.clone(),
        book: book.clone(),
        dictionaries,
        spec,
        models,
        budget,
        question_handler: Arc::new(DeclineAll),
        holder: process_lock.holder(),
        clock: Arc::new(config::now_ms),
        events: Arc::new(move |event: RunEvent| seeing.on_event(&event)),
        cancel: cancel.clone(),
    };
    let span = tracing::info_span!("run", run = resumed.map(display), book = %book.id);
    let running = async {
        match resumed {
            None => {
                let run = run::record(&mut config).await?;
                tracing::Span::current().record("run", display(run));
                if let Some(output) = output {
                    let output = output.to_string_lossy();
                    store.note_run(run, RunNote::Output(Some(&output))).await?;
                }
                run::begin(config, run).await
            }
            Some(id) => run::resume(config, id).await,
        }
    };
    let running = Box::pin(running.instrument(span));
    // Before anything is told: a signal that comes right after must not be lost.
    let signals = Signals::listen()?;
    let report = tokio::select! {
        report = running => report?,
        never = stop_on_signals(signals, &cancel, &*progress) => never?,
    };
    progress.rest();
    let met = match &report.refused_by {
        Some(refusal) => Some(monthly_budget::met(refusal, report.run, store.library()).await?),
        None => None,
    };
    let exit = print_summary(&report, met.as_ref(), printer);
    if rest.is_rehearsal() && report.n_accepted > 0 {
        printer.notify(&Message::new("was_rehearsal").with("book", book.id));
    }
    if report.ending == Ending::Budget && report.refused_by.is_none() {
        print_rest(store, book, &rest, &facts, &report, printer).await?;
    }
    Ok(exit)
}

/// What the rest of a run that stopped at its limit may cost, and which limit would finish it.
async fn print_rest(
    store: &Store,
    book: &BookSummary,
    spec: &RunSpec,
    facts: &ModelFacts,
    report: &Report,
    printer: &Printer,
) -> anyhow::Result<()> {
    let book = store.library().book(book.id).await?;
    let left = runner::plan::plan(store.library(), &book, spec, &HashSet::new(), facts).await?;
    let is_paused = report.pause.is_some();
    let limits_money = spec.limit.micros.is_some() || is_paused;
    let limits_tokens = spec.limit.tokens.is_some() || is_paused;
    let rest = match (limits_money, left.estimate.most_money, limits_tokens) {
        (true, Some(most), _) => {
            let all = report.spent.money.dollars() + most.dollars();
            Message::new("rest_may_cost")
                .with("most", format!("{:.2}", most.dollars()))
                .with("limit", format!("{:.2}", all + 0.005))
        }
        (_, _, true) => {
            let most = left.estimate.most.total();
            let all = report.spent.usage.total() + most;
            Message::new("rest_may_take").amount("most", most).with("limit", all)
        }
        _ => return Ok(()),
    };
    printer.notify(&rest.with("run", report.run));
    Ok(())
}

/// The first signal lets the current step finish; the second leaves at once, which loses nothing either.
async fn stop_on_signals(
    mut signals: Signals,
    cancel: &StopSignal,
    progress: &dyn ProgressSink,
) -> anyhow::Result<Report> {
    signals.next().await?;
    cancel.cancel();
    progress.note(&Message::new("stopping_run"));
    signals.next().await?;
    Err(anyhow::Error::new(crate::exit::Interrupted))
}

fn print_summary(report: &Report, met: Option<&Message>, printer: &Printer) -> Exit {
    printer.note(&summary(report, printer));
    for told in unresolved::of_report(report, printer) {
        printer.warn_in_words(&told);
    }
    if report.n_not_reached > 0 {
        printer.notify(&Message::new("not_reached").amount("n", report.n_not_reached));
    }
    let about = |code| Message::new(code).with("run", report.run);
    match &report.ending {
        Ending::Finished => Exit::Done,
        Ending::Unresolved => {
            printer.notify(&about("paragraphs_remain").amount("n", report.unresolved.len()));
            Exit::Unresolved
        }
        Ending::Budget => {
            match (met, &report.pause) {
                (Some(met), _) => printer.notify(met),
                (None, Some(pause)) => printer.notify(&pause.message()),
                (None, None) => printer.notify(&Message::new("stopped_at_limit")),
            }
            Exit::Budget
        }
        Ending::Interrupted => {
            printer.notify(&about("run_interrupted"));
            Exit::Interrupted
        }
        Ending::Failed { reason } => {
            let is_told = report.unresolved.iter().any(|left| left.reason.to_string() == *reason);
            if is_told {
                printer.warn(&Message::new("run_stopped_alike"));
            } else {
                printer
                    .warn(&Message::new("run_stopped").with("why", recognised(reason, printer.language())));
            }
            let is_incapable =
                report.unresolved.iter().any(|left| matches!(left.reason, TaskFailure::Incapable { .. }));
            if is_incapable {
                printer.hint(&Message::new("model_incapable"));
            }
            printer.hint(&about("goes_on"));
            Exit::Failed
        }
    }
}

/// What the run came to, on one line.
fn summary(report: &Report, printer: &Printer) -> String {
    let mut parts = vec![Message::new("sum_accepted").amount("n", report.n_accepted)];
    let further =
        [("sum_reused", report.n_reused), ("sum_suggested", report.n_suggested), ("sum_kept", report.n_kept)];
    let further = further.into_iter().filter(|(_, n)| *n > 0);
    parts.extend(further.map(|(code, n)| Message::new(code).count("n", n)));
    let usage = &report.spent.usage;
    let tokens = Message::new("sum_tokens").amount("in", usage.total_input()).amount("out", usage.output);
    let mut sections = vec![printer.list(&parts), printer.text_of(&tokens)];
    if report.spent.money > llm::Money::ZERO {
        sections.push(report.spent.money.to_string());
    }
    sections.join(" · ")
}
