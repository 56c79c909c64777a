//! What programs rely on in an answer: its status, its type, its problem document, and that a refusal changes nothing.

use crate::test_app::{Opening, TestApp, sample};
use llm_test_server::{Plan, Turn, WireFault};
use serde_json::{Value, json};

const EPUB: &str = "the-lamplighters-ledger.epub";

/// "The lamp was lit. The door was shut." with a heading, in `Shift_JIS`.
const SHIFT_JIS: &[u8] = b"\x91\xe6\x88\xea\x8f\xcd\r\n\r\n\x93\x94\x82\xaa\x82\xc2\x82\xa2\x82\xbd\x81B\r\n\r\n\x94\xe0\x82\xaa\x95\xc2\x82\xdc\x82\xc1\x82\xbd\x81B\r\n";

#[tokio::test]
async fn an_address_that_is_not_utf_8_is_answered_with_a_problem() {
    let app = TestApp::open().await;
    for path in ["/api/v1/books/%ff", "/api/v1/books/%ff/paragraphs/x", "/api/v1/runs/%c3%28"] {
        let reply = app.client.get(path).await.expect(400);
        assert_eq!(reply.headers["content-type"], "application/problem+json", "{path}");
        assert_eq!(reply.json()["code"], "address", "{path}");
    }
}

#[tokio::test]
async fn a_limit_out_of_range_is_refused() {
    let app = TestApp::open().await;
    let book = app.import(EPUB).await;
    for path in [
        "/api/v1/books?limit=0".to_owned(),
        "/api/v1/runs?limit=1001".to_owned(),
        format!("/api/v1/books/{book}/search?q=lamp&limit=1001"),
        format!("/api/v1/books/{book}/changes?limit=0"),
        format!("/api/v1/books/{book}/quality?worst=1001"),
    ] {
        let reply = app.client.get(&path).await.expect(400);
        assert_eq!(reply.headers["content-type"], "application/problem+json", "{path}");
        assert!(reply.json()["hint"].is_string(), "{path}");
    }
    app.client.get("/api/v1/books?limit=1000").await.expect(200);
}

#[tokio::test]
async fn a_text_says_the_encoding_it_goes_out_in_and_its_certificate_can_be_had() {
    let app = TestApp::open().await;
    let fields = [("to", "en"), ("encoding", "shift_jis")];
    let imported =
        app.client.upload("/api/v1/books", "lamp.txt", SHIFT_JIS, &fields).await.expect(201).json();
    let book = imported["book"]["id"].as_str().unwrap();
    let text = app.client.get(&format!("/api/v1/books/{book}/export")).await.expect(200);
    assert_eq!(text.headers["content-type"], "text/plain; charset=shift_jis");
    assert_eq!(text.bytes, SHIFT_JIS);
    let proof = app.client.get(&format!("/api/v1/books/{book}/export/certificate")).await.expect(200);
    assert!(proof.headers["content-disposition"].to_str().unwrap().contains(".txt.certificate.json"));
    let proof = formats::certificate::Certificate::from_json(&proof.bytes).unwrap();
    assert!(formats::certificate::check(&text.bytes, &proof).is_empty());

    let other = app.import("the-lamplighters-ledger.txt").await;
    let text = app.client.get(&format!("/api/v1/books/{other}/export")).await.expect(200);
    assert_eq!(text.headers["content-type"], "text/plain; charset=utf-8");
    assert_eq!(text.bytes, sample("the-lamplighters-ledger.txt"));
}

#[tokio::test]
async fn a_refused_start_is_a_conflict_and_leaves_no_run() {
    let plan = Plan { turns: Vec::new(), then: Some(Turn::agent().with(WireFault::Stall)) };
    let app = TestApp::open_as(Opening { plan, ..Opening::default() }).await;
    let book = app.import(EPUB).await;
    let path = format!("/api/v1/books/{book}/runs");
    let unpriced = json!({"model": "test/model", "max_cost_micros": 1_000_000});
    let refused = app.client.json("POST", &path, &unpriced).await.expect(409).json();
    assert_eq!(refused["code"], "no_price");
    let runs = || async { app.store.library().runs(None).await.unwrap().len() };
    assert_eq!(runs().await, 0, "nothing was recorded");

    let spec = json!({"model": "test/model", "concurrency": 1});
    let begun = app.client.json("POST", &path, &spec).await.expect(202).json();
    for _ in 0..5 {
        let refused = app.client.json("POST", &path, &spec).await.expect(409).json();
        assert_eq!(refused["code"], "book_claimed");
    }
    let second = app.second().await;
    assert_eq!(second.client.json("POST", &path, &spec).await.expect(409).json()["code"], "book_claimed");
    let resume = format!("/api/v1/runs/{}/resume", begun["run"].as_str().unwrap());
    assert_eq!(app.client.json("POST", &resume, &json!({})).await.expect(409).json()["code"], "at_work");
    assert_eq!(runs().await, 1, "only the run that works was recorded");
}

