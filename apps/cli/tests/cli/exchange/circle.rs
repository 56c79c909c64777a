//! Out and in again: what is not touched changes nothing, what is edited comes back.

use super::{FORMATS, ODD, n};
use crate::people::test_book::{LAMP, TestBook};
use serde_json::{Value, json};

#[test]
fn an_untouched_file_of_every_format_changes_nothing() {
    let book = TestBook::translated(ODD);
    book.put("=合計", "=SUM(1+1)");
    book.put("差出人", "a < b; \"no name\", she said");
    for format in FORMATS {
        let file = format!("out.{format}");
        let first = book.hand_out(&file);
        assert_eq!(first, book.hand_out(&file), "the same book gives the same {format}");
        let taken = book.take_back(&file);
        assert_eq!(taken["change"], Value::Null, "{format}: {taken}");
        assert_eq!(taken["unchanged"], taken["units"], "{format}: {taken}");
        assert!(taken["units"].as_u64().unwrap() >= 8, "{format}: {taken}");
    }
}

#[test]
fn formulas_are_harmless_in_a_table_and_come_back_as_they_were() {
    let book = TestBook::translated(ODD);
    let id = book.put("=合計", "=SUM(1+1)");
    let table = String::from_utf8(book.hand_out("out.csv")).unwrap();
    assert!(table.contains("'=SUM(1+1)") && table.contains("'=合計"), "{table}");
    book.file("out.csv", table.replace("'=SUM(1+1)", "'=SUM(2+2)"));
    let taken = book.take_back("out.csv");
    assert_eq!(taken["taken"][0]["paragraph_id"], json!(id), "{taken}");
    assert_eq!(book.translation("=合計"), "=SUM(2+2)");
}

#[test]
fn edits_come_back_as_a_persons_versions_and_one_undo_takes_all_back() {
    let book = TestBook::translated(LAMP);
    let (fog, name) = (book.put("霧の夜", "On foggy nights."), book.put("差出人", "No name."));
    let file = String::from_utf8(book.hand_out("out.xliff")).unwrap();
    book.file("out.xliff", file.replace("On foggy nights.", "In fog.").replace("No name.", "Nameless."));
    let dry = book.preview("out.xliff");
    assert_eq!((n(&dry, "taken"), &dry["change"]), (2, &Value::Null), "{dry}");
    assert_eq!(
        (&dry["taken"][0]["here"], &dry["taken"][0]["there"]),
        (&json!("On foggy nights."), &json!("In fog."))
    );
    assert_eq!(book.translation("霧の夜"), "On foggy nights.", "nothing was done yet");
    let said = book.ok(&["exchange", "import", "book", "out.xliff"]);
    assert!(said.stdout.contains("2 taken") && said.stderr.contains("tsumugi undo"), "{said:?}");
    assert_eq!(
        (book.translation("霧の夜").as_str(), book.translation("差出人").as_str()),
        ("In fog.", "Nameless.")
    );
    for id in [&fog, &name] {
        assert_eq!(
            book.versions(id).iter().find(|one| one["selected"] == true).unwrap()["author"]["by"],
            "person"
        );
    }
    assert_eq!(book.take_back("out.xliff")["change"], Value::Null, "a second time there is nothing new");
    book.ok(&["undo", "book"]);
    assert_eq!(book.translation("霧の夜"), "On foggy nights.");
    assert_eq!(book.translation("差出人"), "No name.");
}

#[test]
fn a_book_without_translations_is_translated_elsewhere() {
    let book = TestBook::new();
    book.file("book.txt", LAMP);
    book.ok(&["import", "book.txt", "--from", "ja", "--to", "en"]);
    let id = book.paragraph("差出人").id;
    let table = String::from_utf8(book.hand_out("out.csv")).unwrap();
    // A spreadsheet of another country separates with semicolons and leaves columns out.
    let row = table.lines().find(|line| line.starts_with(&id)).unwrap();
    let base = row.split(',').nth(1).unwrap();
    book.file("in.csv", format!("id;base;translation;state\n{id};{base};No sender.;locked\n"));
    let taken = book.take_back("in.csv");
    assert_eq!((n(&taken, "taken"), n(&taken, "states")), (1, 1), "{taken}");
    assert_eq!(book.translation("差出人"), "No sender.");
    assert!(book.ok(&["show", "book", "--chapter", "2"]).stdout.contains(&format!("{id} (locked)")));
    assert!(String::from_utf8(book.hand_out("out.csv")).unwrap().contains("No sender.,,locked"));
}

#[test]
fn one_chapter_goes_out_and_export_knows_xliff_by_its_ending() {
    let book = TestBook::translated(LAMP);
    book.ok(&["exchange", "export", "book", "-o", "two.csv", "--chapter", "2"]);
    let table = std::fs::read_to_string(book.path("two.csv")).unwrap();
    assert!(table.contains("差出人") && !table.contains("霧の夜"), "{table}");
    book.ok(&["export", "book", "-o", "all.xlf"]);
    let xliff = std::fs::read_to_string(book.path("all.xlf")).unwrap();
    assert!(xliff.contains("version=\"2.1\" srcLang=\"ja\" trgLang=\"en\""), "{xliff}");
    assert_eq!(book.run(&["exchange", "export", "book", "-o", "x.pdf"]).code, 2);
    let there = book.run(&["exchange", "export", "book", "-o", "two.csv"]);
    assert!(there.code == 1 && there.stderr.contains("two.csv"), "{there:?}");
}

#[test]
fn xliff_1_2_of_another_tool_comes_in() {
    let book = TestBook::translated(LAMP);
    let id = book.put("差出人", "No name.");
    let file = String::from_utf8(book.hand_out("out.xliff")).unwrap();
    let base = file.split(&format!("<unit id=\"{id}\"")).nth(1).unwrap();
    let base = base.split("tsumugi:base=\"").nth(1).unwrap().split('"').next().unwrap();
    let old = format!(
        "<?xml version=\"1.0\"?><xliff version=\"1.2\" xmlns=\"urn:oasis:names:tc:xliff:document:1.2\" xmlns:t=\"urn:tsumugi:exchange:1\"><file original=\"x\" source-language=\"ja-JP\" target-language=\"en-US\" datatype=\"plaintext\"><body><trans-unit id=\"{id}\" t:base=\"{base}\"><source>　差出人の名前はなかった。</source><target state=\"final\">Nobody had signed it.</target><note>checked</note></trans-unit></body></file></xliff>"
    );
    book.file("old.xliff", old.replace("target-language=\"en-US\"", "target-language=\"de\""));
    assert_eq!(book.run(&["exchange", "import", "book", "old.xliff"]).code, 1);
    book.file("old.xliff", old);
    let taken = book.take_back("old.xliff");
    assert_eq!((n(&taken, "taken"), &taken["comments"][0]["comment"]), (1, &json!("checked")), "{taken}");
    assert_eq!(taken["states"][0]["state"], "locked", "what is final elsewhere is locked here");
    assert_eq!(book.translation("差出人"), "Nobody had signed it.");
}
