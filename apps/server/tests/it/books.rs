//! Books and chapters over HTTP: imported, listed, changed, read page by page, removed.

use crate::test_app::{TestApp, sample};
use serde_json::json;

const EPUB: &str = "the-lamplighters-ledger.epub";

#[tokio::test]
async fn a_book_is_imported_listed_changed_and_removed() {
    let app = TestApp::open().await;
    let book = app.import(EPUB).await;
    let list = app.client.get("/api/v1/books").await.expect(200).json();
    assert_eq!(list["items"][0]["id"], book.as_str());
    assert_eq!(list["items"][0]["target_language"], "zh");
    assert_eq!(list["next"], json!(null));
    let path = format!("/api/v1/books/{book}");
    let page = app
        .client
        .json("PATCH", &path, &json!({"title_translation": "点灯人的账本", "target_language": "ja"}))
        .await;
    let page = page.expect(200).json();
    assert_eq!(
        (&page["title_translation"], &page["target_language"]),
        (&json!("点灯人的账本"), &json!("ja"))
    );
    assert!(page["chapters"].as_array().unwrap().len() > 1);
    app.client.delete(&path).await.expect(204);
    let gone = app.client.get(&path).await.expect(404).json();
    assert_eq!(gone["code"], "no_such_book");
    assert_eq!(app.client.get("/api/v1/books").await.expect(200).json()["items"], json!([]));
}

#[tokio::test]
async fn another_language_is_another_edition_and_a_removed_book_comes_back() {
    let app = TestApp::open().await;
    let book = app.import(EPUB).await;
    let path = format!("/api/v1/books/{book}");
    let paragraph = app.paragraph(&book).await;
    let mine = json!({"text": "一个译文。", "based_on": null});
    app.client.json("POST", &format!("{path}/paragraphs/{paragraph}/versions"), &mine).await.expect(201);
    let french = json!({"target_language": "fr"});
    let turned = app.client.json("PATCH", &path, &french).await.expect(409).json();
    assert_eq!((&turned["code"], &turned["book"]), (&json!("translated_into"), &json!(book)));
    let wish = json!({"model": "test/model", "target_language": "fr"});
    let begun = app.client.json("POST", &format!("{path}/runs"), &wish).await.expect(409).json();
    assert_eq!((&begun["code"], &begun["book"]), (&json!("translated_into"), &json!(book)));
    let runs = app.client.get(&format!("/api/v1/runs?book={book}")).await.expect(200).json();
    assert_eq!(runs["items"], json!([]), "a refused start leaves no run");

    let made = app.client.json("POST", &format!("{path}/editions"), &french).await.expect(201).json();
    assert_eq!((&made["target_language"], &made["n_translated"]), (&json!("fr"), &json!(0)), "{made}");
    let there = app.client.json("POST", &format!("{path}/editions"), &french).await.expect(200).json();
    assert_eq!(there["id"], made["id"]);
    let begun = app.client.json("POST", &format!("{path}/runs"), &wish).await.expect(409).json();
    assert_eq!(begun["book"], made["id"], "the edition that is there is named");
    let page = app.client.get(&path).await.expect(200).json();
    assert_eq!((&page["target_language"], &page["n_translated"]), (&json!("zh"), &json!(1)));

    app.client.delete(&path).await.expect(204);
    let trash = app.client.get("/api/v1/trash").await.expect(200).json();
    assert_eq!((&trash["items"][0]["id"], &trash["items"][0]["days_left"]), (&json!(book), &json!(30)));
    let again = app.client.upload("/api/v1/books", EPUB, &sample(EPUB), &[("to", "zh")]).await.expect(409);
    assert_eq!(again.json()["code"], "in_trash");
    let restore = format!("/api/v1/trash/{book}/restore");
    let back = app.client.json("POST", &restore, &json!({})).await.expect(200).json();
    assert_eq!(back["n_translated"], json!(1));
    app.client.json("POST", &restore, &json!({})).await.expect(404);
    app.client.delete(&path).await.expect(204);
    app.client.delete(&format!("/api/v1/trash/{book}")).await.expect(204);
    assert_eq!(app.client.get("/api/v1/trash").await.expect(200).json()["items"], json!([]));
}

#[tokio::test]
async fn a_file_that_is_there_already_is_told_with_its_book() {
    let app = TestApp::open().await;
    let book = app.import(EPUB).await;
    let again = app.client.upload("/api/v1/books", EPUB, &sample(EPUB), &[]).await.expect(409);
    assert_eq!(again.headers["content-type"], "application/problem+json");
    let again = again.json();
    assert_eq!(
        (again["code"].as_str(), again["book"].as_str()),
        (Some("already_there"), Some(book.as_str()))
    );
    assert!(again["hint"].as_str().is_some_and(|hint| hint.contains(&book)), "{again}");
}

