//! The review of translations over HTTP: states, counts, filters, conflicts and undo.

use crate::test_app::TestApp;
use serde_json::{Value, json};

const TEXT: &str = "the-lamplighters-ledger.txt";

/// A book with a translation of two paragraphs by a person, and their ids.
async fn edited(app: &TestApp) -> (String, String, [String; 2]) {
    let book = app.import(TEXT).await;
    let (chapter, paragraphs) = app.chapter(&book).await;
    let with_text = paragraphs.iter().filter(|one| one["is_empty"] == false && one["kind"] == "body");
    let ids: Vec<String> =
        with_text.take(2).map(|one| one["paragraph_id"].as_str().unwrap().to_owned()).collect();
    for id in &ids {
        let path = format!("/api/v1/books/{book}/paragraphs/{id}/versions");
        app.client.json("POST", &path, &json!({"text": "译文。", "based_on": null})).await.expect(201);
    }
    let ids = [ids[0].clone(), ids[1].clone()];
    (book, chapter, ids)
}

async fn listed(app: &TestApp, book: &str, query: &str) -> Vec<String> {
    let page = app.client.get(&format!("/api/v1/books/{book}/paragraphs?{query}")).await.expect(200).json();
    let items = page["items"].as_array().unwrap();
    items.iter().map(|one| one["paragraph_id"].as_str().unwrap().to_owned()).collect()
}

/// The same, seven at a time.
async fn listed_in_pages(app: &TestApp, book: &str, query: &str) -> Vec<String> {
    let (mut all, mut cursor) = (Vec::new(), String::new());
    loop {
        let path = format!("/api/v1/books/{book}/paragraphs?{query}&limit=7{cursor}");
        let page = app.client.get(&path).await.expect(200).json();
        let items = page["items"].as_array().unwrap();
        all.extend(items.iter().map(|one| one["paragraph_id"].as_str().unwrap().to_owned()));
        let Some(next) = page["next"].as_str() else { return all };
        cursor = format!("&cursor={next}");
    }
}

#[tokio::test]
async fn findings_are_looked_for_when_a_check_is_asked_for() {
    let app = TestApp::open().await;
    let (book, _, [one, _]) = edited(&app).await;
    let path = format!("/api/v1/books/{book}/paragraphs/{one}/versions");
    let repeated = json!({"text": "译译译译译译译译译译译译译译译译译译译译译译译译译译译译译译译译译译译译译译译译译译译译译译译译译译译译", "based_on": "v1"});
    app.client.json("POST", &path, &repeated).await;
    let quality = app.client.get(&format!("/api/v1/books/{book}/quality")).await.expect(200).json();
    let check = quality["checks"][0]["check"].as_str().unwrap().to_owned();
    // Another server on the same library has checked nothing yet.
    let second = app.second().await;
    assert!(!listed(&second, &book, &format!("check={check}")).await.is_empty());
    assert!(listed(&second, &book, "check=Z9").await.is_empty());
}

