//! Traces reach a collector, in a program that was built to send them (`cargo test -p tsumugi --features opentelemetry traces`).

use crate::run::test_run::TestRun;
use crate::serving::{Serving, request};
use llm_test_server::Plan;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::sync::mpsc;

/// A collector that takes everything, and passes on what it got.
fn collector() -> (String, mpsc::Receiver<(String, Value)>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = BufReader::new(stream.unwrap());
            let (mut head, mut line, mut length) = (String::new(), String::new(), 0);
            while stream.read_line(&mut line).unwrap() > 2 {
                if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                    length = value.trim().parse().unwrap();
                }
                head.push_str(&std::mem::take(&mut line));
            }
            let mut body = vec![0; length];
            stream.read_exact(&mut body).unwrap();
            let answer = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}";
            stream.get_mut().write_all(answer.as_bytes()).unwrap();
            if tell.send((head, serde_json::from_slice(&body).unwrap())).is_err() {
                return;
            }
        }
    });
    (address, told)
}

/// All spans that were sent, each with its attributes as one map.
fn spans(sent: &[(String, Value)]) -> Vec<(Value, HashMap<String, String>)> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let resources = sent.iter().flat_map(|(_, body)| list(&body["resourceSpans"]));
    let scopes = resources.flat_map(|resource| list(&resource["scopeSpans"]));
    let spans = scopes.flat_map(|scope| list(&scope["spans"]));
    let with_attributes = |span: Value| {
        let text = |one: &Value| {
            let value = one["value"].as_object().unwrap().values().next().unwrap().clone();
            value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned)
        };
        let attributes = list(&span["attributes"]);
        let attributes =
            attributes.iter().map(|one| (one["key"].as_str().unwrap().to_owned(), text(one))).collect();
        (span, attributes)
    };
    spans.map(with_attributes).collect()
}

#[test]
fn a_request_its_run_the_tasks_and_the_calls_of_a_model_are_one_trace_without_words_or_keys() {
    let (address, told) = collector();
    let mut test_run = TestRun::new(Plan::agent());
    test_run.cli = test_run
        .cli
        .with_variable("OTEL_EXPORTER_OTLP_ENDPOINT", &address)
        .with_variable("OTEL_EXPORTER_OTLP_HEADERS", "x-collector-key=for-the-collector")
        .with_variable("OTEL_SERVICE_NAME", "our-books");
    test_run.book(1, 6);
    test_run.succeed(&["import", "book.txt", "--to", "en"]);
    let book = test_run.book_id();
    let serving = Serving::begin(&test_run.cli, &[]);
    let token = serving.token.clone().unwrap();
    let ask = |method: &str, path: &str, body: &str| {
        let headers = "X-Request-Id: the-request-1\r\nContent-Type: application/json";
        let answer = request(&serving.address, Some(&token), method, path, headers, body);
        serde_json::from_str::<Value>(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
    };
    let spec = json!({"model": "m", "base_url": test_run.base_url()});
    let begun = ask("POST", &format!("/api/v1/books/{book}/runs"), &spec.to_string());
    let run = begun["run"].as_str().unwrap_or_else(|| panic!("{begun}")).to_owned();
    while ask("GET", &format!("/api/v1/runs/{run}"), "")["state"] == "running" {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert_eq!(serving.stop(), Some(0));
    // What is left is sent before the program ends.
    let sent: Vec<(String, Value)> = told.try_iter().collect();
    assert!(sent.iter().all(|(head, _)| head.starts_with("POST /v1/traces ")), "{sent:?}");
    assert!(sent.iter().all(|(head, _)| head.contains("x-collector-key: for-the-collector")), "{sent:?}");
    let text: String = sent.iter().map(|(_, body)| body.to_string()).collect();
    assert!(text.contains("our-books"), "{text}");

    let spans = spans(&sent);
    let parent = |span: &Value| spans.iter().find(|(one, _)| one["spanId"] == span["parentSpanId"]);
    let (call, cost) = spans.iter().find(|(span, _)| span["name"] == "model_call").unwrap();
    assert_eq!(cost["came"], "replied", "{cost:?}");
    assert!(cost["output_tokens"].parse::<u64>().unwrap() > 0 && cost["model"].contains('m'), "{cost:?}");
    let (task, _) = parent(call).unwrap();
    assert_eq!(task["name"], "task");
    let (of_run, about) = parent(task).unwrap();
    assert_eq!((&of_run["name"], &about["run"], &about["book"]), (&json!("run"), &run, &book));
    let (of_request, about) = parent(of_run).unwrap();
    assert_eq!((&of_request["name"], about["id"].as_str()), (&json!("request"), "the-request-1"));
    assert_eq!((about["method"].as_str(), about["status"].as_str()), ("POST", "202"), "{about:?}");
    assert_eq!(call["traceId"], of_request["traceId"]);

    assert!(!text.contains(&token) && !text.contains("a key for the test"), "{text}");
    for paragraph in test_run.paragraphs().iter().filter(|one| !one.text.trim().is_empty()) {
        assert!(!text.contains(paragraph.text.trim()), "{text}");
        let translation = paragraph.translation.as_deref().unwrap_or_default();
        assert!(translation.is_empty() || !text.contains(translation), "{text}");
    }
}

#[test]
fn a_collector_that_is_away_is_told_once_and_nothing_else_changes() {
    let test_run = TestRun::new(Plan::agent());
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let address = format!("http://127.0.0.1:{port}");
    let cli = test_run.cli.with_variable("OTEL_EXPORTER_OTLP_ENDPOINT", &address);
    let serving = Serving::begin(&cli, &[]);
    assert!(serving.ask("GET", "/api/v1/books", "").starts_with("HTTP/1.1 200"));
    let log = serving.stop_and_read_log();
    assert_eq!(log.matches("traces cannot be sent").count(), 1, "{log}");
}