#[tokio::test]
async fn a_chapter_is_read_in_pages_that_fit_together() {
    let app = TestApp::open().await;
    let book = app.import(EPUB).await;
    let (chapter, whole) = app.chapter(&book).await;
    let mut pieces = Vec::new();
    let mut cursor = "0".to_owned();
    loop {
        let path = format!("/api/v1/books/{book}/chapters/{chapter}/paragraphs?limit=3&cursor={cursor}");
        let page = app.client.get(&path).await.expect(200).json();
        pieces.extend(page["items"].as_array().unwrap().clone());
        match page["next"].as_str() {
            Some(next) => cursor = next.to_owned(),
            None => break,
        }
    }
    assert_eq!(pieces, whole);
    for (index, paragraph) in whole.iter().enumerate() {
        assert_eq!(paragraph["paragraph_index"], index);
    }
}

#[tokio::test]
async fn an_outline_says_where_something_waits_as_the_paragraphs_do() {
    let app = TestApp::open().await;
    let book = app.import(EPUB).await;
    let (chapter, before) = app.chapter(&book).await;
    let paragraph = app.paragraph(&book).await;
    let wrong = json!({"text": "as an AI language model I cannot translate this text", "based_on": null});
    let versions = format!("/api/v1/books/{book}/paragraphs/{paragraph}/versions");
    app.client.json("POST", &versions, &wrong).await.expect(201);
    app.client.json("POST", &format!("/api/v1/books/{book}/check"), &json!({})).await.expect(200);
    let (_, after) = app.chapter(&book).await;
    let path = format!("/api/v1/books/{book}/chapters/{chapter}/outline");
    let outline = app.client.get(&path).await.expect(200).json();
    assert_eq!(outline["n_paragraphs"], before.len());
    let indexes = |what: &str| -> Vec<u64> {
        let spans = outline[what].as_array().unwrap();
        spans.iter().flat_map(|span| span[0].as_u64().unwrap()..=span[1].as_u64().unwrap()).collect()
    };
    let of = |is: fn(&serde_json::Value) -> bool| -> Vec<u64> {
        after.iter().filter(|one| is(one)).map(|one| one["paragraph_index"].as_u64().unwrap()).collect()
    };
    assert_eq!(indexes("open"), of(|one| one["is_empty"] == false && one["translation"].is_null()));
    let found = of(|one| !one["findings"].as_array().unwrap().is_empty());
    assert_eq!((indexes("findings"), found.len()), (found.clone(), 1));
    assert_eq!((indexes("stale"), indexes("suggestions")), (vec![], vec![]));
}

#[tokio::test]
async fn ruby_travels_as_pieces_and_markup_as_data() {
    let app = TestApp::open().await;
    let book = app.import("ito-no-machi.epub").await;
    let page = app
        .client
        .get(&format!("/api/v1/books/{book}/search?q=%E7%B3%B8&in=source"))
        .await
        .expect(200)
        .json();
    assert!(!page["items"].as_array().unwrap().is_empty());
    let (_, paragraphs) = app.chapter(&book).await;
    let pieces = paragraphs.iter().flat_map(|one| one["pieces"].as_array().unwrap());
    let rubies: Vec<_> = pieces.filter(|piece| piece["piece"] == "ruby").collect();
    assert!(rubies.iter().all(|ruby| ruby["base"].is_string() && ruby["reading"].is_string()));
}

#[tokio::test]
async fn a_chapter_title_is_translated_and_history_tells() {
    let app = TestApp::open().await;
    let book = app.import(EPUB).await;
    let (chapter, _) = app.chapter(&book).await;
    let path = format!("/api/v1/books/{book}/chapters/{chapter}");
    let changed =
        app.client.json("PATCH", &path, &json!({"title_translation": "第一章"})).await.expect(200).json();
    assert_eq!(changed["title_translation"], "第一章");
    let changes = app.client.get(&format!("/api/v1/books/{book}/changes")).await.expect(200).json();
    assert_eq!(changes["items"][0]["who"], "person");
    app.client.json("POST", &format!("/api/v1/books/{book}/undo"), &json!({})).await.expect(200);
    let page = app.client.get(&format!("/api/v1/books/{book}")).await.expect(200).json();
    assert!(page["chapters"].as_array().unwrap().iter().all(|one| one["title_translation"].is_null()));
}

