//! The log: what an operator wants to know, and nothing of a book or a key.

use crate::run::test_run::{TestRun, code, errors};
use crate::serving::Serving;
use llm_test_server::{Plan, Turn, WireFault};
use serde_json::Value;

const KEY: &str = "a key for the test";

#[test]
fn the_log_of_a_run_tells_of_retries_and_never_a_word_of_the_book_or_a_key() {
    let once = Turn::agent().with(WireFault::RateLimited { retry_after: Some(0) });
    let test_run = TestRun::new(Plan { turns: vec![once], then: Some(Turn::agent()) });
    test_run.book(2, 12);
    let options = ["--chunk-size", "64", "--yes", "--log-level", "trace", "--log-json", "-q"];
    let output = test_run.translate(&options).output().unwrap();
    assert_eq!(code(&output), 0, "{}", errors(&output));
    let log = errors(&output);
    let lines: Vec<Value> = log.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let says = |words: &str| lines.iter().any(|line| line["fields"]["message"] == words);
    assert!(says("asking again"), "{log}");
    assert!(!log.contains(KEY), "{log}");
    for paragraph in test_run.paragraphs().iter().filter(|one| !one.text.trim().is_empty()) {
        assert!(!log.contains(paragraph.text.trim()), "{log}");
        let translation = paragraph.translation.as_deref().unwrap_or_default();
        assert!(translation.is_empty() || !log.contains(translation), "{log}");
    }
}

#[test]
fn the_log_of_a_server_tells_of_its_start_and_of_wrong_tokens_but_never_the_token() {
    let test_run = TestRun::new(Plan::agent());
    let mut serving = Serving::begin(&test_run.cli, &["--log-json"]);
    let token = serving.token.replace("wrong-wrong-wrong-wrong".to_owned()).unwrap();
    assert!(serving.ask("GET", "/api/v1/books", "").starts_with("HTTP/1.1 401"));
    let log = serving.stop_and_read_log();
    for words in ["the server listens", "a wrong token", "a request was refused", "the server has stopped"] {
        assert!(log.contains(words), "no `{words}` in {log}");
    }
    assert!(!log.contains(&token) && !log.contains("wrong-wrong"), "{log}");
}
