//! A name changed everywhere with the real program: exactly the right places, seen before, and undone to the byte.

use crate::people::test_book::TestBook;
use serde_json::{Value, json};

const LINES: [(&str, &str); 7] = [
    ("凛子は剣を抜いた。", "Rinko drew her sword."),
    ("「凛子！」と丈二は叫んだ。", "“Rinko!” shouted Joji."),
    ("凛子の剣が光った。", "Rinko's sword shone. RINKO!"),
    // Somebody else of that name in the translation: the source does not have her.
    ("鈴子が笑った。", "Rinko laughed."),
    // Nothing stands for the name.
    ("凛子も笑った。", "She laughed too."),
    ("それは凛子の声だった。", "It was a Rinko sort of voice."),
    ("静かな夜だった。", "It was a quiet night."),
];

fn book() -> TestBook {
    let book = TestBook::new();
    let text: Vec<String> = LINES.iter().map(|(source, _)| format!("　{source}")).collect();
    book.file("book.txt", format!("第一章　夜\n\n{}\n", text.join("\n")).as_bytes());
    book.ok(&["import", "book.txt", "--from", "ja", "--to", "en"]);
    let units: Vec<String> = LINES
        .iter()
        .map(|(source, target)| format!("<tu><tuv xml:lang=\"ja\"><seg>{source}</seg></tuv><tuv xml:lang=\"en\"><seg>{target}</seg></tuv></tu>"))
        .collect();
    let tmx = format!("<tmx version=\"1.4\"><header srclang=\"ja\"/><body>{}</body></tmx>", units.concat());
    book.file("memory.tmx", tmx.as_bytes());
    assert_eq!(book.json(&["import", "memory.tmx", "--memory", "book"])["taken"], 7);
    book.ok(&["terms", "book", "add", "凛子", "Rinko", "--kind", "person"]);
    book.ok(&["characters", "book", "add", "凛子", "Rinko", "--gender", "female"]);
    book
}

fn translations(book: &TestBook) -> Vec<String> {
    book.paragraphs().into_iter().filter_map(|one| one.translation).collect()
}

fn exported(book: &TestBook, name: &str) -> Vec<u8> {
    book.ok(&["export", "book", "-o", name]);
    std::fs::read(book.path(name)).unwrap()
}

#[test]
fn a_name_is_changed_where_the_source_has_it_and_one_undo_restores_every_byte() {
    let book = book();
    let before = exported(&book, "before.txt");
    let known = (book.json(&["terms", "book"]), book.json(&["characters", "book"]));
    let dry = book.json(&["terms", "book", "rename", "凛子", "Linko", "--dry-run"]);
    assert_eq!(dry["changed"].as_array().unwrap().len(), 4, "{dry}");
    let left: Vec<&Value> = dry["left"].as_array().unwrap().iter().map(|one| &one["why"]).collect();
    assert_eq!(left, [&json!("old_form_missing")], "{dry}");
    assert_eq!(exported(&book, "before-2.txt"), before, "a preview changes nothing");
    let refused = book.run(&["terms", "book", "rename", "凛子", "Linko"]);
    assert_eq!(refused.code, 2, "nobody can be asked: {refused:?}");
    assert!(refused.stderr.contains("--yes"), "{refused:?}");

    let said = book.ok(&["terms", "book", "rename", "凛子", "Linko", "--yes"]);
    assert!(said.stdout.contains("renamed 凛子: Rinko → Linko: 4 paragraphs changed"), "{said:?}");
    let expected = [
        "Linko drew her sword.",
        "“Linko!” shouted Joji.",
        "Linko's sword shone. LINKO!",
        "Rinko laughed.",
        "She laughed too.",
        "It was a Linko sort of voice.",
        "It was a quiet night.",
    ];
    assert_eq!(translations(&book), expected);
    assert_eq!(book.json(&["terms", "book"])[0]["translation"], "Linko", "the term is changed along");
    assert_eq!(book.json(&["characters", "book"])[0]["name"]["translation"], "Linko");
    let history = book.json(&["history", "book"]);
    assert_eq!(history[0]["note"], "renamed 凛子: Rinko → Linko");
    book.ok(&["undo", "book"]);
    assert_eq!(exported(&book, "after.txt"), before);
    assert_eq!((book.json(&["terms", "book"]), book.json(&["characters", "book"])), known);
}

#[test]
fn whose_words_they_are_stays_and_locked_paragraphs_are_left() {
    let book = book();
    let own = book.paragraph("凛子は剣").id;
    book.ok(&["edit", "book", "--paragraph", &own, "--text", "Rinko bared her blade."]);
    let locked = book.paragraph("「凛子！」").id;
    book.ok(&["lock", "book", &locked]);
    let done = book.json(&["characters", "book", "rename", "凛子", "Linko", "--yes"]);
    assert_eq!(done["left"][0]["why"], "locked", "{done}");
    assert_eq!(book.paragraph("凛子は剣").translation.as_deref(), Some("Linko bared her blade."));
    assert_eq!(book.paragraph("「凛子！」").translation.as_deref(), Some("“Rinko!” shouted Joji."));
    assert_eq!(book.versions(&own).last().unwrap()["author"]["by"], "person");
    let other = book.paragraph("凛子の剣").id;
    assert_eq!(book.versions(&other).last().unwrap()["author"]["by"], "memory");
}

#[test]
fn a_term_that_was_changed_already_is_carried_through_by_what_it_was() {
    let book = book();
    book.ok(&["characters", "book", "remove", "凛子"]);
    let said = book.ok(&["terms", "book", "edit", "凛子", "--translation", "Linko"]);
    assert!(said.stderr.contains("rename") && said.stderr.contains("--was \"Rinko\""), "{said:?}");
    assert_eq!(translations(&book)[0], "Rinko drew her sword.");
    let refused = book.run(&["terms", "book", "rename", "凛子", "Linko", "--yes"]);
    assert!(refused.stderr.contains("already"), "{refused:?}");
    book.ok(&["terms", "book", "rename", "凛子", "Linko", "--was", "Rinko", "--yes"]);
    assert_eq!(translations(&book)[0], "Linko drew her sword.");
}

#[test]
fn drift_shows_where_a_name_is_rendered_otherwise() {
    let book = book();
    book.ok(&["characters", "book", "remove", "凛子"]);
    let drift = book.json(&["drift", "book"]);
    let rin = drift.as_array().unwrap().iter().find(|one| one["source"] == "凛子").unwrap();
    assert_eq!(rin["paragraphs"], 5, "{rin}");
    assert_eq!(rin["renderings"][0]["form"], "Rinko");
    assert_eq!(rin["renderings"][0]["paragraphs"].as_array().unwrap().len(), 4);
    assert_eq!(rin["unrecognised"].as_array().unwrap().len(), 1);
    assert_eq!(book.json(&["terms", "book", "drift"]), drift);
    let told = book.ok(&["drift", "book"]).stdout;
    assert!(told.contains("Rinko ×4 (1)"), "{told}");
}
