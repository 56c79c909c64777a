//! Nothing that was changed here since the file was written is overwritten.

use super::n;
use crate::people::test_book::{LAMP, TestBook};
use serde_json::{Value, json};

#[test]
fn what_was_changed_on_both_sides_becomes_a_suggestion_and_is_listed() {
    let book = TestBook::translated(LAMP);
    let id = book.put("霧の夜", "On foggy nights.");
    book.put("差出人", "No name.");
    let file = String::from_utf8(book.hand_out("out.xliff")).unwrap();
    book.put("霧の夜", "When fog came.");
    book.put("差出人", "It was not signed.");
    book.file("out.xliff", file.replace("On foggy nights.", "In fog."));
    let dry = book.preview("out.xliff");
    assert_eq!((n(&dry, "taken"), n(&dry, "conflicts")), (0, 1), "{dry}");
    let conflict = &dry["conflicts"][0];
    assert_eq!((&conflict["paragraph_id"], &conflict["why"]), (&json!(id), &json!("changed_here")));
    assert_eq!((&conflict["here"], &conflict["there"]), (&json!("When fog came."), &json!("In fog.")));
    let said = book.ok(&["exchange", "import", "book", "out.xliff"]);
    assert!(
        said.stdout.contains("changed here since: here `When fog came.`, in the file `In fog.`"),
        "{said:?}"
    );
    assert_eq!(book.translation("霧の夜"), "When fog came.");
    assert_eq!(book.translation("差出人"), "It was not signed.", "the file did not touch it");
    let waiting = book.json(&["suggestions", "book"]);
    assert_eq!((n(&json!({ "w": waiting }), "w"), &waiting[0]["suggestion"]), (1, &json!("In fog.")));
    let again = book.take_back("out.xliff");
    assert_eq!((n(&again, "conflicts"), &again["change"]), (0, &Value::Null), "it waits already: {again}");
    book.ok(&["suggestions", "book", "--accept-all"]);
    assert_eq!(book.translation("霧の夜"), "In fog.");
}

#[test]
fn locked_text_and_changed_sources_are_conflicts() {
    let book = TestBook::translated(LAMP);
    book.put("霧の夜", "On foggy nights.");
    book.put("差出人", "No name.");
    let table = String::from_utf8(book.hand_out("out.csv")).unwrap();
    let id = book.paragraph("霧の夜").id;
    book.ok(&["lock", "book", &id]);
    book.file("new.txt", LAMP.replace("差出人の名前はなかった", "差出人の名前と住所はなかった"));
    book.ok(&["import", "new.txt", "--from", "ja", "--revises", "book"]);
    book.file("out.csv", table.replace("On foggy nights.", "In fog.").replace("No name.", "Nameless."));
    let taken = book.take_back("out.csv");
    let why: Vec<&str> =
        taken["conflicts"].as_array().unwrap().iter().map(|one| one["why"].as_str().unwrap()).collect();
    assert_eq!((why, n(&taken, "taken")), (vec!["locked", "source_changed"], 0), "{taken}");
    assert_eq!(book.translation("霧の夜"), "On foggy nights.");
    assert_eq!(book.translation("差出人の名前と住所"), "No name.");
}

#[test]
fn a_file_that_does_not_say_what_it_was_made_from_replaces_nothing() {
    let book = TestBook::translated(LAMP);
    let id = book.put("差出人", "No name.");
    let other = book.paragraph("霧の夜").id;
    book.ok(&["select", "book", &other, "none"]);
    book.file("in.csv", format!("id,translation\n{id},Nameless.\n{other},In fog.\n"));
    let taken = book.take_back("in.csv");
    assert_eq!((&taken["conflicts"][0]["why"], n(&taken, "taken")), (&json!("no_base"), 1), "{taken}");
    assert_eq!(
        (book.translation("差出人").as_str(), book.translation("霧の夜").as_str()),
        ("No name.", "In fog.")
    );
}

#[test]
fn unknown_ids_lost_tags_and_emptied_texts_are_listed_and_left_out() {
    let book = TestBook::new();
    book.file("book.txt", "book\n無名\n\n［＃２字下げ］一［＃「一」は中見出し］\n\n　糸は［＃傍点］切れた［＃傍点終わり］。\n　灯りがついた。\n　朝が来た。\n\n底本：なし\n");
    book.ok(&["import", "book.txt", "--from", "ja"]);
    book.translate(&[]);
    let (tags, gone) = (book.paragraph("糸は").id, book.paragraph("灯りが").id);
    let mut table = String::from_utf8(book.hand_out("out.csv")).unwrap();
    let translation = |words: &str| book.paragraph(words).translation.unwrap();
    table = table.replace(&translation("糸は"), "The thread broke.").replace(&translation("灯りが"), "");
    let row = table.lines().find(|line| line.contains("朝が来た")).unwrap().to_owned();
    let stranger = row.replace(&book.paragraph("朝が").id, "zzzzzz");
    book.file("out.csv", format!("{table}{stranger}\r\n"));
    let taken = book.take_back("out.csv");
    let left: Vec<(&str, &str)> = taken["left_out"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["paragraph_id"].as_str().unwrap(), one["why"].as_str().unwrap()))
        .collect();
    assert_eq!(
        left,
        [(tags.as_str(), "tags"), (gone.as_str(), "emptied"), ("zzzzzz", "unknown_id")],
        "{taken}"
    );
    assert!(taken["left_out"][0]["faults"].as_str().unwrap().contains("tag 1"), "{taken}");
    assert_eq!(taken["change"], Value::Null);
}

#[test]
fn a_memory_without_ids_is_matched_by_words() {
    let book = TestBook::translated(LAMP);
    book.put("差出人", "No name.");
    let id = book.paragraph("霧の夜").id;
    book.ok(&["select", "book", &id, "none"]);
    let unit = |ja: &str, en: &str| {
        format!(
            "<tu><tuv xml:lang=\"ja\"><seg>{ja}</seg></tuv><tuv xml:lang=\"en\"><seg>{en}</seg></tuv></tu>"
        )
    };
    let memory = format!(
        "<?xml version=\"1.0\"?><tmx version=\"1.4\"><header creationtool=\"Other\" srclang=\"ja\"/><body>{}{}{}</body></tmx>",
        unit("霧の夜には鐘を鳴らした。", "In fog he rang."),
        unit("差出人の名前はなかった。", "Nameless."),
        unit("知らない。", "Unknown.")
    );
    book.file("m.tmx", memory);
    let taken = book.take_back("m.tmx");
    assert_eq!((n(&taken, "taken"), &taken["conflicts"][0]["why"]), (1, &json!("no_base")), "{taken}");
    assert_eq!(book.translation("霧の夜"), "In fog he rang.");
    assert_eq!(book.translation("差出人"), "No name.");
}
