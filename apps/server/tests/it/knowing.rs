//! What a series knows, over HTTP: added, changed with an eye on others, taken in and out as a glossary.

use crate::test_app::{Opening, TestApp};
use book::language::LanguageTag;
use checks::dictionary::glossary::Glossary;
use checks::dictionary::{Complaint, Dictionaries, DictionaryLookup, FoundDictionary};
use serde_json::{Value, json};
use std::sync::Arc;

const BOOK: &str = "the-lamplighters-ledger.txt";

async fn items(app: &TestApp, path: &str) -> Vec<Value> {
    app.client.get(path).await.expect(200).json()["items"].as_array().unwrap().clone()
}

#[tokio::test]
async fn a_term_is_added_changed_removed_and_brought_back() {
    let app = TestApp::open().await;
    let book = app.import(BOOK).await;
    let path = format!("/api/v1/books/{book}/terms");
    let new =
        json!({"source": "lamplighter", "translation": "点灯人", "kind": "title", "strictness": "exact"});
    let added = app.client.json("POST", &path, &new).await.expect(201).json();
    let term = &items(&app, &path).await[0];
    assert_eq!((&term["translation"], &term["standing"]), (&json!("点灯人"), &json!("confirmed")));
    let one = format!("{path}/{}", added["id"].as_str().unwrap());
    let change = json!({"translation": "灯夫", "revision": term["revision"]});
    app.client.json("PUT", &one, &change).await.expect(200);
    let other = json!({"translation": "掌灯人", "revision": term["revision"]});
    let late = app.client.json("PUT", &one, &other).await.expect(409).json();
    assert_eq!(late["code"], "not_written", "of two people the second is told: {late}");
    let removed = app.client.delete(&one).await.expect(200).json();
    assert!(items(&app, &path).await.is_empty());
    let undo = json!({"change_id": removed["change_id"]});
    app.client.json("POST", &format!("/api/v1/books/{book}/undo"), &undo).await.expect(200);
    assert_eq!(items(&app, &path).await[0]["translation"], "灯夫");
    app.client.json("POST", &path, &json!({"source": ""})).await.expect(400);
    app.client.json("PUT", &format!("{path}/nothing"), &json!({})).await.expect(404);
}

#[tokio::test]
async fn characters_address_each_other_from_a_chapter_on() {
    let app = TestApp::open().await;
    let book = app.import(BOOK).await;
    let path = format!("/api/v1/books/{book}/characters");
    let named = |name: &str| json!({"name": {"source": name, "translation": name}, "gender": "female"});
    let first = app.client.json("POST", &path, &named("Ada")).await.expect(201).json();
    let second = app.client.json("POST", &path, &named("Bell")).await.expect(201).json();
    let one = format!("{path}/{}", first["id"].as_str().unwrap());
    let address =
        json!({"to": second["id"], "source": "Miss Bell", "translation": "贝尔小姐", "from_chapter": 2});
    let change = json!({"addresses": [address], "description": "Keeps the ledger.\nIs tired.", "voice": {"register": "dry"}});
    app.client.json("PUT", &one, &change).await.expect(200);
    let all = items(&app, &path).await;
    let ada = all.iter().find(|one| one["id"] == first["id"]).unwrap();
    assert_eq!(ada["addresses"][0]["from_chapter"], 2);
    assert_eq!(
        (&ada["gender"], &ada["description"]),
        (&json!("female"), &json!("Keeps the ledger.\nIs tired."))
    );
}

#[tokio::test]
async fn memories_and_summaries_are_kept() {
    let app = TestApp::open().await;
    let book = app.import(BOOK).await;
    let (chapter, _) = app.chapter(&book).await;
    let path = format!("/api/v1/books/{book}/memories");
    let new = json!({"text": "The lamps are gas.", "about": "chapter", "about_id": chapter});
    app.client.json("POST", &path, &new).await.expect(201);
    assert_eq!(items(&app, &path).await[0]["about_id"], chapter.as_str());
    app.client.json("POST", &path, &json!({"text": "x".repeat(700)})).await.expect(400);
    let summaries = format!("/api/v1/books/{book}/summaries");
    app.client
        .json("PUT", &format!("{summaries}/{chapter}"), &json!({"text": "He lights the lamps."}))
        .await
        .expect(200);
    let summary = &items(&app, &summaries).await[0];
    assert_eq!((&summary["stale"], &summary["standing"]), (&json!(false), &json!("confirmed")));
}

