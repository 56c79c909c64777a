//! Characters, memories and summaries with the real program.

use crate::people::house::{House, LAMP};
use serde_json::{Value, json};

fn house() -> House {
    let house = House::new();
    house.file("book.txt", LAMP.as_bytes());
    house.ok(&["import", "book.txt", "--from", "ja", "--to", "en"]);
    house.ok(&["characters", "book", "add", "守", "Mamoru", "--gender", "male", "--voice", "gruff"]);
    house
}

fn first(house: &House, noun: &str) -> Value {
    house.json(&[noun, "book", "list"])[0].clone()
}

#[test]
fn what_is_known_of_someone_grows_and_keeps_the_chapter_it_is_known_from() {
    let house = house();
    house.ok(&[
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
    house.ok(&["characters", "book", "edit", "守", "--gender", "male", "--gender", "female@2"]);
    let one = first(&house, "characters");
    assert_eq!(one["aliases"][0]["source"], "灯台守");
    assert_eq!(one["aliases"][0]["known_from"], 1);
    assert_eq!(one["gender"].as_array().unwrap().len(), 2);
    assert_eq!(
        one["voice"],
        json!({"register": "gruff", "endings": ["aye"], "samples": ["Who goes there?"]})
    );
    let shown = house.ok(&["characters", "book", "show", "守"]).stdout;
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
    let house = house();
    house.ok(&["characters", "book", "add", "光", "Hikari"]);
    house.ok(&["characters", "book", "address", "守", "光", "お嬢", "Miss", "--until-chapter", "1"]);
    house.ok(&["characters", "book", "address", "守", "光", "光", "Hikari", "--from-chapter", "2"]);
    let shown = house.ok(&["characters", "book", "show", "守"]).stdout;
    assert!(
        shown.contains("to 光: お嬢 → Miss (until chapter")
            && shown.contains("to 光: 光 → Hikari (from chapter 2)"),
        "{shown}"
    );
    house.ok(&["characters", "book", "address", "守", "光", "お嬢", "--remove"]);
    assert_eq!(first(&house, "characters")["addresses"].as_array().unwrap().len(), 1);
    let said = house.run(&["characters", "book", "address", "守", "光", "お嬢", "--remove"]);
    assert_eq!(said.code, 2, "{said:?}");
    house.ok(&["undo", "book"]);
    assert_eq!(first(&house, "characters")["addresses"].as_array().unwrap().len(), 2);
}

#[test]
fn contradictions_are_listed_for_a_person() {
    let house = house();
    assert!(house.ok(&["characters", "book", "conflicts"]).stderr.contains("nothing contradicts"));
    house.ok(&["characters", "book", "edit", "守", "--gender", "male", "--gender", "female"]);
    house.ok(&["terms", "book", "add", "守", "Guardian", "--kind", "title"]);
    let told = house.ok(&["terms", "book", "conflicts"]).stdout;
    assert!(told.contains("守: gender: male or female"), "{told}");
    assert!(told.contains("Guardian") && told.contains("Mamoru"), "{told}");
}

#[test]
fn a_character_is_edited_in_the_persons_editor_and_nothing_else_of_it_changes() {
    let house = house();
    house.ok(&["characters", "book", "add", "光", "Hikari"]);
    house.ok(&[
        "characters",
        "book",
        "edit",
        "守",
        "--alias",
        "灯台守=the keeper@2",
        "--description",
        "lives alone",
    ]);
    house.ok(&["characters", "book", "address", "守", "光", "お嬢", "Miss"]);
    let before = first(&house, "characters");
    let said = house.run_with_editor("true", &["characters", "book", "edit", "守"]);
    assert!(said.stderr.contains("nothing was changed"), "{said:?}");
    assert_eq!(first(&house, "characters"), before);
    let script = house.file("edit.sh", b"#!/bin/sh\nsed -i 's/lives alone/lives with a cat/' \"$1\"\nprintf '\\n[[gender]]\\nvalue = \"neutral\"\\nknown_from = \"2\"\\n' >> \"$1\"\n");
    let said =
        house.run_with_editor(&format!("sh {}", script.display()), &["characters", "book", "edit", "守"]);
    assert_eq!(said.code, 0, "{said:?}");
    let after = first(&house, "characters");
    assert_eq!(after["description"][0]["value"], "lives with a cat");
    assert_eq!(
        after["gender"][1],
        json!({"value": "neutral", "evidence": [], "known_from": 1, "standing": "confirmed"})
    );
    assert_eq!((&after["addresses"], &after["aliases"]), (&before["addresses"], &before["aliases"]));
}

#[test]
fn memories_and_summaries_are_kept_listed_and_undone() {
    let house = house();
    house.ok(&["memories", "book", "add", "Distances are in miles."]);
    house.ok(&["memories", "book", "add", "He is a ghost.", "--about", "守", "--known-from", "2"]);
    house.ok(&["memories", "book", "add", "Told at night.", "--about", "chapter:1"]);
    let about: Vec<Value> = house
        .json(&["memories", "book"])
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["about"].clone())
        .collect();
    assert_eq!(about, ["series", "守", "chapter:1"]);
    assert_eq!(house.json(&["memories", "book", "list", "--about", "守"])[0]["known_from"], 1);
    house.ok(&["memories", "book", "edit", "Distances", "--text", "Distances are in kilometres."]);
    house.ok(&["memories", "book", "reject", "Told at"]);
    house.ok(&["memories", "book", "remove", "He is a ghost"]);
    assert_eq!(house.json(&["memories", "book"]).as_array().unwrap().len(), 1);
    house.ok(&["memories", "book", "summary", "1", "--text", "A light on a cape."]);
    let list = house.json(&["memories", "book", "summaries"]);
    assert_eq!(
        (&list[0]["text"], &list[0]["current"]),
        (&Value::from("A light on a cape."), &Value::from(true))
    );
    house.ok(&["memories", "book", "summary", "1", "--remove"]);
    assert_eq!(house.json(&["memories", "book", "summaries"]), json!([]));
    house.ok(&["undo", "book"]);
    assert_eq!(house.ok(&["memories", "book", "summary", "1"]).stdout.trim(), "A light on a cape.");
}
