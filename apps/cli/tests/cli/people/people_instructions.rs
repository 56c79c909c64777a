//! What a person asks of every translation: kept, told to the model, taken back.

use crate::people::house::{House, LAMP};

#[test]
fn instructions_of_a_book_and_a_chapter_are_kept_shown_and_taken_back() {
    let house = House::with_translated(LAMP);
    let said = house.ok(&["instructions", "book"]);
    assert!(said.stderr.contains("nothing is asked yet"), "{said:?}");
    house.ok(&["instructions", "book", "--set", "Keep honorifics."]);
    house.ok(&["instructions", "book", "--chapter", "2", "--set", " A letter: be formal. "]);
    let asked = house.json(&["instructions", "book"]);
    assert_eq!(asked["text"], "Keep honorifics.");
    assert_eq!(asked["chapters"].as_array().unwrap().len(), 1, "{asked}");
    assert_eq!(
        (&asked["chapters"][0]["chapter"], &asked["chapters"][0]["text"]),
        (&2.into(), &"A letter: be formal.".into())
    );
    let only = house.json(&["instructions", "book", "--chapter", "1"]);
    assert!(only["text"].is_null() && only["chapters"].as_array().unwrap().is_empty(), "{only}");
    house.ok(&["instructions", "book", "--clear"]);
    assert!(house.json(&["instructions", "book"])["text"].is_null());
    house.ok(&["undo", "book"]);
    assert_eq!(house.json(&["instructions", "book"])["text"], "Keep honorifics.");
    let history = house.json(&["history", "book"]);
    assert!(
        history.as_array().unwrap().iter().any(|one| one["note"] == "changed the instructions of chapter 2"),
        "{history}"
    );
    for wrong in [&["--set", " "][..], &["--set", "x", "--clear"], &["--chapter", "77", "--set", "x"]] {
        let said = house.run(&[&["instructions", "book"], wrong].concat());
        assert_ne!(said.code, 0, "{said:?}");
    }
    let long = "长".repeat(4_001);
    assert_eq!(house.run(&["instructions", "book", "--set", &long]).code, 2);
}

#[test]
fn translations_made_with_other_instructions_are_known_as_such() {
    let house = House::with_translated(LAMP);
    let stale = |house: &House| house.json(&["stale", "book", "--strict"]).as_array().unwrap().len();
    assert_eq!(stale(&house), 0);
    house.ok(&["instructions", "book", "--chapter", "2", "--set", "A letter: be formal."]);
    let of_chapter = stale(&house);
    assert!(of_chapter > 0 && of_chapter < house.paragraphs().len(), "only chapter 2: {of_chapter}");
    house.ok(&["instructions", "book", "--set", "Keep honorifics."]);
    assert!(stale(&house) > of_chapter, "the whole book");
    house.translate(&["--stale", "--strict"]);
    assert_eq!(stale(&house), 0, "what was made with today's instructions is not stale");
}
