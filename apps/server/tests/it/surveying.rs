//! A book read before it is translated, over HTTP: planned, followed, resumed, looked at, and decided on.

use crate::test_app::{Opening, TestApp};
use llm::ScriptedReply;
use llm_test_server::{Plan, Turn};
use serde_json::{Value, json};

const BOOK: &str = "the-lamplighters-ledger.txt";

/// A model that finds a place, a person, and a place that is not in the book.
async fn reader() -> Plan {
    let scratch = TestApp::open().await;
    let book = scratch.import(BOOK).await;
    let find = |words: &'static str| {
        let (client, book) = (scratch.client.clone(), book.clone());
        async move {
            let path = format!("/api/v1/books/{book}/search?q={words}&in=source&limit=1");
            client.get(&path).await.expect(200).json()["items"][0]["paragraph_id"]
                .as_str()
                .unwrap()
                .to_owned()
        }
    };
    let (bay, pell) = (find("Marrow%20Bay").await, find("Josiah%20Pell%20was%20waiting").await);
    let answer = json!({
        "terms": [
            {"source": "Marrow Bay", "translation": "髓湾", "kind": "place", "note": "", "evidence": [bay]},
            {"source": "Salt Street", "translation": "盐街", "kind": "place", "note": "", "evidence": [pell]},
            {"source": "Atlantis", "translation": "亚特兰蒂斯", "kind": "place", "note": "", "evidence": [bay]},
        ],
        "characters": [{
            "name": "Josiah Pell", "translation": "乔赛亚·佩尔", "evidence": [pell],
            "facts": [{"kind": "gender", "value": "male", "quote": "He was long and thin", "evidence": [pell]}],
        }],
        "summaries": [],
    });
    Plan { turns: Vec::new(), then: Some(Turn::reply(ScriptedReply::call("submit_survey", &answer))) }
}

async fn surveyed() -> (TestApp, String, String) {
    let app = TestApp::open_as(Opening { plan: reader().await, ..Opening::default() }).await;
    let book = app.import(BOOK).await;
    let spec = json!({"model": "test/model", "piece_tokens": 100_000, "concurrency": 1});
    let begun = app.client.json("POST", &format!("/api/v1/books/{book}/survey"), &spec).await.expect(202);
    let run = begun.json()["run"].as_str().unwrap().to_owned();
    let events = app.client.follow(&format!("/api/v1/runs/{run}/events"), None).await.until("ended").await;
    let names: Vec<&str> = events.iter().map(|event| event.name.as_str()).collect();
    assert_eq!(names[..4], ["started", "chunk", "replied", "piece_read"], "the words of any run: {names:?}");
    assert_eq!((&events[0].data["survey"], &events[0].data["kind"]), (&json!(true), &json!("survey")));
    let ended = &events.last().unwrap().data;
    assert_eq!((&ended["ending"], &ended["characters"]), (&json!("finished"), &json!(1)), "{ended}");
    assert_eq!((&ended["terms"], ended["dropped"].as_u64() > Some(0)), (&json!(2), true), "{ended}");
    (app, book, run)
}

async fn get(app: &TestApp, path: &str) -> Value {
    app.client.get(path).await.expect(200).json()
}

#[tokio::test]
async fn a_survey_is_planned_shown_as_one_and_says_what_it_kept_and_dropped() {
    let (app, book, run) = surveyed().await;
    let shown = get(&app, &format!("/api/v1/runs/{run}")).await;
    assert_eq!((&shown["kind"], &shown["state"]), (&json!("survey"), &json!("over")), "{shown}");
    let list = get(&app, &format!("/api/v1/runs?book={book}")).await;
    assert_eq!(list["items"][0]["kind"], "survey");
    let pieces = get(&app, &format!("/api/v1/runs/{run}/survey")).await;
    let piece = &pieces["items"][0];
    assert_eq!(piece["terms"][0]["source"], "Marrow Bay");
    assert_eq!(piece["terms"][0]["paragraphs"].as_array().unwrap().len(), 1);
    assert_eq!(piece["characters"][0]["facts"][0]["text"], "male");
    let dropped = &piece["dropped"][0];
    assert_eq!((&dropped["source"], &dropped["why"]), (&json!("Atlantis"), &json!("not_in_text")), "{piece}");
    assert_eq!(dropped["paragraphs"].as_array().unwrap().len(), 1, "what it cited is told");
    let plan = json!({"model": "test/model"});
    let plan = app.client.json("POST", &format!("/api/v1/books/{book}/survey/plan"), &plan).await.expect(200);
    assert!(plan.json()["n_pieces"].as_u64() > Some(0));
    let candidates = get(&app, &format!("/api/v1/books/{book}/survey/candidates?limit=5")).await;
    assert!(candidates["items"][0]["n_uses"].as_u64() > Some(0), "{candidates}");
    let small = json!({"piece_tokens": 10});
    app.client.json("POST", &format!("/api/v1/books/{book}/survey"), &small).await.expect(400);
    app.client.json("POST", "/api/v1/books/nothing/survey", &json!({})).await.expect(404);
}

