//! What whoever runs the server sees of it: numbers, ids of requests, and how it comes to rest.

use crate::test_app::{Opening, TestApp};
use llm_test_server::{Plan, Turn, WireFault};
use serde_json::json;
use server::serve::ServerLimits;
use std::time::Duration;

const EPUB: &str = "the-lamplighters-ledger.epub";

/// The value of a line of the metrics.
fn value(text: &str, name: &str) -> Option<f64> {
    text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok())
}

#[tokio::test]
async fn metrics_count_answers_and_what_models_do() {
    let app = TestApp::open().await;
    let book = app.import(EPUB).await;
    app.client.get("/api/v1/books/nonsense").await.expect(404);
    let spec = json!({"model": "test/model", "target_language": "zh"});
    let begun = app.client.json("POST", &format!("/api/v1/books/{book}/runs"), &spec).await.expect(202);
    let run = begun.json()["run"].as_str().unwrap().to_owned();
    app.client.follow(&format!("/api/v1/runs/{run}/events"), None).await.until("ended").await;
    let reply = app.client.get("/metrics").await.expect(200);
    assert_eq!(reply.headers["content-type"], "text/plain; version=0.0.4; charset=utf-8");
    let text = reply.text();
    let counted = |line: &str| value(&text, line);
    let missing = "tsumugi_http_requests_total{method=\"GET\",route=\"/api/v1/books/{book}\",status=\"404\"}";
    assert_eq!(counted(missing), Some(1.0), "{text}");
    let times = "tsumugi_http_request_seconds_count{method=\"POST\",route=\"/api/v1/books\"}";
    assert_eq!(counted(times), Some(1.0), "{text}");
    assert!(counted("tsumugi_model_replies_total") > Some(0.0), "{text}");
    assert!(counted("tsumugi_model_input_tokens_total") > Some(0.0), "{text}");
    assert!(counted("tsumugi_paragraphs_accepted_total") > Some(10.0), "{text}");
    assert_eq!(counted("tsumugi_draining"), Some(0.0));
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        assert!(line.rsplit_once(' ').is_some_and(|(_, number)| number.parse::<f64>().is_ok()), "{line}");
    }
}

#[tokio::test]
async fn every_answer_names_its_request() {
    let app = TestApp::open().await;
    let id = |reply: crate::client::Reply| reply.headers["x-request-id"].to_str().unwrap().to_owned();
    let (one, other) = (id(app.client.get("/api/v1/books").await), id(app.client.get("/").await));
    assert!(one.len() == 16 && one != other, "{one} {other}");
    let proxied = app.client.with("x-request-id", Some("a-1.B_2"));
    assert_eq!(id(proxied.get("/api/v1/nothing").await), "a-1.B_2");
    let long = "a".repeat(65);
    for nonsense in ["", "a b", "<script>", long.as_str()] {
        let made = id(app.client.with("x-request-id", Some(nonsense)).get("/api/v1/books").await);
        assert_eq!(made.len(), 16, "{nonsense} → {made}");
    }
}

#[tokio::test]
async fn a_server_asked_to_stop_lets_the_reply_in_flight_finish_and_begins_nothing() {
    let slow = WireFault::Latency(Duration::from_millis(700));
    let plan = Plan { turns: vec![Turn::agent(), Turn::agent().with(slow)], then: Some(Turn::agent()) };
    let limits = ServerLimits { drain: Duration::from_secs(20), ..ServerLimits::default() };
    let mut app = TestApp::open_as(Opening { plan, limits, ..Opening::default() }).await;
    let book = app.import(EPUB).await;
    let spec = json!({"model": "test/model", "concurrency": 1, "chunk_tokens": 200, "effort": "quick"});
    let begun = app.client.json("POST", &format!("/api/v1/books/{book}/runs"), &spec).await.expect(202);
    let run = begun.json()["run"].as_str().unwrap().to_owned();
    let mut events = app.client.follow(&format!("/api/v1/runs/{run}/events"), None).await;
    events.until("accepted").await;
    while app.model.requests().len() < 2 {
        tokio::task::yield_now().await;
    }
    let client = app.client.clone();
    let meanwhile = async {
        while client.get("/readyz").await.status != 503 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        client.get("/healthz").await.expect(200);
        let refused =
            client.json("POST", &format!("/api/v1/runs/{run}/resume"), &json!({})).await.expect(503);
        assert_eq!(refused.json()["code"], "stopping");
    };
    tokio::join!(app.stop(), meanwhile);
    let told = events.until("ended").await;
    assert_eq!(told.last().unwrap().data["ending"], "interrupted");
    let replies = told.iter().filter(|event| event.name == "replied").count();
    assert_eq!(
        (replies, app.model.requests().len()),
        (1, 2),
        "the reply in flight is kept, no other is asked for"
    );
}

#[tokio::test]
async fn a_reply_that_does_not_come_is_broken_off() {
    let plan = Plan { turns: vec![Turn::agent().with(WireFault::Stall)], then: Some(Turn::agent()) };
    let mut app = TestApp::open_as(Opening { plan, ..Opening::default() }).await;
    let book = app.import(EPUB).await;
    let spec = json!({"model": "test/model", "concurrency": 1, "effort": "quick"});
    app.client.json("POST", &format!("/api/v1/books/{book}/runs"), &spec).await.expect(202);
    while app.model.requests().is_empty() {
        tokio::task::yield_now().await;
    }
    tokio::time::timeout(Duration::from_secs(10), app.stop()).await.unwrap();
}
