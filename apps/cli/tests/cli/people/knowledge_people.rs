//! Characters, memories and summaries with the real program.

use crate::people::test_book::{LAMP, TestBook};
use serde_json::{Value, json};

fn book() -> TestBook {
    let book = TestBook::new();
    book.file("book.txt", LAMP.as_bytes());
    book.ok(&["import", "book.txt", "--from", "ja", "--to", "en"]);
    book.ok(&["characters", "book", "add", "守", "Mamoru", "--gender", "male", "--voice", "gruff"]);
    book
}

fn first(book: &TestBook, noun: &str) -> Value {
    book.json(&[noun, "book", "list"])[0].clone()
}

#[test]
fn what_is_known_of_someone_grows_and_keeps_the_chapter_it_is_known_from() {
    let book = book();
    book.ok(&[
        "characters",
        "book",
        "edit",
        "守",
        "--alias",
        "灯台守=the keeper@2",
        "--description",
        "lost a brother@2",
        "--description",
        "lives alone",
        "--ending",
        "aye",
        "--sample",
        "Who goes there?",
    ]);
    book.ok(&["characters", "book", "edit", "守", "--gender", "male", "--gender", "female@2"]);
    let one = first(&book, "characters");
    assert_eq!(one["aliases"][0]["source"], "灯台守");
    assert_eq!(one["aliases"][0]["known_from"], 1);
    assert_eq!(one["gender"].as_array().unwrap().len(), 2);
    assert_eq!(
        one["voice"],
        json!({"register": "gruff", "endings": ["aye"], "samples": ["Who goes there?"]})
    );
    let shown = book.ok(&["characters", "book", "show", "守"]).stdout;
    for line in [
        "守 → Mamoru",
        "male, female (from chapter 2)",
        "also 灯台守 → the keeper (from chapter 2)",
        "lost a brother (from chapter 2)",
        "lives alone\n",
        "“Who goes there?”",
    ] {
        assert!(shown.contains(line), "`{line}` is not in\n{shown}");
    }
}

#[test]
fn people_address_each_other_from_chapter_to_chapter() {
    let book = book();
    book.ok(&["characters", "book", "add", "光", "Hikari"]);
    book.ok(&["characters", "book", "address", "守", "光", "お嬢", "Miss", "--until-chapter", "1"]);
    book.ok(&["characters", "book", "address", "守", "光", "光", "Hikari", "--from-chapter", "2"]);
    let shown = book.ok(&["characters", "book", "show", "守"]).stdout;
    assert!(
        shown.contains("to 光: お嬢 → Miss (until chapter")
            && shown.contains("to 光: 光 → Hikari (from chapter 2)"),
        "{shown}"
    );
    book.ok(&["characters", "book", "address", "守", "光", "お嬢", "--remove"]);
    assert_eq!(first(&book, "characters")["addresses"].as_array().unwrap().len(), 1);
    let said = book.run(&["characters", "book", "address", "守", "光", "お嬢", "--remove"]);
    assert_eq!(said.code, 2, "{said:?}");
    book.ok(&["undo", "book"]);
    assert_eq!(first(&book, "characters")["addresses"].as_array().unwrap().len(), 2);
}

#[test]
fn contradictions_are_listed_for_a_person() {
    let book = book();
    assert!(book.ok(&["characters", "book", "conflicts"]).stderr.contains("nothing contradicts"));
    book.ok(&["characters", "book", "edit", "守", "--gender", "male", "--gender", "female"]);
    book.ok(&["terms", "book", "add", "守", "Guardian", "--kind", "title"]);
    let told = book.ok(&["terms", "book", "conflicts"]).stdout;
    assert!(told.contains("守: gender: male or female"), "{told}");
    assert!(told.contains("Guardian") && told.contains("Mamoru"), "{told}");
}

#[test]
fn a_character_is_edited_in_the_persons_editor_and_nothing_else_of_it_changes() {
    let book = book();
    book.ok(&["characters", "book", "add", "光", "Hikari"]);
    book.ok(&[
        "characters",
        "book",
        "edit",
        "守",
        "--alias",
        "灯台守=the keeper@2",
        "--description",
        "lives alone",
    ]);
    book.ok(&["characters", "book", "address", "守", "光", "お嬢", "Miss"]);
    let before = first(&book, "characters");
    let said = book.run_with_editor("true", &["characters", "book", "edit", "守"]);
    assert!(said.stderr.contains("nothing was changed"), "{said:?}");
    assert_eq!(first(&book, "characters"), before);
    let script = book.file("edit.sh", b"#!/bin/sh\nsed -i 's/lives alone/lives with a cat/' \"$1\"\nprintf '\\n[[gender]]\\nvalue = \"neutral\"\\nknown_from = \"2\"\\n' >> \"$1\"\n");
    let said =
        book.run_with_editor(&format!("sh {}", script.display()), &["characters", "book", "edit", "守"]);
    assert_eq!(said.code, 0, "{said:?}");
    let after = first(&book, "characters");
    assert_eq!(after["description"][0]["value"], "lives with a cat");
    assert_eq!(
        after["gender"][1],
        json!({"value": "neutral", "evidence": [], "known_from": 1, "standing": "confirmed"})
    );
    assert_eq!((&after["addresses"], &after["aliases"]), (&before["addresses"], &before["aliases"]));
}

#[test]
fn memories_and_summaries_are_kept_listed_and_undone() {
    let book = book();
    book.ok(&["memories", "book", "add", "Distances are in miles."]);
    book.ok(&["memories", "book", "add", "He is a ghost.", "--about", "守", "--known-from", "2"]);
    book.ok(&["memories", "book", "add", "Told at night.", "--about", "chapter:1"]);
    let about: Vec<Value> =
        book.json(&["memories", "book"]).as_array().unwrap().iter().map(|one| one["about"].clone()).collect();
    assert_eq!(about, ["series", "守", "chapter:1"]);
    assert_eq!(book.json(&["memories", "book", "list", "--about", "守"])[0]["known_from"], 1);
    book.ok(&["memories", "book", "edit", "Distances", "--text", "Distances are in kilometres."]);
    book.ok(&["memories", "book", "reject", "Told at"]);
    book.ok(&["memories", "book", "remove", "He is a ghost"]);
    assert_eq!(book.json(&["memories", "book"]).as_array().unwrap().len(), 1);
    book.ok(&["memories", "book", "summary", "1", "--text", "A light on a cape."]);
    let list = book.json(&["memories", "book", "summaries"]);
    assert_eq!(
        (&list[0]["text"], &list[0]["current"]),
        (&Value::from("A light on a cape."), &Value::from(true))
    );
    book.ok(&["memories", "book", "summary", "1", "--remove"]);
    assert_eq!(book.json(&["memories", "book", "summaries"]), json!([]));
    book.ok(&["undo", "book"]);
    assert_eq!(book.ok(&["memories", "book", "summary", "1"]).stdout.trim(), "A light on a cape.");
}
