//! Exact translation memory: the same words in the next volume cost nothing, and say where they came from.

use crate::run::stage::{Stage, code, ended, errors, events};
use llm_test_server::Plan;
use serde_json::Value;

#[test]
fn the_next_volume_takes_over_what_is_word_for_word_the_same() {
    let stage = Stage::new(Plan::agent());
    let book = stage.book(2, 10);
    stage.succeed(&["import", "book.txt", "--series", "S", "--to", "en"]);
    let first = stage.book_id();
    let url = stage.base_url();
    let options = ["--base-url", url.as_str(), "--model", "m", "--json", "--to", "en"];
    let translate = |book: &str, more: &[&str]| {
        let mut arguments = vec!["translate", book];
        arguments.extend(options.iter().chain(more));
        stage.tsumugi(&arguments).output().unwrap()
    };
    assert_eq!(code(&translate(&first, &[])), 0);
    let n_requests = stage.requests().len();

    let mut second = std::fs::read_to_string(&book).unwrap();
    second.push_str("第3話　終わり\n\n　海の向こうで、新しい朝がゆっくりと始まった。\n　短い。\n");
    std::fs::write(stage.folder.path().join("next.txt"), second).unwrap();
    stage.succeed(&["import", "next.txt", "--series", "S", "--to", "en"]);
    let books: Value = serde_json::from_str(&stage.succeed(&["books", "--json"])).unwrap();
    let next = books[1]["id"].as_str().unwrap();
    let output = translate(next, &[]);
    assert_eq!(code(&output), 0, "{}", errors(&output));
    let events = events(&output);
    assert_eq!(events[0]["event"], "reused");
    assert_eq!(events[0]["paragraphs"], 20);
    assert_eq!(ended(&events)["reused"], 20);
    assert!(stage.requests().len() - n_requests <= 3, "only headings and the new chapter were asked for");

    let shown = |book: &str| -> Vec<Value> {
        serde_json::from_str(&stage.succeed(&["show", book, "--chapter", "1", "--json"])).unwrap()
    };
    let (one, two) = (shown(&first), shown(next));
    assert_eq!(one[3]["translation"], two[3]["translation"]);
    let id = two[3]["paragraph_id"].as_str().unwrap();
    let history = stage.succeed(&["history", next, "--json"]);
    assert!(history.contains("memory"), "{id}: {history}");
}

#[test]
fn a_person_can_have_everything_translated_anew() {
    let stage = Stage::new(Plan::agent());
    stage.book(1, 10);
    let text = std::fs::read_to_string(stage.folder.path().join("book.txt")).unwrap();
    let twice = format!("{text}\n第2話　もう一度\n\n{text}");
    std::fs::write(stage.folder.path().join("book.txt"), twice).unwrap();
    let first = stage.translate(&["--json", "--chapters", "1"]).output().unwrap();
    assert_eq!(code(&first), 0, "{}", errors(&first));
    let output = stage.translate(&["--json", "--no-reuse"]).output().unwrap();
    assert_eq!(code(&output), 0, "{}", errors(&output));
    assert_eq!(ended(&events(&output))["reused"], 0);
}
