//! Instructions kept with a book and its chapters, over HTTP: written, contested, taken back, and told to the model.

use crate::test_app::TestApp;
use serde_json::{Value, json};

const BOOK: &str = "the-lamplighters-ledger.epub";

#[tokio::test]
async fn instructions_are_kept_contested_and_taken_back() {
    let app = TestApp::open().await;
    let book = app.import(BOOK).await;
    let path = format!("/api/v1/books/{book}/instructions");
    let none = app.client.get(&path).await.expect(200).json();
    assert_eq!(none, json!({"series": "", "text": "", "chapters": []}));
    let first = json!({"text": " Keep honorifics. ", "based_on": ""});
    let written = app.client.json("PUT", &path, &first).await.expect(200).json();
    assert_eq!(written["text"], "Keep honorifics.");
    let late = app.client.json("PUT", &path, &json!({"text": "Drop them.", "based_on": ""})).await;
    let late = late.expect(409).json();
    assert_eq!(late["code"], "instructions_conflict", "{late}");
    assert!(late["hint"].is_string());
    let (chapter, _) = app.chapter(&book).await;
    let of_chapter = format!("/api/v1/books/{book}/chapters/{chapter}/instructions");
    app.client.json("PUT", &of_chapter, &json!({"text": "This chapter is a letter."})).await.expect(200);
    let all = app.client.get(&path).await.expect(200).json();
    assert_eq!(all["text"], "Keep honorifics.");
    assert_eq!(all["chapters"][0]["chapter_id"], chapter.as_str());
    assert_eq!(all["chapters"][0]["text"], "This chapter is a letter.");

    let told = format!("/api/v1/books/{book}/prompt?chapter={chapter}&instructions=Hurry.");
    let prompt = app.client.get(&told).await.expect(200).json();
    let system = prompt["system"].as_str().unwrap();
    let of_series = format!("/api/v1/books/{book}/series/instructions");
    app.client.json("PUT", &of_series, &json!({"text": "Spell it colour."})).await.expect(200);
    let prompt_of_series = app.client.get(&told).await.expect(200).json();
    let series_first = prompt_of_series["system"].as_str().unwrap();
    let (of_series, after) = (series_first.find("Spell it colour."), series_first.find("Keep honorifics."));
    assert!(of_series.is_some() && of_series < after, "the series' come first: {series_first}");
    let (of_book, of_run) = (system.find("Keep honorifics."), system.find("Hurry."));
    assert!(of_book.is_some() && of_book < of_run, "the run's come after the book's: {system}");
    assert_eq!(prompt["chapter_instructions"], "This chapter is a letter.");

    let undo = json!({"change_id": written["change_id"]});
    app.client.json("POST", &format!("/api/v1/books/{book}/undo"), &undo).await.expect(200);
    assert_eq!(app.client.get(&path).await.expect(200).json()["text"], "");
    app.client.json("PUT", &path, &json!({"text": "长".repeat(4_001)})).await.expect(400);
    app.client.json("PUT", &path, &json!({"words": "x"})).await.expect(422);
    let nowhere = format!("/api/v1/books/{book}/chapters/nothing/instructions");
    app.client.json("PUT", &nowhere, &json!({"text": "x"})).await.expect(404);
}

#[tokio::test]
async fn every_task_of_the_book_is_told_them_and_only_those_of_the_chapter() {
    let app = TestApp::open().await;
    let book = app.import(BOOK).await;
    let page = app.client.get(&format!("/api/v1/books/{book}")).await.expect(200).json();
    let chapters: Vec<&Value> =
        page["chapters"].as_array().unwrap().iter().filter(|one| one["n_work"].as_u64() > Some(2)).collect();
    let id = chapters[0]["id"].as_str().unwrap();
    let put = |path: String, text: &'static str| {
        let client = app.client.clone();
        async move { client.json("PUT", &path, &json!({"text": text})).await.expect(200) }
    };
    put(format!("/api/v1/books/{book}/instructions"), "KEEP-HONORIFICS").await;
    put(format!("/api/v1/books/{book}/chapters/{id}/instructions"), "ONLY-A-LETTER").await;
    let spec = json!({"model": "test/model", "instructions": "JUST-THIS-RUN", "effort": "quick",
        "chapters": [id, chapters[1]["id"]]});
    let begun = app.client.json("POST", &format!("/api/v1/books/{book}/runs"), &spec).await.expect(202);
    let run = begun.json()["run"].as_str().unwrap().to_owned();
    app.client.follow(&format!("/api/v1/runs/{run}/events"), None).await.until("ended").await;
    let requests: Vec<String> = app.model.requests().iter().map(|request| request.body.to_string()).collect();
    assert!(requests.len() > 1);
    for request in &requests {
        assert!(request.contains("KEEP-HONORIFICS") && request.contains("JUST-THIS-RUN"), "{request}");
    }
    let told = requests.iter().filter(|request| request.contains("ONLY-A-LETTER")).count();
    assert!(told > 0 && told < requests.len(), "{told} of {}", requests.len());
}

