//! The events of a run as programs read them: the same names and fields on the command line and on the page.

use crate::bus::{self, Bus, SnapshotDelta};
use crate::event::{BatchEvent, Remedy, RunEvent, TaskEvent};
use crate::pause::Pause;
use crate::report::{Ending, Report};
use crate::session_limits;
use book::id::ParagraphId;
use messages::Language;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

/// How much is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// What a log keeps.
    Log,
    /// Besides: what the model thinks, says, gives to tools and gets from them.
    Live,
}

/// The most characters of a tool's arguments or answer in an event; the transcript has the whole.
const MAX_SHOWN: usize = 16_384;
/// The approximate size in bytes of the pieces in which a model's thinking is published.
const PIECE: usize = 120;

/// The event as one line of JSON with this number; `None` for what is not told in this detail.
pub fn to_json_line(sequence: u64, event: &RunEvent, detail: Detail) -> Option<String> {
    to_json(event, detail).map(|(name, fields)| bus::to_json_line(sequence, name, &fields))
}

/// The name and the fields of an event.
fn to_json(event: &RunEvent, detail: Detail) -> Option<(&'static str, Value)> {
    Some(match event {
        RunEvent::Reused { n_paragraphs } => ("reused", json!({"paragraphs": n_paragraphs})),
        RunEvent::Mended { n_paragraphs } => ("mended", json!({"paragraphs": n_paragraphs})),
        RunEvent::Started { run, kind, plan, n_open } => (
            "started",
            json!({
                "run": run,
                "kind": kind,
                "chapters": plan.chapters.len(),
                "chunks": plan.estimate.n_chunks,
                "paragraphs": plan.n_paragraphs(),
                "open_paragraphs": n_open,
            }),
        ),
        RunEvent::ChunkStarted { chapter, n_paragraphs, model } => {
            ("chunk", json!({"chapter": chapter, "paragraphs": n_paragraphs, "model": model}))
        }
        RunEvent::DeliveryChanged { model, from, to, failure } => (
            "delivery",
            json!({"model": model, "from": from, "to": to, "failure": failure, "reason": failure.to_string()}),
        ),
        RunEvent::Task { chapter, task, event } => {
            let (name, fields) = task_event(event, detail)?;
            let mut all = json!({"chapter": chapter, "task": task});
            if let (Some(all), Value::Object(fields)) = (all.as_object_mut(), fields) {
                all.extend(fields);
            }
            (name, all)
        }
        RunEvent::Policy { chapter, failure, remedy, n_paragraphs } => {
            let model = match remedy {
                Remedy::Fallback { model } => Some(model),
                Remedy::Split
                | Remedy::OtherForm { .. }
                | Remedy::Later
                | Remedy::Narrow
                | Remedy::LeavePending
                | Remedy::StopRun => None,
            };
            let fields = json!({
                "chapter": chapter,
                "failure": failure,
                "reason": failure.to_string(),
                "remedy": remedy.as_str(),
                "model": model,
                "paragraphs": n_paragraphs,
            });
            ("policy", fields)
        }
        RunEvent::Batch(event) => batch(event),
        RunEvent::Ended(report) => ("ended", ended(report)),
    })
}

/// The name and the fields of what happens to a batch.
pub fn batch(event: &BatchEvent) -> (&'static str, Value) {
    match event {
        BatchEvent::Submitted { n_requests } => ("batch_submitted", json!({"requests": n_requests})),
        BatchEvent::Found { n_requests, submitted_ms } => {
            ("batch_found", json!({"requests": n_requests, "submitted_at": submitted_ms}))
        }
        BatchEvent::Ended { n_requests, n_answered } => {
            ("batch_ended", json!({"requests": n_requests, "answered": n_answered}))
        }
    }
}