#[tokio::test]
async fn proposals_are_accepted_changed_rejected_and_merged_together_and_undone_at_once() {
    let (app, book, _) = surveyed().await;
    let path = format!("/api/v1/books/{book}/proposals");
    let waiting = get(&app, &path).await;
    let waiting = waiting["items"].as_array().unwrap();
    assert_eq!(waiting.len(), 3, "{waiting:?}");
    let named = |source: &str| waiting.iter().find(|one| one["source"] == source).unwrap();
    let (bay, street, pell) = (named("Marrow Bay"), named("Salt Street"), named("Josiah Pell"));
    assert!(bay["quotes"][0]["text"].as_str().unwrap().contains("Marrow Bay"));
    assert_eq!((&bay["term"]["standing"], &pell["entry"]), (&json!("proposed"), &json!("character")));
    let decide = |one: &Value, more: Value| {
        let mut all = json!({"entry": one["entry"], "id": one["id"]});
        all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        all
    };
    let bad = json!({"decisions": [decide(bay, json!({"decision": "accept"})),
        decide(street, json!({"decision": "merge", "into": {"entry": "term", "id": bay["id"]}}))]});
    let refused = app.client.json("POST", &path, &bad).await.expect(422).json();
    assert!(refused["code"] == "decision" && refused["hint"].is_string(), "{refused}");
    assert_eq!(get(&app, &path).await["items"].as_array().unwrap().len(), 3, "all of them or none");
    let late = json!({"decisions": [decide(bay, json!({"decision": "accept", "revision": 0}))]});
    app.client.json("POST", &path, &late).await.expect(409);

    let good = json!({"decisions": [
        decide(bay, json!({"decision": "accept", "translation": "骨髓湾", "revision": bay["term"]["revision"]})),
        decide(street, json!({"decision": "reject"})),
        decide(pell, json!({"decision": "accept", "gender": "male", "translation": "约西亚·佩尔"})),
    ]});
    let done = app.client.json("POST", &path, &good).await.expect(200).json();
    assert_eq!(done["n_decided"], 3);
    assert_eq!(get(&app, &path).await["items"], json!([]));
    let terms = get(&app, &format!("/api/v1/books/{book}/terms")).await;
    let of = |source: &str| {
        terms["items"].as_array().unwrap().iter().find(|one| one["source"] == source).unwrap().clone()
    };
    assert_eq!(
        (&of("Marrow Bay")["translation"], &of("Marrow Bay")["standing"]),
        (&json!("骨髓湾"), &json!("confirmed"))
    );
    assert_eq!(of("Salt Street")["standing"], "rejected");
    let people = get(&app, &format!("/api/v1/books/{book}/characters")).await;
    assert_eq!(people["items"][0]["name"]["translation"], "约西亚·佩尔");
    assert_eq!(people["items"][0]["gender"], "male");
    let undo = json!({"change_id": done["change_id"]});
    app.client.json("POST", &format!("/api/v1/books/{book}/undo"), &undo).await.expect(200);
    assert_eq!(get(&app, &path).await["items"].as_array().unwrap().len(), 3, "one undo for all");

    let merge = json!({"decisions": [decide(street, json!({"decision": "merge", "into": {"entry": "character", "id": pell["id"]}}))]});
    app.client.json("POST", &path, &merge).await.expect(200);
    let people = get(&app, &format!("/api/v1/books/{book}/characters")).await;
    assert_eq!(people["items"][0]["aliases"][0]["source"], "Salt Street", "{people}");
    let gone = json!({"decisions": [decide(street, json!({"decision": "accept"}))]});
    app.client.json("POST", &path, &gone).await.expect(404);
    for wrong in [
        json!({"decisions": []}),
        json!({"decisions": [{"entry": "memory", "id": "x", "decision": "accept"}]}),
        json!({"decisions": [decide(bay, json!({"decision": "reject", "translation": "x"}))]}),
        json!({"decisions": [decide(bay, json!({"decision": "merge"}))]}),
        json!({"decisions": [decide(pell, json!({"decision": "accept", "gender": "unclear"}))]}),
    ] {
        app.client.json("POST", &path, &wrong).await.expect(400);
    }
}

#[tokio::test]
async fn a_survey_that_stopped_at_its_budget_goes_on() {
    let app = TestApp::open_as(Opening { plan: reader().await, ..Opening::default() }).await;
    let book = app.import(BOOK).await;
    let spec = json!({"model": "test/model", "max_tokens": 10});
    let begun = app.client.json("POST", &format!("/api/v1/books/{book}/survey"), &spec).await.expect(202);
    let run = begun.json()["run"].as_str().unwrap().to_owned();
    let events = format!("/api/v1/runs/{run}/events");
    let told = app.client.follow(&events, None).await.until("ended").await;
    assert_eq!(told.last().unwrap().data["ending"], "budget");
    let resting = get(&app, &format!("/api/v1/runs/{run}")).await;
    assert_eq!((&resting["kind"], &resting["state"]), (&json!("survey"), &json!("resting")));
    let more = json!({"max_tokens": 10_000_000});
    app.client.json("POST", &format!("/api/v1/runs/{run}/resume"), &more).await.expect(202);
    let told = app.client.follow(&events, None).await.until("ended").await;
    assert_eq!(told.last().unwrap().data["ending"], "finished", "{:?}", told.last());
    assert_eq!(
        get(&app, &format!("/api/v1/books/{book}/proposals")).await["items"].as_array().unwrap().len(),
        3
    );
}
