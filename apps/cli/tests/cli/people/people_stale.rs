//! What is stale is listed with its reason, and done again: exactly that, and nothing of a person's.

use crate::people::test_book::{LAMP, TestBook};
use crate::program::writer_url;
use serde_json::json;

#[test]
fn an_old_text_of_a_person_with_a_newer_suggestion_is_decided_on_and_not_translated_again() {
    let book = TestBook::translated(LAMP);
    let mine = book.paragraph("霧の夜には").id;
    book.ok(&["edit", "book", "--paragraph", &mine, "--text", "On foggy nights he rang the bell."]);
    book.file("newer.txt", LAMP.replace("霧の夜には鐘を鳴らした", "霧の夜には鐘を二度鳴らした"));
    book.ok(&["import", "newer.txt", "--revises", "book"]);
    book.translate(&["--stale"]);
    let stale = book.json(&["stale", "book"]);
    assert_eq!((&stale[0]["paragraph_id"], &stale[0]["newer_version_waits"]), (&json!(mine), &json!(true)));
    let said = book.translate(&["--stale"]);
    let told = [
        said,
        book.ok(&["status"]),
        book.ok(&["export", "book", "-o", "out.txt"]),
        book.ok(&["stale", "book"]),
    ];
    for said in told {
        let told = format!("{}{}", said.stdout, said.stderr);
        assert!(told.contains("tsumugi suggestions") && !told.contains("--stale"), "{said:?}");
    }
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
