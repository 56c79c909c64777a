//! Runs to completion at a terminal: shows progress, stops on Ctrl-C, and prints a summary.

use super::lines::LineProgress;
use super::live::LiveProgress;
use super::process_lock::ProcessLock;
use super::signals::Signals;
use super::unresolved;
use crate::config;
use crate::exit::Exit;
use crate::output::{Printer, counted, grouped};
use book::id::RunId;
use book::work::failure::Failure;
use llm::Budget;
use runner::event::RunEvent;
use runner::plan::{ConfirmedPlan, ModelFacts};
use runner::report::{Ending, Report};
use runner::run::{self, DeclineAll, RunConfig, RunModel};
use runner::spec::RunSpec;
use std::collections::HashSet;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;
use store::record::BookSummary;
use store::store::Store;
use store::work::RunNote;
use tokio_util::sync::CancellationToken;

/// Whether the run is new.
pub(crate) enum Start {
    /// With the plan that was agreed to, where there is one to keep to, and the file the book is to go to.
    New {
        confirmed: Option<ConfirmedPlan>,
        output: Option<PathBuf>,
    },
    Resume(RunId),
}

/// Watches a run: a live view, or lines.
pub(crate) trait ProgressSink: Send + Sync {
    fn on_event(&self, event: &RunEvent);

    /// Says something to the person beside what is drawn.
    fn note(&self, text: &str);

    /// The run is over: whatever is drawn goes away, so that words can follow.
    fn rest(&self) {}
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
        crate::output::tell_dictionary(found, consulted.complaint.as_deref(), printer);
    }
    let progress: Arc<dyn ProgressSink> = if printer.is_json() || !printer.is_watched() {
        Arc::new(LineProgress::new(printer))
    } else {
        Arc::new(LiveProgress::new(book))
    };
    let cancel = CancellationToken::new();
    let process_lock = ProcessLock::begin(store.path());
    let seeing = Arc::clone(&progress);
    let (confirmed, resumed, output) = match start {
        Start::New { confirmed, output } => (confirmed, None, output),
        Start::Resume(id) => (None, Some(id), None),
    };
    let facts = models.first().map(|run_model| run_model.facts(book, &spec)).unwrap_or_default();
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
    let running = async {
        match resumed {
            None => {
                let run = run::record(&mut config).await?;
                if let Some(output) = output {
                    let output = output.to_string_lossy();
                    store.note_run(run, RunNote::Output(Some(&output))).await?;
                }
                run::begin(config, run).await
            }
            Some(id) => run::resume(config, id).await,
        }
    };
    let report = tokio::select! {
        report = running => report?,
        never = stop_on_signals(&cancel, &*progress) => never?,
    };
    progress.rest();
    let exit = print_summary(&report, printer);
    if rest.is_rehearsal() && report.n_accepted > 0 {
        let id = book.id;
        printer.say(&format!(
            "this was a rehearsal: its text is a placeholder and no translation\nhint: `tsumugi translate {id}` with a real `--model` translates the book, `tsumugi rehearsal discard {id}` throws the rehearsal away"
        ));
    }
    if report.ending == Ending::Budget {
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
    let run = report.run;
    let hint = match (spec.limit.micros, left.estimate.most_money, spec.limit.tokens) {
        (Some(_), Some(most), _) => {
            let all = report.spent.money.dollars() + most.dollars();
            format!(
                "the rest may cost up to ${:.2}\nhint: `tsumugi resume {run} --max-cost {:.2}` finishes it",
                most.dollars(),
                all + 0.005
            )
        }
        (_, _, Some(_)) => {
            let most = left.estimate.most.total();
            format!(
                "the rest may take up to {} tokens\nhint: `tsumugi resume {run} --max-tokens {}` finishes it",
                grouped(most),
                report.spent.usage.total() + most
            )
        }
        _ => return Ok(()),
    };
    printer.say(&hint);
    Ok(())
}

/// The first signal lets the current step finish; the second leaves at once, which loses nothing either.
async fn stop_on_signals(cancel: &CancellationToken, progress: &dyn ProgressSink) -> anyhow::Result<Report> {
    let mut signals = Signals::listen()?;
    signals.next().await?;
    cancel.cancel();
    progress.note("stopping; everything accepted is kept (Ctrl-C again leaves at once)");
    signals.next().await?;
    Err(anyhow::Error::new(crate::exit::Interrupted))
}

fn print_summary(report: &Report, printer: &Printer) -> Exit {
    let mut text = format!("{} accepted", counted(report.n_accepted, "paragraph"));
    if report.n_reused > 0 {
        let _ = write!(text, ", {} taken from earlier work", report.n_reused);
    }
    if report.n_suggested > 0 {
        let _ = write!(text, ", {} waiting as suggestions beside a person's words", report.n_suggested);
    }
    if report.n_kept > 0 {
        let _ = write!(text, ", {} kept as they are", report.n_kept);
    }
    let spent = &report.spent;
    let _ = write!(
        text,
        " · {} tokens in, {} out",
        grouped(spent.usage.total_input()),
        grouped(spent.usage.output)
    );
    if spent.money > llm::Money::ZERO {
        let _ = write!(text, " · {}", spent.money);
    }
    printer.say(&text);
    for told in unresolved::of_report(report) {
        printer.warn(&told);
    }
    if report.n_not_reached > 0 {
        let verb = if report.n_not_reached == 1 { "was" } else { "were" };
        printer.say(&format!("{} {verb} not reached", counted(report.n_not_reached, "paragraph")));
    }
    let resume = format!("`tsumugi resume {}` goes on from here", report.run);
    match &report.ending {
        Ending::Finished => Exit::Done,
        Ending::Unresolved => {
            let n_left = report.unresolved.len();
            let verb = if n_left == 1 { "remains" } else { "remain" };
            printer.say(&format!(
                "{} {verb}\nhint: {resume}, with another `--model` if you like",
                counted(n_left, "paragraph")
            ));
            Exit::Unresolved
        }
        Ending::Budget => {
            printer.say("stopped at the limit; the book can be exported as it is");
            Exit::Budget
        }
        Ending::Interrupted => {
            printer.say(&format!("interrupted; everything accepted is kept\nhint: {resume}"));
            Exit::Interrupted
        }
        Ending::Failed { reason } => {
            let is_told = report.unresolved.iter().any(|left| left.reason.to_string() == *reason);
            if is_told {
                printer.warn("the run stopped, because it would be the same for the rest");
            } else {
                printer.warn(&format!("the run stopped: {reason}"));
            }
            let is_incapable =
                report.unresolved.iter().any(|left| matches!(left.reason, Failure::Incapable { .. }));
            if is_incapable {
                printer.say(
                    "hint: this model cannot do this work as it is asked; `tsumugi models test` shows in which form it can, `--delivery lines` asks least of it, and a larger model may do better",
                );
            }
            printer.say(&format!("hint: {resume}"));
            Exit::Failed
        }
    }
}
