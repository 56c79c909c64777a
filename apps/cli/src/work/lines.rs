//! A run as lines: one JSON event a line for programs, plain lines for a log.

use super::sitting::Watcher;
use crate::output::{Output, Printer};
use runner::event::{Remedy, RunEvent, TaskEvent};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU64, Ordering};

/// The version of the events' shape, in every event.
const VERSION: u32 = 1;

/// Lines.
pub(crate) struct Lines {
    printer: Printer,
    sequence: AtomicU64,
}

impl Lines {
    pub(crate) fn new(printer: &Printer) -> Self {
        let output: Output = printer.output();
        Self { printer: Printer::new(output), sequence: AtomicU64::new(0) }
    }

    fn event(&self, name: &str, mut fields: Value) {
        let sequence = self.sequence.fetch_add(1, Ordering::Relaxed) + 1;
        if let Some(object) = fields.as_object_mut() {
            object.insert("event".to_owned(), json!(name));
            object.insert("sequence".to_owned(), json!(sequence));
            object.insert("version".to_owned(), json!(VERSION));
        }
        // A reader that went away does not stop the work.
        let _ = self.printer.result(&fields.to_string());
    }

    fn see_json(&self, event: &RunEvent) {
        match event {
            RunEvent::Started { run, plan } => self.event(
                "started",
                json!({"run": run, "chapters": plan.chapters.len(), "paragraphs": plan.n_paragraphs()}),
            ),
            RunEvent::ChunkStarted { chapter, n_paragraphs, model } => {
                self.event("chunk", json!({"chapter": chapter, "paragraphs": n_paragraphs, "model": model}));
            }
            RunEvent::Task { task, event } => self.see_task(json!({"task": task}), event),
            RunEvent::Policy { failure, remedy, n_paragraphs } => self.event(
                "policy",
                json!({"failure": failure, "remedy": word(remedy), "paragraphs": n_paragraphs}),
            ),
            RunEvent::Ended(report) => {
                let unresolved: Vec<Value> = report
                    .unresolved
                    .iter()
                    .map(|left| json!({"paragraph_id": left.paragraph, "chapter": left.chapter, "reason": left.reason}))
                    .collect();
                let usage = &report.spent.usage;
                self.event(
                    "ended",
                    json!({
                        "run": report.run,
                        "ending": report.ending.as_str(),
                        "accepted": report.n_accepted,
                        "kept": report.n_kept,
                        "unresolved": unresolved,
                        "input_tokens": usage.total_input(),
                        "cached_input_tokens": usage.cached_input,
                        "output_tokens": usage.output,
                        "usd": report.spent.money.dollars(),
                    }),
                );
            }
        }
    }

    fn see_task(&self, mut fields: Value, event: &TaskEvent) {
        let mut tell = |name: &str, more: Value| {
            if let (Some(object), Some(more)) = (fields.as_object_mut(), more.as_object()) {
                object.extend(more.clone());
            }
            self.event(name, fields.clone());
        };
        match event {
            TaskEvent::Asked { reply } => tell("asked", json!({"reply": reply})),
            TaskEvent::Retrying { reason } => tell("retrying", json!({"reason": reason})),
            TaskEvent::Replied { usage, cost_micros, took_ms } => tell(
                "replied",
                json!({
                    "input_tokens": usage.input,
                    "cached_input_tokens": usage.cached_input,
                    "output_tokens": usage.output,
                    "usd_micros": cost_micros,
                    "ms": took_ms,
                }),
            ),
            TaskEvent::Called { name, .. } => tell("called", json!({"tool": name})),
            TaskEvent::Accepted { paragraph, text } => {
                tell("accepted", json!({"paragraph_id": paragraph, "translation": text}));
            }
            TaskEvent::Suggested { paragraph } => tell("suggested", json!({"paragraph_id": paragraph})),
            TaskEvent::Moved { status } => tell("moved", json!({"status": status})),
            TaskEvent::Question(question) => tell("question", json!({"question": question})),
            TaskEvent::Ended { outcome, .. } => tell("task_ended", json!({"outcome": outcome})),
            // What a model thinks and says beside its calls is for the live page, not for a log.
            TaskEvent::Thinking(_) | TaskEvent::Saying(_) => {}
        }
    }

    fn see_plain(&self, event: &RunEvent) {
        match event {
            RunEvent::Started { run, plan } => {
                self.printer.say(&format!("run {run}: {} paragraphs", plan.n_paragraphs()));
            }
            RunEvent::ChunkStarted { chapter, n_paragraphs, model } => {
                self.printer.say(&format!("chapter {chapter}: {n_paragraphs} paragraphs with {model}"));
            }
            RunEvent::Policy { failure, remedy, n_paragraphs } => {
                self.printer.say(&format!("{n_paragraphs} paragraphs: {failure}; {}", word(remedy)));
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
}

fn word(remedy: &Remedy) -> String {
    match remedy {
        Remedy::Split => "split".to_owned(),
        Remedy::Fallback { model } => format!("fallback to {model}"),
        Remedy::LeavePending => "left pending".to_owned(),
        Remedy::StopRun => "run stopped".to_owned(),
    }
}
