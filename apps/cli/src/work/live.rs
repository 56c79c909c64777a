//! The live view on a terminal: a bar for the book, and under it what is being worked on and what it costs.

use super::estimate::grouped;
use super::sitting::Watcher;
use crate::output::fit;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use runner::event::RunEvent;
use runner::event::TaskEvent;
use std::sync::{Mutex, PoisonError};
use store::record::BookSummary;

/// The view.
pub(crate) struct Live {
    all: MultiProgress,
    book: ProgressBar,
    detail: ProgressBar,
    counts: Mutex<Counts>,
}

#[derive(Default)]
struct Counts {
    input: u64,
    cached: u64,
    output: u64,
    cost_micros: i64,
    n_retries: u32,
    current: String,
}

impl Live {
    pub(crate) fn new(book: &BookSummary) -> Self {
        let all = MultiProgress::new();
        let bar = all.add(ProgressBar::new(0)).with_message(fit(&book.title, 24));
        let style =
            ProgressStyle::with_template("{msg:24} {bar:30} {pos}/{len} {per_sec} {elapsed} eta {eta}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let detail = all.add(ProgressBar::new_spinner());
        detail.set_style(
            ProgressStyle::with_template("{msg}").unwrap_or_else(|_| ProgressStyle::default_spinner()),
        );
        Self { all, book: bar, detail, counts: Mutex::new(Counts::default()) }
    }

    fn count(&self, change: impl FnOnce(&mut Counts)) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut counts);
        let money = if counts.cost_micros > 0 {
            format!(" · ${}.{:04}", counts.cost_micros / 1_000_000, counts.cost_micros % 1_000_000 / 100)
        } else {
            String::new()
        };
        let retries =
            if counts.n_retries > 0 { format!(" · {} retries", counts.n_retries) } else { String::new() };
        self.detail.set_message(format!(
            "{} · {} in ({} cached), {} out{money}{retries}",
            counts.current,
            grouped(counts.input),
            grouped(counts.cached),
            grouped(counts.output)
        ));
    }

    fn see_task(&self, event: &TaskEvent) {
        match event {
            TaskEvent::Accepted { .. } | TaskEvent::Suggested { .. } => self.book.inc(1),
            TaskEvent::Replied { usage, cost_micros, .. } => self.count(|counts| {
                counts.input += usage.input;
                counts.cached += usage.cached_input;
                counts.output += usage.output;
                counts.cost_micros += cost_micros;
            }),
            TaskEvent::Retrying { .. } => self.count(|counts| counts.n_retries += 1),
            TaskEvent::Asked { .. }
            | TaskEvent::Thinking(_)
            | TaskEvent::Saying(_)
            | TaskEvent::Called { .. }
            | TaskEvent::Moved { .. }
            | TaskEvent::Question(_)
            | TaskEvent::Ended { .. } => {}
        }
    }
}

impl Watcher for Live {
    fn see(&self, event: &RunEvent) {
        match event {
            RunEvent::Started { plan, .. } => {
                self.book.set_length(u64::try_from(plan.n_paragraphs()).unwrap_or_default());
            }
            RunEvent::ChunkStarted { chapter, n_paragraphs, model } => self.count(|counts| {
                counts.current = format!("chapter {chapter}, {n_paragraphs} paragraphs, {model}");
            }),
            RunEvent::Task { event, .. } => self.see_task(event),
            RunEvent::Policy { failure, n_paragraphs, .. } => {
                // The view is only an ornament: if it cannot be drawn, the work goes on.
                let _ = self.all.println(format!("{n_paragraphs} paragraphs: {failure}; trying otherwise"));
            }
            RunEvent::Ended(_) => {}
        }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.detail.finish_and_clear();
        self.book.finish_and_clear();
    }
}
