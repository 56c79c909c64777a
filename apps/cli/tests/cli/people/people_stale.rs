//! What is stale is listed with its reason, and done again: exactly that, and nothing of a person's.

use crate::people::house::{House, LAMP};
use serde_json::json;

#[test]
fn another_language_makes_every_translation_stale_and_only_those_are_done_again() {
    let house = House::with_translated(LAMP);
    let mine = house.paragraph("霧の夜には").id;
    house.ok(&["edit", "book", "--paragraph", &mine, "--text", "On foggy nights he rang the bell."]);
    assert_eq!(house.json(&["stale", "book"]), json!([]));
    house.ok(&["translate", "book", "--to", "fr", "--model", "rehearsal", "--dry-run"]);
    let stale = house.json(&["stale", "book"]);
    let stale = stale.as_array().unwrap();
    assert_eq!(stale.len(), 7, "{stale:?}");
    assert!(stale.iter().all(|one| one["reason"] == "other language"), "{stale:?}");
    house.ok(&["translate", "book", "--to", "fr", "--model", "rehearsal", "--stale"]);
    let left = house.json(&["stale", "book"]);
    assert_eq!(left.as_array().unwrap().len(), 1, "{left}");
    assert_eq!((&left[0]["paragraph_id"], &left[0]["newer_version_waits"]), (&json!(mine), &json!(true)));
    assert_eq!(
        house.paragraph("霧の夜には").translation.as_deref(),
        Some("On foggy nights he rang the bell.")
    );
}

#[test]
fn only_what_is_stale_is_done_with_stale_and_not_what_was_never_done() {
    let house = House::with_translated(LAMP);
    let newer = format!("{}\n　海は静かだった。\n", LAMP.replace("百段", "千段"));
    house.file("newer.txt", newer.as_bytes());
    house.ok(&["import", "newer.txt", "--revises", "book"]);
    let stale = house.json(&["stale", "book"]);
    assert_eq!(stale.as_array().unwrap().len(), 1, "{stale}");
    assert_eq!(house.n_planned(&["--stale"]), 1);
    assert_eq!(house.n_planned(&[]), 2);
    house.translate(&["--stale"]);
    assert_eq!(house.json(&["stale", "book"]), json!([]));
    assert_eq!(house.paragraph("海は静か").translation, None);
    let said = house.translate(&["--stale"]);
    assert!(said.stderr.contains("nothing is stale"), "{said:?}");
}

#[test]
fn other_instructions_to_the_model_count_only_when_asked_for() {
    let house = House::new();
    let rule = "-".repeat(55);
    let text = format!(
        "灯台守\n海野灯\n\n{rule}\n【テキスト中に現れる記号について】\n\n《》：ルビ\n（例）毎晩《まいばん》\n{rule}\n\n　灯台守は毎晩《まいばん》、百段の階段を上った。\n　霧の夜には鐘を鳴らした。\n"
    );
    house.file("book.txt", text.as_bytes());
    house.ok(&["import", "book.txt", "--from", "ja"]);
    let title = house.json(&["books"])[0]["title"].as_str().unwrap().to_owned();
    house.ok(&["translate", &title, "--to", "en", "--model", "rehearsal"]);
    assert_eq!(house.json(&["stale", &title, "--strict"]), json!([]));
    house.file("newer.txt", text.replacen("灯台守", "灯台守の話", 1).as_bytes());
    house.ok(&["import", "newer.txt", "--revises", &title]);
    let title = house.json(&["books"])[0]["title"].as_str().unwrap().to_owned();
    assert_eq!(title, "灯台守の話");
    let strict = house.json(&["stale", &title, "--strict"]);
    let told: Vec<&str> =
        strict.as_array().unwrap().iter().map(|one| one["reason"].as_str().unwrap()).collect();
    assert!(told.contains(&"other instructions"), "{strict}");
    house.ok(&["translate", &title, "--to", "en", "--model", "rehearsal", "--stale", "--strict"]);
    assert_eq!(house.json(&["stale", &title, "--strict"]), json!([]));
}
