//! Export and verify: where the book goes, what is proved, and what is never overwritten.

use crate::program::{test_cli, transcript, with_books, writer_url};
use insta::assert_snapshot;
use testkit::cli::sample;

#[test]
fn an_export_is_the_original_and_says_what_was_proved() {
    let cli = with_books();
    assert_snapshot!("export_text", transcript(&cli, &["export", "tale"]));
    assert_eq!(
        std::fs::read(cli.path("tale.export.txt")).unwrap(),
        std::fs::read(cli.path("tale.txt")).unwrap()
    );
    assert!(cli.path("tale.export.txt.certificate.json").exists());
    assert_snapshot!("verify_text", transcript(&cli, &["verify", "tale.export.txt"]));
    assert_snapshot!("export_json", transcript(&cli, &["export", "tale", "--json"]));
}

#[test]
fn a_changed_book_does_not_pass() {
    let cli = with_books();
    cli.run(&["export", "tale", "-o", "out.txt"]).succeeded();
    let text = std::fs::read_to_string(cli.path("out.txt")).unwrap();
    cli.file("out.txt", text.replace("The lamp was lit.\n", "").as_bytes());
    assert_snapshot!("verify_cut", transcript(&cli, &["verify", "out.txt"]));
    let json = cli.run(&["verify", "out.txt", "--json"]);
    assert_eq!((json.code, json.json()["violations"][0]["fault"].as_str()), (1, Some("missing")));
}

#[test]
fn what_has_no_certificate_cannot_be_verified() {
    let cli = with_books();
    assert_snapshot!("verify_foreign", transcript(&cli, &["verify", "tale.txt"]));
    assert_snapshot!("verify_nothing", transcript(&cli, &["verify", "nowhere.txt"]));
    cli.file("tale.txt.certificate.json", b"{\"version\": 99}");
    let said = cli.run(&["verify", "tale.txt"]);
    assert!(said.code == 1 && said.stderr.contains("version 99"), "{said:?}");
}

#[test]
fn a_file_that_is_not_ours_is_replaced_only_by_force() {
    let cli = with_books();
    cli.file("mine.txt", b"my own words\n");
    assert_snapshot!("export_over_mine", transcript(&cli, &["export", "tale", "-o", "mine.txt"]));
    assert_eq!(std::fs::read(cli.path("mine.txt")).unwrap(), b"my own words\n");
    cli.run(&["export", "tale", "-o", "mine.txt", "--force"]).succeeded();
    cli.run(&["export", "tale", "-o", "mine.txt"]).succeeded();
    assert_snapshot!("export_nowhere", transcript(&cli, &["export", "tale", "-o", "no/where.txt"]));
    assert!(!cli.path("no").exists());
}

#[test]
fn both_languages_stand_in_the_order_asked_for() {
    let cli = with_books();
    cli.run(&["translate", "tale", "--to", "es", "--model", "writer", "--base-url", writer_url()])
        .succeeded();
    let paragraphs = cli.run(&["show", "tale", "-c", "1", "--json"]).succeeded().json();
    let translation = paragraphs[2]["translation"].as_str().unwrap().to_owned();
    for (place, source_first) in [("above", true), ("below", false)] {
        cli.run(&["export", "tale", "-o", "out.txt", "--bilingual", place]).succeeded();
        let text = std::fs::read_to_string(cli.path("out.txt")).unwrap();
        let source = text.find("\nThe lamp was lit.").unwrap();
        let translation = text.find(&translation).unwrap();
        assert_eq!(source < translation, source_first, "{place}: {text}");
        cli.run(&["verify", "out.txt"]).succeeded();
    }
    let help = cli.run(&["export", "--help"]).stdout;
    let said = cli.run(&["export", "tale", "--bilingual", "side", "-o", "side.txt"]);
    assert!(said.code == 2 && !help.contains("- side"), "{said:?} {help}");
    assert!(!cli.path("side.txt").exists());
}

#[test]
fn a_book_goes_out_in_the_format_asked_for() {
    let cli = with_books();
    let said = cli.run(&["export", "糸", "--format", "epub"]).succeeded();
    assert!(said.stdout.starts_with("ito.export.epub: 8 of 8 paragraphs accounted for"), "{said:?}");
    cli.run(&["verify", "ito.export.epub"]).succeeded();
    // The ending of the file says it too, and the book can be read again.
    cli.run(&["export", "糸", "-o", "again.epub"]).succeeded();
    let imported = cli.run(&["import", "again.epub", "--json"]).succeeded().json();
    assert_eq!((imported["format"].as_str(), imported["title"].as_str()), (Some("epub"), Some("糸")));
    let id = imported["id"].as_str().unwrap();
    let said = cli.run(&["export", id, "-o", "back.txt"]).succeeded();
    assert!(said.stdout.contains("8 of 8 paragraphs"), "{said:?}");
    let text = std::fs::read_to_string(cli.path("back.txt")).unwrap();
    assert!(text.contains("紡（つむ）ぎ手の家に灯（あか）りがついた。\n"), "{text}");
    cli.run(&["verify", "back.txt"]).succeeded();
}

#[test]
fn the_samples_come_out_of_an_epub_as_they_went_in() {
    let cli = test_cli();
    for name in ["ito-no-machi.epub", "the-lamplighters-ledger.epub"] {
        cli.run(&["import", &sample(name).to_string_lossy()]).succeeded();
    }
    for book in cli.books() {
        let said = cli.run(&["export", &book, "-o", "out.epub", "--json"]).succeeded();
        let told = said.json();
        assert_eq!(told["violations"], serde_json::json!([]));
        assert_eq!(
            told["paragraphs"],
            told["kept"].as_u64().unwrap() + told["untranslated"].as_u64().unwrap()
        );
        let verified = cli.run(&["verify", "out.epub"]).succeeded();
        assert!(verified.stdout.contains("paragraphs accounted for"), "{verified:?}");
    }
}

#[test]
fn those_who_translated_are_named_if_that_is_wanted() {
    let cli = with_books();
    cli.run(&["translate", "tale", "--to", "es", "--model", "writer", "--base-url", writer_url()])
        .succeeded();
    cli.run(&["export", "tale", "-o", "named.epub", "--credits", "Ana"]).succeeded();
    cli.run(&["verify", "named.epub"]).succeeded();
    cli.run(&["import", "named.epub"]).succeeded();
    let books = cli.run(&["books", "--json"]).succeeded().json();
    let named = books.as_array().unwrap().iter().find(|book| book["format"] == "epub").unwrap();
    let shown = cli.run(&["show", named["id"].as_str().unwrap(), "--json"]).succeeded().json();
    let says = |line: &str| shown.as_array().unwrap().iter().any(|p| p["text"] == line);
    let made_with = |line: &str| line.starts_with("Hecha con: ") && line.ends_with("writer (Tsumugi)");
    let is_made_with = shown.as_array().unwrap().iter().any(|p| p["text"].as_str().is_some_and(made_with));
    assert!(says("Traducción: Ana") && is_made_with, "{shown}");
    let refused = cli.run(&["export", "tale", "-o", "named.txt", "--credits"]);
    assert!(refused.code == 1 && refused.stderr.contains("--format epub"), "{refused:?}");
}
