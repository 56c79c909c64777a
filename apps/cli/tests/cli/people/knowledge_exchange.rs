//! Glossaries and translation memories in and out with the real program.

use crate::people::test_book::{LAMP, TestBook};
use serde_json::{Value, json};

fn book() -> TestBook {
    let book = TestBook::new();
    book.file("book.txt", LAMP.as_bytes());
    book.ok(&["import", "book.txt", "--from", "ja", "--to", "en"]);
    book
}

#[test]
fn a_glossary_is_taken_in_one_change_and_what_contradicts_stays_and_is_told() {
    let book = book();
    book.ok(&["terms", "book", "add", "灯台", "lighthouse"]);
    book.file("g.csv", "原文,译文,备注\n灯台,beacon,\n霧,fog,weather\n鐘,bell,\n,nothing,\n".as_bytes());
    let dry = book.json(&["terms", "book", "import", "g.csv", "--dry-run"]);
    assert_eq!((&dry["added"], &dry["conflicts"], &dry["change"]), (&json!(2), &json!(1), &Value::Null));
    assert_eq!(book.json(&["terms", "book"]).as_array().unwrap().len(), 1, "nothing was done yet");
    let said = book.ok(&["terms", "book", "import", "g.csv"]);
    assert!(
        said.stdout.contains("灯台: contradicts, translation: here `lighthouse`, in the file `beacon`"),
        "{said:?}"
    );
    assert!(said.stdout.contains("2 added, 1 contradicting"), "{said:?}");
    assert!(said.stderr.contains("line 5: the source is empty"), "{said:?}");
    let again = book.json(&["terms", "book", "import", "g.csv"]);
    assert_eq!((&again["added"], &again["same"], &again["change"]), (&json!(0), &json!(2), &Value::Null));
    let replaced = book.json(&["terms", "book", "import", "g.csv", "--overwrite"]);
    assert_eq!(replaced["overwritten"], 1);
    assert_eq!(book.json(&["terms", "book"])[0]["translation"], "beacon");
    book.ok(&["undo", "book"]);
    assert_eq!(book.json(&["terms", "book"])[0]["translation"], "lighthouse");
    book.ok(&["undo", "book"]);
    assert_eq!(book.json(&["terms", "book"]).as_array().unwrap().len(), 1);
}

#[test]
fn every_format_gives_back_what_was_written() {
    let book = book();
    book.ok(&[
        "terms",
        "book",
        "add",
        "灯台",
        "=lighthouse",
        "--kind",
        "place",
        "--strictness",
        "exact",
        "--form",
        "Light",
    ]);
    book.ok(&["terms", "book", "add", "霧", "fog", "--note", "two\nlines, \"quoted\""]);
    let before = book.json(&["terms", "book"]);
    for name in ["g.csv", "g.tsv", "g.xlsx", "g.tbx", "all.json"] {
        book.ok(&["terms", "book", "export", "-o", name]);
        let refused = book.run(&["terms", "book", "export", "-o", name]);
        assert_eq!(refused.code, 1, "{refused:?}");
        let taken = book.json(&["terms", "book", "import", name]);
        assert_eq!((&taken["same"], &taken["added"]), (&json!(2), &json!(0)), "{name}");
        book.ok(&["terms", "book", "remove", "灯台", "霧"]);
        book.ok(&["terms", "book", "import", name]);
        let after = book.json(&["terms", "book"]);
        for (one, other) in before.as_array().unwrap().iter().zip(after.as_array().unwrap()) {
            for field in ["source", "translation", "kind", "strictness", "standing", "other_forms", "note"] {
                assert_eq!(one[field], other[field], "{name}: {field}");
            }
        }
    }
    let list: Value =
        serde_json::from_str(&book.ok(&["terms", "book", "export", "--format", "simple-json"]).stdout)
            .unwrap();
    assert_eq!(list[0], json!({"src": "灯台", "dst": "=lighthouse", "info": ""}));
}

#[test]
fn our_own_json_moves_everything_to_another_library() {
    let (book, other) = (book(), self::book());
    book.ok(&["terms", "book", "add", "灯台", "lighthouse"]);
    book.ok(&["characters", "book", "add", "守", "Mamoru", "--gender", "male"]);
    book.ok(&["characters", "book", "add", "光", "Hikari"]);
    book.ok(&["characters", "book", "address", "守", "光", "お嬢", "Miss"]);
    book.ok(&["memories", "book", "add", "He is a ghost.", "--about", "守"]);
    book.ok(&["memories", "book", "export", "-o", "all.json"]);
    let file = book.path("all.json").display().to_string();
    let taken = other.json(&["memories", "book", "import", &file]);
    assert_eq!((&taken["added"], &taken["left_out"]), (&json!(4), &json!(0)), "{taken}");
    for noun in ["terms", "characters", "memories"] {
        assert_eq!(other.json(&[noun, "book"]), book.json(&[noun, "book"]), "{noun}");
    }
}

#[test]
fn bad_glossaries_are_refused_with_the_line_and_nothing_is_taken() {
    let book = book();
    for (name, bytes, words) in [
        ("a.csv", &b"source,translation\na,\"b\n"[..], "line 2"),
        ("b.csv", b"source,translation,target\na,b,c\n", "both give the translation"),
        ("c.json", b"[{\"src\": ]", "line 1, column"),
        ("d.tbx", b"<!DOCTYPE tbx [<!ENTITY a \"b\">]><tbx/>", "entities of its own"),
        ("e.xlsx", b"PK\x03\x04", "damaged"),
        ("f.csv", b"", "empty"),
    ] {
        book.file(name, bytes);
        let said = book.run(&["terms", "book", "import", name]);
        assert_eq!(said.code, 1, "{said:?}");
        assert!(
            said.stderr.contains(words) && said.stderr.contains("nothing was taken"),
            "{name}: {}",
            said.stderr
        );
    }
    assert_eq!(book.json(&["terms", "book"]), json!([]));
    assert_eq!(book.json(&["history", "book"]), json!([]));
}

#[test]
fn a_translation_memory_gives_the_same_words_the_same_translation() {
    let book = TestBook::translated(LAMP);
    let before = book.paragraphs();
    book.ok(&["export", "book", "-o", "lamp.tmx"]);
    let tmx = std::fs::read_to_string(book.path("lamp.tmx")).unwrap();
    assert!(
        tmx.contains("<seg>　霧の夜には鐘を鳴らした。</seg>")
            || tmx.contains("<seg>霧の夜には鐘を鳴らした。</seg>"),
        "{tmx}"
    );
    let other = self::book();
    let file = book.path("lamp.tmx").display().to_string();
    let taken = other.json(&["import", &file, "--memory", "book"]);
    assert_eq!(taken["taken"], taken["pairs"], "{taken}");
    assert_eq!(other.paragraphs(), before);
    let again = other.json(&["import", &file, "--memory", "book"]);
    assert_eq!((&again["taken"], &again["already_translated"]), (&json!(0), &taken["taken"]));
    other.ok(&["undo", "book"]);
    assert!(other.paragraphs().iter().all(|one| one.translation.is_none()));
    let said = other.run(&["import", &file]);
    assert_eq!(said.code, 2, "a memory is no book: {said:?}");
    let said = other.run(&["export", "book", "--format", "tmx"]);
    assert!(said.stderr.contains("nothing of this book is translated"), "{said:?}");
}
