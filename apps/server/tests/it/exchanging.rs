//! Translations edited elsewhere, over HTTP: out, shown before anything is done, and taken back.

use crate::test_app::TestApp;
use serde_json::{Value, json};

const BOOK: &str = "the-lamplighters-ledger.txt";

#[tokio::test]
async fn an_edited_file_is_shown_taken_back_and_undone() {
    let app = TestApp::open().await;
    let book = app.import(BOOK).await;
    let path = format!("/api/v1/books/{book}/exchange");
    let table = app.client.get(&format!("{path}?format=csv")).await.expect(200);
    let table = table.text();
    let row = table.lines().nth(1).unwrap();
    let id = row.split(',').next().unwrap();
    let base = row.split(',').nth(1).unwrap();
    let edited = format!("id,base,translation\n{id},{base},译文。\nzzzzzz,,nothing\n");
    let shown =
        app.client.upload(&path, "t.csv", edited.as_bytes(), &[("preview", "true")]).await.expect(200).json();
    assert_eq!(
        (&shown["n_taken"], &shown["n_left_out"], &shown["change_id"]),
        (&json!(1), &json!(1), &Value::Null)
    );
    assert_eq!(
        (&shown["rows"][0]["verdict"], &shown["rows"][1]["why"]),
        (&json!("taken"), &json!("unknown_id"))
    );
    let taken = app.client.upload(&path, "t.csv", edited.as_bytes(), &[]).await.expect(200).json();
    assert!(taken["change_id"].is_string(), "{taken}");
    let paragraph = format!("/api/v1/books/{book}/paragraphs/{id}");
    assert_eq!(app.client.get(&paragraph).await.expect(200).json()["translation"], "译文。");
    let late = edited.replace("译文。", "另一种译文。");
    let late = app.client.upload(&path, "t.csv", late.as_bytes(), &[]).await.expect(200).json();
    assert_eq!(
        (&late["n_conflicts"], &late["rows"][0]["why"]),
        (&json!(1), &json!("changed_here")),
        "{late}"
    );
    let undo = json!({"change_id": taken["change_id"]});
    app.client.json("POST", &format!("/api/v1/books/{book}/undo"), &undo).await.expect(200);
    assert_eq!(app.client.get(&paragraph).await.expect(200).json()["translation"], Value::Null);
}

#[tokio::test]
async fn a_broken_file_is_refused_with_the_reason() {
    let app = TestApp::open().await;
    let book = app.import(BOOK).await;
    let path = format!("/api/v1/books/{book}/exchange");
    let refused =
        app.client.upload(&path, "x.xliff", b"<xliff version=\"2.1\"><file>", &[]).await.expect(422).json();
    assert_eq!(refused["code"], "file", "{refused}");
    assert!(refused.to_string().contains("ends in the middle"), "{refused}");
    app.client.get(&format!("{path}?format=pdf")).await.expect(400);
}

#[tokio::test]
async fn a_glossary_is_shown_entry_by_entry_before_it_is_taken() {
    let app = TestApp::open().await;
    let book = app.import(BOOK).await;
    let terms = format!("/api/v1/books/{book}/terms");
    app.client.json("POST", &terms, &json!({"source": "ledger", "translation": "账本"})).await.expect(201);
    let sakura = "lamplighter->点灯人 #男性\nledger->分类账\nquay->码头 #地名\n";
    let path = format!("{terms}/import");
    let shown = app.client.upload(&path, "dict.txt", sakura.as_bytes(), &[("preview", "true")]).await;
    let shown = shown.expect(200).json();
    assert_eq!(
        (&shown["n_added"], &shown["n_conflicts"], &shown["change_id"]),
        (&json!(2), &json!(1), &Value::Null)
    );
    let entries = shown["entries"].as_array().unwrap();
    let ledger = entries.iter().find(|entry| entry["name"] == "ledger").unwrap();
    assert_eq!(
        (&ledger["verdict"], &ledger["differences"][0]["there"]),
        (&json!("conflict"), &json!("分类账"))
    );
    app.client.upload(&path, "dict.txt", sakura.as_bytes(), &[]).await.expect(200);
    let people = app.client.get(&format!("/api/v1/books/{book}/characters")).await.expect(200).json();
    assert_eq!(people["items"][0]["gender"], "male", "{people}");
    let out = app.client.get(&format!("{terms}/export?format=sakura")).await.expect(200).text();
    assert!(out.contains("quay->码头 #地名") && out.contains("lamplighter->点灯人 #男性"), "{out}");
}
