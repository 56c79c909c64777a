//! What is stale is kept by changes: a server that has seen all of them says the same as one that has just begun.

use crate::test_app::TestApp;
use serde_json::{Value, json};

const BOOK: &str = "the-lamplighters-ledger.txt";

/// How many translations of the book are stale, and which.
async fn stale(app: &TestApp, book: &str) -> (Value, Vec<Value>) {
    let page = app.client.get(&format!("/api/v1/books/{book}")).await.expect(200).json();
    let listed = app.client.get(&format!("/api/v1/books/{book}/paragraphs?stale=true&limit=1000")).await;
    let listed = listed.expect(200).json()["items"].as_array().unwrap().clone();
    (page["n_stale"].clone(), listed.into_iter().map(|one| one["paragraph_id"].clone()).collect())
}

/// The same as a server without anything kept says it.
async fn stale_anew(app: &TestApp, book: &str) -> (Value, Vec<Value>) {
    let fresh = app.second().await;
    stale(&fresh, book).await
}

#[tokio::test]
async fn what_is_stale_after_many_changes_is_what_a_server_finds_that_begins_now() {
    let app = TestApp::open().await;
    let book = app.import(BOOK).await;
    let spec = json!({"model": "test/model", "effort": "quick"});
    let begun = app.client.json("POST", &format!("/api/v1/books/{book}/runs"), &spec).await.expect(202);
    let run = begun.json()["run"].as_str().unwrap().to_owned();
    app.client.follow(&format!("/api/v1/runs/{run}/events"), None).await.until("ended").await;
    assert_eq!(stale(&app, &book).await.0, 0);
    let terms = format!("/api/v1/books/{book}/terms");
    let term = json!({"source": "ledger", "translation": "账本", "kind": "other", "strictness": "exact"});
    app.client.json("POST", &terms, &term).await.expect(201);
    let (n_stale, found) = stale(&app, &book).await;
    assert!(n_stale.as_u64().unwrap() > 2 && found.len() > 2, "{n_stale} {found:?}");
    assert_eq!((n_stale.clone(), found.clone()), stale_anew(&app, &book).await);
    for (paragraph, text) in [(&found[0], "账本在这里。"), (&found[1], "什么也没有。")] {
        let before = stale(&app, &book).await;
        let path = format!("/api/v1/books/{book}/paragraphs/{}", paragraph.as_str().unwrap());
        let based_on = app.client.get(&path).await.expect(200).json()["version"].clone();
        let body = json!({"text": text, "based_on": based_on});
        let edited = app.client.json("POST", &format!("{path}/versions"), &body).await.expect(201).json();
        let now = stale(&app, &book).await;
        assert_eq!(
            now.0,
            before.0.as_u64().unwrap() - 1,
            "what a person wrote follows what the person thinks"
        );
        assert_eq!(now, stale_anew(&app, &book).await);
        let undo = json!({"change_id": edited["change_id"]});
        app.client.json("POST", &format!("/api/v1/books/{book}/undo"), &undo).await.expect(200);
        assert_eq!(stale(&app, &book).await, before, "as it was");
        app.client.json("PUT", &format!("{path}/lock"), &json!({"locked": true})).await.expect(200);
        let now = stale(&app, &book).await;
        assert_eq!(now, stale_anew(&app, &book).await, "what is locked is not done again");
    }
    let second = json!({"source": "lamp", "translation": "灯", "kind": "other", "strictness": "exact"});
    app.client.json("POST", &terms, &second).await.expect(201);
    assert_eq!(stale(&app, &book).await, stale_anew(&app, &book).await);
}
