//! The second step with a book: another language, another file, away and back, a part of it, more of it.

use crate::people::test_book::{LAMP, TestBook};
use crate::program::writer_url;
use serde_json::{Value, json};
use testkit::cli::sample;

/// What `show` and `export` tell of a book.
fn state(book: &TestBook, name: &str) -> (Value, String) {
    let shown = book.json(&["show", name, "--chapter", "1"]);
    (shown, book.ok(&["export", name, "-o", "-"]).stdout)
}

#[test]
fn another_language_is_another_edition_and_the_first_one_stays_as_it_is() {
    let book = TestBook::translated(LAMP);
    book.ok(&["review", "book", "--chapter", "1", "--set", "reviewed"]);
    let english = state(&book, "book");
    let french = ["translate", "book", "--to", "fr", "--model", "writer", "--base-url", writer_url()];
    let unasked = book.run(&french);
    assert!(unasked.code == 2 && unasked.stderr.contains("--yes"), "{unasked:?}");
    let planned = book.json(&[french.as_slice(), &["--dry-run"]].concat());
    assert!(planned["paragraphs"].as_u64() > Some(0), "{planned}");
    assert_eq!(book.books().len(), 1, "a dry run makes no edition");
    book.ok(&[french.as_slice(), &["--yes", "--chapters", "2"]].concat());
    let books = book.json(&["books"]);
    let of = |language: &str| {
        books.as_array().unwrap().iter().find(|one| one["target_language"] == language).unwrap().clone()
    };
    assert_eq!(
        (of("fr")["reviewed"].as_u64(), of("fr")["translated"].as_u64()),
        (Some(0), Some(3)),
        "{books}"
    );
    assert_eq!(state(&book, "book@en"), english, "reviewed English is reviewed English");
    // Back to the first language: nothing is left to do, and nothing of the other one is in it.
    let said = book.ok(&["translate", "book", "--to", "en", "--model", "writer", "--base-url", writer_url()]);
    assert!(said.stderr.contains("everything is translated already"), "{said:?}");
    assert_eq!(state(&book, "book@en"), english);
    let several = book.run(&["show", "book", "--chapter", "1"]);
    assert_eq!(several.code, 2, "{several:?}");
    assert!(several.stderr.contains("@en") && several.stderr.contains("@fr"), "{several:?}");
    let french = book.ok(&["export", "book@fr", "-o", "-"]);
    assert!(french.stderr.contains("untranslated"), "{french:?}");
    let converted = book.run(&["convert", "book@en", "--to", "zh-Hant"]);
    assert_ne!(converted.code, 0, "{converted:?}");
}

#[test]
fn a_removed_book_comes_back_and_fragments_remove_nothing() {
    let book = TestBook::translated(LAMP);
    let before = state(&book, "book");
    let id = book.books()[0].clone();
    let prefix: String = id.chars().take(2).collect();
    for fragment in ["boo", &prefix, ""] {
        let refused = book.run(&["remove", fragment, "--yes"]);
        assert_eq!(refused.code, 2, "{refused:?}");
    }
    assert_eq!(book.json(&["remove", "book", "--yes"])["deleted"], json!(false));
    assert!(book.books().is_empty());
    let trash = book.json(&["trash"]);
    assert_eq!((&trash[0]["id"], &trash[0]["days_left"]), (&json!(id), &json!(30)), "{trash}");
    let again = book.run(&["import", "book.txt", "--from", "ja"]);
    assert!(again.code == 1 && again.stderr.contains("tsumugi trash restore"), "{again:?}");
    book.ok(&["trash", "restore", &id]);
    assert_eq!(state(&book, "book"), before);
    book.ok(&["remove", "book", "--permanently", "--yes"]);
    assert_eq!(book.json(&["trash"]), json!([]));
    book.ok(&["import", "book.txt", "--from", "ja"]);
}

#[test]
fn a_book_answers_to_its_file_and_its_runs_to_the_book() {
    let book = TestBook::translated(LAMP);
    book.ok(&["export", "book.txt", "-o", "out.txt"]);
    book.ok(&["export", "-o", "out.txt"]);
    assert_eq!(book.json(&["status", "book"])["title"], json!("book"));
    let cost = book.json(&["cost", "book.txt"]);
    assert!(cost.as_array().is_some_and(|rows| !rows.is_empty()), "{cost}");
    let resumed = book.ok(&["resume", "book"]);
    assert!(resumed.stderr.contains("finished"), "{resumed:?}");
    let missing = book.run(&["status", "nothing"]);
    assert_eq!(missing.code, 2, "{missing:?}");
}

