//! The assistant over HTTP: a turn is a stream, changes can be undone, a proposal waits for the page.

use crate::test_app::{Opening, TestApp};
use llm::ScriptedReply;
use llm_test_server::{Plan, Turn};
use serde_json::{Value, json};
use std::time::Duration;

async fn app(replies: impl IntoIterator<Item = ScriptedReply>) -> TestApp {
    let plan = Plan::turns(replies.into_iter().map(Turn::reply));
    TestApp::open_as(Opening { plan, ..Opening::default() }).await
}

/// The events of a stream that has ended.
fn events(text: &str) -> Vec<Value> {
    text.lines()
        .filter_map(|line| line.strip_prefix("data:"))
        .map(|data| serde_json::from_str(data.trim()).unwrap())
        .collect()
}

fn named<'a>(events: &'a [Value], name: &str) -> Option<&'a Value> {
    events.iter().find(|event| event["event"] == name)
}

#[tokio::test]
async fn a_turn_is_streamed_and_kept_and_its_change_can_be_undone() {
    let app = app([
        ScriptedReply::call("update_book_title", &json!({"title_translation": "纺线之城"})),
        ScriptedReply::text("改好了。"),
    ])
    .await;
    let book = app.import("ito-no-machi.epub").await;
    let path = format!("/api/v1/books/{book}/chat");
    let spec = json!({"message": "书名译作纺线之城", "model": "test/model"});
    let events = events(&app.client.json("POST", &path, &spec).await.expect(200).text());
    let session = named(&events, "session").unwrap()["session"].as_str().unwrap().to_owned();
    assert!(named(&events, "saying").unwrap()["text"].as_str().unwrap().contains("改好了"));
    let change = named(&events, "changed").unwrap()["change_id"].as_str().unwrap().to_owned();
    let title = async || {
        app.client.get(&format!("/api/v1/books/{book}")).await.expect(200).json()["title_translation"].clone()
    };
    assert_eq!(title().await, "纺线之城");
    app.client
        .json("POST", &format!("/api/v1/books/{book}/undo"), &json!({"change_id": change}))
        .await
        .expect(200);
    assert_eq!(title().await, Value::Null);

    let chats = app.client.get(&path).await.expect(200).json();
    assert_eq!((&chats["items"][0]["id"], &chats["items"][0]["at_work"]), (&json!(session), &json!(false)));
    let lines = app.client.get(&format!("{path}/{session}")).await.expect(200).json();
    let said: Vec<&Value> =
        lines["items"].as_array().unwrap().iter().map(|line| &line["said"]["said"]).collect();
    assert_eq!(said, ["person", "reply", "result", "reply"]);
    app.client.delete(&format!("{path}/{session}")).await.expect(204);
    app.client.get(&format!("{path}/{session}")).await.expect(404);
}

#[tokio::test]
async fn a_change_of_many_places_waits_for_the_page() {
    for agree in [false, true] {
        let arguments = json!({"find": "的", "replace": "之", "dry_run": false});
        let app =
            app([ScriptedReply::call("replace_in_translations", &arguments), ScriptedReply::text("好")])
                .await;
        let book = app.import("ito-no-machi.epub").await;
        let (_, paragraphs) = app.chapter(&book).await;
        for paragraph in
            paragraphs.iter().filter(|one| one["text"].as_str().is_some_and(|text| !text.is_empty())).take(2)
        {
            let id = paragraph["paragraph_id"].as_str().unwrap();
            let version = json!({"text": "我的译文", "based_on": null});
            app.client
                .json("POST", &format!("/api/v1/books/{book}/paragraphs/{id}/versions"), &version)
                .await
                .expect(201);
        }
        let path = format!("/api/v1/books/{book}/chat");
        let spec = json!({"message": "换", "model": "test/model"});
        // The turn waits for the page; whoever asks too early or too late is told so.
        let answering = async {
            for _ in 0..1_000 {
                let chats = app.client.get(&path).await.expect(200).json();
                if let Some(id) = chats["items"][0]["id"].as_str() {
                    let answer = json!({"agree": agree});
                    let reply = app.client.json("POST", &format!("{path}/{id}/answer"), &answer).await;
                    if reply.status == 202 {
                        return;
                    }
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        let (turn, ()) = tokio::join!(app.client.json("POST", &path, &spec), answering);
        let events = events(&turn.expect(200).text());
        let proposed = named(&events, "proposed").unwrap_or_else(|| panic!("{events:?}"));
        assert_eq!(proposed["n_changes"], 2);
        assert_eq!(named(&events, "changed").is_some(), agree);
    }
}

#[tokio::test]
async fn what_makes_no_sense_is_refused_and_never_fails() {
    let app = app([]).await;
    let book = app.import("ito-no-machi.epub").await;
    let path = format!("/api/v1/books/{book}/chat");
    app.client.json("POST", &path, &json!({"message": "  ", "model": "test/model"})).await.expect(400);
    app.client
        .json("POST", &path, &json!({"message": "x", "model": "test/model", "session": "nope"}))
        .await
        .expect(404);
    app.client
        .json("POST", &path, &json!({"message": "x", "model": "test/model", "chapter": "nope"}))
        .await
        .expect(404);
    app.client.json("POST", &format!("{path}/nope/stop"), &json!({})).await.expect(404);
    app.client.get(&format!("{path}/nope")).await.expect(404);
}
