//! One sitting of a run at the terminal: watched, stoppable with Ctrl-C, and told about at the end.

use super::lines::Lines;
use super::live::Live;
use crate::config;
use crate::exit::Exit;
use crate::output::Printer;
use book::id::RunId;
use llm::Budget;
use runner::event::RunEvent;

use runner::report::{Ending, Report};
use runner::run::{self, Hired, Nobody, RunConfig};
use runner::wish::Wish;
use std::fmt::Write;
use std::sync::Arc;
use store::record::BookSummary;
use store::store::Store;
use tokio_util::sync::CancellationToken;

/// So many unresolved paragraphs are told one by one.
const MAX_TOLD: usize = 20;

/// Whether the run is new.
pub(crate) enum Start {
    New,
    Resume(RunId),
}

/// Watches a run: a live view, or lines.
pub(crate) trait Watcher: Send + Sync {
    fn see(&self, event: &RunEvent);
}

pub(crate) async fn sit(
    store: &Store,
    book: &BookSummary,
    wish: Wish,
    models: Vec<Hired>,
    budget: Arc<Budget>,
    start: Start,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    let watcher: Box<dyn Watcher> = if printer.is_json() || !printer.is_watched() {
        Box::new(Lines::new(printer))
    } else {
        Box::new(Live::new(book))
    };
    let cancel = CancellationToken::new();
    let judge = runner::judge::for_languages(book.source_language.as_ref(), &wish.target);
    let see = |event: RunEvent| watcher.see(&event);
    let config = RunConfig {
        store,
        book,
        wish,
        models,
        budget,
        judge: &*judge,
        person: &Nobody,
        holder: config::holder(),
        clock: &config::now_ms,
        events: &see,
        cancel: cancel.clone(),
    };
    let running = async {
        match start {
            Start::New => run::start(config).await,
            Start::Resume(id) => run::resume(config, id).await,
        }
    };
    let report = tokio::select! {
        report = running => report?,
        never = stop_on_signals(&cancel, printer) => never?,
    };
    drop(watcher);
    tell(&report, printer)
}

/// The first Ctrl-C lets the current step finish; the second leaves at once, which loses nothing either.
async fn stop_on_signals(cancel: &CancellationToken, printer: &Printer) -> anyhow::Result<Report> {
    tokio::signal::ctrl_c().await?;
    cancel.cancel();
    printer.say("stopping; everything accepted is kept (Ctrl-C again leaves at once)");
    tokio::signal::ctrl_c().await?;
    Err(anyhow::Error::new(crate::exit::Interrupted))
}

fn tell(report: &Report, printer: &Printer) -> anyhow::Result<Exit> {
    let mut text = format!("{} paragraphs accepted", report.n_accepted);
    if report.n_kept > 0 {
        let _ = write!(text, ", {} kept as they are", report.n_kept);
    }
    let spent = &report.spent;
    let _ = write!(text, " · {} tokens in, {} out", spent.usage.total_input(), spent.usage.output);
    if spent.money > llm::Money::ZERO {
        let _ = write!(text, " · {}", spent.money);
    }
    printer.say(&text);
    for left in report.unresolved.iter().take(MAX_TOLD) {
        printer.warn(&format!("chapter {} paragraph {}: {}", left.chapter, left.paragraph, left.reason));
    }
    if report.unresolved.len() > MAX_TOLD {
        printer.warn(&format!(
            "and {} more; `tsumugi status {}` lists all",
            report.unresolved.len() - MAX_TOLD,
            report.run
        ));
    }
    let resume = format!("`tsumugi resume {}` goes on from here", report.run);
    Ok(match &report.ending {
        Ending::Finished => Exit::Done,
        Ending::Unresolved => {
            printer.say(&format!(
                "{} paragraphs remain\nhint: {resume}, with another `--model` if you like",
                report.unresolved.len()
            ));
            Exit::Unresolved
        }
        Ending::Budget => {
            printer.say(&format!("stopped at the budget; the book can be exported as it is\nhint: {resume}, with a higher limit"));
            Exit::Budget
        }
        Ending::Interrupted => {
            printer.say(&format!("interrupted; everything accepted is kept\nhint: {resume}"));
            Exit::Interrupted
        }
        Ending::Failed { reason } => {
            printer.warn(&format!("the run stopped: {reason}"));
            printer.say(&format!("hint: {resume}"));
            Exit::Failed
        }
    })
}