#[tokio::test]
async fn a_damaged_file_is_a_problem_with_a_reason() {
    let app = TestApp::open().await;
    let reply =
        app.client.upload("/api/v1/books", "broken.epub", b"PK\x03\x04 nothing", &[]).await.expect(422);
    assert_eq!(reply.json()["code"], "file");
    let unknown =
        app.client.upload("/api/v1/books", "a.txt", b"text", &[("colour", "red")]).await.expect(400);
    assert_eq!(unknown.json()["code"], "form");
    assert_eq!(app.client.get("/api/v1/books").await.expect(200).json()["items"], json!([]));
}

#[tokio::test]
async fn a_problem_has_its_parameters_and_comes_in_the_language_asked_for() {
    let app = TestApp::open().await;
    let path = "/api/v1/books/b9";
    let english = app.client.get(path).await.expect(404);
    assert_eq!(english.json()["code"], "no_such_book");
    assert_eq!(english.json()["params"]["text"], "b9");
    assert_eq!(english.json()["detail"], "no book `b9` in this library");
    let chinese = app.client.with("accept-language", Some("zh-CN,zh;q=0.9,en;q=0.8")).get(path).await;
    assert_eq!(chinese.json()["params"]["text"], "b9");
    assert_eq!(chinese.json()["detail"], "书库中没有“b9”这本书");
    assert_eq!(chinese.json()["hint"], "`tsumugi books` 列出所有书");
    assert!(chinese.headers.get_all("vary").iter().any(|value| value == "accept-language"));
}

#[tokio::test]
async fn a_refused_file_is_told_in_the_language_asked_for() {
    let app = TestApp::open().await;
    let chinese = app.client.with("accept-language", Some("zh-Hans"));
    let told = chinese.upload("/api/v1/books", "a.doc", b"\xd0\xcf\x11\xe0", &[]).await.expect(422).json();
    assert_eq!(told["code"], "file");
    assert_eq!(told["detail"], "这是旧式 Word 文档（.doc），Tsumugi 不能读取");
    assert_eq!(told["hint"], "请先转换为 EPUB 或纯文本，例如用 Calibre");
    assert_eq!(told["params"]["kind"], "旧式 Word 文档（.doc）");
}

#[tokio::test]
async fn a_file_of_another_kind_is_refused_by_name() {
    let app = TestApp::open().await;
    let kinds: [(&str, &[u8], &str); 4] = [
        ("a.lrc", b"[00:01.00]Hello.\n", "subtitles"),
        ("a.mhtml", b"Hello.\n", "a web archive"),
        ("a.rar", b"Rar!\x1a\x07\x00", "a RAR archive"),
        ("a.tmx", b"<tmx version='1.4'/>", "a translation memory"),
    ];
    for (name, bytes, kind) in kinds {
        let refused =
            app.client.upload("/api/v1/books", name, bytes, &[("to", "jp")]).await.expect(422).json();
        assert_eq!(refused["code"], "file");
        assert!(
            refused["detail"].as_str().unwrap().contains(kind) && refused["hint"].is_string(),
            "{refused}"
        );
    }
    assert_eq!(app.client.get("/api/v1/books").await.expect(200).json()["items"], json!([]));
    let taken = app.client.upload("/api/v1/books", EPUB, &sample(EPUB), &[("to", "日本語")]).await;
    assert_eq!(taken.expect(201).json()["book"]["target_language"], "ja");
}

#[tokio::test]
async fn what_is_said_about_a_text_counts_at_import() {
    let app = TestApp::open().await;
    let text = b"Day 1\nIt was cold and\nthe road was long.\n\nDay 2\nIt was warm.\n";
    let said = [("wrapped", "no"), ("heading", "^Day [0-9]+$")];
    let reply = app.client.upload("/api/v1/books", "road.txt", text, &said).await.expect(201).json();
    let id = reply["book"]["id"].as_str().unwrap();
    let page = app.client.get(&format!("/api/v1/books/{id}")).await.expect(200).json();
    let titles: Vec<&str> = page["chapters"]
        .as_array()
        .unwrap()
        .iter()
        .map(|chapter| chapter["title"].as_str().unwrap())
        .collect();
    assert_eq!(titles, ["Day 1", "Day 2"]);
    let wrong = app.client.upload("/api/v1/books", "b.txt", b"Other.", &[("wrapped", "perhaps")]).await;
    assert!(wrong.expect(400).json()["hint"].as_str().is_some());
}
