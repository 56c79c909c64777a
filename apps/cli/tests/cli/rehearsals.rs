//! A rehearsal at the command line: it goes through the whole work, writes the book, and leaves no translation behind.

use crate::program::{test_cli, with_books, writer_settings, writer_url};
use std::io::Read as _;
use testkit::cli::{TestCli, sample};

fn rehearse(cli: &TestCli, more: &[&str]) -> testkit::cli::CliOutput {
    cli.ok(&[&["translate", "tale", "--to", "es", "--model", "rehearsal"], more].concat())
}

fn counts(cli: &TestCli) -> (u64, u64) {
    let books = cli.json(&["books"]);
    let tale = books.as_array().unwrap().iter().find(|book| book["title"] == "tale").unwrap();
    (tale["translated"].as_u64().unwrap(), tale["rehearsed"].as_u64().unwrap())
}

fn entry(bytes: &[u8], ending: &str) -> String {
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    let mut names = archive.file_names().map(|name| name.unwrap().into_owned());
    let name = names.find(|name| name.ends_with(ending)).unwrap();
    drop(names);
    let mut text = String::new();
    archive.by_name(&name).unwrap().read_to_string(&mut text).unwrap();
    text
}

#[test]
fn after_a_rehearsal_a_real_model_translates_everything() {
    let cli = with_books();
    let said = rehearse(&cli, &[]);
    assert!(said.stderr.contains("this was a rehearsal"), "{said:?}");
    let (translated, rehearsed) = counts(&cli);
    assert!(translated == 0 && rehearsed > 4, "{translated} {rehearsed}");
    let again = rehearse(&cli, &[]);
    assert!(again.stderr.contains("everything is rehearsed or translated already"), "{again:?}");

    let said = cli.ok(&["translate", "tale", "--model", "writer", "--base-url", writer_url()]);
    assert!(said.stderr.contains(&format!("{rehearsed} paragraphs accepted")), "{said:?}");
    assert_eq!(counts(&cli), (rehearsed, 0), "it went when real work began");
}

#[test]
fn a_rehearsal_is_shown_as_one_and_is_neither_version_nor_title_nor_history() {
    let cli = with_books();
    rehearse(&cli, &[]);
    let shown = cli.json(&["show", "tale"]);
    let lamp = shown.as_array().unwrap().iter().find(|one| one["text"] == "The lamp was lit.").unwrap();
    assert!(lamp["translation"].is_null() && lamp["rehearsal"].is_string(), "{lamp}");
    assert!(shown.as_array().unwrap().iter().all(|one| one["chapter_title_translation"].is_null()));
    let id = lamp["paragraph_id"].as_str().unwrap();
    assert_eq!(cli.json(&["history", "tale", "--paragraph", id]), serde_json::json!([]));
    assert_eq!(cli.json(&["history", "tale"]), serde_json::json!([]));
    assert!(cli.ok(&["show", "tale", "--chapter", "1"]).stdout.contains("(rehearsal) "));
    assert!(cli.ok(&["show", "tale"]).stdout.contains("rehearsed, not translated: "));
    let status = cli.ok(&["status"]);
    assert!(status.stdout.contains("rehearsed, not translated: "), "{status:?}");
    assert!(status.stdout.contains("`tsumugi translate "), "{status:?}");
    assert!(cli.json(&["status"])["rehearsed"].as_u64() > Some(4));
}

#[test]
fn a_discarded_rehearsal_is_gone() {
    let cli = with_books();
    rehearse(&cli, &[]);
    let (_, rehearsed) = counts(&cli);
    let said = cli.json(&["rehearsal", "discard", "tale"]);
    assert_eq!(said["discarded"].as_u64(), Some(rehearsed));
    assert_eq!(counts(&cli), (0, 0));
    assert!(cli.ok(&["rehearsal", "discard", "tale"]).stdout.contains("there is no rehearsal"));
}

#[test]
fn the_book_of_a_rehearsal_is_marked_and_later_exports_leave_it_out() {
    let cli = test_cli();
    let book = sample("ito-no-machi.epub");
    let said = cli.ok(&[
        "translate",
        &book.to_string_lossy(),
        "--to",
        "en",
        "--model",
        "rehearsal",
        "-o",
        "out.epub",
    ]);
    assert!(said.stdout.contains("201 of 201 paragraphs accounted for (195 translated"), "{said:?}");
    assert!(said.stdout.contains("a rehearsal"), "{said:?}");
    let bytes = std::fs::read(cli.path("out.epub")).unwrap();
    assert!(entry(&bytes, "tsumugi-certificate.json").contains("\"rehearsal\":true"));
    assert!(entry(&bytes, ".opf").contains("<meta name=\"tsumugi-rehearsal\" content=\"true\"/>"));
    assert!(cli.ok(&["verify", "out.epub"]).stdout.contains("a rehearsal"));

    let id = cli.books().remove(0);
    let plain = cli.json(&["export", &id, "-o", "plain.epub"]);
    assert_eq!((plain["translated"].as_u64(), &plain["rehearsal"]), (Some(0), &false.into()), "{plain}");
    let bytes = std::fs::read(cli.path("plain.epub")).unwrap();
    assert!(!entry(&bytes, "tsumugi-certificate.json").contains("\"rehearsal\""));
    assert!(!entry(&bytes, ".opf").contains("tsumugi-rehearsal"));
    let told = cli.ok(&["export", &id, "-o", "plain.epub"]);
    assert!(told.stderr.contains("`--rehearsal` writes them"), "{told:?}");
    let asked = cli.json(&["export", &id, "--rehearsal", "-o", "again.epub"]);
    assert_eq!((asked["translated"].as_u64(), &asked["rehearsal"]), (Some(195), &true.into()), "{asked}");
}

#[test]
fn a_rehearsal_and_a_translation_are_never_one_run() {
    let cli = with_books();
    let beside =
        ["translate", "tale", "--to", "es", "--model", "rehearsal", "--fallback", "deepseek/deepseek-chat"];
    let said = cli.run(&[&beside[..], &["--dry-run"]].concat());
    assert!(said.code != 0, "{said:?}");
    let fallback = ["translate", "tale", "--to", "es", "--model", "writer", "--base-url", writer_url()];
    let said = cli.run(&[&fallback[..], &["--fallback", "rehearsal"]].concat());
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.stderr.contains("the rehearsal works alone"), "{said:?}");

    let stopped = cli.run(&["translate", "tale", "--to", "es", "--model", "rehearsal", "--max-tokens", "1"]);
    assert_eq!(stopped.code, 4, "{stopped:?}");
    cli.file("config/config.toml", writer_settings());
    let crossed = cli.run(&["resume", "--model", "writer/writer", "--max-tokens", "1000000"]);
    assert!(
        crossed.code != 0 && crossed.stderr.contains("between a rehearsal and a translation"),
        "{crossed:?}"
    );
    cli.ok(&["resume", "--max-tokens", "1000000"]);
    assert!(counts(&cli).1 > 0);
}
