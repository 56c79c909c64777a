//! Real books, as a newer edition would have them.

use crate::people::test_book::TestBook;
use crate::program::writer_url;
use std::collections::HashMap;
use std::path::PathBuf;

/// The folder with the real books, where there is one.
#[expect(clippy::disallowed_methods, reason = "where the books are is told by the environment only")]
fn books(test: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("TSUMUGI_BOOKS").map(PathBuf::from);
    if folder.is_none() {
        println!("skipped: {test} needs the folder of real books in TSUMUGI_BOOKS");
    }
    folder
}

/// Drops, doubles and moves blocks of the file, which are separated by these bytes.
fn shuffle(bytes: &[u8], separator: &str) -> Vec<u8> {
    let separator = separator.as_bytes();
    let mut blocks: Vec<Vec<u8>> = Vec::new();
    let mut rest = bytes;
    while let Some(at) = rest.windows(separator.len()).position(|window| window == separator) {
        let (block, after) = rest.split_at(at);
        blocks.push(block.to_vec());
        rest = after.split_at(separator.len()).1;
    }
    blocks.push(rest.to_vec());
    let n_blocks = blocks.len();
    for part in 2..8 {
        blocks.remove(n_blocks * part / 10);
    }
    let moved: Vec<_> = blocks.drain(n_blocks / 3..n_blocks / 3 + 5).collect();
    let to = n_blocks * 2 / 3;
    blocks.splice(to..to, moved);
    blocks.join(separator)
}

fn check(name: &str, separator: &str) {
    let Some(folder) = books(name) else { return };
    let bytes = std::fs::read(folder.join(name)).unwrap();
    let book = TestBook::new();
    book.file("book.txt", &bytes);
    book.ok(&["import", "book.txt", "--series", "s"]);
    let id = book.json(&["books"])[0]["id"].as_str().unwrap().to_owned();
    let said = book.run(&[
        "translate",
        &id,
        "--to",
        "de",
        "--model",
        "writer",
        "--base-url",
        writer_url(),
        "--quiet",
    ]);
    assert!(matches!(said.code, 0 | 3), "{said:?}");
    let shown = |book: &TestBook| {
        let list = book.json(&["show", &id]);
        let field = |one: &serde_json::Value, name: &str| one[name].as_str().map(ToOwned::to_owned);
        let of = |one: &serde_json::Value| {
            (field(one, "text").unwrap(), field(one, "translation"), field(one, "stale").is_some())
        };
        list.as_array()
            .unwrap()
            .iter()
            .map(of)
            .filter(|(text, _, _)| !text.trim().is_empty())
            .collect::<Vec<_>>()
    };
    let before = shown(&book);
    let mut known: HashMap<&str, Vec<&str>> = HashMap::new();
    for (text, translation, _) in &before {
        known.entry(text).or_default().extend(translation.as_deref());
    }
    book.file("newer.txt", shuffle(&bytes, separator));
    let report = book.json(&["import", "newer.txt", "--revises", &id]);
    println!("{name}: {report}");
    let after = shown(&book);
    let (mut n_known, mut n_kept) = (0, 0);
    for (text, translation, is_stale) in &after {
        let Some(own) = known.get(text.as_str()).filter(|own| !own.is_empty()) else {
            assert!(translation.is_none() || *is_stale, "`{text}` has got `{translation:?}`");
            continue;
        };
        n_known += 1;
        n_kept += usize::from(translation.as_deref().is_some_and(|text| own.contains(&text)) && !is_stale);
    }
    assert!(
        n_known * 10 > before.len() * 8,
        "most of the book is still there: {n_known} of {}",
        before.len()
    );
    assert!(n_kept * 100 >= n_known * 99, "{n_kept} of {n_known} kept");
}

#[test]
fn a_novel_with_lines_dropped_and_moved_keeps_its_translation() {
    check("ja/kokoro.sjis.txt", "\r\n");
}

#[test]
fn a_wrapped_text_with_blocks_dropped_and_moved_keeps_its_translation() {
    check("en/alice.txt", "\n\n");
}
