//! Whatever the server refuses is a message of the catalogue, told in the language that is asked for.

use crate::test_app::{Opening, TestApp};
use serde_json::{Value, json};

const TEXT: &str = "the-lamplighters-ledger.txt";

/// Requests that are refused, each by its method, path and body; `{book}` and `{paragraph}` stand for ids.
fn refused() -> Vec<(&'static str, &'static str, Value)> {
    let none = Value::Null;
    vec![
        ("GET", "/api/v1/nowhere", none.clone()),
        ("DELETE", "/api/v1/books", none.clone()),
        ("GET", "/api/v1/books/%ff", none.clone()),
        ("GET", "/api/v1/books?limit=0", none.clone()),
        ("GET", "/api/v1/books?cursor=x", none.clone()),
        ("GET", "/api/v1/books?limit=many", none.clone()),
        ("GET", "/api/v1/books/zzzz", none.clone()),
        ("GET", "/api/v1/books/{book}/chapters/zzzz/paragraphs", none.clone()),
        ("GET", "/api/v1/books/{book}/paragraphs/zzzz", none.clone()),
        ("GET", "/api/v1/books/{book}/cover", none.clone()),
        ("GET", "/api/v1/books/{book}/findings", none.clone()),
        ("GET", "/api/v1/books/{book}/quality?worst=5000", none.clone()),
        ("GET", "/api/v1/books/{book}/changes/c99/texts", none.clone()),
        ("GET", "/api/v1/books/{book}/terms/export?format=klingon", none.clone()),
        ("GET", "/api/v1/books/{book}/terms/export?rows=klingon", none.clone()),
        ("GET", "/api/v1/runs/zzzz", none.clone()),
        ("POST", "/api/v1/books/{book}/undo", json!({})),
        ("POST", "/api/v1/books/{book}/undo", json!({"change_id": "nothing"})),
        ("PATCH", "/api/v1/books/{book}", json!({"title": " "})),
        ("PATCH", "/api/v1/books/{book}", json!({"target_language": "klingon!"})),
        ("PATCH", "/api/v1/books/{book}", json!({"no_such_field": 1})),
        ("PUT", "/api/v1/books/{book}/series", json!({"name": " "})),
        (
            "POST",
            "/api/v1/books/{book}/paragraphs/{paragraph}/versions",
            json!({"text": " ", "based_on": null}),
        ),
        (
            "POST",
            "/api/v1/books/{book}/paragraphs/{paragraph}/versions",
            json!({"text": "<1>x", "based_on": null}),
        ),
        (
            "POST",
            "/api/v1/books/{book}/paragraphs/{paragraph}/versions",
            json!({"text": "x", "based_on": "v9"}),
        ),
        ("POST", "/api/v1/books/{book}/reviews", json!({"state": "reviewed"})),
        ("PUT", "/api/v1/books/{book}/paragraphs/{paragraph}/review", json!({"state": "reviewed"})),
        ("POST", "/api/v1/books/{book}/runs", json!({"model": "test/model", "target_language": "en"})),
        ("POST", "/api/v1/books/{book}/runs", json!({"model": "test/model", "chapters": ["x"]})),
        (
            "POST",
            "/api/v1/books/{book}/runs",
            json!({"model": "test/model", "kind": "polish", "candidates": 3}),
        ),
        ("POST", "/api/v1/books/{book}/survey", json!({"model": "test/model", "piece_tokens": 1})),
        ("POST", "/api/v1/books/{book}/fix/plan", json!({"checks": ["Z9"]})),
        ("POST", "/api/v1/books/{book}/terms", json!({"source": " ", "translation": ""})),
        ("POST", "/api/v1/books/{book}/terms", json!({"source": "a", "translation": "b", "standing": "odd"})),
        ("POST", "/api/v1/books/{book}/terms", json!({"source": "a".repeat(9_000), "translation": "b"})),
        ("POST", "/api/v1/books/{book}/characters", json!({"name": {"source": " ", "translation": ""}})),
        ("POST", "/api/v1/books/{book}/memories", json!({"about": "series", "text": "a".repeat(9_000)})),
        ("POST", "/api/v1/books/{book}/memories", json!({"about": "nobody", "text": "a"})),
        ("PUT", "/api/v1/books/{book}/instructions", json!({"text": "a".repeat(90_000), "based_on": null})),
        ("POST", "/api/v1/books/{book}/proposals", json!({"decisions": []})),
        (
            "POST",
            "/api/v1/books/{book}/replace",
            json!({"find": "(", "replace": "", "regex": true, "preview": true}),
        ),
        ("GET", "/api/v1/books/{book}/search?q=%20", none.clone()),
        ("POST", "/api/v1/books/{book}/chat", json!({"message": " "})),
        ("PATCH", "/api/v1/models", json!({"name": "test/model", "usd_per_million_input": 1})),
        ("PATCH", "/api/v1/settings", json!({"ask_above_usd": -1})),
        ("PATCH", "/api/v1/models/settings?name=test/model", json!({"concurrency": 0})),
        ("PATCH", "/api/v1/models/settings?name=test/model", json!({"temperature": 9})),
    ]
}

