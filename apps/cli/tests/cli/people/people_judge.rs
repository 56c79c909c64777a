//! What a person decides stands: which version, which lock, which suggestion.

use crate::people::house::{House, LAMP};
use serde_json::json;

#[test]
fn a_model_suggests_beside_a_persons_words_and_the_person_decides() {
    let house = House::with_translated(LAMP);
    let id = house.paragraph("霧の夜には").id;
    let machine = house.paragraph("霧の夜には").translation.unwrap();
    house.ok(&["edit", "book", "--paragraph", &id, "--text", "On foggy nights he rang the bell."]);
    house.translate(&["--paragraphs", &id]);
    assert_eq!(
        house.paragraph("霧の夜には").translation.as_deref(),
        Some("On foggy nights he rang the bell.")
    );
    let waiting = house.json(&["suggestions", "book"]);
    assert_eq!(waiting.as_array().unwrap().len(), 1, "{waiting}");
    assert_eq!((&waiting[0]["paragraph_id"], &waiting[0]["suggestion"]), (&json!(id), &json!(machine)));
    let version = waiting[0]["version"].as_str().unwrap();
    house.ok(&["suggestions", "book", "--reject", version]);
    assert_eq!(house.json(&["suggestions", "book"]), json!([]));
    let said = house.run(&["suggestions", "book", "--accept", version]);
    assert_eq!(said.code, 2, "what was turned down is not offered again: {said:?}");
    house.ok(&["undo", "book"]);
    house.ok(&["suggestions", "book", "--accept-all", "--chapter", "1"]);
    assert_eq!(house.paragraph("霧の夜には").translation, Some(machine));
    assert_eq!(house.json(&["suggestions", "book"]), json!([]));
}

#[test]
fn another_version_is_selected_or_none_and_everything_can_be_taken_back() {
    let house = House::with_translated(LAMP);
    let id = house.paragraph("差出人").id;
    let first = house.versions(&id)[0]["id"].as_str().unwrap().to_owned();
    let machine = house.paragraph("差出人").translation;
    house.ok(&["edit", "book", "--paragraph", &id, "--text", "There was no sender."]);
    house.ok(&["select", "book", &id, &first]);
    assert_eq!(house.paragraph("差出人").translation, machine);
    house.ok(&["select", "book", &id, "none"]);
    assert_eq!(house.paragraph("差出人").translation, None);
    house.ok(&["undo", "book"]);
    house.ok(&["undo", "book"]);
    assert_eq!(house.paragraph("差出人").translation.as_deref(), Some("There was no sender."));
    assert_eq!(house.run(&["select", "book", &id, "v999"]).code, 1);
    assert_eq!(house.run(&["select", "book", &id, "first"]).code, 2);
}

#[test]
fn locked_paragraphs_take_suggestions_only_until_they_are_unlocked() {
    let house = House::with_translated(LAMP);
    let locked = house.json(&["lock", "book", "--chapter", "2"]);
    assert_eq!(locked["paragraphs"].as_array().unwrap().len(), 3, "{locked}");
    let id = house.paragraph("差出人").id;
    house.translate(&["--paragraphs", &id]);
    assert_eq!(house.json(&["suggestions", "book", "--chapter", "2"]).as_array().unwrap().len(), 1);
    let shown = house.ok(&["show", "book", "--chapter", "2"]).stdout;
    assert!(shown.contains(&format!("{id} (locked)")), "{shown}");
    house.ok(&["unlock", "book", &id]);
    let n_versions = house.versions(&id).len();
    house.translate(&["--paragraphs", &id]);
    let versions = house.versions(&id);
    assert_eq!(versions.len(), n_versions + 1);
    assert_eq!(versions[n_versions]["selected"], true);
}
