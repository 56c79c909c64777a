//! Glossaries and translation memories in and out with the real program.

use crate::people::house::{House, LAMP};
use serde_json::{Value, json};

fn house() -> House {
    let house = House::new();
    house.file("book.txt", LAMP.as_bytes());
    house.ok(&["import", "book.txt", "--from", "ja", "--to", "en"]);
    house
}

#[test]
fn a_glossary_is_taken_in_one_change_and_what_contradicts_stays_and_is_told() {
    let house = house();
    house.ok(&["terms", "book", "add", "灯台", "lighthouse"]);
    house.file("g.csv", "原文,译文,备注\n灯台,beacon,\n霧,fog,weather\n鐘,bell,\n,nothing,\n".as_bytes());
    let dry = house.json(&["terms", "book", "import", "g.csv", "--dry-run"]);
    assert_eq!((&dry["added"], &dry["conflicts"], &dry["change"]), (&json!(2), &json!(1), &Value::Null));
    assert_eq!(house.json(&["terms", "book"]).as_array().unwrap().len(), 1, "nothing was done yet");
    let said = house.ok(&["terms", "book", "import", "g.csv"]);
    assert!(
        said.stdout.contains("灯台: contradicts, translation: here `lighthouse`, in the file `beacon`"),
        "{said:?}"
    );
    assert!(said.stdout.contains("2 added, 1 contradicting"), "{said:?}");
    assert!(said.stderr.contains("line 5: the source is empty"), "{said:?}");
    let again = house.json(&["terms", "book", "import", "g.csv"]);
    assert_eq!((&again["added"], &again["same"], &again["change"]), (&json!(0), &json!(2), &Value::Null));
    let replaced = house.json(&["terms", "book", "import", "g.csv", "--overwrite"]);
    assert_eq!(replaced["overwritten"], 1);
    assert_eq!(house.json(&["terms", "book"])[0]["translation"], "beacon");
    house.ok(&["undo", "book"]);
    assert_eq!(house.json(&["terms", "book"])[0]["translation"], "lighthouse");
    house.ok(&["undo", "book"]);
    assert_eq!(house.json(&["terms", "book"]).as_array().unwrap().len(), 1);
}

#[test]
fn every_format_gives_back_what_was_written() {
    let house = house();
    house.ok(&[
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
    house.ok(&["terms", "book", "add", "霧", "fog", "--note", "two\nlines, \"quoted\""]);
    let before = house.json(&["terms", "book"]);
    for name in ["g.csv", "g.tsv", "g.xlsx", "g.tbx", "all.json"] {
        house.ok(&["terms", "book", "export", "-o", name]);
        let refused = house.run(&["terms", "book", "export", "-o", name]);
        assert_eq!(refused.code, 1, "{refused:?}");
        let taken = house.json(&["terms", "book", "import", name]);
        assert_eq!((&taken["same"], &taken["added"]), (&json!(2), &json!(0)), "{name}");
        house.ok(&["terms", "book", "remove", "灯台", "霧"]);
        house.ok(&["terms", "book", "import", name]);
        let after = house.json(&["terms", "book"]);
        for (one, other) in before.as_array().unwrap().iter().zip(after.as_array().unwrap()) {
            for field in ["source", "translation", "kind", "strictness", "standing", "other_forms", "note"] {
                assert_eq!(one[field], other[field], "{name}: {field}");
            }
        }
    }
    let list: Value =
        serde_json::from_str(&house.ok(&["terms", "book", "export", "--format", "simple-json"]).stdout)
            .unwrap();
    assert_eq!(list[0], json!({"src": "灯台", "dst": "=lighthouse", "info": ""}));
}

#[test]
fn our_own_json_moves_everything_to_another_library() {
    let (house, other) = (house(), self::house());
    house.ok(&["terms", "book", "add", "灯台", "lighthouse"]);
    house.ok(&["characters", "book", "add", "守", "Mamoru", "--gender", "male"]);
    house.ok(&["characters", "book", "add", "光", "Hikari"]);
    house.ok(&["characters", "book", "address", "守", "光", "お嬢", "Miss"]);
    house.ok(&["memories", "book", "add", "He is a ghost.", "--about", "守"]);
    house.ok(&["memories", "book", "export", "-o", "all.json"]);
    let file = house.path("all.json").display().to_string();
    let taken = other.json(&["memories", "book", "import", &file]);
    assert_eq!((&taken["added"], &taken["left_out"]), (&json!(4), &json!(0)), "{taken}");
    for noun in ["terms", "characters", "memories"] {
        assert_eq!(other.json(&[noun, "book"]), house.json(&[noun, "book"]), "{noun}");
    }
}

#[test]
fn bad_glossaries_are_refused_with_the_line_and_nothing_is_taken() {
    let house = house();
    for (name, bytes, words) in [
        ("a.csv", &b"source,translation\na,\"b\n"[..], "line 2"),
        ("b.csv", b"source,translation,target\na,b,c\n", "both give the translation"),
        ("c.json", b"[{\"src\": ]", "line 1, column"),
        ("d.tbx", b"<!DOCTYPE tbx [<!ENTITY a \"b\">]><tbx/>", "entities of its own"),
        ("e.xlsx", b"PK\x03\x04", "damaged"),
        ("f.csv", b"", "empty"),
    ] {
        house.file(name, bytes);
        let said = house.run(&["terms", "book", "import", name]);
        assert_eq!(said.code, 1, "{said:?}");
        assert!(
            said.stderr.contains(words) && said.stderr.contains("nothing was taken"),
            "{name}: {}",
            said.stderr
        );
    }
    assert_eq!(house.json(&["terms", "book"]), json!([]));
    assert_eq!(house.json(&["history", "book"]), json!([]));
}

#[test]
fn a_translation_memory_gives_the_same_words_the_same_translation() {
    let house = House::with_translated(LAMP);
    let before = house.paragraphs();
    house.ok(&["export", "book", "-o", "lamp.tmx"]);
    let tmx = std::fs::read_to_string(house.path("lamp.tmx")).unwrap();
    assert!(
        tmx.contains("<seg>　霧の夜には鐘を鳴らした。</seg>")
            || tmx.contains("<seg>霧の夜には鐘を鳴らした。</seg>"),
        "{tmx}"
    );
    let other = self::house();
    let file = house.path("lamp.tmx").display().to_string();
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
