//! A book with everything as one file: out of one library, into another, and merged into one that has it.

use crate::people::test_book::{LAMP, TestBook};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{Cursor, Read, Write};
use testkit::cli::TestCli;

fn bundled(book: &TestCli) -> Vec<u8> {
    book.ok(&["bundle", "book", "-o", "b.tsumugi-bundle", "--force"]);
    std::fs::read(book.path("b.tsumugi-bundle")).unwrap()
}

/// What must be the same on both machines.
fn everything(book: &TestCli) -> Vec<Value> {
    let mut history = book.json(&["history", "book", "--limit", "100"]);
    // What a library took of a bundle's knowledge is a change of its own; numbers are each library's own.
    let changes = history.as_array_mut().unwrap();
    changes.retain(|change| !change["note"].as_str().unwrap_or_default().contains("tsumugi-bundle"));
    let notes: Vec<Value> = changes.iter().map(|change| change["note"].clone()).collect();
    let paragraphs: Vec<Value> =
        book.paragraphs("book").iter().map(|one| json!([one.id, one.text, one.translation])).collect();
    let terms = book.json(&["terms", "book"]);
    let terms: Vec<Value> =
        terms.as_array().unwrap().iter().map(|term| json!([term["source"], term["translation"]])).collect();
    vec![json!(notes), json!(paragraphs), json!(terms), book.json(&["cost"])]
}

#[test]
fn a_book_arrives_with_everything_and_gives_the_same_certificate() {
    let book = TestBook::translated(LAMP);
    let id = book.put("差出人", "No name.");
    book.ok(&["terms", "book", "add", "灯台", "lighthouse"]);
    book.ok(&["lock", "book", &id]);
    book.file("new.txt", LAMP.replace("霧の夜には", "霧の深い夜には"));
    book.ok(&["import", "new.txt", "--from", "ja", "--revises", "book"]);
    let bytes = bundled(&book);
    assert_eq!(bytes, bundled(&book), "the same book gives the same bundle");
    let other = TestBook::new();
    other.file("b.tsumugi-bundle", &bytes);
    let said = other.ok(&["unbundle", "b.tsumugi-bundle"]);
    assert!(said.stdout.contains("with a translation"), "{said:?}");
    assert_eq!(everything(&other), everything(&book));
    assert_eq!(other.versions(&id).len(), book.versions(&id).len());
    for one in [&book, &other] {
        one.ok(&["export", "book", "-o", "out.txt"]);
    }
    let certificate = |one: &TestBook| std::fs::read(one.path("out.txt.certificate.json")).unwrap();
    assert_eq!(certificate(&other), certificate(&book));
    assert_eq!(std::fs::read(other.path("out.txt")).unwrap(), std::fs::read(book.path("out.txt")).unwrap());
    // Its history is alive: a person's edit is taken back as if it had been made here.
    other.ok(&["unlock", "book", &id]);
    let changes = other.json(&["history", "book", "--limit", "100"]);
    let edit = changes.as_array().unwrap().iter().find(|one| one["note"] == "edited a paragraph").unwrap();
    other.ok(&["undo", "book", "--change", edit["id"].as_str().unwrap()]);
    assert_eq!(other.translation("差出人"), other.versions(&id)[0]["translation"].as_str().unwrap());
}

#[test]
fn a_book_that_is_here_is_merged_and_nobodys_words_are_lost() {
    let book = TestBook::translated(LAMP);
    let bytes = bundled(&book);
    let other = TestBook::new();
    other.file("b.tsumugi-bundle", &bytes);
    other.ok(&["unbundle", "b.tsumugi-bundle"]);
    let fog = other.put("霧の夜", "There: fog.");
    other.put("差出人", "There: no name.");
    book.put("霧の夜", "Here: fog.");
    let letter = book.put("朝になると", "Here: a letter.");
    book.file("c.tsumugi-bundle", bundled(&other));
    let merged = book.json(&["unbundle", "c.tsumugi-bundle"]);
    assert_eq!(
        (&merged["merged"]["taken"], &merged["merged"]["suggested"]),
        (&json!(1), &json!(1)),
        "{merged}"
    );
    assert_eq!(book.translation("差出人"), "There: no name.");
    assert_eq!(book.translation("霧の夜"), "Here: fog.");
    assert_eq!(book.translation("朝になると"), "Here: a letter.", "{letter}");
    let waiting = book.json(&["suggestions", "book"]);
    assert_eq!(
        (&waiting[0]["paragraph_id"], &waiting[0]["suggestion"]),
        (&json!(fog), &json!("There: fog."))
    );
    let again = book.json(&["unbundle", "c.tsumugi-bundle"]);
    assert_eq!((&again["merged"]["taken"], &again["merged"]["change"]), (&json!(0), &Value::Null), "{again}");
    book.ok(&["undo", "book"]);
    assert_ne!(book.translation("差出人"), "There: no name.");
}

