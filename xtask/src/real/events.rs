//! What a run told: which paragraphs were accepted when first asked for, which after a repair, and what it cost.

use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::time::Duration;

/// The result of a run.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// Paragraphs accepted when they were first asked for.
    pub(super) at_once: HashSet<String>,
    /// Paragraphs accepted when they were asked for again.
    pub(super) repaired: HashSet<String>,
    pub(super) n_left: usize,
    pub(super) n_requests: usize,
    pub(super) input: u64,
    pub(super) output: u64,
    /// Time the model took.
    pub(super) model_ms: u64,
    pub(super) wall: Duration,
}

/// Reads the events of a run, one JSON object per line.
pub(super) fn outcome(events: &str, wall: Duration) -> Outcome {
    let mut outcome = Outcome { wall, ..Outcome::default() };
    // Whether the request under way in a task asks for something again.
    let mut asks_again: HashMap<String, bool> = HashMap::new();
    for event in events.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        let text = |field: &str| event.get(field).and_then(Value::as_str).unwrap_or_default().to_owned();
        let number = |field: &str| event.get(field).and_then(Value::as_u64).unwrap_or_default();
        match &*text("event") {
            "asked" => {
                let again = event.get("again").and_then(Value::as_bool).unwrap_or_default();
                asks_again.insert(text("task"), again);
            }
            "replied" => {
                outcome.n_requests += 1;
                outcome.input += number("input_tokens");
                outcome.output += number("output_tokens");
                outcome.model_ms += number("ms");
            }
            "accepted" if asks_again.get(&text("task")) == Some(&true) => {
                let id = text("paragraph_id");
                // A review may improve what was accepted at once.
                if !outcome.at_once.contains(&id) {
                    outcome.repaired.insert(id);
                }
            }
            "accepted" => {
                outcome.at_once.insert(text("paragraph_id"));
            }
            "ended" => {
                let left = event.get("unresolved").and_then(Value::as_array).map_or(0, Vec::len);
                outcome.n_left = left + usize::try_from(number("not_reached")).unwrap_or_default();
            }
            _ => {}
        }
    }
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_asked_for_again_is_told_apart() {
        let events = r#"
            {"event": "asked", "task": "t", "reply": 1, "again": false}
            {"event": "replied", "task": "t", "input_tokens": 10, "output_tokens": 5, "ms": 7}
            {"event": "accepted", "task": "t", "paragraph_id": "a", "translation": "x"}
            {"event": "asked", "task": "t", "reply": 2, "again": true}
            {"event": "replied", "task": "t", "input_tokens": 3, "output_tokens": 2, "ms": 1}
            {"event": "accepted", "task": "t", "paragraph_id": "b", "translation": "y"}
            {"event": "accepted", "task": "t", "paragraph_id": "a", "translation": "z"}
            {"event": "ended", "unresolved": [{"paragraph_id": "c"}], "not_reached": 1}
        "#;
        let outcome = outcome(events, Duration::ZERO);
        assert_eq!((outcome.at_once.len(), outcome.repaired.len(), outcome.n_left), (1, 1, 2));
        assert_eq!((outcome.input, outcome.output, outcome.n_requests, outcome.model_ms), (13, 7, 2, 8));
    }
}
