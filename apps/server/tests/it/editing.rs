//! What people do to a translation over HTTP, and what happens when two do it at once.

use crate::test_app::TestApp;
use book::edit::Edit;
use book::text::version::{Author, Selection};
use serde_json::{Value, json};
use store::change::Cause;
use store::store::Store;

const BOOK: &str = "the-lamplighters-ledger.txt";

async fn write(
    app: &TestApp,
    book: &str,
    paragraph: &str,
    text: &str,
    based_on: &Value,
) -> crate::client::Reply {
    let path = format!("/api/v1/books/{book}/paragraphs/{paragraph}/versions");
    app.client.json("POST", &path, &json!({"text": text, "based_on": based_on})).await
}

#[tokio::test]
async fn of_two_edits_the_second_is_shown_both_texts() {
    let app = TestApp::open().await;
    let book = app.import(BOOK).await;
    let paragraph = app.paragraph(&book).await;
    let first = write(&app, &book, &paragraph, "第一版", &Value::Null).await.expect(201).json();
    let version = first["paragraph"]["version"].clone();
    assert_eq!(first["paragraph"]["author"], "person");
    let second = write(&app, &book, &paragraph, "第二版", &Value::Null).await.expect(409).json();
    assert_eq!(second["code"], "edit_conflict");
    let conflict = &second["conflict"];
    assert_eq!((&conflict["translation"], &conflict["yours"]), (&json!("第一版"), &json!("第二版")));
    assert_eq!(conflict["version"], version);
    write(&app, &book, &paragraph, "第二版", &version).await.expect(201);
    let versions = app.client.get(&format!("/api/v1/books/{book}/paragraphs/{paragraph}/versions")).await;
    let versions = versions.expect(200).json();
    let texts: Vec<_> = versions["items"].as_array().unwrap().iter().map(|one| &one["translation"]).collect();
    assert_eq!(texts, ["第一版", "第二版"]);
}

#[tokio::test]
async fn a_change_shows_the_texts_before_and_after() {
    let app = TestApp::open().await;
    let book = app.import(BOOK).await;
    let paragraph = app.paragraph(&book).await;
    let first = write(&app, &book, &paragraph, "第一版", &Value::Null).await.expect(201).json();
    let version = first["paragraph"]["version"].clone();
    let second = write(&app, &book, &paragraph, "第二版", &version).await.expect(201).json();
    let change = second["change_id"].as_str().unwrap();
    let path = format!("/api/v1/books/{book}/changes/{change}/texts");
    let texts = app.client.get(&path).await.expect(200).json();
    let text = &texts["items"][0];
    assert_eq!((&text["before"], &text["after"]), (&json!("第一版"), &json!("第二版")));
    assert_eq!(text["paragraph_id"], json!(paragraph));
    let changes = app.client.get(&format!("/api/v1/books/{book}/changes")).await.expect(200).json();
    let place = &changes["items"][0]["place"];
    assert_eq!((&place["paragraph_id"], &place["chapter_id"]), (&json!(paragraph), &text["chapter_id"]));
    assert_eq!(place["chapter"], changes["items"][0]["last_chapter"]);
    app.client.get(&format!("/api/v1/books/{book}/changes/c99999/texts")).await.expect(404);
}

