//! Every format of a book through the whole program: in, rehearsed, out, verified, and without translation as it was.

use crate::program::test_cli;
use std::path::Path;
use testkit::cli::TestCli;

/// A file among the tests of the formats.
fn sample(name: &str) -> Vec<u8> {
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/formats/tests/files");
    std::fs::read(files.join(name)).unwrap()
}

/// Imports a file, exports it as it is, translates it by rehearsal, exports and verifies it; gives what was written.
fn goes_round(cli: &TestCli, name: &str) -> Vec<u8> {
    cli.file(name, sample(name));
    cli.run(&["import", name]).succeeded();
    let book = book_id(cli);
    let book = book.as_str();
    let ending = name.split_once('.').unwrap().1;
    let (same, out) = (format!("same.{ending}"), format!("out.{ending}"));
    cli.run(&["export", book, "-o", &same]).succeeded();
    assert_eq!(std::fs::read(cli.path(&same)).unwrap(), sample(name), "{name} without translation");
    cli.run(&["translate", book, "--to", "es", "--model", "rehearsal"]).succeeded();
    for layout in [&[][..], &["--bilingual", "above"], &["--bilingual", "below"]] {
        let mut command = vec!["export", book, "--rehearsal", "--force", "-o", &out];
        command.extend(layout);
        cli.run(&command).succeeded();
        cli.run(&["verify", &out]).succeeded();
    }
    cli.run(&["export", book, "--rehearsal", "--force", "-o", &out]).succeeded();
    let said = cli.run(&["verify", &out, "--json"]).succeeded().json();
    assert_eq!(
        (said["untranslated"].as_u64(), said["violations"].as_array().map(Vec::len)),
        (Some(0), Some(0))
    );
    // Whatever is changed by hand is found.

    std::fs::read(cli.path(&out)).unwrap()
}

/// The one book of the library.
fn book_id(cli: &TestCli) -> String {
    cli.books()[0].clone()
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

#[test]
fn markdown_goes_in_and_out_and_is_verified() {
    let cli = test_cli();
    let written = text(goes_round(&cli, "lighthouse.md"));
    assert!(written.contains("lang: \"es\"") && written.contains("trim --wick 3mm"), "{written}");
    cli.file("out.md", written.replacen("`lamp.on()`", "`lamp.off()`", 1));
    assert_eq!(cli.run(&["verify", "out.md"]).code, 1);
    cli.run(&["export", &book_id(&cli), "--rehearsal", "-o", "book.epub"]).succeeded();
    cli.run(&["verify", "book.epub"]).succeeded();
}

#[test]
fn a_web_page_goes_in_and_out_and_is_verified() {
    let cli = test_cli();
    let written = text(goes_round(&cli, "garden.html"));
    assert!(written.contains("<html lang=\"es\">") && written.contains("x = 1"), "{written}");
}

#[test]
fn a_saved_folder_of_pages_goes_in_and_out_and_is_verified() {
    let cli = test_cli();
    std::fs::create_dir_all(cli.path("site/page_files")).unwrap();
    cli.file("site/index.html", "<html><body><h1>Start</h1><p>Here it begins.</p></body></html>");
    cli.file(
        "site/page.html",
        "<html><body><h1>Page</h1><p>It went on.</p><img src=\"page_files/a.png\"></body></html>",
    );
    cli.file("site/page_files/a.png", b"\x89PNG no words");
    cli.run(&["import", "site"]).succeeded();
    cli.run(&["translate", "site", "--to", "es", "--model", "rehearsal"]).succeeded();
    cli.run(&["export", "site", "--rehearsal"]).succeeded();
    cli.run(&["verify", "site.es"]).succeeded();
    assert_eq!(std::fs::read(cli.path("site.es/page_files/a.png")).unwrap(), b"\x89PNG no words");
    cli.file("site.es/page_files/a.png", b"other");
    assert_eq!(cli.run(&["verify", "site.es"]).code, 1);
}

#[test]
fn subtitles_go_in_and_out_and_are_verified() {
    let cli = test_cli();
    for name in ["harbour.srt", "harbour.vtt", "harbour.ass"] {
        let cli_of_one = test_cli();
        let written = text(goes_round(&cli_of_one, name));
        assert!(
            written.contains('3')
                && written.contains(if name.ends_with("srt") {
                    "00:00:04,000 --> 00:00:06,000"
                } else {
                    "04"
                }),
            "{written}"
        );
    }
    cli.file("fast.srt", "1\n00:00:01,000 --> 00:00:01,500\nA rather long sentence for half a second.\n");
    cli.run(&["import", "fast.srt"]).succeeded();
    cli.run(&["translate", "fast", "--to", "es", "--model", "rehearsal"]).succeeded();
    let said = cli.run(&["export", "fast", "--rehearsal", "-o", "out.srt"]).succeeded();
    assert!(
        said.stderr.contains("00:00:01,000: ") && said.stderr.contains("characters a second to read"),
        "{said:?}"
    );
}

#[test]
fn a_fictionbook_goes_in_and_out_and_is_verified() {
    let cli = test_cli();
    let written = text(goes_round(&cli, "tower.fb2"));
    assert!(written.contains("<lang>es</lang>") && written.contains("aGVsbG8="), "{written}");
}

#[test]
fn a_book_is_not_written_under_the_name_of_a_format_it_did_not_come_in() {
    let cli = test_cli();
    cli.file("tower.fb2", sample("tower.fb2"));
    cli.run(&["import", "tower.fb2"]).succeeded();
    for name in ["out.md", "out.srt", "out.html"] {
        let said = cli.run(&["export", "tower", "-o", name]);
        assert!(said.code == 2 && said.stderr.contains("another format"), "{said:?}");
    }
}

#[test]
fn a_book_with_damaged_markup_comes_back_as_it_was_and_says_that_its_text_is_doubtful() {
    let cli = test_cli();
    let damaged = "<FictionBook><description><title-info><book-title>The Tower</book-title></title-info></description>\
        <body><section><p>She climbed <binary the stairs.</p><p>Under the sky.</p></section></body></FictionBook>";
    cli.file("tower.fb2", damaged);
    cli.run(&["import", "tower.fb2"]).succeeded();
    assert_eq!(cli.run(&["export", &book_id(&cli), "-o", "out.fb2"]).code, 1);
    assert_eq!(std::fs::read(cli.path("out.fb2")).unwrap(), damaged.as_bytes());
    let verified = cli.run(&["verify", "out.fb2", "--json"]);
    let faults: Vec<_> =
        verified.json()["violations"].as_array().unwrap().iter().map(|one| one["fault"].clone()).collect();
    assert_eq!(faults, ["unread"], "the disagreement is told once");
    assert!(verified.stderr.contains("the markup of the original is damaged there"), "{}", verified.stderr);
    assert!(!verified.stderr.contains("changed after its export"), "{}", verified.stderr);
    cli.file("out.fb2", damaged.replace("sky", "sea"));
    assert!(cli.run(&["verify", "out.fb2"]).stderr.contains("changed after its export"));
}
