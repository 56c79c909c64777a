//! A book as one file over HTTP: out of one library, into another, and merged with what is there.

use crate::test_app::{Opening, TestApp};
use llm_test_server::{Plan, Turn, WireFault};
use serde_json::{Value, json};

const BOOK: &str = "the-lamplighters-ledger.txt";

#[tokio::test]
async fn a_book_is_carried_to_another_library_and_merged_there() {
    let (one, other) = (TestApp::open().await, TestApp::open().await);
    let book = one.import(BOOK).await;
    let table = one.client.get(&format!("/api/v1/books/{book}/exchange?format=csv")).await.expect(200).text();
    let id = table.lines().nth(1).unwrap().split(',').next().unwrap().to_owned();
    let versions = format!("/api/v1/books/{book}/paragraphs/{id}/versions");
    one.client.json("POST", &versions, &json!({"text": "译文。"})).await.expect(201);
    let bundle = one.client.get(&format!("/api/v1/books/{book}/bundle")).await.expect(200);
    let bytes = bundle.bytes.clone();
    let taken =
        other.client.upload("/api/v1/unbundle", "b.tsumugi-bundle", &bytes, &[]).await.expect(200).json();
    assert_eq!(taken["merged"], Value::Null, "{taken}");
    let there = taken["book"]["id"].as_str().unwrap().to_owned();
    let paragraph = format!("/api/v1/books/{there}/paragraphs/{id}");
    assert_eq!(other.client.get(&paragraph).await.expect(200).json()["translation"], "译文。");
    let again =
        other.client.upload("/api/v1/unbundle", "b.tsumugi-bundle", &bytes, &[]).await.expect(200).json();
    assert_eq!(
        (&again["merged"]["n_same"], &again["merged"]["change_id"]),
        (&json!(1), &Value::Null),
        "{again}"
    );
}

#[tokio::test]
async fn what_is_no_bundle_is_refused_with_the_reason() {
    let app = TestApp::open().await;
    let refused =
        app.client.upload("/api/v1/unbundle", "x", b"no bundle at all", &[]).await.expect(422).json();
    assert_eq!(refused["code"], "file", "{refused}");
    app.client.get("/api/v1/books/zzzzzz/bundle").await.expect(404);
}

#[tokio::test]
async fn a_run_goes_on_with_a_model_that_is_named_anew_after_its_book_was_taken_out_and_put_back() {
    let plan =
        Plan { turns: vec![Turn::agent(), Turn::agent().with(WireFault::Stall)], then: Some(Turn::agent()) };
    let app = TestApp::open_as(Opening { plan, ..Opening::default() }).await;
    let book = app.import("the-lamplighters-ledger.epub").await;
    let spec = json!({"model": "test/model", "concurrency": 1, "chunk_tokens": 200, "effort": "quick"});
    let begun =
        app.client.json("POST", &format!("/api/v1/books/{book}/runs"), &spec).await.expect(202).json();
    let path = format!("/api/v1/runs/{}", begun["run"].as_str().unwrap());
    app.client.follow(&format!("{path}/events"), None).await.until("accepted").await;
    // The request that stalls is to be the one that is broken off.
    while app.model.requests().len() < 2 {
        tokio::task::yield_now().await;
    }
    app.client.json("POST", &format!("{path}/stop"), &json!({})).await.expect(202);
    app.client.follow(&format!("{path}/events"), None).await.until("ended").await;
    let bundle = app.client.get(&format!("/api/v1/books/{book}/bundle")).await.expect(200).bytes.clone();
    app.client.delete(&format!("/api/v1/books/{book}")).await.expect(204);
    app.client.delete(&format!("/api/v1/trash/{book}")).await.expect(204);
    app.client.upload("/api/v1/unbundle", "b.tsumugi-bundle", &bundle, &[]).await.expect(200);
    let refused = app.client.json("POST", &format!("{path}/resume"), &json!({})).await.expect(422).json();
    assert_eq!(refused["code"], "model_missing", "{refused}");
    app.client.json("POST", &format!("{path}/resume"), &json!({"model": "test/model"})).await.expect(202);
    let told = app.client.follow(&format!("{path}/events"), None).await.until("ended").await;
    assert_eq!(told.last().unwrap().data["ending"], "finished", "{told:?}");
}
