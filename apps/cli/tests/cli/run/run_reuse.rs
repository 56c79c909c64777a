//! Exact translation memory: the same words in the next volume cost nothing, and say where they came from.

use crate::run::test_run::{TestRun, code, ended, errors, events};
use llm_test_server::Plan;
use serde_json::Value;

#[test]
fn the_next_volume_takes_over_what_is_word_for_word_the_same() {
    let test_run = TestRun::new(Plan::agent());
    let book = test_run.book(2, 10);
    test_run.succeed(&["import", "book.txt", "--series", "S", "--to", "en"]);
    let first = test_run.book_id();
    let url = test_run.base_url();
    let options = ["--base-url", url.as_str(), "--model", "m", "--json", "--to", "en"];
    let translate = |book: &str, more: &[&str]| {
        let mut arguments = vec!["translate", book];
        arguments.extend(options.iter().chain(more));
        test_run.command(&arguments).output().unwrap()
    };
    assert_eq!(code(&translate(&first, &[])), 0);
    let n_requests = test_run.requests().len();

    let mut second = std::fs::read_to_string(&book).unwrap();
    second.push_str("第3話　終わり\n\n　海の向こうで、新しい朝がゆっくりと始まった。\n　短い。\n");
    std::fs::write(test_run.folder().join("next.txt"), second).unwrap();
    test_run.succeed(&["import", "next.txt", "--series", "S", "--to", "en"]);
    let books: Value = serde_json::from_str(&test_run.succeed(&["books", "--json"])).unwrap();
    let next = books[1]["id"].as_str().unwrap();
    let output = translate(next, &[]);
    assert_eq!(code(&output), 0, "{}", errors(&output));
    let events = events(&output);
    assert_eq!(events[0]["event"], "reused");
    assert_eq!(events[0]["paragraphs"], 20);
    assert_eq!(ended(&events)["reused"], 20);
    assert!(test_run.requests().len() - n_requests <= 3, "only headings and the new chapter were asked for");

    let shown = |book: &str| -> Vec<Value> {
        serde_json::from_str(&test_run.succeed(&["show", book, "--chapter", "1", "--json"])).unwrap()
    };
    let (one, two) = (shown(&first), shown(next));
    assert_eq!(one[3]["translation"], two[3]["translation"]);
    let id = two[3]["paragraph_id"].as_str().unwrap();
    let history = test_run.succeed(&["history", next, "--json"]);
    assert!(history.contains("memory"), "{id}: {history}");
}

#[test]
fn a_person_can_have_everything_translated_anew() {
    let test_run = TestRun::new(Plan::agent());
    test_run.book(1, 10);
    let text = std::fs::read_to_string(test_run.folder().join("book.txt")).unwrap();
    let twice = format!("{text}\n第2話　もう一度\n\n{text}");
    std::fs::write(test_run.folder().join("book.txt"), twice).unwrap();
    let first = test_run.translate(&["--json", "--chapters", "1"]).output().unwrap();
    assert_eq!(code(&first), 0, "{}", errors(&first));
    let output = test_run.translate(&["--json", "--no-reuse"]).output().unwrap();
    assert_eq!(code(&output), 0, "{}", errors(&output));
    assert_eq!(ended(&events(&output))["reused"], 0);
}
