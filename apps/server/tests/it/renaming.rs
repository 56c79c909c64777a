//! A name changed everywhere over HTTP: shown first, done as one change, taken back as one, and never over anybody's work.

use crate::client::Reply;
use crate::test_app::TestApp;
use serde_json::{Value, json};

const BOOK: &str = "the-lamplighters-ledger.txt";

/// A book in which every paragraph about Mr. Crake calls him so.
struct RenameTest {
    app: TestApp,
    book: String,
    term: String,
    /// Paragraphs with his name, and what stands there.
    paragraphs: Vec<String>,
}

impl RenameTest {
    async fn set() -> Self {
        let app = TestApp::open().await;
        let book = app.import(BOOK).await;
        let new = json!({"source": "Crake", "translation": "克雷克", "kind": "person"});
        let term = app.client.json("POST", &format!("/api/v1/books/{book}/terms"), &new).await.expect(201);
        let term = term.json()["id"].as_str().unwrap().to_owned();
        let hits =
            app.client.get(&format!("/api/v1/books/{book}/search?q=Crake&in=source")).await.expect(200);
        let mut paragraphs = Vec::new();
        for hit in hits.json()["items"].as_array().unwrap() {
            let text = hit["text"].as_str().unwrap();
            if text.contains('<') || text.matches("Crake").count() != 1 {
                continue;
            }
            let paragraph = hit["paragraph_id"].as_str().unwrap().to_owned();
            let path = format!("/api/v1/books/{book}/paragraphs/{paragraph}/versions");
            let version = json!({"text": "克雷克先生说。", "based_on": null});
            app.client.json("POST", &path, &version).await.expect(201);
            paragraphs.push(paragraph);
        }
        assert!(paragraphs.len() >= 3, "the sample has Mr. Crake in it");
        Self { app, book, term, paragraphs }
    }

    async fn post(&self, path: &str, body: &Value) -> Reply {
        self.app.client.json("POST", &format!("/api/v1/books/{}/{path}", self.book), body).await
    }

    async fn get(&self, path: &str) -> Value {
        self.app.client.get(&format!("/api/v1/books/{}/{path}", self.book)).await.expect(200).json()
    }

    async fn rename(&self, body: &Value) -> Reply {
        self.post(&format!("terms/{}/rename", self.term), body).await
    }

    async fn translation(&self, paragraph: &str) -> String {
        self.get(&format!("paragraphs/{paragraph}")).await["translation"].as_str().unwrap().to_owned()
    }
}

#[tokio::test]
async fn a_term_is_renamed_everywhere_after_a_preview_and_undone_at_once() {
    let test = RenameTest::set().await;
    let n_all = test.paragraphs.len();
    let locked = &test.paragraphs[0];
    let lock = format!("/api/v1/books/{}/paragraphs/{locked}/lock", test.book);
    test.app.client.json("PUT", &lock, &json!({"locked": true})).await.expect(200);

    let preview = test.rename(&json!({"translation": "柯雷", "preview": true})).await.expect(200).json();
    assert_eq!(preview["n_changed"], n_all - 1, "{preview}");
    assert_eq!(preview["changed"][0]["before"], "克雷克先生说。");
    assert_eq!(preview["changed"][0]["after"], "柯雷先生说。");
    assert_eq!(preview["changed"][0]["n_places"], 1);
    assert_eq!(preview["left"][0]["why"], "locked");
    assert_eq!((&preview["change_id"], &preview["changes"]), (&Value::Null, &json!([])));
    assert_eq!(test.translation(&test.paragraphs[1]).await, "克雷克先生说。", "nothing was done yet");

    let spec = json!({"translation": "柯雷", "except": [test.paragraphs[1]]});
    let done = test.rename(&spec).await.expect(200).json();
    assert_eq!(done["n_changed"], n_all - 2);
    assert_eq!(done["changes"][0], json!({"book": test.book, "change_id": done["change_id"]}));
    assert_eq!(test.translation(&test.paragraphs[2]).await, "柯雷先生说。");
    assert_eq!(test.translation(&test.paragraphs[1]).await, "克雷克先生说。", "it was to be left alone");
    assert_eq!(test.translation(locked).await, "克雷克先生说。");
    assert_eq!(test.get("terms").await["items"][0]["translation"], "柯雷");
    let history = test.get("changes").await;
    assert_eq!(history["items"][0]["note"], "renamed Crake: 克雷克 → 柯雷");

    test.post("undo", &json!({"change_id": done["change_id"]})).await.expect(200);
    assert_eq!(test.translation(&test.paragraphs[2]).await, "克雷克先生说。");
    assert_eq!(test.get("terms").await["items"][0]["translation"], "克雷克");
}

