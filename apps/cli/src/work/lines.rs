//! A run as lines: one JSON event a line for programs, plain lines for a log.

use super::progress::ProgressSink;
use super::unresolved;
use crate::config;
use crate::output::{Output, Printer, Reason, recognised};
use book::work::failure::TaskFailure;
use llm::Delivery;
use messages::{Language, Message};
use runner::event::{BatchEvent, Remedy, RunEvent, TaskEvent};
use runner::event_json::{self, Detail};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

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
        let language = self.printer.language();
        match event {
            RunEvent::Reused { n_paragraphs } => {
                self.printer.notify(&Message::new("reused").amount("n", *n_paragraphs));
            }
            RunEvent::Mended { n_paragraphs } => {
                self.printer.notify(&Message::new("mended").amount("n", *n_paragraphs));
            }
            RunEvent::Started { run, plan, n_open, .. } => {
                let started = match n_open {
                    0 => Message::new("run_started"),
                    n_open => Message::new("run_started_with_open").count("open", *n_open),
                };
                self.printer.notify(&started.with("run", run).amount("n", plan.n_paragraphs() + n_open));
            }
            RunEvent::ChunkStarted { chapter, n_paragraphs, model } => {
                let started = Message::new("chunk_started").count("chapter", *chapter).with("model", model);
                self.printer.notify(&started.amount("n", *n_paragraphs));
            }
            RunEvent::DeliveryChanged { model, from, to, failure } => {
                self.printer.notify(&delivery_changed(model, *from, *to, failure, language));
            }
            // The change of form was told.
            RunEvent::Policy { remedy: Remedy::OtherForm { .. }, .. } => {}
            RunEvent::Policy { chapter, failure, remedy, n_paragraphs } => {
                self.printer.notify(&remedied(*chapter, *n_paragraphs, failure, remedy, language));
            }
            RunEvent::Task { chapter, event: TaskEvent::Retrying { reason, wait_ms }, .. } => {
                self.tell_wait(*chapter, reason, *wait_ms);
            }
            RunEvent::Task { chapter, event: TaskEvent::ReviewFailed { reason }, .. } => {
                self.printer.warn(&review_failed(*chapter, reason, language));
            }
            RunEvent::Batch(event) => self.printer.notify(&batch_words(event, config::now_ms())),
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
            let what = waiting(reason, wait_ms, self.printer.language());
            self.printer.notify(&Message::new("of_chapter").count("chapter", chapter).part("what", what));
            *told = Some((reason.to_owned(), Instant::now()));
        }
    }
}

/// Why nothing comes and for how long, for a person.
pub(super) fn waiting(reason: &str, wait_ms: u64, language: Language) -> Message {
    let why = Reason::read(reason, language).on_one_line(language);
    Message::new("waiting").with("why", why).count("seconds", wait_ms.div_ceil(1000))
}

impl ProgressSink for LineProgress {
    fn on_event(&self, event: &RunEvent) {
        if self.printer.is_json() {
            self.see_json(event);
        } else {
            self.see_plain(event);
        }
    }

    fn note(&self, message: &Message) {
        self.printer.notify(message);
    }
}

/// That a model hands over its work in another form, and why, for a person.
pub(super) fn delivery_changed(
    model: &str,
    from: Delivery,
    to: Delivery,
    failure: &TaskFailure,
    language: Language,
) -> Message {
    Message::new("delivery_changed")
        .with("model", model)
        .with("from", from)
        .with("to", to)
        .with("why", unresolved::in_short(failure, language))
}

/// That a review was not to be had, for a person.
pub(super) fn review_failed(chapter: u32, reason: &str, language: Language) -> Message {
    let why = recognised(reason, language);
    Message::new("review_failed").count("chapter", chapter).with("why", why)
}

/// What happens to a batch, for a person.
pub(crate) fn batch_words(event: &BatchEvent, now_ms: i64) -> Message {
    match event {
        BatchEvent::Submitted { n_requests } => Message::new("batch_submitted").amount("n", *n_requests),
        BatchEvent::Found { n_requests, submitted_ms } => {
            Message::new("batch_found").amount("n", *n_requests).part("time", waited(now_ms - submitted_ms))
        }
        BatchEvent::Ended { n_requests, n_answered } => {
            Message::new("batch_ended").count("answered", *n_answered).amount("n", *n_requests)
        }
    }
}

/// How long something has been waiting, as `3 h 20 min`.
pub(crate) fn waited(ms: i64) -> Message {
    let minutes = ms.max(0) / 60_000;
    match (minutes / 60, minutes % 60) {
        (0, 0) => Message::new("time_short"),
        (0, minutes) => Message::new("time_minutes").count("minutes", minutes),
        (hours, minutes) => Message::new("time_hours").count("hours", hours).count("minutes", minutes),
    }
}

/// What went wrong with paragraphs and what is done about it, for a person.
pub(super) fn remedied(
    chapter: u32,
    n_paragraphs: usize,
    failure: &TaskFailure,
    remedy: &Remedy,
    language: Language,
) -> Message {
    let remedy = match remedy {
        Remedy::Split => Message::new("remedy_split"),
        Remedy::Fallback { model } => Message::new("remedy_fallback").with("model", model),
        Remedy::OtherForm { form } => Message::new("remedy_other_form").with("form", form),
        Remedy::Later => Message::new("remedy_later"),
        Remedy::Narrow => Message::new("remedy_narrow"),
        Remedy::LeavePending => Message::new("remedy_leave"),
        Remedy::StopRun => Message::new("remedy_stop"),
    };
    Message::new("remedied")
        .count("chapter", chapter)
        .amount("n", n_paragraphs)
        .with("why", unresolved::in_short(failure, language))
        .part("remedy", remedy)
}
