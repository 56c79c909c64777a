//! Mending what the checks found over HTTP: planned, begun, followed; the quality of the book before and after; candidates.

use crate::test_app::TestApp;
use book::edit::Edit;
use book::text::version::{Author, Selection, TaskKind};
use serde_json::{Value, json};
use store::change::Cause;

const BOOK: &str = "the-lamplighters-ledger.epub";

/// A translated book in which a model left some paragraphs in their own language.
async fn spoilt(app: &TestApp) -> (String, Vec<String>) {
    let book = app.import(BOOK).await;
    let spec = json!({"model": "test/model", "effort": "quick"});
    let begun = app.client.json("POST", &format!("/api/v1/books/{book}/runs"), &spec).await.expect(202);
    let run = begun.json()["run"].as_str().unwrap().to_owned();
    app.client.follow(&format!("/api/v1/runs/{run}/events"), None).await.until("ended").await;
    let (_, paragraphs) = app.chapter(&book).await;
    let long = |one: &&Value| {
        one["text"].as_str().unwrap().len() > 150 && !one["text"].as_str().unwrap().contains('<')
    };
    let author =
        Author::Model { model: "m".to_owned(), task_kind: TaskKind::Translation, task: None, run: None };
    let chosen: Vec<&Value> = paragraphs.iter().filter(long).take(3).collect();
    let edits: Vec<Edit> = chosen
        .iter()
        .map(|one| Edit::AddVersion {
            paragraph: one["paragraph_id"].as_str().unwrap().parse().unwrap(),
            text: one["text"].as_str().unwrap().to_owned(),
            author: author.clone(),
            selection: Selection::Select,
        })
        .collect();
    let cause = Cause { who: author, run: None, task: None, note: "planted".to_owned() };
    app.store.commit(book.parse().unwrap(), &edits, &cause, 1).await.unwrap();
    let ids = chosen.iter().map(|one| one["paragraph_id"].as_str().unwrap().to_owned()).collect();
    (book, ids)
}

#[tokio::test]
async fn what_is_flagged_is_planned_mended_by_a_run_and_shown_as_what_it_is() {
    let app = TestApp::open().await;
    let (book, ids) = spoilt(&app).await;
    assert_eq!(ids.len(), 3);
    let path = format!("/api/v1/books/{book}/fix");
    let spec = json!({"model": "test/model", "severity": "block", "paragraphs": ids});
    let plan = app.client.json("POST", &format!("{path}/plan"), &spec).await.expect(200).json();
    assert_eq!((&plan["n_flagged"], &plan["n_by_code"]), (&json!(3), &json!(0)), "{plan}");
    assert!(plan["estimate"]["n_paragraphs"].as_u64() >= Some(3), "{plan}");
    assert!(
        plan["flagged"].as_array().unwrap().iter().all(|one| !one["checks"].as_array().unwrap().is_empty())
    );
    let one = json!({"model": "test/model", "severity": "block", "paragraphs": [ids[0]]});
    let one = app.client.json("POST", &format!("{path}/plan"), &one).await.expect(200).json();
    assert_eq!(one["n_flagged"], 1, "only what was chosen");

    let begun = app.client.json("POST", &path, &spec).await.expect(202).json();
    let run = begun["run"].as_str().unwrap();
    let events = app.client.follow(&format!("/api/v1/runs/{run}/events"), None).await.until("ended").await;
    assert_eq!(events.last().unwrap().data["ending"], "finished", "{:?}", events.last());
    let shown = app.client.get(&format!("/api/v1/runs/{run}")).await.expect(200).json();
    assert_eq!(shown["kind"], "fix");
    let after = app.client.json("POST", &format!("{path}/plan"), &spec).await.expect(200).json();
    assert_eq!((&after["n_flagged"], &after["estimate"]), (&json!(0), &Value::Null), "{after}");
    let nothing = app.client.json("POST", &path, &spec).await.expect(202).json();
    assert_eq!(nothing, json!({"n_mended": 0, "change_id": null, "run": null}));
    let undo = json!({"run": run});
    app.client.json("POST", &format!("/api/v1/books/{book}/undo"), &undo).await.expect(200);
    let back = app.client.json("POST", &format!("{path}/plan"), &spec).await.expect(200).json();
    assert_eq!(back["n_flagged"], 3, "an undo of the run brings the faults back");
}

