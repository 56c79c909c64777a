//! What is stale is listed with its reason, and done again: exactly that, and nothing of a person's.

use crate::people::test_book::{LAMP, TestBook};
use crate::program::writer_url;
use serde_json::json;

#[test]
fn another_language_makes_every_translation_stale_and_only_those_are_done_again() {
    let book = TestBook::translated(LAMP);
    let mine = book.paragraph("霧の夜には").id;
    book.ok(&["edit", "book", "--paragraph", &mine, "--text", "On foggy nights he rang the bell."]);
    assert_eq!(book.json(&["stale", "book"]), json!([]));
    // The run takes the book into the other language and stops at its limit before the first request.
    let stopped = book.run(&[
        "translate",
        "book",
        "--to",
        "fr",
        "--model",
        "writer",
        "--base-url",
        writer_url(),
        "--max-tokens",
        "1",
    ]);
    assert_eq!(stopped.code, 4, "{stopped:?}");
    let stale = book.json(&["stale", "book"]);
    let stale = stale.as_array().unwrap();
    assert_eq!(stale.len(), 7, "{stale:?}");
    assert!(stale.iter().all(|one| one["reason"] == "other language"), "{stale:?}");
    book.ok(&["translate", "book", "--to", "fr", "--model", "writer", "--base-url", writer_url(), "--stale"]);
    let left = book.json(&["stale", "book"]);
    assert_eq!(left.as_array().unwrap().len(), 1, "{left}");
    assert_eq!((&left[0]["paragraph_id"], &left[0]["newer_version_waits"]), (&json!(mine), &json!(true)));
    assert_eq!(
        book.paragraph("霧の夜には").translation.as_deref(),
        Some("On foggy nights he rang the bell.")
    );
}

#[test]
fn only_what_is_stale_is_done_with_stale_and_not_what_was_never_done() {
    let book = TestBook::translated(LAMP);
    let newer = format!("{}\n　海は静かだった。\n", LAMP.replace("百段", "千段"));
    book.file("newer.txt", newer.as_bytes());
    book.ok(&["import", "newer.txt", "--revises", "book"]);
    let stale = book.json(&["stale", "book"]);
    assert_eq!(stale.as_array().unwrap().len(), 1, "{stale}");
    assert_eq!(book.n_planned(&["--stale"]), 1);
    assert_eq!(book.n_planned(&[]), 2);
    book.translate(&["--stale"]);
    assert_eq!(book.json(&["stale", "book"]), json!([]));
    assert_eq!(book.paragraph("海は静か").translation, None);
    let said = book.translate(&["--stale"]);
    assert!(said.stderr.contains("nothing is stale"), "{said:?}");
}

#[test]
fn other_instructions_to_the_model_count_only_when_asked_for() {
    let book = TestBook::new();
    let rule = "-".repeat(55);
    let text = format!(
        "灯台守\n海野灯\n\n{rule}\n【テキスト中に現れる記号について】\n\n《》：ルビ\n（例）毎晩《まいばん》\n{rule}\n\n　灯台守は毎晩《まいばん》、百段の階段を上った。\n　霧の夜には鐘を鳴らした。\n"
    );
    book.file("book.txt", text.as_bytes());
    book.ok(&["import", "book.txt", "--from", "ja"]);
    let title = book.json(&["books"])[0]["title"].as_str().unwrap().to_owned();
    book.ok(&["translate", &title, "--to", "en", "--model", "writer", "--base-url", writer_url()]);
    assert_eq!(book.json(&["stale", &title, "--strict"]), json!([]));
    book.file("newer.txt", text.replacen("灯台守", "灯台守の話", 1).as_bytes());
    book.ok(&["import", "newer.txt", "--revises", &title]);
    let title = book.json(&["books"])[0]["title"].as_str().unwrap().to_owned();
    assert_eq!(title, "灯台守の話");
    let strict = book.json(&["stale", &title, "--strict"]);
    let told: Vec<&str> =
        strict.as_array().unwrap().iter().map(|one| one["reason"].as_str().unwrap()).collect();
    assert!(told.contains(&"other instructions"), "{strict}");
    book.ok(&[
        "translate",
        &title,
        "--to",
        "en",
        "--model",
        "writer",
        "--base-url",
        writer_url(),
        "--stale",
        "--strict",
    ]);
    assert_eq!(book.json(&["stale", &title, "--strict"]), json!([]));
}
