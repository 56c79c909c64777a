//! A rehearsal over HTTP: shown as one, written on demand, thrown away, and never in the way of a translation.

use crate::test_app::TestApp;
use serde_json::{Value, json};

const EPUB: &str = "the-lamplighters-ledger.epub";

impl TestApp {
    /// Runs a model on a book to the end.
    async fn run_to_end(&self, book: &str, model: &str) {
        let spec = json!({"model": model, "target_language": "zh"});
        let path = format!("/api/v1/books/{book}/runs");
        let begun = self.client.json("POST", &path, &spec).await.expect(202).json();
        let events = format!("/api/v1/runs/{}/events", begun["run"].as_str().unwrap());
        let events = self.client.follow(&events, None).await.until("ended").await;
        assert_eq!(events.last().unwrap().data["ending"], "finished");
    }

    async fn book(&self, book: &str) -> Value {
        self.client.get(&format!("/api/v1/books/{book}")).await.expect(200).json()
    }
}

#[tokio::test]
async fn a_rehearsal_is_shown_as_one_and_a_real_model_translates_everything_after_it() {
    let app = TestApp::open().await;
    let book = app.import(EPUB).await;
    app.run_to_end(&book, "rehearsal").await;
    let page = app.book(&book).await;
    assert_eq!((&page["n_translated"], &page["title_translation"]), (&json!(0), &Value::Null), "{page}");
    assert!(page["n_rehearsed"].as_u64() > Some(10), "{page}");
    let of_chapters =
        page["chapters"].as_array().unwrap().iter().map(|one| one["n_rehearsed"].as_u64().unwrap());
    assert_eq!(json!(of_chapters.sum::<u64>()), page["n_rehearsed"]);
    let (_, paragraphs) = app.chapter(&book).await;
    let with_text = paragraphs.iter().find(|one| one["rehearsal"].is_string()).unwrap();
    assert!(with_text["translation"].is_null() && with_text["n_versions"] == 0, "{with_text}");
    assert!(with_text["rehearsal_pieces"].is_array());

    let spec = json!({"model": "test/model", "target_language": "zh"});
    let plan = app.client.json("POST", &format!("/api/v1/books/{book}/plan"), &spec).await.expect(200).json();
    assert_eq!(plan["n_paragraphs"], page["n_rehearsed"], "a rehearsal is no translation");
    app.run_to_end(&book, "test/model").await;
    let after = app.book(&book).await;
    assert_eq!((&after["n_rehearsed"], &after["n_translated"]), (&json!(0), &page["n_rehearsed"]));
}

#[tokio::test]
async fn a_rehearsal_is_exported_only_on_demand_and_thrown_away_by_delete() {
    let app = TestApp::open().await;
    let book = app.import(EPUB).await;
    app.run_to_end(&book, "rehearsal").await;
    let path = format!("/api/v1/books/{book}/certificate");
    let plain = app.client.get(&path).await.expect(200).json();
    assert_eq!((&plain["n_translated"], &plain["rehearsal"]), (&json!(0), &json!(false)), "{plain}");
    let asked = app.client.get(&format!("{path}?rehearsal=true")).await.expect(200).json();
    assert!(asked["n_translated"].as_u64() > Some(10) && asked["rehearsal"] == true, "{asked}");
    let gone = format!("/api/v1/books/{book}/rehearsal");
    let page = app.client.json("DELETE", &gone, &json!({})).await.expect(200).json();
    assert_eq!(page["n_rehearsed"], 0, "{page}");
    assert_eq!(app.book(&book).await["n_rehearsed"], 0);
    app.client.json("DELETE", &gone, &json!({})).await.expect(200);
}

#[tokio::test]
async fn an_estimate_is_never_from_before_a_rehearsal_or_an_edit() {
    let app = TestApp::open().await;
    let book = app.import(EPUB).await;
    let path = format!("/api/v1/books/{book}/plan");
    let planned = async |model: &str| -> u64 {
        let spec = json!({"model": model, "target_language": "zh"});
        let plan = app.client.json("POST", &path, &spec).await.expect(200).json();
        plan["n_paragraphs"].as_u64().unwrap()
    };
    let (all, rehearsed) = (planned("test/model").await, planned("rehearsal").await);
    assert_eq!(all, rehearsed);
    app.run_to_end(&book, "rehearsal").await;
    assert_eq!((planned("test/model").await, planned("rehearsal").await), (all, 0));
    let (_, paragraphs) = app.chapter(&book).await;
    let paragraph = paragraphs.iter().find(|one| one["rehearsal"].is_string()).unwrap();
    let versions =
        format!("/api/v1/books/{book}/paragraphs/{}/versions", paragraph["paragraph_id"].as_str().unwrap());
    app.client.json("POST", &versions, &json!({"text": "由人写下。"})).await.expect(201);
    assert_eq!(planned("test/model").await, all - 1);
}
