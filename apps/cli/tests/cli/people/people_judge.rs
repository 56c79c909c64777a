//! What a person decides stands: which version, which lock, which suggestion.

use crate::people::test_book::{LAMP, TestBook};
use serde_json::json;

#[test]
fn a_model_suggests_beside_a_persons_words_and_the_person_decides() {
    let book = TestBook::translated(LAMP);
    let id = book.paragraph("霧の夜には").id;
    let machine = book.paragraph("霧の夜には").translation.unwrap();
    book.ok(&["edit", "book", "--paragraph", &id, "--text", "On foggy nights he rang the bell."]);
    book.translate(&["--paragraphs", &id]);
    assert_eq!(
        book.paragraph("霧の夜には").translation.as_deref(),
        Some("On foggy nights he rang the bell.")
    );
    let waiting = book.json(&["suggestions", "book"]);
    assert_eq!(waiting.as_array().unwrap().len(), 1, "{waiting}");
    assert_eq!((&waiting[0]["paragraph_id"], &waiting[0]["suggestion"]), (&json!(id), &json!(machine)));
    let version = waiting[0]["version"].as_str().unwrap();
    book.ok(&["suggestions", "book", "--reject", version]);
    assert_eq!(book.json(&["suggestions", "book"]), json!([]));
    let said = book.run(&["suggestions", "book", "--accept", version]);
    assert_eq!(said.code, 2, "what was turned down is not offered again: {said:?}");
    book.ok(&["undo", "book"]);
    book.ok(&["suggestions", "book", "--accept-all", "--chapter", "1"]);
    assert_eq!(book.paragraph("霧の夜には").translation, Some(machine));
    assert_eq!(book.json(&["suggestions", "book"]), json!([]));
}

#[test]
fn another_version_is_selected_or_none_and_everything_can_be_taken_back() {
    let book = TestBook::translated(LAMP);
    let id = book.paragraph("差出人").id;
    let first = book.versions(&id)[0]["id"].as_str().unwrap().to_owned();
    let machine = book.paragraph("差出人").translation;
    book.ok(&["edit", "book", "--paragraph", &id, "--text", "There was no sender."]);
    book.ok(&["select", "book", &id, &first]);
    assert_eq!(book.paragraph("差出人").translation, machine);
    book.ok(&["select", "book", &id, "none"]);
    assert_eq!(book.paragraph("差出人").translation, None);
    book.ok(&["undo", "book"]);
    book.ok(&["undo", "book"]);
    assert_eq!(book.paragraph("差出人").translation.as_deref(), Some("There was no sender."));
    assert_eq!(book.run(&["select", "book", &id, "v999"]).code, 2);
    assert_eq!(book.run(&["select", "book", &id, "first"]).code, 2);
}

#[test]
fn locked_paragraphs_take_suggestions_only_until_they_are_unlocked() {
    let book = TestBook::translated(LAMP);
    let locked = book.json(&["lock", "book", "--chapter", "2"]);
    assert_eq!(locked["paragraphs"].as_array().unwrap().len(), 3, "{locked}");
    let id = book.paragraph("差出人").id;
    book.translate(&["--paragraphs", &id]);
    assert_eq!(book.json(&["suggestions", "book", "--chapter", "2"]).as_array().unwrap().len(), 1);
    let shown = book.ok(&["show", "book", "--chapter", "2"]).stdout;
    assert!(shown.contains(&format!("{id} (locked)")), "{shown}");
    book.ok(&["unlock", "book", &id]);
    let n_versions = book.versions(&id).len();
    book.translate(&["--paragraphs", &id]);
    let versions = book.versions(&id);
    assert_eq!(versions.len(), n_versions + 1);
    assert_eq!(versions[n_versions]["selected"], true);
}