#[tokio::test]
async fn a_review_is_set_counted_filtered_and_undone() {
    let app = TestApp::open().await;
    let (book, chapter, [one, other]) = edited(&app).await;
    assert_eq!(listed(&app, &book, "state=draft").await, [one.clone(), other.clone()]);
    let path = format!("/api/v1/books/{book}/paragraphs/{one}/review");
    let changed = app.client.json("PUT", &path, &json!({"state": "reviewed"})).await.expect(200).json();
    assert_eq!(changed["paragraph"]["review"], "reviewed", "{changed}");
    let page = app.client.get(&format!("/api/v1/books/{book}")).await.expect(200).json();
    assert_eq!((&page["n_reviewed"], &page["n_needs_work"]), (&json!(1), &json!(0)));
    let card = page["chapters"].as_array().unwrap().iter().find(|one| one["id"] == chapter.as_str());
    assert_eq!(card.unwrap()["n_reviewed"], 1);
    assert_eq!(listed(&app, &book, "state=reviewed").await, std::slice::from_ref(&one));
    assert_eq!(listed(&app, &book, "state=draft&author=person").await, std::slice::from_ref(&other));
    assert!(listed(&app, &book, "author=model").await.is_empty());
    assert!(!listed(&app, &book, "state=untranslated&limit=5").await.contains(&one));
    assert!(listed(&app, &book, "stale=true").await.is_empty());
    assert!(listed(&app, &book, "min_length=100000").await.is_empty());
    let first = app.client.get(&format!("/api/v1/books/{book}/paragraphs?limit=3")).await.expect(200).json();
    let next = first["next"].as_str().unwrap();
    assert_eq!(listed(&app, &book, &format!("limit=3&cursor={next}")).await.len(), 3);
    assert_eq!(listed_in_pages(&app, &book, "state=untranslated").await, {
        let all = listed(&app, &book, "state=untranslated&limit=1000").await;
        assert!(all.len() > 50, "{}", all.len());
        all
    });
    let versions = app.client.get(&format!("/api/v1/books/{book}/paragraphs/{one}/versions")).await;
    let version = versions.expect(200).json()["items"][0].clone();
    assert_eq!((&version["review"], &version["reviewed_by"]), (&json!("reviewed"), &json!("person")));
    assert!(version["reviewed_at_ms"].is_i64(), "{version}");
    let outline = app.client.get(&format!("/api/v1/books/{book}/chapters/{chapter}/outline")).await;
    let outline = outline.expect(200).json();
    assert!(outline["reviewed"].as_array().is_some_and(|spans| spans.len() == 1), "{outline}");

    let undo = json!({"change_id": changed["change_id"]});
    app.client.json("POST", &format!("/api/v1/books/{book}/undo"), &undo).await.expect(200);
    assert!(listed(&app, &book, "state=reviewed").await.is_empty());
}

#[tokio::test]
async fn several_are_reviewed_as_one_change_and_only_they_are_exported_if_asked() {
    let app = TestApp::open().await;
    let (book, chapter, [one, other]) = edited(&app).await;
    let path = format!("/api/v1/books/{book}/reviews");
    let done = app.client.json("POST", &path, &json!({"state": "needs_work", "chapter": chapter})).await;
    assert_eq!(done.expect(200).json()["n_paragraphs"], 2);
    assert_eq!(listed(&app, &book, "state=needs_work").await, [one.clone(), other.clone()]);
    app.client.json("POST", &path, &json!({"state": "reviewed", "paragraphs": [one]})).await.expect(200);
    let path_of_proof = format!("/api/v1/books/{book}/certificate?reviewed_only=true");
    let proof = app.client.get(&path_of_proof).await.expect(200).json();
    assert_eq!((&proof["n_translated"], &proof["holds"]), (&json!(1), &Value::Bool(true)), "{proof}");
    app.client.json("POST", &path, &json!({"state": "reviewed"})).await.expect(400);
}

#[tokio::test]
async fn who_reviews_another_version_than_the_selected_one_is_told() {
    let app = TestApp::open().await;
    let (book, _, [one, _]) = edited(&app).await;
    let path = format!("/api/v1/books/{book}/paragraphs/{one}");
    let seen = app.client.get(&path).await.expect(200).json()["version"].clone();
    let newer = json!({"text": "新译文。", "based_on": seen});
    app.client.json("POST", &format!("{path}/versions"), &newer).await.expect(201);
    let request = json!({"state": "reviewed", "based_on": seen});
    app.client.json("PUT", &format!("{path}/review"), &request).await.expect(409);
    let untranslated = listed(&app, &book, "state=untranslated&limit=1").await.remove(0);
    let path = format!("/api/v1/books/{book}/paragraphs/{untranslated}/review");
    let refused = app.client.json("PUT", &path, &json!({"state": "reviewed"})).await;
    assert_eq!(refused.expect(409).json()["code"], "nothing_to_review");
}