#[tokio::test]
async fn what_was_made_with_other_instructions_is_listed_and_done_again() {
    let app = TestApp::open().await;
    let book = app.import(BOOK).await;
    let translate = async |spec: Value| {
        let begun = app.client.json("POST", &format!("/api/v1/books/{book}/runs"), &spec).await.expect(202);
        let run = begun.json()["run"].as_str().unwrap().to_owned();
        let events = format!("/api/v1/runs/{run}/events");
        let told = app.client.follow(&events, None).await.until("ended").await;
        told.iter().filter(|event| event.name == "accepted").count()
    };
    let n_all = translate(json!({"model": "test/model", "effort": "quick"})).await;
    let stale = async |query: &str| {
        let path = format!("/api/v1/books/{book}/stale?limit=1000{query}");
        app.client.get(&path).await.expect(200).json()["items"].as_array().unwrap().clone()
    };
    assert_eq!((stale("").await.len(), stale("&strict=true").await.len()), (0, 0));
    let (chapter, _) = app.chapter(&book).await;
    let path = format!("/api/v1/books/{book}/chapters/{chapter}/instructions");
    app.client.json("PUT", &path, &json!({"text": "This chapter is a letter."})).await.expect(200);
    let listed = stale("&strict=true").await;
    assert!(!listed.is_empty() && listed.len() < n_all, "{} of {n_all}", listed.len());
    assert!(
        listed.iter().all(|one| one["reason"] == "instructions" && one["chapter_id"] == chapter.as_str())
    );
    assert_eq!(stale("").await.len(), 0, "only who asks strictly is told");
    let spec = json!({"model": "test/model", "effort": "quick", "stale": true, "strict": true});
    let plan = app.client.json("POST", &format!("/api/v1/books/{book}/plan"), &spec).await.expect(200).json();
    assert_eq!(plan["n_paragraphs"], listed.len(), "{plan}");
    assert_eq!(translate(spec).await, listed.len());
    assert_eq!(stale("&strict=true").await.len(), 0);
}

#[tokio::test]
async fn a_book_says_it_has_a_cover_only_when_it_has_one() {
    let app = TestApp::open().await;
    for name in [BOOK, "the-lamplighters-ledger.txt"] {
        let book = app.import(name).await;
        let cover = app.client.get(&format!("/api/v1/books/{book}/cover")).await.status == 200;
        let page = app.client.get(&format!("/api/v1/books/{book}")).await.expect(200).json();
        assert_eq!(page["has_cover"], cover, "{name}");
        let list = app.client.get("/api/v1/books").await.expect(200).json();
        let card = list["items"].as_array().unwrap().iter().find(|one| one["id"] == book.as_str()).unwrap();
        assert_eq!(card["has_cover"], cover, "{name}");
    }
}

#[tokio::test]
async fn a_book_is_put_into_another_series_and_its_title_is_corrected() {
    let app = TestApp::open().await;
    let book = app.import(BOOK).await;
    let path = format!("/api/v1/books/{book}");
    let patch = json!({"title": "The Ledger", "series": "Lamps"});
    let page = app.client.json("PATCH", &path, &patch).await.expect(200).json();
    assert_eq!((&page["title"], &page["series"]), (&json!("The Ledger"), &json!("Lamps")), "{page}");
    app.client.json("PATCH", &path, &json!({"title": " "})).await.expect(400);
    assert_eq!(app.client.get(&path).await.expect(200).json()["title"], "The Ledger");
}
