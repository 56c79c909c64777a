//! A run as lines: one JSON event a line for programs, plain lines for a log.

use super::remains;
use super::sitting::Watcher;
use crate::output::{EVENT_VERSION, Output, Printer};
use runner::event::{Remedy, RunEvent, TaskEvent};
use runner::report::{Ending, Report};
use serde_json::{Map, Value, json};
use std::sync::{Mutex, PoisonError};

/// Lines.
pub(crate) struct Lines {
    printer: Printer,
    /// The number of the last event. Held while a line is written, so that lines come in the order of their numbers.
    sequence: Mutex<u64>,
}

impl Lines {
    pub(crate) fn new(printer: &Printer) -> Self {
        let output: Output = printer.output();
        Self { printer: Printer::new(output), sequence: Mutex::new(0) }
    }

    fn event(&self, name: &str, fields: &Value) {
        let mut sequence = self.sequence.lock().unwrap_or_else(PoisonError::into_inner);
        *sequence += 1;
        let mut line = Map::new();
        line.insert("version".to_owned(), json!(EVENT_VERSION));
        line.insert("sequence".to_owned(), json!(*sequence));
        line.insert("event".to_owned(), json!(name));
        line.extend(fields.as_object().cloned().unwrap_or_default());
        // A reader that went away does not stop the work.
        let _ = self.printer.result(&Value::Object(line).to_string());
    }

    fn see_json(&self, event: &RunEvent) {
        match event {
            RunEvent::Reused { n_paragraphs } => self.event("reused", &json!({"paragraphs": n_paragraphs})),
            RunEvent::Started { run, plan, n_open } => self.event(
                "started",
                &json!({
                    "run": run,
                    "chapters": plan.chapters.len(),
                    "chunks": plan.estimate.n_chunks,
                    "paragraphs": plan.n_paragraphs(),
                    "open_paragraphs": n_open,
                }),
            ),
            RunEvent::ChunkStarted { chapter, n_paragraphs, model } => {
                self.event("chunk", &json!({"chapter": chapter, "paragraphs": n_paragraphs, "model": model}));
            }
            RunEvent::Task { chapter, task, event } => {
                if let Some((name, fields)) = task_event(event) {
                    let mut all = json!({"chapter": chapter, "task": task});
                    if let (Some(all), Value::Object(fields)) = (all.as_object_mut(), fields) {
                        all.extend(fields);
                    }
                    self.event(name, &all);
                }
            }
            RunEvent::Policy { chapter, failure, remedy, n_paragraphs } => {
                let model = match remedy {
                    Remedy::Fallback { model } => Some(model),
                    Remedy::Split
                    | Remedy::Later
                    | Remedy::Narrow
                    | Remedy::LeavePending
                    | Remedy::StopRun => None,
                };
                self.event(
                    "policy",
                    &json!({
                        "chapter": chapter,
                        "failure": failure,
                        "reason": failure.to_string(),
                        "remedy": remedy.as_str(),
                        "model": model,
                        "paragraphs": n_paragraphs,
                    }),
                );
            }
            RunEvent::Ended(report) => self.event("ended", &ended(report)),
        }
    }

    fn see_plain(&self, event: &RunEvent) {
        match event {
            RunEvent::Reused { n_paragraphs } => {
                self.printer.say(&format!("{n_paragraphs} paragraphs taken from earlier work"));
            }
            RunEvent::Started { run, plan, n_open } => {
                let open =
                    if *n_open > 0 { format!(", {n_open} of them begun before") } else { String::new() };
                self.printer.say(&format!("run {run}: {} paragraphs{open}", plan.n_paragraphs() + n_open));
            }
            RunEvent::ChunkStarted { chapter, n_paragraphs, model } => {
                self.printer.say(&format!("chapter {chapter}: {n_paragraphs} paragraphs with {model}"));
            }
            RunEvent::Policy { chapter, failure, remedy, n_paragraphs } => {
                self.printer.say(&format!(
                    "chapter {chapter}: {n_paragraphs} paragraphs: {}; {}",
                    remains::in_short(failure),
                    words(remedy)
                ));
            }
            RunEvent::Task { .. } | RunEvent::Ended(_) => {}
        }
    }
}

impl Watcher for Lines {
    fn see(&self, event: &RunEvent) {
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

/// An event of a task; what a model thinks and says beside its calls is for a live page, not for a log.
fn task_event(event: &TaskEvent) -> Option<(&'static str, Value)> {
    Some(match event {
        TaskEvent::Asked { reply } => ("asked", json!({"reply": reply})),
        TaskEvent::Retrying { reason } => ("retrying", json!({"reason": reason})),
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
        TaskEvent::Called { name, .. } => ("called", json!({"tool": name})),
        TaskEvent::Accepted { paragraph, text } => {
            ("accepted", json!({"paragraph_id": paragraph, "translation": text}))
        }
        TaskEvent::Suggested { paragraph } => ("suggested", json!({"paragraph_id": paragraph})),
        TaskEvent::Moved { status } => ("moved", json!({"status": status})),
        TaskEvent::Question(question) => ("question", json!({"question": question})),
        TaskEvent::Ended { outcome, .. } => ("task_ended", json!(outcome)),
        TaskEvent::Thinking(_) | TaskEvent::Saying(_) => return None,
    })
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
        Ending::Failed { reason } => Some(reason),
        Ending::Finished | Ending::Unresolved | Ending::Budget | Ending::Interrupted => None,
    };
    json!({
        "run": report.run,
        "ending": report.ending.as_str(),
        "reason": reason,
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
    })
}

/// What is done, for a person.
pub(super) fn words(remedy: &Remedy) -> String {
    match remedy {
        Remedy::Split => "trying smaller pieces".to_owned(),
        Remedy::Fallback { model } => format!("trying {model}"),
        Remedy::Later => "trying again at the end".to_owned(),
        Remedy::Narrow => "waiting for what is under way".to_owned(),
        Remedy::LeavePending => "left as they are".to_owned(),
        Remedy::StopRun => "the run stops".to_owned(),
    }
}