#[tokio::test]
async fn many_edits_at_once_leave_one_winner() {
    let app = TestApp::open().await;
    let book = app.import(BOOK).await;
    let paragraph = app.paragraph(&book).await;
    let texts: Vec<String> = (0..8).map(|n| format!("版 {n}")).collect();
    let edits = texts.iter().map(|text| write(&app, &book, &paragraph, text, &Value::Null));
    let replies = futures::future::join_all(edits).await;
    let won = replies.iter().filter(|reply| reply.status == 201).count();
    let lost = replies.iter().filter(|reply| reply.status == 409).count();
    assert_eq!((won, lost), (1, 7));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_and_a_program_on_one_library_leave_one_winner() {
    let app = TestApp::open().await;
    let other = app.second().await;
    let book = app.import(BOOK).await;
    let paragraph = app.paragraph(&book).await;
    let mut based_on = Value::Null;
    for round in 0..6 {
        let texts: Vec<String> = (0..6).map(|n| format!("{round} 版 {n}")).collect();
        let edits = texts.iter().zip([&app, &other].into_iter().cycle());
        let edits = edits.map(|(text, server)| write(server, &book, &paragraph, text, &based_on));
        let replies = futures::future::join_all(edits).await;
        let won: Vec<&crate::client::Reply> = replies.iter().filter(|reply| reply.status == 201).collect();
        assert_eq!(won.len(), 1, "round {round}");
        assert!(replies.iter().all(|reply| reply.status == 201 || reply.status == 409));
        let lost = replies.iter().find(|reply| reply.status == 409).unwrap().json();
        assert_eq!(lost["code"], "edit_conflict");
        assert!(lost["conflict"]["translation"].is_string(), "{lost}");
        based_on = won[0].json()["paragraph"]["version"].clone();
    }
    // Another program writes straight into the library; both servers notice.
    let (book_id, id) = (book.parse().unwrap(), paragraph.parse().unwrap());
    let version = based_on.as_str().map(|text| text.parse().unwrap());
    let edits = [
        Edit::Expect { paragraph: id, version },
        Edit::AddVersion {
            paragraph: id,
            text: "从命令行".to_owned(),
            author: Author::Person,
            selection: Selection::Select,
        },
    ];
    let store = Store::open(app.store.path().unwrap()).await.unwrap();
    store.commit(book_id, &edits, &Cause::person("edited"), 1).await.unwrap();
    for server in [&app, &other] {
        let late = write(server, &book, &paragraph, "太晚", &based_on).await.expect(409).json();
        assert_eq!(late["conflict"]["translation"], "从命令行");
        let path = format!("/api/v1/books/{book}/paragraphs/{paragraph}/selection");
        let select = json!({"version": null, "based_on": based_on});
        server.client.json("PUT", &path, &select).await.expect(409);
    }
}

#[tokio::test]
async fn a_version_is_selected_locked_and_taken_away() {
    let app = TestApp::open().await;
    let book = app.import(BOOK).await;
    let paragraph = app.paragraph(&book).await;
    let written = write(&app, &book, &paragraph, "译文", &Value::Null).await.expect(201).json();
    let version = &written["paragraph"]["version"];
    let at = |what: &str| format!("/api/v1/books/{book}/paragraphs/{paragraph}/{what}");
    let locked = app.client.json("PUT", &at("lock"), &json!({"locked": true})).await.expect(200).json();
    assert_eq!(locked["paragraph"]["locked"], true);
    let none = json!({"version": null, "based_on": version});
    let taken = app.client.json("PUT", &at("selection"), &none).await.expect(200).json();
    assert_eq!(taken["paragraph"]["translation"], Value::Null);
    let undo = json!({"change_id": taken["change_id"]});
    app.client.json("POST", &format!("/api/v1/books/{book}/undo"), &undo).await.expect(200);
    let now =
        app.client.get(&format!("/api/v1/books/{book}/paragraphs/{paragraph}")).await.expect(200).json();
    assert_eq!(now["translation"], "译文");
}

#[tokio::test]
async fn words_are_replaced_everywhere_after_a_preview_and_undone_at_once() {
    let app = TestApp::open().await;
    let book = app.import(BOOK).await;
    let (_, paragraphs) = app.chapter(&book).await;
    let with_text: Vec<&str> = paragraphs
        .iter()
        .filter(|one| one["is_empty"] == false)
        .take(3)
        .map(|one| one["paragraph_id"].as_str().unwrap())
        .collect();
    for paragraph in &with_text {
        write(&app, &book, paragraph, "灯夫来了，灯夫走了。", &Value::Null).await.expect(201);
    }
    let path = format!("/api/v1/books/{book}/replace");
    let spec = |preview: bool| json!({"find": "灯夫", "replace": "点灯人", "preview": preview});
    let preview = app.client.json("POST", &path, &spec(true)).await.expect(200).json();
    assert_eq!(preview["n_changes"], with_text.len());
    assert_eq!(preview["changes"][0]["after"], "点灯人来了，点灯人走了。");
    assert_eq!(preview["change_id"], Value::Null);
    let done = app.client.json("POST", &path, &spec(false)).await.expect(200).json();
    let again = app.client.json("POST", &path, &spec(true)).await.expect(200).json();
    assert_eq!(again["n_changes"], 0);
    let undo = json!({"change_id": done["change_id"]});
    app.client.json("POST", &format!("/api/v1/books/{book}/undo"), &undo).await.expect(200);
    let back = app.client.json("POST", &path, &spec(true)).await.expect(200).json();
    assert_eq!(back["n_changes"], with_text.len());
}

#[tokio::test]
async fn history_comes_in_pages() {
    let app = TestApp::open().await;
    let book = app.import(BOOK).await;
    let paragraph = app.paragraph(&book).await;
    let mut version = Value::Null;
    for n in 0..5 {
        let written = write(&app, &book, &paragraph, &format!("版 {n}"), &version).await.expect(201).json();
        version = written["paragraph"]["version"].clone();
    }
    let path = format!("/api/v1/books/{book}/changes?limit=2");
    let first = app.client.get(&path).await.expect(200).json();
    let next = first["next"].as_str().unwrap();
    let second = app.client.get(&format!("{path}&cursor={next}")).await.expect(200).json();
    let ids = |page: &Value| -> Vec<String> {
        page["items"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!((ids(&first).len(), ids(&second).len()), (2, 2));
    assert!(ids(&second).iter().all(|id| !ids(&first).contains(id)));
}

#[tokio::test]
async fn broken_tags_and_empty_text_are_refused_with_the_reason() {
    let app = TestApp::open().await;
    let book = app.import(BOOK).await;
    let paragraph = app.paragraph(&book).await;
    let empty = write(&app, &book, &paragraph, "  ", &Value::Null).await.expect(400).json();
    assert_eq!(empty["code"], "empty_text");
    let tags = write(&app, &book, &paragraph, "<7>译文</7>", &Value::Null).await.expect(400).json();
    assert_eq!(tags["code"], "tags");
    assert!(tags["hint"].as_str().is_some_and(|hint| hint.starts_with("the source is")), "{tags}");
}

#[tokio::test]
async fn an_edit_is_told_to_every_open_page() {
    let app = TestApp::open().await;
    let book = app.import(BOOK).await;
    let paragraph = app.paragraph(&book).await;
    let mut page = app.client.follow("/api/v1/events", None).await;
    write(&app, &book, &paragraph, "译文", &Value::Null).await.expect(201);
    let events = page.until("paragraph_changed").await;
    assert_eq!(events.last().unwrap().data["paragraph_id"], paragraph.as_str());
}
