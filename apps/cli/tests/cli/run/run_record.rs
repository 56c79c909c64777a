//! Runs that are recorded and run again: what a person sends with a report is enough to see what they saw.

use super::test_run::{TestRun, code, errors};
use llm_test_server::Plan;

const KEY: &str = "a key for the test";

#[test]
fn a_recorded_run_is_run_again_elsewhere_without_the_model() {
    let first = TestRun::new(Plan::agent());
    first.book(2, 5);
    let done = first.translate(&["--record", "run.jsonl", "--chunk-size", "64"]).output().unwrap();
    assert_eq!(code(&done), 0, "{}", errors(&done));
    let recorded = std::fs::read_to_string(first.path("run.jsonl")).unwrap();
    assert!(!recorded.contains(KEY) && !recorded.to_lowercase().contains("authorization"), "{recorded}");
    let shown = first.ok(&["replay", "run.jsonl"]).stdout;
    assert!(shown.contains("called  add_translation_batch"), "{shown}");

    let second = TestRun::new(Plan::turns([]));
    second.book(2, 5);
    second.file("run.jsonl", recorded.as_bytes());
    let again =
        ["translate", "book.txt", "--to", "en", "--model", "replay:run.jsonl", "--chunk-size", "64", "--yes"];
    let done = second.command(&again).output().unwrap();
    assert_eq!(code(&done), 0, "{}", errors(&done));
    let texts = |run: &TestRun| run.paragraphs().into_iter().map(|one| one.translation).collect::<Vec<_>>();
    assert_eq!(texts(&first), texts(&second));
    assert_eq!(second.requests().len(), 0);
}

#[test]
fn resume_records_what_it_asks() {
    let run = TestRun::new(Plan::agent());
    run.book(2, 20);
    let stopped = run.translate(&["--max-tokens", "15000", "--chunk-size", "64"]).output().unwrap();
    assert_ne!(code(&stopped), 0, "{}", errors(&stopped));
    let resumed =
        run.command(&["resume", "--max-tokens", "9000000", "--record", "rest.jsonl"]).output().unwrap();
    assert_eq!(code(&resumed), 0, "{}", errors(&resumed));
    let recorded = std::fs::read_to_string(run.path("rest.jsonl")).unwrap();
    assert!(!recorded.is_empty() && !recorded.contains(KEY), "{recorded}");
    let takes = run.run(&["replay", "rest.jsonl", "--json"]).succeeded().json();
    assert!(!takes.as_array().unwrap().is_empty());
}
