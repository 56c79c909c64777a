//! What a person asks of every translation: kept, told to the model, taken back.

use crate::people::test_book::{LAMP, TestBook};

#[test]
fn instructions_of_a_book_and_a_chapter_are_kept_shown_and_taken_back() {
    let book = TestBook::translated(LAMP);
    let said = book.ok(&["instructions", "book"]);
    assert!(said.stderr.contains("nothing is asked yet"), "{said:?}");
    book.ok(&["instructions", "book", "--set", "Keep honorifics."]);
    book.ok(&["instructions", "book", "--chapter", "2", "--set", " A letter: be formal. "]);
    let asked = book.json(&["instructions", "book"]);
    assert_eq!(asked["text"], "Keep honorifics.");
    assert_eq!(asked["chapters"].as_array().unwrap().len(), 1, "{asked}");
    assert_eq!(
        (&asked["chapters"][0]["chapter"], &asked["chapters"][0]["text"]),
        (&2.into(), &"A letter: be formal.".into())
    );
    let only = book.json(&["instructions", "book", "--chapter", "1"]);
    assert!(only["text"].is_null() && only["chapters"].as_array().unwrap().is_empty(), "{only}");
    book.ok(&["instructions", "book", "--clear"]);
    assert!(book.json(&["instructions", "book"])["text"].is_null());
    book.ok(&["undo", "book"]);
    assert_eq!(book.json(&["instructions", "book"])["text"], "Keep honorifics.");
    let history = book.json(&["history", "book"]);
    assert!(
        history.as_array().unwrap().iter().any(|one| one["note"] == "changed the instructions of chapter 2"),
        "{history}"
    );
    for wrong in [&["--set", " "][..], &["--set", "x", "--clear"], &["--chapter", "77", "--set", "x"]] {
        let said = book.run(&[&["instructions", "book"], wrong].concat());
        assert_ne!(said.code, 0, "{said:?}");
    }
    let long = "长".repeat(4_001);
    assert_eq!(book.run(&["instructions", "book", "--set", &long]).code, 2);
}

#[test]
fn translations_made_with_other_instructions_are_known_as_such() {
    let book = TestBook::translated(LAMP);
    let stale = |book: &TestBook| book.json(&["stale", "book", "--strict"]).as_array().unwrap().len();
    assert_eq!(stale(&book), 0);
    book.ok(&["instructions", "book", "--chapter", "2", "--set", "A letter: be formal."]);
    let of_chapter = stale(&book);
    assert!(of_chapter > 0 && of_chapter < book.paragraphs().len(), "only chapter 2: {of_chapter}");
    book.ok(&["instructions", "book", "--set", "Keep honorifics."]);
    assert!(stale(&book) > of_chapter, "the whole book");
    book.translate(&["--stale", "--strict"]);
    assert_eq!(stale(&book), 0, "what was made with today's instructions is not stale");
}
