//! The events of a survey as programs read them on a bus, beside those of any other run.

use super::{SurveyEvent, SurveyReport};
use crate::bus::{Bus, SnapshotDelta};
use crate::report::Ending;
use llm::Spent;
use serde_json::{Map, Value, json};

/// Tells an event of a survey on a bus.
pub fn publish(bus: &Bus, event: &SurveyEvent) {
    let count = |n: &usize| i64::try_from(*n).unwrap_or(i64::MAX);
    match event {
        SurveyEvent::Began { run, n_pieces, n_read } => {
            let fields = json!({"run": run, "survey": true, "pieces": n_pieces, "read": n_read});
            bus.publish_and_count("started", &fields, now(&fields));
        }
        SurveyEvent::Read { chapter, n_terms, n_characters, n_dropped, spent } => {
            let mut fields = json!({
                "chapter": chapter, "terms": n_terms, "characters": n_characters, "dropped": n_dropped,
            });
            let mut counts = vec![
                SnapshotDelta::More("read", 1),
                SnapshotDelta::More("terms", count(n_terms)),
                SnapshotDelta::More("characters", count(n_characters)),
                SnapshotDelta::More("dropped", count(n_dropped)),
            ];
            // Money and tokens are those of the whole survey so far.
            let spent = Value::Object(cost(spent));
            counts.extend(now(&spent));
            if let (Some(fields), Value::Object(spent)) = (fields.as_object_mut(), spent) {
                fields.extend(spent);
            }
            bus.publish_and_count("piece_read", &fields, counts);
        }
        SurveyEvent::Failed { chapter, reason } => {
            let fields = json!({"chapter": chapter, "reason": reason});
            bus.publish_and_count("piece_failed", &fields, vec![SnapshotDelta::More("failed", 1)]);
        }
        SurveyEvent::Batch(event) => {
            let (name, fields) = crate::event_json::batch(event);
            bus.publish_and_count(name, &fields, Vec::new());
        }
        SurveyEvent::Ended(report) => {
            let fields = ended(report);
            bus.publish_and_count("ended", &fields, now(&fields));
        }
    }
}

/// What came of a survey, as programs read it.
pub fn ended(report: &SurveyReport) -> Value {
    let learnt = &report.learnt;
    let reason = match &report.ending {
        Ending::Failed { reason } => Some(reason),
        Ending::Finished | Ending::Unresolved | Ending::Budget | Ending::Interrupted => None,
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