#[tokio::test]
async fn a_repair_that_cannot_be_is_refused_before_anything_is_written() {
    let app = TestApp::open().await;
    let untranslated = app.import(BOOK).await;
    let path = format!("/api/v1/books/{untranslated}/fix");
    let refused = app.client.json("POST", &path, &json!({})).await.expect(409).json();
    assert_eq!(refused["code"], "nothing_to_check", "{refused}");
    app.client.get(&format!("/api/v1/books/{untranslated}/quality")).await.expect(409);
    app.client.delete(&format!("/api/v1/books/{untranslated}")).await.expect(204);
    app.client.delete(&format!("/api/v1/trash/{untranslated}")).await.expect(204);
    let (book, ids) = spoilt(&app).await;
    let path = format!("/api/v1/books/{book}/fix");
    for wrong in [json!({"checks": ["Z99"]}), json!({"severity": "info"}), json!({"paragraphs": ["no id"]})] {
        let status = app.client.json("POST", &path, &wrong).await.status.as_u16();
        assert!((400..500).contains(&status), "{wrong}: {status}");
    }
    let unknown = json!({"model": "no/such", "paragraphs": ids});
    app.client.json("POST", &path, &unknown).await.expect(422);
    app.client.json("PATCH", "/api/v1/settings", &json!({"default_model": ""})).await.expect(200);
    let nobody = app.client.json("POST", &path, &json!({"paragraphs": ids})).await.expect(422).json();
    assert_eq!(nobody["code"], "no_model");
    let plan = app.client.json("POST", &format!("{path}/plan"), &json!({"paragraphs": ids})).await;
    assert_eq!(plan.expect(200).json()["estimate"], Value::Null, "a plan needs no model");
}

#[tokio::test]
async fn the_quality_of_a_book_is_shown_and_downloaded() {
    let app = TestApp::open().await;
    let (book, ids) = spoilt(&app).await;
    let path = format!("/api/v1/books/{book}");
    let quality = app.client.get(&format!("{path}/quality?worst=2")).await.expect(200).json();
    assert!(quality["n_block"].as_u64() >= Some(3), "{quality}");
    assert_eq!(quality["worst"].as_array().unwrap().len(), 2);
    assert!(ids.contains(&quality["worst"][0]["paragraph_id"].as_str().unwrap().to_owned()), "{quality}");
    assert_eq!(quality["runs"][0]["kind"], "translation");
    let row = quality["chapters"].as_array().unwrap().iter().find(|one| one["n_findings"].as_u64() > Some(0));
    assert!(row.unwrap()["findings"][0]["n"].as_u64() > Some(0));
    let again = app.client.get(&format!("{path}/quality?worst=2")).await.expect(200).json();
    assert_eq!(again, quality);
    let worst = quality["worst"][0]["paragraph_id"].as_str().unwrap();
    let shown = app.client.get(&format!("{path}/paragraphs/{worst}")).await.expect(200).json();
    let edit = json!({"text": "由人改好的一句。", "based_on": shown["version"]});
    app.client.json("POST", &format!("{path}/paragraphs/{worst}/versions"), &edit).await.expect(201);
    let after = app.client.get(&format!("{path}/quality?worst=2")).await.expect(200).json();
    assert_ne!(after["worst"], quality["worst"], "never from before an edit");
    let file = app.client.get(&format!("{path}/report?lang=en")).await.expect(200);
    assert_eq!(file.headers["content-type"], "text/html; charset=utf-8");
    assert!(file.headers["content-disposition"].to_str().unwrap().contains("report.html"));
    assert!(file.text().starts_with("<!") && file.text().contains("Lamplighter"));
    app.client.get(&format!("{path}/report?lang=xx")).await.expect(400);
    app.client.get("/api/v1/books/nothing/quality").await.expect(404);
}

#[tokio::test]
async fn several_candidates_are_an_option_of_a_translation_only() {
    let app = TestApp::open().await;
    let book = app.import(BOOK).await;
    let path = format!("/api/v1/books/{book}/plan");
    let tokens = |plan: &Value| plan["output_tokens"][1].as_u64().unwrap();
    let one = app.client.json("POST", &path, &json!({"model": "rehearsal"})).await.expect(200).json();
    let three = json!({"model": "rehearsal", "candidates": 3});
    let three = app.client.json("POST", &path, &three).await.expect(200).json();
    assert!(tokens(&three) > tokens(&one), "{three} {one}");
    let polish = json!({"model": "rehearsal", "kind": "polish", "candidates": 3});
    let refused = app.client.json("POST", &path, &polish).await.expect(400).json();
    assert_eq!(refused["code"], "candidates");
    for wrong in [0, 9] {
        app.client.json("POST", &path, &json!({"candidates": wrong})).await.expect(400);
    }
}