/// What is quoted and what stands between backquotes is not a sentence of ours, nor is what a library says about JSON.
fn english_words(text: &str) -> Vec<&str> {
    const WORDS: &[&str] =
        &["the", "this", "is", "are", "was", "has", "no", "not", "of", "a", "an", "give", "to", "with"];
    let plain = text.split('：').take(1).flat_map(|ours| ours.split('`').step_by(2));
    plain.flat_map(|part| part.split_whitespace()).filter(|word| WORDS.contains(word)).collect()
}

#[tokio::test]
async fn every_refusal_is_a_message_in_the_language_asked_for() {
    let app = TestApp::open().await;
    let book = app.import(TEXT).await;
    let paragraph = app.paragraph(&book).await;
    let chinese = app.client.with("accept-language", Some("zh-CN,zh;q=0.9"));
    let (mut seen, mut faults) = (std::collections::BTreeSet::new(), Vec::new());
    for (method, path, body) in refused() {
        let path = path.replace("{book}", &book).replace("{paragraph}", &paragraph);
        let reply = match (&body, method) {
            (Value::Null, "GET") => chinese.get(&path).await,
            (Value::Null, _) => chinese.delete(&path).await,
            _ => chinese.json(method, &path, &body).await,
        };
        let kind = reply.headers.get("content-type").map(|kind| kind.to_str().unwrap().to_owned());
        if reply.status.is_success() || kind.as_deref() != Some("application/problem+json") {
            faults.push(format!("{method} {path} {body}: {} {}", reply.status, reply.text()));
            continue;
        }
        let problem = reply.json();
        let (message, detail) = (problem["message"].as_str().unwrap(), problem["detail"].as_str().unwrap());
        let hint = problem["hint"].as_str().unwrap_or_default();
        seen.insert(message.to_owned());
        let is_chinese = detail.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
        if !is_chinese || !english_words(detail).is_empty() || !english_words(hint).is_empty() {
            faults.push(format!("{method} {path}: {message}: {detail} / {hint}"));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(seen.len() >= 35, "{seen:?}");
}

#[tokio::test]
async fn who_has_no_token_is_told_so_in_their_language() {
    let app = TestApp::open_as(Opening { token: Some("a-long-enough-token"), ..Opening::default() }).await;
    let refused =
        app.client.with("accept-language", Some("zh")).get("/api/v1/books").await.expect(401).json();
    assert_eq!(refused["message"], "token_required");
    assert_eq!(refused["detail"], "服务器需要令牌");
}

#[tokio::test]
async fn the_history_is_told_in_the_language_asked_for() {
    let app = TestApp::open().await;
    let book = app.import(TEXT).await;
    let paragraph = app.paragraph(&book).await;
    let path = format!("/api/v1/books/{book}/paragraphs/{paragraph}");
    app.client
        .json("POST", &format!("{path}/versions"), &json!({"text": "灯。", "based_on": null}))
        .await
        .expect(201);
    app.client.json("PUT", &format!("{path}/review"), &json!({"state": "reviewed"})).await.expect(200);
    let history = format!("/api/v1/books/{book}/changes");
    let words = |language: &'static str| {
        let client = app.client.with("accept-language", Some(language));
        let history = history.clone();
        async move {
            let page = client.get(&history).await.expect(200).json();
            let items = page["items"].as_array().unwrap().clone();
            items.iter().map(|one| one["words"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        }
    };
    assert_eq!(words("zh-Hans").await, ["把译文标为已审阅", "编辑了一段"]);
    assert_eq!(words("zh-Hant-TW").await, ["把譯文標為已審閱", "編輯了一段"]);
    assert_eq!(words("en").await, ["Marked a translation as reviewed", "Edited a paragraph"]);
}

#[tokio::test]
async fn a_reader_in_taiwan_reads_traditional_characters_and_titles_as_they_are() {
    let app = TestApp::open().await;
    let path = format!("/api/v1/books/{}", app.import(TEXT).await);
    app.client.json("PATCH", &path, &json!({"title": "简体书"})).await.expect(200);
    for (languages, words) in [
        ("zh-Hans", "《简体书》还没有可检查的译文"),
        ("zh-Hant", "《简体书》還沒有可檢查的譯文"),
        ("zh-TW,zh;q=0.8,en;q=0.5", "《简体书》還沒有可檢查的譯文"),
        ("en", "`简体书` has no translation to check"),
    ] {
        let client = app.client.with("accept-language", Some(languages));
        let problem = client.get(&format!("{path}/findings")).await.json();
        assert_eq!(problem["message"], "no_translation_to_check");
        assert_eq!(problem["detail"], words);
    }
}

/// Texts in the sources of the server are codes of the catalogue, so that no sentence slips past it.
#[test]
fn no_problem_of_a_route_has_words_of_its_own() {
    let mut sources = Vec::new();
    let mut folders = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                sources.push((path.clone(), std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    let mut found = 0;
    for (path, source) in &sources {
        for start in ["Problem::new(", "Problem::wrong(", "Problem::missing("] {
            for call in source.split(start).skip(1) {
                let call = call.split(';').next().unwrap_or_default();
                // The next arm of a match is not part of it.
                let call = call.split("=>").next().unwrap_or_default();
                let mut texts = call.split('"').skip(1).step_by(2);
                let sentence = texts.find(|text| text.trim().contains(' '));
                assert_eq!(sentence, None, "{}: {call}", path.display());
                found += 1;
            }
        }
    }
    assert!(found > 60, "{found}");
}