#[test]
fn another_edition_is_merged_by_its_lines() {
    let book = TestBook::translated(LAMP);
    let other = TestBook::new();
    other.file("b.tsumugi-bundle", bundled(&book));
    other.ok(&["unbundle", "b.tsumugi-bundle"]);
    other.file("new.txt", format!("序章\n\n　前書き。\n\n{LAMP}"));
    other.ok(&["import", "new.txt", "--from", "ja", "--revises", "book"]);
    other.put("差出人", "There: no name.");
    book.file("c.tsumugi-bundle", bundled(&other));
    let merged = book.json(&["unbundle", "c.tsumugi-bundle"]);
    assert_eq!(merged["merged"]["taken"], 1, "{merged}");
    assert_eq!(book.translation("差出人"), "There: no name.");
}

/// The files of a bundle, changed, with their digests made right again: a bundle somebody has made to do harm.
fn forged(bytes: &[u8], change: impl Fn(&str, String) -> String) -> Vec<u8> {
    repacked(bytes, change, true)
}

fn repacked(bytes: &[u8], change: impl Fn(&str, String) -> String, with_digests: bool) -> Vec<u8> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let mut list = Vec::new();
    for at in 0..archive.len() {
        let mut file = archive.by_index(at).unwrap();
        let name = file.name().unwrap().into_owned();
        let mut contents = Vec::new();
        file.read_to_end(&mut contents).unwrap();
        if name == "bundle.json" {
            list = contents;
        } else {
            let changed = String::from_utf8(contents.clone()).map(|text| change(&name, text).into_bytes());
            files.insert(name, changed.unwrap_or(contents));
        }
    }
    let digests: BTreeMap<&String, String> =
        files.iter().map(|(name, bytes)| (name, blake3::hash(bytes).to_hex().to_string())).collect();
    let right = json!({"tsumugi_bundle": 1, "files": digests}).to_string().into_bytes();
    let list = if with_digests { right } else { list };
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, contents) in
        std::iter::once(("bundle.json", &list)).chain(files.iter().map(|(a, b)| (a.as_str(), b)))
    {
        writer.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(contents).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

#[test]
fn hostile_and_broken_bundles_leave_the_library_as_it_was() {
    let book = TestBook::translated(LAMP);
    book.put("差出人", "No name.");
    let bytes = bundled(&book);
    let in_table = |table: &'static str, old: &'static str, new: &'static str| {
        forged(&bytes, move |name, text| {
            if name == format!("tables/{table}.jsonl") { text.replacen(old, new, 1) } else { text }
        })
    };
    let mut cut = bytes.clone();
    cut.truncate(bytes.len() / 2);
    let unsigned = repacked(&bytes, |_, text| text.replace("No name.", "Nameless."), false);
    let cases: Vec<(&str, Vec<u8>)> = vec![
        ("cut", cut),
        ("unsigned", unsigned),
        ("empty", Vec::new()),
        ("text", b"hello".to_vec()),
        ("no-zip-of-ours", in_table("nothing", "", "")[4..].to_vec()),
        ("kind", in_table("paragraphs", "\"body\"", "\"nonsense\"")),
        ("markup", in_table("versions", "No name.", "<1>No name.")),
        ("author", in_table("versions", "person", "nobody")),
        ("row", in_table("chapters", "[", "[1,")),
        ("key", in_table("selections", "]", "],[7]")),
        ("head", forged(&bytes, |name, text| if name == "book.json" { "{}".to_owned() } else { text })),
        ("sql", in_table("chapters", "\"body\"", "\"body'); DROP TABLE books; --\"")),
    ];
    for (name, bytes) in cases {
        let other = TestBook::new();
        other.ok(&["books"]);
        other.file("x.tsumugi-bundle", bytes);
        let said = other.run(&["unbundle", "x.tsumugi-bundle"]);
        assert_eq!(said.code, 1, "{name}: {said:?}");
        assert!(said.stderr.contains("x.tsumugi-bundle"), "{name}: {}", said.stderr);
        assert_eq!(other.books(), Vec::<String>::new(), "{name}");
        assert!(other.json(&["series"]).as_array().is_none_or(Vec::is_empty), "{name}");
    }
}
