//! A translator's notes: footnotes of exported books where the book wants them, and only those that people wrote.

use crate::program::test_cli;
use serde_json::{Value, json};
use testkit::cli::TestCli;

const NOTED: &str = "They went to the festival (TN: held in May) together.";

/// A library with a book whose second paragraph has a note a person wrote.
fn noted(file: &str, text: &[u8]) -> TestCli {
    let cli = test_cli();
    cli.file(file, text);
    cli.ok(&["import", file, "--from", "ja", "--to", "en"]);
    let book = &cli.books().remove(0);
    cli.ok(&["translate", book, "--model", "rehearsal", "--quiet"]);
    let paragraph = cli
        .paragraphs(book)
        .into_iter()
        .find(|one| one.text.contains("祭りに行った"))
        .unwrap_or_else(|| panic!("{file}"));
    let arguments = json!({"paragraph_id": paragraph.id, "translated_text": NOTED}).to_string();
    cli.ok(&["tool", "update_translation", &arguments, "--book", book]);
    cli
}

const TEXT: &str = "第一章　春\n\n　風が吹いた。\n\n　二人は祭りに行った。\n\n　夜になった。\n\n第二章　夏\n\n　雨が降った。\n";
const AOZORA: &str = "祭り\n作者\n\n-------------------------------------------------------\n【テキスト中に現れる記号について】\n\n《》：ルビ\n（例）風《かぜ》\n-------------------------------------------------------\n\n　風《かぜ》が吹いた。\n　二人は祭りに行った。\n　夜になった。\n\n底本：「本」\n";

#[test]
fn notes_of_a_text_stand_numbered_below_their_chapter_where_the_book_wants_it() {
    let cli = noted("story.txt", TEXT.as_bytes());
    cli.ok(&["export", "story", "-o", "inline.txt"]);
    let inline = std::fs::read_to_string(cli.path("inline.txt")).unwrap();
    assert!(inline.contains("(TN: held in May)"), "nobody asked for footnotes: {inline}");
    cli.ok(&["footnotes", "story", "on"]);
    let told = cli.ok(&["export", "story", "-o", "noted.txt"]);
    assert!(told.stderr.contains("1 translator's note became footnotes"), "{told:?}");
    let text = std::fs::read_to_string(cli.path("noted.txt")).unwrap();
    assert!(text.contains("festival[1] together.") && !text.contains("TN:"), "{text}");
    let note = text.find("[1] held in May").unwrap_or_else(|| panic!("{text}"));
    let chapter = text.find("第二章").or_else(|| text.rfind("夏")).unwrap_or(text.len());
    assert!(note < chapter, "below its own chapter: {text}");
    cli.ok(&["verify", "noted.txt"]);
    cli.ok(&["export", "story", "-o", "both.txt", "--bilingual", "above"]);
    cli.ok(&["verify", "both.txt"]);
}

#[test]
fn notes_of_an_epub_are_linked_footnotes_and_the_certificate_accounts_for_them() {
    let cli = noted("story.txt", TEXT.as_bytes());
    cli.ok(&["footnotes", "story", "on"]);
    cli.ok(&["export", "story", "-o", "noted.epub", "--credits"]);
    cli.ok(&["verify", "noted.epub"]);
    cli.ok(&["import", "noted.epub"]);
    let bytes = std::fs::read(cli.path("noted.epub")).unwrap();
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    let mut pages = String::new();
    for at in 0..archive.len() {
        let mut file = archive.by_index(at).unwrap();
        let name = file.name().unwrap().into_owned();
        if name.ends_with("html") || name.ends_with("opf") {
            std::io::Read::read_to_string(&mut file, &mut pages).unwrap();
        }
    }
    assert!(pages.contains("epub:type=\"noteref\"") && pages.contains("#tsumugi-note-1\">1</a>"), "{pages}");
    let aside = "<aside epub:type=\"footnote\" id=\"tsumugi-note-1\"><p>1. held in May</p></aside>";
    assert!(pages.contains(aside) && !pages.contains("TN:"), "{pages}");
    assert!(pages.contains("idref=\"tsumugi-notes\""), "the page is in the spine");
}

#[test]
fn notes_of_aozora_text_are_written_as_its_notation_has_them() {
    let cli = noted("story.txt", AOZORA.as_bytes());
    cli.ok(&["footnotes", "祭り", "on"]);
    cli.ok(&["export", "祭り", "-o", "noted.txt"]);
    let text = std::fs::read_to_string(cli.path("noted.txt")).unwrap();
    assert!(text.contains("［＃割り注］held in May［＃割り注終わり］"), "{text}");
    cli.ok(&["verify", "noted.txt"]);
}

#[test]
fn notes_are_counted_decided_for_each_book_and_never_a_models() {
    let cli = noted("story.txt", TEXT.as_bytes());
    let codes = |cli: &TestCli| -> Vec<Value> {
        let found = cli.json(&["check", "story"]);
        found.as_array().unwrap().iter().map(|one| one["check"].clone()).collect()
    };
    assert!(codes(&cli).contains(&json!("E6")), "nobody asked for notes");
    assert_eq!(cli.json(&["status"])["notes"], Value::Null);
    cli.ok(&["footnotes", "story", "on"]);
    assert!(!codes(&cli).contains(&json!("E6")));
    assert_eq!(cli.json(&["status"])["notes"], 1);
    let told = cli.ok(&["status"]).stdout;
    assert!(told.contains("footnotes: 1 translator's note"), "{told}");
    let told = cli.json(&["footnotes", "story"]);
    assert_eq!(
        (&told["choice"], &told["footnotes"], &told["notes"]),
        (&json!("footnotes"), &json!(true), &json!(1))
    );
    // The book goes before the style, and the style decides where the book says nothing.
    cli.file("config/config.toml", "[style.en]\nnotes = \"footnotes\"\n");
    cli.ok(&["footnotes", "story", "off"]);
    assert!(codes(&cli).contains(&json!("E6")));
    cli.ok(&["footnotes", "story", "default"]);
    assert!(!codes(&cli).contains(&json!("E6")));
    // The same words by a program that translates are no person's: E6 finds them, and they stay in the text.
    cli.file("engine.sh", format!("while read -r line; do echo '{NOTED}'; done"));
    let model = ["--model", "command-server:sh engine.sh", "--again"];
    cli.run(&[&["translate", "story", "--to", "en"], &model[..]].concat());
    let made =
        cli.paragraphs("story").into_iter().filter(|one| one.translation.as_deref() == Some(NOTED)).count();
    assert!(made < 2 || codes(&cli).contains(&json!("E6")), "a model's note is found");
    let told = cli.ok(&["export", "story", "-o", "made.txt", "--force"]);
    assert!(told.stderr.contains("1 translator's note became footnotes"), "{made} by the program: {told:?}");
}
