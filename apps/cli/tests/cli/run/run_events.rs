//! The events of a run as programs read them, and the plain lines for a log.

use crate::run::test_run::{TestRun, code, ended, errors, events};
use llm_test_server::{Plan, RefusalKind, Turn, WireFault};
use serde_json::Value;

/// Every event with the fields that are always there, as the documentation promises.
const FIELDS: &[(&str, &[&str])] = &[
    ("started", &["run", "chapters", "chunks", "paragraphs", "open_paragraphs"]),
    ("chunk", &["chapter", "paragraphs", "model"]),
    ("asked", &["chapter", "task", "reply", "again"]),
    ("reading", &["chapter", "task", "done", "total"]),
    ("retrying", &["chapter", "task", "reason"]),
    (
        "replied",
        &["chapter", "task", "input_tokens", "cached_input_tokens", "output_tokens", "usd_micros", "ms"],
    ),
    ("called", &["chapter", "task", "tool"]),
    ("accepted", &["chapter", "task", "paragraph_id", "translation"]),
    ("moved", &["chapter", "task", "status"]),
    ("task_ended", &["chapter", "task", "outcome"]),
    ("policy", &["chapter", "failure", "reason", "remedy", "model", "paragraphs"]),
    (
        "ended",
        &[
            "run",
            "ending",
            "reason",
            "accepted",
            "reused",
            "kept",
            "suggested",
            "not_reached",
            "unresolved",
            "input_tokens",
            "cached_input_tokens",
            "output_tokens",
            "usd",
        ],
    ),
];

#[test]
fn every_event_has_its_version_its_number_and_the_fields_it_promises() {
    let test_run = TestRun::new(Plan::agent());
    test_run.book(2, 20);
    let output = test_run.translate(&["--json", "--concurrency", "2"]).output().unwrap();
    assert_eq!(code(&output), 0, "{}", errors(&output));
    let events = events(&output);
    let (last, of_run) = events.split_last().unwrap();
    for (number, event) in (1_u64..).zip(of_run) {
        assert_eq!(event["version"], 1);
        assert_eq!(event["sequence"], number);
        let name = event["event"].as_str().unwrap();
        let (_, fields) = FIELDS
            .iter()
            .find(|(known, _)| *known == name)
            .unwrap_or_else(|| panic!("`{name}` is not promised"));
        for field in *fields {
            assert!(event.get(*field).is_some(), "`{name}` has no `{field}`: {event}");
        }
    }
    assert_eq!(events.first().unwrap()["event"], "started");
    assert_eq!(last["event"], "exported", "a book that came as a file goes out as one");
    assert_eq!(last["violations"], serde_json::json!([]));
    let n_accepted = events.iter().filter(|event| event["event"] == "accepted").count();
    assert_eq!(ended(&events)["accepted"], n_accepted);
}

#[test]
fn what_goes_wrong_is_an_event_and_what_remains_is_listed_with_its_reason() {
    let refusing = Turn::agent().with(WireFault::Refusal(RefusalKind::ContentFilter));
    let test_run = TestRun::new(Plan { turns: Vec::new(), then: Some(refusing) });
    test_run.book(1, 3);
    let output = test_run.translate(&["--json"]).output().unwrap();
    assert_eq!(code(&output), 3, "{}", errors(&output));
    let events = events(&output);
    let remedies: Vec<&Value> =
        events.iter().filter(|event| event["event"] == "policy").map(|event| &event["remedy"]).collect();
    assert!(remedies.iter().any(|remedy| **remedy == "split"), "{remedies:?}");
    assert_eq!(remedies.iter().filter(|remedy| **remedy == "leave").count(), 4, "{remedies:?}");
    let unresolved = ended(&events)["unresolved"].as_array().unwrap().clone();
    assert_eq!(unresolved.len(), 4);
    assert!(unresolved.iter().all(|left| left["failure"]["kind"] == "refused" && left["reason"] != ""));
}

#[test]
fn a_refused_key_stops_the_run_with_the_first_request() {
    let test_run =
        TestRun::new(Plan { turns: Vec::new(), then: Some(Turn::agent().with(WireFault::Status(401))) });
    test_run.book(6, 20);
    let output =
        test_run.translate(&["--json", "--concurrency", "1", "--chunk-size", "64"]).output().unwrap();
    assert_eq!(code(&output), 1);
    assert_eq!(test_run.requests().len(), 1);
    let events = events(&output);
    let ended = ended(&events);
    assert_eq!(ended["ending"], "failed");
    assert!(ended["reason"].as_str().unwrap().contains("key"), "{ended}");
}

#[test]
fn without_a_terminal_the_run_speaks_in_plain_lines() {
    let test_run = TestRun::new(Plan::agent());
    test_run.book(2, 5);
    let output = test_run.translate(&[]).output().unwrap();
    let said = errors(&output);
    assert!(output.stdout.is_empty() || !said.is_empty());
    assert!(said.lines().any(|line| line.starts_with("run ")), "{said}");
    assert!(said.contains("chapter 1: 6 paragraphs with "), "{said}");
    assert!(said.contains("12 paragraphs accepted"), "{said}");
    assert!(!said.contains('\u{1b}') && !said.contains('\r'), "a log has no escape codes: {said:?}");
}
