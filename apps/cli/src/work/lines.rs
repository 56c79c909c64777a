//! A run as lines: one JSON event a line for programs, plain lines for a log.

use super::session::ProgressSink;
use super::unresolved;
use crate::config;
use crate::output::{Output, Printer, counted};
use book::work::failure::Failure;
use llm::Delivery;
use runner::event::{BatchEvent, Remedy, RunEvent, TaskEvent};
use runner::event_json::{self, Detail};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Lines.
pub(crate) struct LineProgress {
    printer: Printer,
    /// The number of the last event. Held while a line is written, so that lines come in the order of their numbers.
    sequence: Mutex<u64>,
    /// The reason of the last wait that was told, and when.
    told_wait: Mutex<Option<(String, Instant)>>,
}

/// The same reason to wait is told again after this long.
const BETWEEN_SAME_WAITS: Duration = Duration::from_secs(10);

impl LineProgress {
    pub(crate) fn new(printer: &Printer) -> Self {
        let output: Output = printer.output();
        Self { printer: Printer::new(output), sequence: Mutex::new(0), told_wait: Mutex::new(None) }
    }

    fn see_json(&self, event: &RunEvent) {
        let mut sequence = self.sequence.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(to_json_line) = event_json::to_json_line(*sequence + 1, event, Detail::Log) {
            *sequence += 1;
            // A reader that went away does not stop the work.
            let _ = self.printer.result(&to_json_line);
        }
    }

    fn see_plain(&self, event: &RunEvent) {
        match event {
            RunEvent::Reused { n_paragraphs } => {
                self.printer.say(&format!("{} taken from earlier work", counted(*n_paragraphs, "paragraph")));
            }
            RunEvent::Mended { n_paragraphs } => {
                self.printer.say(&format!("{} mended without a model", counted(*n_paragraphs, "paragraph")));
            }
            RunEvent::Started { run, plan, n_open, .. } => {
                let open =
                    if *n_open > 0 { format!(", {n_open} of them begun before") } else { String::new() };
                self.printer
                    .say(&format!("run {run}: {}{open}", counted(plan.n_paragraphs() + n_open, "paragraph")));
            }
            RunEvent::ChunkStarted { chapter, n_paragraphs, model } => {
                self.printer
                    .say(&format!("chapter {chapter}: {} with {model}", counted(*n_paragraphs, "paragraph")));
            }
            RunEvent::DeliveryChanged { model, from, to, failure } => {
                self.printer.say(&delivery_changed(model, *from, *to, failure));
            }
            // The change of form was told.
            RunEvent::Policy { remedy: Remedy::OtherForm { .. }, .. } => {}
            RunEvent::Policy { chapter, failure, remedy, n_paragraphs } => {
                self.printer.say(&format!(
                    "chapter {chapter}: {}: {}; {}",
                    counted(*n_paragraphs, "paragraph"),
                    unresolved::in_short(failure),
                    words(remedy)
                ));
            }
            RunEvent::Task { chapter, event: TaskEvent::Retrying { reason, wait_ms }, .. } => {
                self.tell_wait(*chapter, reason, *wait_ms);
            }
            RunEvent::Task { chapter, event: TaskEvent::ReviewFailed { reason }, .. } => {
                self.printer.warn(&review_failed(*chapter, reason));
            }
            RunEvent::Batch(event) => self.printer.say(&batch_words(event, config::now_ms())),
            RunEvent::Task { .. } | RunEvent::Ended(_) => {}
        }
    }
}

impl LineProgress {
    /// Says that and why a request waits; when many wait for the same reason, one line in a while says it.
    fn tell_wait(&self, chapter: u32, reason: &str, wait_ms: u64) {
        let mut told = self.told_wait.lock().unwrap_or_else(PoisonError::into_inner);
        let is_news = told
            .as_ref()
            .is_none_or(|(known, at)| known.as_str() != reason || at.elapsed() >= BETWEEN_SAME_WAITS);
        if is_news {
            self.printer.say(&format!("chapter {chapter}: {}", waiting(reason, wait_ms)));
            *told = Some((reason.to_owned(), Instant::now()));
        }
    }
}

/// Why nothing comes and for how long, for a person.
pub(super) fn waiting(reason: &str, wait_ms: u64) -> String {
    let seconds = wait_ms.div_ceil(1000);
    let (what, hint) = reason.split_once("; hint: ").unwrap_or((reason, ""));
    let hint = if hint.is_empty() { String::new() } else { format!("; {hint}") };
    format!("{what}{hint}; trying again in {seconds} s")
}

impl ProgressSink for LineProgress {
    fn on_event(&self, event: &RunEvent) {
        if self.printer.is_json() {
            self.see_json(event);
        } else {
            self.see_plain(event);
        }
    }

    fn note(&self, text: &str) {
        self.printer.say(text);
    }
}

/// That a model hands over its work in another form, and why, for a person.
pub(super) fn delivery_changed(model: &str, from: Delivery, to: Delivery, failure: &Failure) -> String {
    let form = |form| match form {
        Delivery::Tools => "tool calls",
        Delivery::Structured => "a JSON object",
        Delivery::Lines => "numbered lines",
    };
    let why = unresolved::in_short(failure);
    format!("{model} brings nothing by {} ({why}); it is asked for {} from here on", form(from), form(to))
}

/// That a review was not to be had, for a person.
pub(super) fn review_failed(chapter: u32, reason: &str) -> String {
    format!(
        "chapter {chapter}: what the checks found could not be reviewed: {reason}; the translation stays as accepted"
    )
}

/// What happens to a batch, for a person.
pub(crate) fn batch_words(event: &BatchEvent, now_ms: i64) -> String {
    match event {
        BatchEvent::Submitted { n_requests } => format!(
            "{} handed in as a batch; answers may take a day. Stop at any time: `tsumugi resume` takes them in",
            counted(*n_requests, "request")
        ),
        BatchEvent::Found { n_requests, submitted_ms } => format!(
            "waiting for a batch of {}, handed in {} ago",
            counted(*n_requests, "request"),
            waited(now_ms - submitted_ms)
        ),
        BatchEvent::Ended { n_requests, n_answered } => {
            format!("a batch is back: {n_answered} of {} answered", counted(*n_requests, "request"))
        }
    }
}

/// How long something has been waiting, as `3 h 20 min`.
pub(crate) fn waited(ms: i64) -> String {
    let minutes = ms.max(0) / 60_000;
    match (minutes / 60, minutes % 60) {
        (0, 0) => "less than a minute".to_owned(),
        (0, minutes) => format!("{minutes} min"),
        (hours, minutes) => format!("{hours} h {minutes} min"),
    }
}

/// What is done, for a person.
pub(super) fn words(remedy: &Remedy) -> String {
    match remedy {
        Remedy::Split => "trying smaller pieces".to_owned(),
        Remedy::Fallback { model } => format!("trying {model}"),
        Remedy::OtherForm { form } => format!("trying with `--delivery {form}`"),
        Remedy::Later => "trying again at the end".to_owned(),
        Remedy::Narrow => "waiting for what is under way".to_owned(),
        Remedy::LeavePending => "left as they are".to_owned(),
        Remedy::StopRun => "the run stops".to_owned(),
    }
}
