//! Where words stand, and which books share what they know.

use crate::test_app::TestApp;
use serde_json::{Value, json};

const BOOK: &str = "the-lamplighters-ledger.txt";

/// A book whose first paragraphs are translated by these texts.
async fn translated(app: &TestApp, texts: &[&str]) -> String {
    let book = app.import(BOOK).await;
    let (_, paragraphs) = app.chapter(&book).await;
    let with_text = paragraphs.iter().filter(|one| one["is_empty"] == false);
    for (paragraph, text) in with_text.zip(texts) {
        let id = paragraph["paragraph_id"].as_str().unwrap();
        let path = format!("/api/v1/books/{book}/paragraphs/{id}/versions");
        let body = json!({"text": text, "based_on": Value::Null});
        app.client.json("POST", &path, &body).await.expect(201);
    }
    book
}

#[tokio::test]
async fn words_are_found_by_case_word_and_expression_with_their_places_and_counts() {
    let app = TestApp::open().await;
    let book = translated(&app, &["Zamp and zamps.", "No zight here.", "灯 zamp, a zamp."]).await;
    let search = async |query: &str| {
        let path = format!("/api/v1/books/{book}/search?in=translation&{query}");
        app.client.get(&path).await.expect(200).json()
    };
    let all = search("q=zamp").await;
    assert_eq!(all["counts"]["n_paragraphs"], 2, "{all}");
    assert_eq!(all["counts"]["n_places"], 4);
    assert_eq!(all["counts"]["chapters"][0]["n_places"], 4);
    assert_eq!(all["counts"]["is_whole"], true);
    assert_eq!(all["items"][0]["spans"], json!([[0, 4], [9, 13]]));
    assert_eq!(all["items"][1]["spans"], json!([[2, 6], [10, 14]]), "places are in characters");
    assert_eq!(search("q=zamp&match_case=true").await["counts"]["n_places"], 3);
    assert_eq!(search("q=zamp&whole_word=true").await["counts"]["n_places"], 3);
    let expression = search("q=z(am%7Cigh).&regex=true").await;
    assert_eq!(expression["counts"]["n_paragraphs"], 3, "{expression}");
    let first = search("q=z(am%7Cigh).&regex=true&limit=1").await;
    let next = first["next"].as_str().unwrap();
    let rest = search(&format!("q=z(am%7Cigh).&regex=true&cursor={next}")).await;
    assert_eq!(rest["items"].as_array().unwrap().len(), 2);
    assert_eq!(rest["counts"], Value::Null, "the first page has counted");
    let refused = app.client.get(&format!("/api/v1/books/{book}/search?q=(a&regex=true")).await.expect(400);
    assert_eq!(refused.json()["code"], "query");
}

#[tokio::test]
async fn an_expression_replaces_with_its_groups_and_whole_words_leave_longer_ones() {
    let app = TestApp::open().await;
    let book = translated(&app, &["Zamp and zamps.", "zamp"]).await;
    let path = format!("/api/v1/books/{book}/replace");
    let replace = async |body: Value| app.client.json("POST", &path, &body).await.expect(200).json();
    let whole =
        json!({"find": "zamp", "replace": "light", "preview": true, "ignore_case": true, "whole_word": true});
    let whole = replace(whole).await;
    assert_eq!(whole["n_changes"], 2, "{whole}");
    assert_eq!(whole["changes"][0]["after"], "light and zamps.");
    let regex = json!({"find": "(z)(amps?)", "replace": "$2$1", "preview": true, "regex": true});
    assert_eq!(replace(regex).await["changes"][0]["after"], "Zamp and ampsz.");
    let literal = json!({"find": "zamps.", "replace": "$1", "preview": true});
    assert_eq!(replace(literal).await["changes"][0]["after"], "Zamp and $1");
}

#[tokio::test]
async fn a_book_moves_to_another_series_with_what_is_known() {
    let app = TestApp::open().await;
    let book = app.import(BOOK).await;
    let term = json!({"source": "ledger", "translation": "账簿", "standing": "confirmed"});
    app.client.json("POST", &format!("/api/v1/books/{book}/terms"), &term).await.expect(201);
    let before = app.client.get("/api/v1/series").await.expect(200).json();
    assert_eq!(before["items"][0]["books"], json!([book]));
    assert_eq!(before["items"][0]["n_terms"], 1, "{before}");
    let path = format!("/api/v1/books/{book}/series");
    let moved = app.client.json("PUT", &path, &json!({"name": " Lamps "})).await.expect(200).json();
    assert_eq!((&moved["name"], &moved["n_left"]), (&json!("Lamps"), &json!(0)), "{moved}");
    let after = app.client.get("/api/v1/series").await.expect(200).json();
    let lamps = after["items"].as_array().unwrap().iter().find(|one| one["name"] == "Lamps").unwrap();
    assert_eq!((&lamps["books"], &lamps["n_terms"]), (&json!([book]), &json!(1)));
    app.client.json("PUT", &path, &json!({"name": "  "})).await.expect(400);
}
