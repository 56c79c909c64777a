//! Titles: of the book and of its chapters, given by a model or, where it forgot, taken from the heading.

use crate::program::writer_url;
use crate::run::test_run::{TestRun, code, errors};
use llm_test_server::Plan;
use serde_json::Value;

#[test]
fn the_title_of_the_book_is_translated_with_its_first_chapter() {
    let test_run = TestRun::new(Plan::agent());
    test_run.book(2, 6);
    test_run.succeed(&[
        "translate",
        "book.txt",
        "--to",
        "en",
        "--model",
        "writer",
        "--base-url",
        writer_url(),
        "--json",
    ]);
    let books: Vec<Value> = serde_json::from_str(&test_run.succeed(&["books", "--json"])).unwrap();
    let title = books[0]["title_translation"].as_str().unwrap();
    assert!(!title.is_empty() && title != books[0]["title"], "{title}");
}

#[test]
fn a_title_the_model_forgot_is_what_its_heading_became() {
    // This model works on paragraphs and never on titles.
    let test_run = TestRun::new(Plan::agent());
    test_run.book(3, 6);
    let output = test_run.translate(&["--json"]).output().unwrap();
    assert_eq!(code(&output), 0, "{}", errors(&output));
    let id = test_run.book_id();
    let shown = test_run.succeed(&["show", &id]);
    let headings: Vec<String> = test_run
        .paragraphs()
        .into_iter()
        .filter(|paragraph| paragraph.text.starts_with('第'))
        .map(|paragraph| paragraph.translation.unwrap())
        .collect();
    assert_eq!(headings.len(), 3);
    for heading in headings {
        assert!(shown.contains(heading.trim()), "`{heading}` is no title in:\n{shown}");
    }
}
