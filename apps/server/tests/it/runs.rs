//! Runs over HTTP: begun, followed, stopped, resumed, asked and answered, from an imported file to an exported one.

use crate::test_app::{Opening, TestApp};
use llm::ScriptedReply;
use llm_test_server::{Plan, Slip, Turn, WireFault};
use serde_json::{Value, json};

const EPUB: &str = "the-lamplighters-ledger.epub";

async fn begin(app: &TestApp, book: &str, spec: &Value) -> String {
    let begun = app.client.json("POST", &format!("/api/v1/books/{book}/runs"), spec).await.expect(202).json();
    begun["run"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_book_goes_from_file_to_file() {
    let app = TestApp::open().await;
    let book = app.import(EPUB).await;
    let spec = json!({"model": "test/model", "target_language": "zh"});
    let plan = app.client.json("POST", &format!("/api/v1/books/{book}/plan"), &spec).await.expect(200).json();
    assert!(plan["n_paragraphs"].as_u64() > Some(10), "{plan}");
    let run = begin(&app, &book, &spec).await;
    let events_path = format!("/api/v1/runs/{run}/events");
    let events = app.client.follow(&events_path, None).await.until("ended").await;
    let ended = &events.last().unwrap().data;
    assert_eq!(ended["ending"], "finished", "{ended}");
    let accepted = events.iter().filter(|event| event.name == "accepted").count();
    assert_eq!(json!(accepted), plan["n_paragraphs"]);
    let called = events.iter().find(|event| event.name == "called").unwrap();
    assert!(called.data["arguments"].is_string() && called.data["result"].is_string(), "{}", called.data);
    for (before, after) in events.iter().zip(&events[1..]) {
        assert_eq!(before.id.unwrap() + 1, after.id.unwrap(), "numbers have no gaps");
        assert_eq!(after.data["sequence"].as_u64(), after.id);
    }
    let middle = events[events.len() / 2].id;
    let again = app.client.follow(&events_path, middle).await.until("ended").await;
    assert_eq!(again[0].id, middle.map(|id| id + 1), "what was missed is told again");
    let late = app.client.follow(&events_path, Some(1_000_000)).await.until("ended").await;
    assert_eq!(late[0].name, "snapshot", "a number of another life begins anew");
    let counted = late.iter().filter(|event| event.name == "accepted").count();
    let before = late[0].data["accepted"].as_u64().unwrap_or_default();
    assert_eq!(json!(before + u64::try_from(counted).unwrap()), plan["n_paragraphs"], "nothing counts twice");

    let page = app.client.get(&format!("/api/v1/runs/{run}")).await.expect(200).json();
    assert_eq!((&page["state"], &page["n_unresolved"]), (&json!("over"), &json!(0)), "{page}");
    let card = app.client.get(&format!("/api/v1/books/{book}")).await.expect(200).json();
    assert_eq!(card["running_run"], Value::Null);
    let cost = app.client.get(&format!("/api/v1/books/{book}/cost")).await.expect(200).json();
    assert!(cost["total"]["input_tokens"].as_i64() > Some(0), "{cost}");
    let tasks = app.client.get(&format!("/api/v1/runs/{run}/tasks")).await.expect(200).json();
    let task = tasks["items"][0]["id"].as_str().unwrap();
    let lines =
        app.client.get(&format!("/api/v1/runs/{run}/tasks/{task}/transcript")).await.expect(200).json();
    assert!(lines["items"].as_array().is_some_and(|lines| lines.len() > 1));

    let proof = app.client.get(&format!("/api/v1/books/{book}/certificate")).await.expect(200).json();
    assert_eq!(proof["holds"], true, "{proof}");
    let file = app
        .client
        .json("POST", &format!("/api/v1/books/{book}/export"), &json!({"bilingual": "below"}))
        .await
        .expect(200);
    assert!(file.bytes.starts_with(b"PK\x03\x04"));
    assert_eq!(file.headers["content-type"], "application/epub+zip");
    let plain = app.client.get(&format!("/api/v1/books/{book}/export?format=text")).await.expect(200);
    assert!(plain.headers["content-disposition"].to_str().unwrap().contains(".txt"));
    assert_eq!(file.headers["x-content-type-options"], "nosniff");
}

#[tokio::test]
async fn the_language_a_book_is_in_is_translated_into_only_when_that_is_meant() {
    let app = TestApp::open().await;
    let book = app.import(EPUB).await;
    let path = format!("/api/v1/books/{book}/runs");
    let same = json!({"model": "test/model", "target_language": "English"});
    let refused = app.client.json("POST", &path, &same).await.expect(400).json();
    assert_eq!(refused["code"], "same_language", "{refused}");
    let meant = json!({"model": "test/model", "target_language": "en", "same_language": true});
    app.client.json("POST", &path, &meant).await.expect(202);
}

#[tokio::test]
async fn a_run_is_stopped_and_goes_on() {
    let plan =
        Plan { turns: vec![Turn::agent(), Turn::agent().with(WireFault::Stall)], then: Some(Turn::agent()) };
    let app = TestApp::open_as(Opening { plan, ..Opening::default() }).await;
    let book = app.import(EPUB).await;
    let spec = json!({"model": "test/model", "concurrency": 1, "chunk_tokens": 200, "effort": "quick"});
    let run = begin(&app, &book, &spec).await;
    let mut events = app.client.follow(&format!("/api/v1/runs/{run}/events"), None).await;
    events.until("accepted").await;
    let second =
        app.client.json("POST", &format!("/api/v1/books/{book}/runs"), &spec).await.expect(409).json();
    assert_eq!(second["code"], "book_claimed");
    // The request that stalls is to be the one that is broken off.
    while app.model.requests().len() < 2 {
        tokio::task::yield_now().await;
    }
    app.client.json("POST", &format!("/api/v1/runs/{run}/stop"), &json!({})).await.expect(202);
    let told = events.until("ended").await;
    assert_eq!(told.last().unwrap().data["ending"], "interrupted");
    let page = app.client.get(&format!("/api/v1/runs/{run}")).await.expect(200).json();
    assert_eq!(page["state"], "resting");
    app.client.json("POST", &format!("/api/v1/runs/{run}/stop"), &json!({})).await.expect(409);
    assert!(page["n_chunks"].as_u64() > page["n_tasks_ended"].as_u64(), "{page}");
    let limit = json!({"max_tokens": 9_000_000});
    app.client.json("POST", &format!("/api/v1/runs/{run}/resume"), &limit).await.expect(202);
    let told = app.client.follow(&format!("/api/v1/runs/{run}/events"), None).await.until("ended").await;
    assert_eq!(told.last().unwrap().data["ending"], "finished");
    let page = app.client.get(&format!("/api/v1/runs/{run}")).await.expect(200).json();
    assert_eq!(page["max_tokens"], 9_000_000, "it shows the limit it was resumed with: {page}");
    app.client.json("POST", &format!("/api/v1/runs/{run}/resume"), &json!({})).await.expect(409);
}

pub(crate) fn asks() -> Plan {
    let question = ScriptedReply::call(
        "ask_user",
        &json!({"question": "What is the lamplighter called?", "choices": ["点灯人", "灯夫"]}),
    );
    Plan { turns: vec![Turn::reply(question)], then: Some(Turn::agent()) }
}

#[tokio::test]
async fn a_question_waits_for_the_page_and_the_answer_reaches_the_model() {
    let app = TestApp::open_as(Opening { plan: asks(), ..Opening::default() }).await;
    let book = app.import(EPUB).await;
    let run = begin(&app, &book, &json!({"model": "test/model", "concurrency": 1})).await;
    let mut events = app.client.follow(&format!("/api/v1/runs/{run}/events"), None).await;
    let asked = events.until("question").await;
    let task = asked.last().unwrap().data["task"].as_str().unwrap().to_owned();
    let questions = app.client.get(&format!("/api/v1/runs/{run}/questions")).await.expect(200).json();
    assert_eq!(questions["items"][0]["task"], task.as_str());
    assert_eq!(questions["items"][0]["choices"], json!(["点灯人", "灯夫"]));
    let path = format!("/api/v1/runs/{run}/questions/{task}");
    // The question is told before the task waits for it.
    while app.client.get(&format!("/api/v1/runs/{run}/questions")).await.json()["items"][0]["is_live"] != true
    {
        tokio::task::yield_now().await;
    }
    app.client.json("POST", &path, &json!({"answer": "点灯人"})).await.expect(204);
    app.client.json("POST", &path, &json!({"answer": "点灯人"})).await.expect(404);
    events.until("ended").await;
    let heard = app.model.requests().iter().any(|request| request.body.to_string().contains("点灯人"));
    assert!(heard, "the answer reached the model");
}

#[tokio::test]
async fn a_question_answered_after_the_server_left_is_used_when_the_run_goes_on() {
    let app = TestApp::open_as(Opening { plan: asks(), ..Opening::default() }).await;
    let book = app.import(EPUB).await;
    let run = begin(&app, &book, &json!({"model": "test/model", "concurrency": 1})).await;
    let mut events = app.client.follow(&format!("/api/v1/runs/{run}/events"), None).await;
    events.until("question").await;
    app.client.json("POST", &format!("/api/v1/runs/{run}/stop"), &json!({})).await.expect(202);
    events.until("ended").await;
    let questions = app.client.get(&format!("/api/v1/runs/{run}/questions")).await.expect(200).json();
    assert_eq!(questions["items"][0]["is_live"], false);
    let task = questions["items"][0]["task"].as_str().unwrap();
    let path = format!("/api/v1/runs/{run}/questions/{task}");
    app.client.json("POST", &path, &json!({"answer": "灯夫先生"})).await.expect(204);
    app.client.json("POST", &format!("/api/v1/runs/{run}/resume"), &json!({})).await.expect(202);
    app.client.follow(&format!("/api/v1/runs/{run}/events"), None).await.until("ended").await;
    let heard = app.model.requests().iter().any(|request| request.body.to_string().contains("灯夫先生"));
    assert!(heard, "the answer reached the model");
}

#[tokio::test]
async fn a_server_that_leaves_lets_its_runs_be_resumed() {
    let plan =
        Plan { turns: vec![Turn::agent(), Turn::agent().with(WireFault::Stall)], then: Some(Turn::agent()) };
    let app = TestApp::open_as(Opening { plan, ..Opening::default() }).await;
    let book = app.import(EPUB).await;
    let spec = json!({"model": "test/model", "concurrency": 1, "chunk_tokens": 200, "effort": "quick"});
    let run = begin(&app, &book, &spec).await;
    app.client.follow(&format!("/api/v1/runs/{run}/events"), None).await.until("accepted").await;
    let store = app.close().await;
    let record = store.library().run(run.parse().unwrap()).await.unwrap();
    assert_eq!(record.outcome, Some(book::work::outcome::RunOutcome::Interrupted));
    assert!(store.library().claim(record.book).await.unwrap().is_none(), "the book is given back");
}

#[tokio::test]
async fn models_are_listed_tried_and_settings_are_kept() {
    let app = TestApp::open().await;
    let models = app.client.get("/api/v1/models").await.expect(200).json();
    assert_eq!(models["items"][0]["is_default"], true);
    let trial = app
        .client
        .json("POST", "/api/v1/models/test", &json!({"model": "rehearsal"}))
        .await
        .expect(200)
        .json();
    assert_eq!(trial["works"], true);
    let unknown =
        app.client.json("POST", "/api/v1/models/test", &json!({"model": "no/such"})).await.expect(422).json();
    assert_eq!(unknown["hint"], "write it as `service/model` with one of: test");
    let kept =
        app.client.json("PATCH", "/api/v1/settings", &json!({"ask_above_usd": 3.5})).await.expect(200).json();
    assert_eq!(kept, json!({"default_model": "rehearsal", "ask_above_usd": 3.5}));
    let book = app.import(EPUB).await;
    let prompt = app.client.get(&format!("/api/v1/books/{book}/prompt?kind=polish")).await.expect(200).json();
    assert_eq!(prompt["language"], "zh");
    assert!(prompt["tools"].as_array().unwrap().iter().any(|tool| tool["name"] == "add_translation_batch"));
}

#[tokio::test]
async fn a_run_can_ask_for_lines_and_a_form_can_be_set_for_a_model() {
    let opening = Opening { plan: Plan::writer(Slip::Nothing), ..Opening::default() };
    let app = TestApp::open_as(opening).await;
    let book = app.import(EPUB).await;
    let wrong = json!({"model": "test/model", "target_language": "zh", "delivery": "songs"});
    app.client.json("POST", &format!("/api/v1/books/{book}/runs"), &wrong).await.expect(422);
    let spec = json!({"model": "test/model", "target_language": "zh", "delivery": "lines"});
    let run = begin(&app, &book, &spec).await;
    let events = app.client.follow(&format!("/api/v1/runs/{run}/events"), None).await.until("ended").await;
    assert_eq!(events.last().unwrap().data["ending"], "finished", "{}", events.last().unwrap().data);
    assert!(
        app.model.requests().iter().all(|seen| seen.body.get("tools").is_none()),
        "no tools were offered"
    );
    let patch = json!({"name": "test/model", "delivery": "structured"});
    app.client.json("PATCH", "/api/v1/models", &patch).await.expect(204);
    let models = app.client.get("/api/v1/models").await.expect(200).json();
    assert_eq!(models["items"][1]["delivery"], "structured", "{models}");
    assert_eq!(models["items"][1]["delivery_from"], "setting");
    app.client.json("PATCH", "/api/v1/models", &json!({"name": "test/model"})).await.expect(400);
}