#[test]
fn a_file_of_another_book_is_refused_and_forced_and_an_earlier_one_brings_every_line_back() {
    let lines: Vec<String> =
        (0..60).map(|n| format!("　彼は{n}番目の灯りを灯した。\n　「はい」\n")).collect();
    let text = lines.concat();
    let book = TestBook::translated(&text);
    let before = book.paragraphs();
    assert!(before.iter().all(|one| one.translation.is_some()));
    let other: Vec<String> =
        (0..60).map(|n| format!("　犬が{n}匹、川を渡った。誰も見ていなかった。\n")).collect();
    book.file("other.txt", other.concat());
    let refused = book.run(&["import", "other.txt", "--revises", "book"]);
    assert!(refused.code == 1 && refused.stderr.contains("--force"), "{refused:?}");
    assert_eq!(book.paragraphs().len(), before.len(), "nothing was changed");
    book.ok(&["import", "other.txt", "--revises", "book", "--force"]);
    assert!(book.paragraphs().iter().all(|one| !one.text.contains("灯り")));
    book.ok(&["import", "book.txt", "--from", "ja", "--revises", "book"]);
    let after = book.paragraphs();
    let texts = |paragraphs: &[testkit::cli::ShownParagraph]| {
        paragraphs.iter().map(|one| (one.text.clone(), one.translation.clone())).collect::<Vec<_>>()
    };
    assert_eq!(texts(&after), texts(&before), "every line has its translation again");
}

#[test]
fn chapters_and_series_go_out_by_themselves() {
    let book = TestBook::translated(LAMP);
    let said = book.json(&["export", "book", "--chapters", "2", "-o", "two.txt"]);
    assert_eq!(said["untranslated"], json!(0), "{said}");
    let two = std::fs::read_to_string(book.path("two.txt")).unwrap();
    let whole = book.ok(&["export", "book", "-o", "-"]).stdout;
    let last = whole.trim().lines().last().unwrap();
    assert!(two.contains(last) && two.len() * 2 < whole.len() + last.len() * 2, "{two}");
    book.ok(&["verify", "two.txt"]);
    let missing = book.run(&["export", "book", "--chapters", "3"]);
    assert!(missing.code == 2 && missing.stderr.contains("there is no chapter 3"), "{missing:?}");
    book.file("second.txt", "　二冊目の本である。\n");
    book.ok(&["import", "second.txt", "--from", "ja", "--series", "book"]);
    let second = book.json(&["books"])[1].clone();
    assert_eq!(second["target_language"], json!("en"), "a new volume takes the language of its series");
    book.ok(&["translate", "second", "--model", "writer", "--base-url", writer_url()]);
    book.ok(&["export", "--series", "book", "-o", "all"]);
    for name in ["book.en.txt", "second.en.txt"] {
        assert!(book.path("all").join(name).exists(), "{name}");
    }
}

#[test]
fn a_grown_folder_and_several_files_are_what_was_meant() {
    let book = TestBook::new();
    std::fs::create_dir(book.path("web")).unwrap();
    book.file("web/1.txt", "　一つ目の話である。\n");
    let whole = ["--from", "ja", "--to", "en", "--model", "writer", "--base-url", writer_url()];
    book.ok(&[["translate", "web/"].as_slice(), &whole].concat());
    book.file("web/2.txt", "　二つ目の話である。\n");
    book.ok(&["import", "web", "--from", "ja"]);
    let books = book.json(&["books"]);
    assert_eq!(books.as_array().unwrap().len(), 1, "{books}");
    assert_eq!(
        (books[0]["paragraphs"].as_u64(), books[0]["translated"].as_u64()),
        (Some(2), Some(1)),
        "{books}"
    );
    let epubs =
        ["the-lamplighters-ledger.epub", "ito-no-machi.epub"].map(|name| sample(name).display().to_string());
    let said = book.json(&["import", &epubs[0], &epubs[1], "--series", "Samples"]);
    assert_eq!(said.as_array().unwrap().len(), 2, "{said}");
    assert!(said.as_array().unwrap().iter().all(|one| one["series"] == "Samples"), "{said}");
}
