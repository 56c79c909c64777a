//! The log: what an operator wants to know, and nothing of a book or a key.

use crate::run::test_run::{TestRun, code, errors};
use crate::serving::{Serving, request};
use llm_test_server::{Plan, Turn, WireFault};
use serde_json::{Value, json};

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

/// The fields of all spans a line of the log was written in.
fn spans(line: &Value) -> serde_json::Map<String, Value> {
    let spans = line["spans"].as_array().cloned().unwrap_or_default();
    spans.into_iter().flat_map(|span| span.as_object().cloned().unwrap_or_default()).collect()
}

#[test]
fn a_line_about_a_run_of_a_team_has_the_request_the_person_the_run_and_the_book() {
    let once = Turn::agent().with(WireFault::RateLimited { retry_after: Some(0) });
    let test_run = TestRun::new(Plan { turns: vec![once], then: Some(Turn::agent()) });
    test_run.book(1, 6);
    test_run.succeed(&["import", "book.txt", "--to", "en"]);
    let book = test_run.book_id();
    let serving = Serving::begin(&test_run.cli, &["--team", "--log-json"]);
    let secret = serving.url.rsplit_once('/').unwrap().1.to_owned();
    let new =
        json!({"secret": secret, "name": "Olive", "login": "olive", "password": "correct horse battery"});
    let joined = serving.ask("POST", "/api/v1/join", &new.to_string());
    let cookie = joined.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    let headers = format!("Cookie: {cookie}\r\nX-Request-Id: the-request-1");
    let ask = |method: &str, path: &str, body: &str| {
        let headers = format!("{headers}\r\nContent-Type: application/json");
        let answer = request(&serving.address, None, method, path, &headers, body);
        serde_json::from_str::<Value>(answer.split_once("\r\n\r\n").unwrap().1)
            .unwrap_or_else(|_| panic!("{answer}"))
    };
    let wish = json!({"model": "m", "base_url": test_run.base_url()});
    let begun = ask("POST", &format!("/api/v1/books/{book}/runs"), &wish.to_string());
    let run = begun["run"].as_str().unwrap_or_else(|| panic!("{begun}")).to_owned();
    while ask("GET", &format!("/api/v1/runs/{run}"), "")["state"] == "running" {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let log = serving.stop_and_read_log();
    let lines = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let again: Vec<Value> = lines.filter(|line| line["fields"]["message"] == "asking again").collect();
    assert_eq!(again.len(), 1, "{log}");
    let fields = spans(&again[0]);
    assert_eq!(fields["id"], "the-request-1", "{fields:?}");
    assert_eq!((&fields["run"], &fields["book"]), (&json!(run), &json!(book)), "{fields:?}");
    assert_eq!(fields["person"], "p1", "{fields:?}");
    assert!(!log.contains("Olive") && !log.contains("correct horse") && !log.contains(&secret), "{log}");
}