#[tokio::test]
async fn an_undo_of_nothing_is_refused() {
    let app = TestApp::open().await;
    let book = app.import(EPUB).await;
    let path = format!("/api/v1/books/{book}/undo");
    let refused = app.client.json("POST", &path, &json!({})).await.expect(409).json();
    assert_eq!(refused["code"], "nothing_to_undo");
}

#[tokio::test]
async fn an_undo_of_what_was_changed_again_is_a_conflict_with_both_texts() {
    let app = TestApp::open().await;
    let book = app.import(EPUB).await;
    let paragraph = app.paragraph(&book).await;
    let path = format!("/api/v1/books/{book}/paragraphs/{paragraph}/versions");
    let mut based_on = Value::Null;
    let mut changes = Vec::new();
    for text in ["灯。", "灯亮了。", "灯已亮。"] {
        let edit = json!({"text": text, "based_on": based_on});
        let changed = app.client.json("POST", &path, &edit).await.expect(201).json();
        based_on = changed["paragraph"]["version"].clone();
        changes.push(changed["change_id"].clone());
    }
    let undo = format!("/api/v1/books/{book}/undo");
    let refused = app.client.json("POST", &undo, &json!({"change_id": changes[1]})).await.expect(409).json();
    assert_eq!(refused["code"], "overwritten", "{refused}");
    let conflict = &refused["conflict"];
    assert_eq!(
        (&conflict["translation"], &conflict["yours"]),
        (&json!("灯已亮。"), &json!("灯。")),
        "{refused}"
    );
    let undone = app.client.json("POST", &undo, &json!({"change_id": changes[2]})).await.expect(200).json();
    assert_eq!(undone["n_restored"], 1, "a refusal leaves the change undoable: {undone}");
    app.client.json("POST", &undo, &json!({"change_id": changes[1]})).await.expect(200);
}

#[test]
fn the_description_tells_files_refusals_and_closed_sets() {
    let document: Value = serde_json::from_str(&server::openapi().unwrap()).unwrap();
    let export = &document["paths"]["/api/v1/books/{book}/export"]["get"]["responses"]["200"]["content"];
    assert_eq!(
        export["application/epub+zip"]["schema"],
        json!({"type": "string", "format": "binary"}),
        "{export}"
    );
    let cover = &document["paths"]["/api/v1/books/{book}/cover"]["get"]["responses"]["200"]["content"];
    assert!(cover["image/webp"].is_object() && cover["image/*"].is_null(), "{cover}");
    let conflict = &document["paths"]["/api/v1/books"]["post"]["responses"]["409"]["content"];
    assert!(conflict["application/problem+json"].is_object(), "{conflict}");
    let schemas = &document["components"]["schemas"];
    assert_eq!(
        schemas["Term"]["properties"]["standing"]["enum"],
        json!(["proposed", "confirmed", "rejected"])
    );
    let items = &schemas["Page_Term"]["properties"]["items"]["items"];
    assert_eq!(items["$ref"], "#/components/schemas/Term");
}

#[tokio::test]
async fn findings_are_not_those_from_before_another_program_changed_the_book() {
    let app = TestApp::open().await;
    let book = app.import(EPUB).await;
    let spec = json!({"model": "test/model", "target_language": "zh"});
    let begun =
        app.client.json("POST", &format!("/api/v1/books/{book}/runs"), &spec).await.expect(202).json();
    let run = begun["run"].as_str().unwrap();
    app.client.follow(&format!("/api/v1/runs/{run}/events"), None).await.until("ended").await;
    let mut events = app.client.follow("/api/v1/events", None).await;
    let paragraph = app.paragraph(&book).await;
    let address = format!("/api/v1/books/{book}/paragraphs/{paragraph}");
    app.client.json("POST", &format!("/api/v1/books/{book}/check"), &json!({})).await.expect(200);
    let before = app.client.get(&address).await.expect(200).json();
    let second = app.second().await;
    let edit = json!({"text": "TODO TODO TODO", "based_on": before["version"]});
    second.client.json("POST", &format!("{address}/versions"), &edit).await.expect(201);
    events.until("library_changed").await;
    let findings =
        app.client.get(&format!("/api/v1/books/{book}/findings?limit=1000")).await.expect(200).json();
    let items = findings["items"].as_array().unwrap();
    let of_paragraph = items.iter().filter(|finding| finding["paragraph_id"] == paragraph.as_str());
    assert!(of_paragraph.count() > 0, "the other program's text is checked: {findings}");
}