fn task_event(event: &TaskEvent, detail: Detail) -> Option<(&'static str, Value)> {
    let is_live = detail == Detail::Live;
    Some(match event {
        TaskEvent::Asked { reply, again } => ("asked", json!({"reply": reply, "again": again})),
        TaskEvent::Reading { done, total } => ("reading", json!({"done": done, "total": total})),
        TaskEvent::Retrying { reason, wait_ms } => {
            ("retrying", json!({"reason": reason, "wait_ms": wait_ms}))
        }
        TaskEvent::ReviewFailed { reason } => ("review_failed", json!({"reason": reason})),
        TaskEvent::Replied { usage, cost_micros, took_ms } => (
            "replied",
            json!({
                "input_tokens": usage.input,
                "cached_input_tokens": usage.cached_input,
                "output_tokens": usage.output,
                "usd_micros": cost_micros,
                "ms": took_ms,
            }),
        ),
        TaskEvent::Called { name, arguments, result } if is_live => {
            ("called", json!({"tool": name, "arguments": shortened(arguments), "result": shortened(result)}))
        }
        TaskEvent::Called { name, .. } => ("called", json!({"tool": name})),
        TaskEvent::Accepted { paragraph, text } => {
            ("accepted", json!({"paragraph_id": paragraph, "translation": text}))
        }
        TaskEvent::Suggested { paragraph } => ("suggested", json!({"paragraph_id": paragraph})),
        TaskEvent::Moved { status } => ("moved", json!({"status": status})),
        TaskEvent::Question(question) => ("question", json!({"question": question})),
        TaskEvent::Ended { outcome, .. } => ("task_ended", json!(outcome)),
        TaskEvent::Thinking(text) if is_live => ("thinking", json!({"text": text})),
        TaskEvent::Saying(text) if is_live => ("saying", json!({"text": text})),
        TaskEvent::Thinking(_) | TaskEvent::Saying(_) | TaskEvent::Arriving => return None,
    })
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

fn ended(report: &Report) -> Value {
    let unresolved: Vec<Value> = report
        .unresolved
        .iter()
        .map(|left| {
            json!({
                "paragraph_id": left.paragraph,
                "chapter": left.chapter,
                "failure": left.reason,
                "reason": left.reason.to_string(),
            })
        })
        .collect();
    let usage = &report.spent.usage;
    let reason = match &report.ending {
        Ending::Failed { reason } => Some(reason.clone()),
        Ending::Budget => {
            let in_words = |pause: &Pause| messages::render(&pause.message(), Language::English).text;
            let refused = report.refused_by.as_ref().map(session_limits::in_words);
            refused.or_else(|| report.pause.as_ref().map(in_words))
        }
        Ending::Finished | Ending::Unresolved | Ending::Interrupted => None,
    };
    json!({
        "run": report.run,
        "ending": report.ending.as_str(),
        "reason": reason,
        "pause": report.pause.as_ref().map(|pause| json!({
            "chapter": pause.chapter,
            "cause": pause.cause.as_str(),
            "said_usd": pause.said.map(llm::Money::dollars),
            "said_tokens": pause.said_tokens,
        })),
        "accepted": report.n_accepted,
        "reused": report.n_reused,
        "kept": report.n_kept,
        "suggested": report.n_suggested,
        "not_reached": report.n_not_reached,
        "unresolved": unresolved,
        "input_tokens": usage.total_input(),
        "cached_input_tokens": usage.cached_input,
        "output_tokens": usage.output,
        "usd": report.spent.money.dollars(),
        "usd_micros": report.spent.money.micro_dollars(),
    })
}

/// Tells the events of a run on a bus. What a model thinks word by word is gathered into pieces worth sending.
pub struct EventPublisher {
    bus: Arc<Bus>,
    pieces: Mutex<HashMap<(book::id::TaskId, &'static str), String>>,
    /// Paragraphs that were accepted or got a suggestion; each counts once.
    counted: Mutex<HashSet<ParagraphId>>,
}

impl EventPublisher {
    /// Publishes the events of a session of a run. What earlier sessions settled is in the counts already.
    pub fn new(bus: Arc<Bus>, settled: HashSet<ParagraphId>) -> Self {
        Self { bus, pieces: Mutex::default(), counted: Mutex::new(settled) }
    }

    /// Tells an event.
    pub fn on_event(&self, event: &RunEvent) {
        if let RunEvent::Task { chapter, task, event } = event {
            let held = match event {
                TaskEvent::Thinking(text) => Some(("thinking", text)),
                TaskEvent::Saying(text) => Some(("saying", text)),
                TaskEvent::Asked { .. }
                | TaskEvent::Reading { .. }
                | TaskEvent::Arriving
                | TaskEvent::Retrying { .. }
                | TaskEvent::ReviewFailed { .. }
                | TaskEvent::Replied { .. }
                | TaskEvent::Called { .. }
                | TaskEvent::Accepted { .. }
                | TaskEvent::Suggested { .. }
                | TaskEvent::Moved { .. }
                | TaskEvent::Question(_)
                | TaskEvent::Ended { .. } => None,
            };
            if let Some((name, text)) = held {
                return self.gather(*chapter, *task, name, text);
            }
            for name in ["thinking", "saying"] {
                self.flush(*chapter, *task, name);
            }
        }
        if let Some((name, fields)) = to_json(event, Detail::Live) {
            let counts = if self.is_counted(event) { Vec::new() } else { counts(event) };
            self.bus.publish_and_count(name, &fields, counts);
        }
    }

    /// Whether the event is about a paragraph that is in the counts already.
    fn is_counted(&self, event: &RunEvent) -> bool {
        let RunEvent::Task {
            event: TaskEvent::Accepted { paragraph, .. } | TaskEvent::Suggested { paragraph },
            ..
        } = event
        else {
            return false;
        };
        !self.counted.lock().unwrap_or_else(PoisonError::into_inner).insert(*paragraph)
    }

    fn gather(&self, chapter: u32, task: book::id::TaskId, name: &'static str, text: &str) {
        let is_full = {
            let mut pieces = self.pieces.lock().unwrap_or_else(PoisonError::into_inner);
            let piece = pieces.entry((task, name)).or_default();
            piece.push_str(text);
            piece.len() >= PIECE
        };
        if is_full {
            self.flush(chapter, task, name);
        }
    }

    fn flush(&self, chapter: u32, task: book::id::TaskId, name: &'static str) {
        let piece = self.pieces.lock().unwrap_or_else(PoisonError::into_inner).remove(&(task, name));
        if let Some(text) = piece {
            self.bus.publish(name, &json!({"chapter": chapter, "task": task, "text": text}));
        }
    }
}

/// What an event adds to the snapshot for subscribers that did not see it.
fn counts(event: &RunEvent) -> Vec<SnapshotDelta> {
    let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    match event {
        RunEvent::Reused { n_paragraphs } => vec![SnapshotDelta::More("reused", count(*n_paragraphs))],
        RunEvent::Mended { n_paragraphs } => vec![SnapshotDelta::More("mended", count(*n_paragraphs))],
        RunEvent::Started { .. } => match to_json(event, Detail::Log) {
            Some((_, Value::Object(fields))) => {
                fields.into_iter().map(|(name, value)| SnapshotDelta::Now(name, value)).collect()
            }
            Some(_) | None => Vec::new(),
        },
        RunEvent::Task { event: TaskEvent::Accepted { .. }, .. } => vec![SnapshotDelta::More("accepted", 1)],
        RunEvent::Task { event: TaskEvent::Suggested { .. }, .. } => {
            vec![SnapshotDelta::More("suggested", 1)]
        }
        RunEvent::Task { event: TaskEvent::Retrying { .. }, .. } => vec![SnapshotDelta::More("retries", 1)],
        RunEvent::Task { event: TaskEvent::Replied { usage, cost_micros, .. }, .. } => {
            let tokens = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
            vec![
                SnapshotDelta::More("replies", 1),
                SnapshotDelta::More("input_tokens", tokens(usage.input)),
                SnapshotDelta::More("cached_input_tokens", tokens(usage.cached_input)),
                SnapshotDelta::More("output_tokens", tokens(usage.output)),
                SnapshotDelta::More("usd_micros", *cost_micros),
            ]
        }
        RunEvent::Ended(report) => {
            vec![SnapshotDelta::Now("ending".to_owned(), json!(report.ending.as_str()))]
        }
        RunEvent::ChunkStarted { .. }
        | RunEvent::DeliveryChanged { .. }
        | RunEvent::Task { .. }
        | RunEvent::Batch(_)
        | RunEvent::Policy { .. } => Vec::new(),
    }
}