#[tokio::test]
async fn a_glossary_goes_out_and_comes_back() {
    let app = TestApp::open().await;
    let book = app.import(BOOK).await;
    let path = format!("/api/v1/books/{book}/terms");
    app.client.json("POST", &path, &json!({"source": "ledger", "translation": "账本"})).await.expect(201);
    let file = app.client.get(&format!("{path}/export?format=csv")).await.expect(200);
    assert!(file.text().contains("账本"));
    let other = app.import("ito-no-machi.txt").await;
    let target = format!("/api/v1/books/{other}/terms");
    let preview = app
        .client
        .upload(&format!("{target}/import"), "terms.csv", &file.bytes, &[("preview", "true")])
        .await;
    assert_eq!(preview.expect(200).json()["n_added"], 1);
    assert!(items(&app, &target).await.is_empty());
    let taken = app
        .client
        .upload(&format!("{target}/import"), "terms.csv", &file.bytes, &[])
        .await
        .expect(200)
        .json();
    assert!(taken["change_id"].is_string(), "{taken}");
    assert_eq!(items(&app, &target).await[0]["translation"], "账本");
    app.client.get(&format!("{path}/export?format=doc")).await.expect(400);
}

#[tokio::test]
async fn findings_are_listed_acknowledged_and_opened_again() {
    let app = TestApp::open().await;
    let book = app.import(BOOK).await;
    let findings = format!("/api/v1/books/{book}/findings");
    let nothing = app.client.get(&findings).await.expect(409).json();
    assert_eq!(nothing["code"], "nothing_to_check");
    let paragraph = app.paragraph(&book).await;
    let wrong = json!({"text": "as an AI language model I cannot translate this text", "based_on": null});
    app.client
        .json("POST", &format!("/api/v1/books/{book}/paragraphs/{paragraph}/versions"), &wrong)
        .await
        .expect(201);
    let checked =
        app.client.json("POST", &format!("/api/v1/books/{book}/check"), &json!({})).await.expect(200).json();
    assert_eq!(checked["n_checked"], 1);
    assert_eq!((&checked["dictionary"], &checked["dictionary_problem"]), (&Value::Null, &Value::Null));
    let found = items(&app, &findings).await;
    assert!(found.iter().any(|finding| finding["paragraph_id"] == paragraph.as_str()), "{found:?}");
    let shown =
        app.client.get(&format!("/api/v1/books/{book}/paragraphs/{paragraph}")).await.expect(200).json();
    assert!(!shown["findings"].as_array().unwrap().is_empty());
    let body = json!({"paragraph_id": paragraph, "reason": "a joke of the author"});
    app.client.json("POST", &format!("{findings}/acknowledge"), &body).await.expect(200);
    let open = items(&app, &findings).await;
    assert!(!open.iter().any(|finding| finding["paragraph_id"] == paragraph.as_str()), "{open:?}");
    let all = items(&app, &format!("{findings}?acknowledged=true")).await;
    assert!(all.iter().any(|finding| finding["acknowledged"]["reason"] == "a joke of the author"), "{all:?}");
    app.client.json("DELETE", &format!("{findings}/acknowledge"), &body).await.expect(200);
    assert_eq!(items(&app, &findings).await.len(), found.len());
}

/// One dictionary is there, and another was to be and is broken.
struct HalfBroken;

impl Dictionaries for HalfBroken {
    fn look_up(&self, _source: &LanguageTag, _target: &LanguageTag) -> DictionaryLookup {
        let dictionary = Arc::new(Glossary::default());
        let found = FoundDictionary { dictionary, name: "an empty book".to_owned(), n_heads: 0 };
        let complaint =
            Complaint { en: "`bad.gz` is no dictionary".to_owned(), zh: "`bad.gz` 不是词典".to_owned() };
        DictionaryLookup { found: Some(found), complaint: Some(complaint) }
    }
}

#[tokio::test]
async fn a_check_says_which_dictionary_it_used_and_what_was_wrong_with_another() {
    let app = TestApp::open_as(Opening { dictionaries: Arc::new(HalfBroken), ..Opening::default() }).await;
    let book = app.import("ito-no-machi.epub").await;
    let versions = format!("/api/v1/books/{book}/paragraphs/{}/versions", app.paragraph(&book).await);
    app.client.json("POST", &versions, &json!({"text": "猫在睡觉。", "based_on": null})).await.expect(201);
    let check = format!("/api/v1/books/{book}/check");
    let checked = app.client.json("POST", &check, &json!({})).await.expect(200).json();
    assert_eq!(checked["dictionary"], json!({"name": "an empty book", "n_words": 0}));
    assert_eq!(checked["dictionary_problem"], "`bad.gz` is no dictionary");
}
