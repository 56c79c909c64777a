//! The events of a survey as programs read them, in the words of any other run: `started`, `chunk`, `replied`, `ended`; and
//! `piece_read` and `piece_failed`, which only a survey has.

use super::{SurveyEvent, SurveyReport};
use crate::bus::{self, Bus, SnapshotDelta};
use crate::report::Ending;
use crate::session_limits;
use llm::Spent;
use serde_json::{Map, Value, json};

/// Tells an event of a survey on a bus.
pub fn publish(bus: &Bus, event: &SurveyEvent) {
    let (name, fields) = to_json(event);
    bus.publish_and_count(name, &fields, counts(event, &fields));
}

/// The event as one line of JSON with this number.
pub fn to_json_line(sequence: u64, event: &SurveyEvent) -> String {
    let (name, fields) = to_json(event);
    bus::to_json_line(sequence, name, &fields)
}

fn to_json(event: &SurveyEvent) -> (&'static str, Value) {
    match event {
        SurveyEvent::Began { run, n_pieces, n_read } => (
            "started",
            json!({
                "run": run, "kind": "survey", "survey": true, "chunks": n_pieces, "pieces": n_pieces, "read": n_read,
            }),
        ),
        SurveyEvent::PieceStarted { chapter, n_paragraphs, model } => {
            ("chunk", json!({"chapter": chapter, "paragraphs": n_paragraphs, "model": model}))
        }
        SurveyEvent::Replied { chapter, usage, cost_micros, took_ms } => (
            "replied",
            json!({
                "chapter": chapter,
                "input_tokens": usage.total_input(),
                "cached_input_tokens": usage.cached_input,
                "output_tokens": usage.output,
                "usd_micros": cost_micros,
                "ms": took_ms,
            }),
        ),
        SurveyEvent::Read { chapter, n_terms, n_characters, n_dropped, spent } => {
            // Money and tokens are those of the whole survey so far.
            let mut fields = cost(spent);
            fields.insert("chapter".to_owned(), json!(chapter));
            fields.insert("terms".to_owned(), json!(n_terms));
            fields.insert("characters".to_owned(), json!(n_characters));
            fields.insert("dropped".to_owned(), json!(n_dropped));
            ("piece_read", Value::Object(fields))
        }
        SurveyEvent::Failed { chapter, reason } => {
            ("piece_failed", json!({"chapter": chapter, "reason": reason}))
        }
        SurveyEvent::Batch(event) => crate::event_json::batch(event),
        SurveyEvent::Ended(report) => ("ended", ended(report)),
    }
}

/// What an event adds to the snapshot for subscribers that did not see it.
fn counts(event: &SurveyEvent, fields: &Value) -> Vec<SnapshotDelta> {
    let count = |n: &usize| i64::try_from(*n).unwrap_or(i64::MAX);
    match event {
        SurveyEvent::Began { .. } | SurveyEvent::Ended(_) => now(fields),
        SurveyEvent::Read { n_terms, n_characters, n_dropped, spent, .. } => {
            let mut counts = now(&Value::Object(cost(spent)));
            counts.extend([
                SnapshotDelta::More("read", 1),
                SnapshotDelta::More("terms", count(n_terms)),
                SnapshotDelta::More("characters", count(n_characters)),
                SnapshotDelta::More("dropped", count(n_dropped)),
            ]);
            counts
        }
        SurveyEvent::Failed { .. } => vec![SnapshotDelta::More("failed", 1)],
        // What a reply cost is in the sums of the piece.
        SurveyEvent::PieceStarted { .. } | SurveyEvent::Replied { .. } | SurveyEvent::Batch(_) => Vec::new(),
    }
}

/// The report of a survey as JSON.
fn ended(report: &SurveyReport) -> Value {
    let learnt = &report.learnt;
    let reason = match &report.ending {
        Ending::Failed { reason } => Some(reason.clone()),
        Ending::Budget => report.refused_by.as_ref().map(session_limits::in_words),
        Ending::Finished | Ending::Unresolved | Ending::Interrupted => None,
    };
    let mut fields = cost(&report.spent);
    let to_json = json!({
        "run": report.run,
        "ending": report.ending.as_str(),
        "reason": reason,
        "pieces": report.n_pieces,
        "read": report.n_read,
        "terms": learnt.n_terms,
        "characters": learnt.n_characters,
        "summaries": learnt.n_summaries,
        "grown": learnt.n_grown,
        "dropped": learnt.n_dropped,
        "refused": learnt.n_refused,
        "settled": learnt.n_settled,
        "conflicts": learnt.n_conflicts,
        "usd": report.spent.money.dollars(),
    });
    fields.extend(to_json.as_object().cloned().unwrap_or_default());
    Value::Object(fields)
}

fn cost(spent: &Spent) -> Map<String, Value> {
    let fields = json!({
        "input_tokens": spent.usage.total_input(),
        "cached_input_tokens": spent.usage.cached_input,
        "output_tokens": spent.usage.output,
        "usd_micros": spent.money.micro_dollars(),
    });
    fields.as_object().cloned().unwrap_or_default()
}

fn now(fields: &Value) -> Vec<SnapshotDelta> {
    let fields = fields.as_object().into_iter().flatten();
    fields.map(|(name, value)| SnapshotDelta::Now(name.clone(), value.clone())).collect()
}