#[tokio::test]
async fn a_renaming_that_makes_no_sense_or_comes_late_changes_nothing() {
    let test = RenameTest::set().await;
    let empty = test.rename(&json!({"translation": " "})).await.expect(400).json();
    assert_eq!(empty["code"], "translation");
    let same = test.rename(&json!({"translation": "克雷克"})).await.expect(400).json();
    assert!(same["hint"].as_str().unwrap().contains("`was`"), "{same}");
    test.post("terms/nothing/rename", &json!({"translation": "x"})).await.expect(404);
    test.rename(&json!({"translation": "x", "except": ["no id!"]})).await.expect(400);
    let revision = test.get("terms").await["items"][0]["revision"].clone();
    let path = format!("/api/v1/books/{}/terms/{}", test.book, test.term);
    test.app.client.json("PUT", &path, &json!({"note": "the superintendent"})).await.expect(200);
    let late = test.rename(&json!({"translation": "柯雷", "revision": revision})).await.expect(409).json();
    assert_eq!(late["code"], "not_written", "{late}");
    assert_eq!(test.translation(&test.paragraphs[0]).await, "克雷克先生说。");
}

#[tokio::test]
async fn an_older_translation_in_the_text_is_seen_as_drift_and_made_alike() {
    let test = RenameTest::set().await;
    let path = format!("/api/v1/books/{}/terms/{}", test.book, test.term);
    test.app.client.json("PUT", &path, &json!({"translation": "柯雷"})).await.expect(200);
    assert_eq!(test.get("drift").await["items"], json!([]), "one wrong way everywhere does not drift");
    let right = &test.paragraphs[0];
    let version = test.get(&format!("paragraphs/{right}")).await["version"].clone();
    let edit = json!({"text": "柯雷点头。", "based_on": version});
    test.post(&format!("paragraphs/{right}/versions"), &edit).await.expect(201);
    let drift = test.get("drift").await["items"][0].clone();
    assert_eq!((&drift["entry"], &drift["source"]), (&json!("term"), &json!("Crake")), "{drift}");
    assert_eq!((&drift["id"], &drift["translation"]), (&json!(test.term), &json!("柯雷")));
    assert_eq!(drift["n_paragraphs"], test.paragraphs.len());
    let was = drift["renderings"][0]["form"].as_str().unwrap();
    assert!(was.contains("克雷克") && drift["renderings"][0]["is_agreed"] == false, "{drift}");
    let spec = json!({"translation": "柯雷", "was": "克雷克"});
    let done = test.rename(&spec).await.expect(200).json();
    assert_eq!(done["n_changed"], test.paragraphs.len() - 1, "{done}");
    assert_eq!(test.get("drift").await["items"], json!([]));
    let all = test.get("drift?all=true").await["items"][0].clone();
    assert_eq!((&all["consistency"], &all["n_odd"]), (&json!(1000), &json!(0)), "{all}");
    test.app.client.get("/api/v1/books/nothing/drift").await.expect(404);
}

#[tokio::test]
async fn a_character_is_renamed_by_the_name_that_is_meant() {
    let test = RenameTest::set().await;
    let new = json!({"name": {"source": "Mr. Crake", "translation": "克雷克先生"},
        "aliases": [{"source": "the Superintendent", "translation": "主管"}]});
    let added = test.post("characters", &new).await.expect(201).json();
    let path = format!("characters/{}/rename", added["id"].as_str().unwrap());
    let wrong = json!({"translation": "x", "name": "nobody"});
    let wrong = test.post(&path, &wrong).await.expect(400).json();
    assert!(wrong["hint"].as_str().unwrap().contains("Mr. Crake"), "{wrong}");
    let alias = json!({"translation": "局长", "name": "the Superintendent"});
    let done = test.post(&path, &alias).await.expect(200).json();
    assert_eq!(done["note"], "renamed the Superintendent: 主管 → 局长");
    let one = test.get("characters").await["items"][0].clone();
    assert_eq!(one["aliases"][0]["translation"], "局长", "{one}");
    assert_eq!(one["name"]["translation"], "克雷克先生", "{one}");
    let whole = json!({"translation": "柯雷先生", "preview": true});
    let preview = test.post(&path, &whole).await.expect(200).json();
    assert!(preview["n_changed"].as_u64().unwrap() + preview["n_left"].as_u64().unwrap() > 0, "{preview}");
}

#[tokio::test]
async fn what_contradicts_is_listed_with_both_sides() {
    let test = RenameTest::set().await;
    assert_eq!(test.get("conflicts").await["items"], json!([]));
    let other = json!({"source": "Crake", "translation": "秧鸡", "kind": "species"});
    test.post("terms", &other).await.expect(201);
    let conflict = test.get("conflicts").await["items"][0].clone();
    assert_eq!((&conflict["about"], &conflict["source"]), (&json!("translation"), &json!("Crake")));
    let sides = conflict["sides"].as_array().unwrap();
    let texts: Vec<&Value> = sides.iter().map(|side| &side["text"]).collect();
    assert_eq!(texts, ["克雷克", "秧鸡"], "{conflict}");
    assert!(sides.iter().all(|side| side["entry"] == "term" && side["standing"] == "confirmed"));
}
