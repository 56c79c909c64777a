//! Instructions kept with a book and its chapters, over HTTP: written, contested, taken back, and told to the model.

use crate::house::House;
use serde_json::{Value, json};

const BOOK: &str = "the-lamplighters-ledger.epub";

#[tokio::test]
async fn instructions_are_kept_contested_and_taken_back() {
    let house = House::open().await;
    let book = house.import(BOOK).await;
    let path = format!("/api/v1/books/{book}/instructions");
    let none = house.client.get(&path).await.expect(200).json();
    assert_eq!(none, json!({"text": "", "chapters": []}));
    let first = json!({"text": " Keep honorifics. ", "based_on": ""});
    let written = house.client.json("PUT", &path, &first).await.expect(200).json();
    assert_eq!(written["text"], "Keep honorifics.");
    let late = house.client.json("PUT", &path, &json!({"text": "Drop them.", "based_on": ""})).await;
    let late = late.expect(409).json();
    assert_eq!(late["code"], "instructions_conflict", "{late}");
    assert!(late["hint"].is_string());
    let (chapter, _) = house.chapter(&book).await;
    let of_chapter = format!("/api/v1/books/{book}/chapters/{chapter}/instructions");
    house.client.json("PUT", &of_chapter, &json!({"text": "This chapter is a letter."})).await.expect(200);
    let all = house.client.get(&path).await.expect(200).json();
    assert_eq!(all["text"], "Keep honorifics.");
    assert_eq!(all["chapters"][0]["chapter_id"], chapter.as_str());
    assert_eq!(all["chapters"][0]["text"], "This chapter is a letter.");

    let told = format!("/api/v1/books/{book}/prompt?chapter={chapter}&instructions=Hurry.");
    let prompt = house.client.get(&told).await.expect(200).json();
    let system = prompt["system"].as_str().unwrap();
    let (of_book, of_run) = (system.find("Keep honorifics."), system.find("Hurry."));
    assert!(of_book.is_some() && of_book < of_run, "the run's come after the book's: {system}");
    assert_eq!(prompt["chapter_instructions"], "This chapter is a letter.");

    let undo = json!({"change_id": written["change_id"]});
    house.client.json("POST", &format!("/api/v1/books/{book}/undo"), &undo).await.expect(200);
    assert_eq!(house.client.get(&path).await.expect(200).json()["text"], "");
    house.client.json("PUT", &path, &json!({"text": "长".repeat(4_001)})).await.expect(400);
    house.client.json("PUT", &path, &json!({"words": "x"})).await.expect(422);
    let nowhere = format!("/api/v1/books/{book}/chapters/nothing/instructions");
    house.client.json("PUT", &nowhere, &json!({"text": "x"})).await.expect(404);
}

#[tokio::test]
async fn every_task_of_the_book_is_told_them_and_only_those_of_the_chapter() {
    let house = House::open().await;
    let book = house.import(BOOK).await;
    let page = house.client.get(&format!("/api/v1/books/{book}")).await.expect(200).json();
    let chapters: Vec<&Value> =
        page["chapters"].as_array().unwrap().iter().filter(|one| one["n_work"].as_u64() > Some(2)).collect();
    let id = chapters[0]["id"].as_str().unwrap();
    let put = |path: String, text: &'static str| {
        let client = house.client.clone();
        async move { client.json("PUT", &path, &json!({"text": text})).await.expect(200) }
    };
    put(format!("/api/v1/books/{book}/instructions"), "KEEP-HONORIFICS").await;
    put(format!("/api/v1/books/{book}/chapters/{id}/instructions"), "ONLY-A-LETTER").await;
    let spec = json!({"model": "test/model", "instructions": "JUST-THIS-RUN", "effort": "quick",
        "chapters": [id, chapters[1]["id"]]});
    let begun = house.client.json("POST", &format!("/api/v1/books/{book}/runs"), &spec).await.expect(202);
    let run = begun.json()["run"].as_str().unwrap().to_owned();
    house.client.follow(&format!("/api/v1/runs/{run}/events"), None).await.until("ended").await;
    let requests: Vec<String> =
        house.model.requests().iter().map(|request| request.body.to_string()).collect();
    assert!(requests.len() > 1);
    for request in &requests {
        assert!(request.contains("KEEP-HONORIFICS") && request.contains("JUST-THIS-RUN"), "{request}");
    }
    let told = requests.iter().filter(|request| request.contains("ONLY-A-LETTER")).count();
    assert!(told > 0 && told < requests.len(), "{told} of {}", requests.len());
}

#[tokio::test]
async fn what_was_made_with_other_instructions_is_listed_and_done_again() {
    let house = House::open().await;
    let book = house.import(BOOK).await;
    let translate = async |spec: Value| {
        let begun = house.client.json("POST", &format!("/api/v1/books/{book}/runs"), &spec).await.expect(202);
        let run = begun.json()["run"].as_str().unwrap().to_owned();
        let events = format!("/api/v1/runs/{run}/events");
        let told = house.client.follow(&events, None).await.until("ended").await;
        told.iter().filter(|event| event.name == "accepted").count()
    };
    let n_all = translate(json!({"model": "test/model", "effort": "quick"})).await;
    let stale = async |query: &str| {
        let path = format!("/api/v1/books/{book}/stale?limit=1000{query}");
        house.client.get(&path).await.expect(200).json()["items"].as_array().unwrap().clone()
    };
    assert_eq!((stale("").await.len(), stale("&strict=true").await.len()), (0, 0));
    let (chapter, _) = house.chapter(&book).await;
    let path = format!("/api/v1/books/{book}/chapters/{chapter}/instructions");
    house.client.json("PUT", &path, &json!({"text": "This chapter is a letter."})).await.expect(200);
    let listed = stale("&strict=true").await;
    assert!(!listed.is_empty() && listed.len() < n_all, "{} of {n_all}", listed.len());
    assert!(
        listed.iter().all(|one| one["reason"] == "instructions" && one["chapter_id"] == chapter.as_str())
    );
    assert_eq!(stale("").await.len(), 0, "only who asks strictly is told");
    let spec = json!({"model": "test/model", "effort": "quick", "stale": true, "strict": true});
    let plan =
        house.client.json("POST", &format!("/api/v1/books/{book}/plan"), &spec).await.expect(200).json();
    assert_eq!(plan["n_paragraphs"], listed.len(), "{plan}");
    assert_eq!(translate(spec).await, listed.len());
    assert_eq!(stale("&strict=true").await.len(), 0);
}

#[tokio::test]
async fn a_book_says_it_has_a_cover_only_when_it_has_one() {
    let house = House::open().await;
    for name in [BOOK, "the-lamplighters-ledger.txt"] {
        let book = house.import(name).await;
        let cover = house.client.get(&format!("/api/v1/books/{book}/cover")).await.status == 200;
        let page = house.client.get(&format!("/api/v1/books/{book}")).await.expect(200).json();
        assert_eq!(page["has_cover"], cover, "{name}");
        let list = house.client.get("/api/v1/books").await.expect(200).json();
        let card = list["items"].as_array().unwrap().iter().find(|one| one["id"] == book.as_str()).unwrap();
        assert_eq!(card["has_cover"], cover, "{name}");
    }
}
