//! Terms with the real program: added, changed, judged, counted, found by whatever names them, and always undone.

use crate::people::test_book::{LAMP, TestBook};
use serde_json::Value;

fn book() -> TestBook {
    let book = TestBook::new();
    book.file("book.txt", LAMP.as_bytes());
    book.ok(&["import", "book.txt", "--from", "ja", "--to", "en"]);
    book
}

fn sources(book: &TestBook, more: &[&str]) -> Vec<String> {
    let list = book.json(&[&["terms", "book", "list"], more].concat());
    list.as_array().unwrap().iter().map(|term| term["source"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_term_is_added_changed_judged_and_removed_and_each_step_is_undone() {
    let book = book();
    let said =
        book.ok(&["terms", "book", "add", "灯台", "lighthouse", "--kind", "place", "--form", "the Light"]);
    assert!(said.stdout.starts_with("added term 灯台 → lighthouse (c"), "{said:?}");
    book.ok(&[
        "terms",
        "book",
        "edit",
        "灯台",
        "--translation",
        "Lighthouse",
        "--strictness",
        "exact",
        "--note",
        "on the cape",
    ]);
    let term = &book.json(&["terms", "book", "list"])[0];
    assert_eq!(
        (&term["translation"], &term["strictness"], &term["standing"]),
        (&Value::from("Lighthouse"), &Value::from("exact"), &Value::from("confirmed"))
    );
    assert_eq!(
        (&term["kind"], &term["other_forms"][0], &term["note"]),
        (&Value::from("place"), &Value::from("the Light"), &Value::from("on the cape"))
    );
    book.ok(&["terms", "book", "reject", "灯台"]);
    assert!(sources(&book, &[]).is_empty());
    assert_eq!(sources(&book, &["--standing", "rejected"]), ["灯台"]);
    book.ok(&["terms", "book", "confirm", "灯台"]);
    book.ok(&["terms", "book", "remove", "灯台"]);
    assert!(sources(&book, &[]).is_empty());
    let history = book.ok(&["history", "book"]).stdout;
    for line in [
        "removed term 灯台",
        "confirmed term 灯台",
        "rejected term 灯台",
        "changed term 灯台: lighthouse → Lighthouse",
        "added term 灯台 → lighthouse",
    ] {
        assert!(history.contains(line), "`{line}` is not in\n{history}");
    }
    book.ok(&["undo", "book"]);
    assert_eq!(sources(&book, &[]), ["灯台"], "the removal is undone");
    for _ in 0..4 {
        book.ok(&["undo", "book"]);
    }
    assert!(sources(&book, &["--standing", "confirmed"]).is_empty(), "and so is the beginning");
}

#[test]
fn uses_are_counted_by_chapter() {
    let book = book();
    book.ok(&["terms", "book", "add", "灯台守", "keeper"]);
    book.ok(&["terms", "book", "add", "手紙", "letter"]);
    book.ok(&["terms", "book", "add", "竜", "dragon"]);
    let list = book.json(&["terms", "book", "list", "--occurrences"]);
    let letter = list.as_array().unwrap().iter().find(|term| term["source"] == "手紙").unwrap();
    assert_eq!(letter["occurrences"]["chapters"], serde_json::json!({"2": 2}));
    let dragon = list.as_array().unwrap().iter().find(|term| term["source"] == "竜").unwrap();
    assert_eq!(dragon["occurrences"]["uses"], 0);
    let shown = book.ok(&["terms", "book", "show", "手紙"]).stdout;
    assert!(
        shown.contains("2 uses in 2 paragraphs: 2×2") && shown.contains("朝になると、手紙が一通"),
        "{shown}"
    );
}

#[test]
fn the_verb_may_come_first_and_a_term_has_many_names() {
    let book = book();
    let id =
        book.json(&["terms", "add", "book", "灯台", "lighthouse"])["term"]["id"].as_str().unwrap().to_owned();
    for name in [id.as_str(), "灯台", "lighthouse", "LIGHT", "灯"] {
        let shown = book.json(&["terms", "show", "book", name]);
        assert_eq!(shown[0]["id"], id.as_str(), "{name}");
    }
}

#[test]
fn what_cannot_be_is_refused_with_a_reason() {
    let book = book();
    book.ok(&["terms", "book", "add", "灯台", "lighthouse"]);
    book.ok(&["terms", "book", "add", "灯台守", "keeper"]);
    for (arguments, words) in [
        (&["terms", "book", "add", "灯台", "beacon"][..], "is a term already: lighthouse"),
        (&["terms", "book", "add", "霧"], "<TRANSLATION>"),
        (&["terms", "book", "add", "霧", " "], "has no translation"),
        (&["terms", "book", "add", "霧", "fog", "--kind", "weather"], "possible values: person, place"),
        (&["terms", "book", "edit", "灯台", "--translation", ""], "has no translation"),
        (&["terms", "book", "show", "竜"], "no term `竜`"),
        (&["terms", "book", "show", "灯"], "may be any of 2"),
        (&["terms", "book", "confirm"], "<TERM>"),
        (&["terms", "book", "import", "nosuch.csv"], "nosuch.csv"),
        (&["terms", "book", "export", "-o", "glossary.docx"], "does not tell which format"),
        (&["characters", "book", "edit", "誰か", "--voice", "x"], "no character `誰か`"),
        (&["characters", "book", "add", "守", "Mamoru", "--gender", "it"], "`it` is no gender"),
        (&["characters", "book", "add", "守", "Mamoru", "--description", "dead@9"], "this book has 2"),
        (&["characters", "book", "add", "守", "Mamoru", "--alias", "守さん"], "NAME=TRANSLATION"),
        (&["memories", "book", "add", ""], "1 to 600 characters"),
        (&["memories", "book", "add", "x", "--about", "nobody"], "nothing here is called `nobody`"),
        (&["memories", "book", "summary", "9"], "no chapter `9`"),
        (&["memories", "book", "summary", "1"], "has no summary"),
    ] {
        let said = book.run(arguments);
        assert!(matches!(said.code, 1 | 2), "{arguments:?} {said:?}");
        assert!(said.stderr.contains(words), "{arguments:?}: `{words}` is not in\n{}", said.stderr);
    }
    assert_eq!(sources(&book, &[]).len(), 2);
}

#[test]
fn a_term_is_edited_in_the_persons_editor_and_a_broken_sheet_is_kept_and_gone_on_with() {
    let book = book();
    book.ok(&["terms", "book", "add", "灯台", "lighthouse", "--note", "say \"light\""]);
    let spoil = book.file("spoil.sh", b"#!/bin/sh\nsed -i 's/^kind = .*/kind = \"tower\"/' \"$1\"\n");
    let mend = book.file("mend.sh", b"#!/bin/sh\nsed -i -e 's/^kind = .*/kind = \"place\"/' -e 's/^translation = .*/translation = \"Beacon\"/' \"$1\"\n");
    let editor = |script: &std::path::Path| format!("sh {}", script.display());
    let said = book.run_with_editor(&editor(&spoil), &["terms", "book", "edit", "灯台"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.stderr.contains("tower") && said.stderr.contains("nothing was taken"), "{said:?}");
    let said = book.run_with_editor(&editor(&mend), &["terms", "book", "edit", "灯台"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.stderr.contains("going on with the unfinished edit"), "{said:?}");
    let term = &book.json(&["terms", "book", "list"])[0];
    assert_eq!(
        (&term["translation"], &term["kind"], &term["note"]),
        (&Value::from("Beacon"), &Value::from("place"), &Value::from("say \"light\""))
    );
    let said = book.run_with_editor("true", &["terms", "book", "edit", "灯台"]);
    assert!(said.stderr.contains("nothing was changed"), "{said:?}");
    let left = std::fs::read_dir(book.path("."))
        .unwrap()
        .flatten()
        .any(|entry| entry.file_name().to_string_lossy().starts_with("tsumugi-term"));
    assert!(!left, "a taken sheet is removed");
}
