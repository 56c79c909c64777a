//! What goes in and out and in which language: files by what they are, languages by what people call them.

use crate::program::{files, test_cli, with_books, writer_url};
use std::io::Write as _;
use testkit::cli::TestCli;

fn translate_tale() -> [&'static str; 6] {
    ["translate", "tale", "--model", "writer", "--base-url", writer_url()]
}

fn target(cli: &TestCli) -> String {
    let books = cli.json(&["books"]);
    let tale = books.as_array().unwrap().iter().find(|book| book["title"] == "tale").unwrap();
    tale["target_language"].as_str().unwrap().to_owned()
}

#[test]
fn a_language_is_what_people_mean_by_what_they_type() {
    let typed = [
        ("jp", "ja"),
        ("cn", "zh-Hans"),
        ("kr", "ko"),
        ("tw", "zh-TW"),
        ("hk", "zh-HK"),
        ("Japanese", "ja"),
        ("日本語", "ja"),
        ("français", "fr"),
        ("Simplified Chinese", "zh-Hans"),
        ("简体中文", "zh-Hans"),
        ("Deutsch", "de"),
    ];
    for (typed, meant) in typed {
        let cli = with_books();
        cli.run(&[&translate_tale()[..], &["--to", typed, "--chapters", "1"]].concat()).succeeded();
        assert_eq!(target(&cli), meant, "{typed}");
    }
    let cli = with_books();
    let said = cli.run(&[&translate_tale()[..], &["--to", "martian"]].concat());
    assert!(said.code == 2 && said.stderr.contains("`zh-Hans`"), "{said:?}");
}

#[test]
fn the_language_the_book_is_in_is_translated_into_only_with_yes() {
    let cli = with_books();
    for same in ["en", "English", "en-US"] {
        let said = cli.run(&[&translate_tale()[..], &["--to", same]].concat());
        assert_eq!(said.code, 2, "{said:?}");
        assert!(said.stderr.contains("is in English already") && said.stderr.contains("`--yes`"), "{said:?}");
    }
    assert_eq!(cli.json(&["runs"]).as_array().unwrap().len(), 0, "nothing was begun");
    cli.run(&[&translate_tale()[..], &["--to", "en", "--yes"]].concat()).succeeded();
}

#[test]
fn a_name_that_promises_another_format_is_refused_before_anything_is_done() {
    let cli = test_cli();
    cli.file("story.txt", b"Chapter 1\n\nThe lamp was lit.\n");
    let translate = ["translate", "story.txt", "--to", "es", "--model", "writer", "--base-url", writer_url()];
    for (name, kind) in [("x.docx", "another format (docx)"), ("x.pdf", "a PDF"), ("x.MOBI", "a Kindle book")]
    {
        let said = cli.run(&[&translate[..], &["-o", name]].concat());
        assert_eq!(said.code, 2, "{said:?}");
        assert!(
            said.stderr.contains(kind) && said.stderr.contains("\nhint: end the name in `.epub`"),
            "{said:?}"
        );
    }
    assert!(cli.books().is_empty(), "nothing was imported");
    cli.run(&["import", "story.txt"]).succeeded();
    let said = cli.run(&["export", "story", "-o", "x.docx"]);
    assert_eq!(said.code, 2, "{said:?}");
    let said = cli.run(&["export", "story", "-o", "x.epub", "--format", "text"]);
    assert!(said.code == 2 && said.stderr.contains("name two formats"), "{said:?}");
    let said = cli.run(&["resume", "-o", "x.pdf"]);
    assert!(said.code == 2 && said.stderr.contains("a PDF"), "{said:?}");
    assert_eq!(files(cli.folder()), ["story.txt"]);
}

#[test]
fn a_hyphen_is_standard_output_with_nothing_else_on_it() {
    let cli = test_cli();
    let story = "Chapter 1\n\nThe lamp was lit.\n";
    cli.file("story.txt", story.as_bytes());
    let said = cli
        .run(&[
            "translate",
            "story.txt",
            "--to",
            "es",
            "--model",
            "writer",
            "--base-url",
            writer_url(),
            "-o",
            "-",
        ])
        .succeeded();
    let lines: Vec<&str> = said.stdout.lines().collect();
    assert_eq!(lines.len(), 3, "{said:?}");
    assert!(said.stderr.contains("paragraphs accounted for"), "{said:?}");
    let exported = cli.run(&["export", "story", "-o", "-", "--quiet"]).succeeded();
    assert_eq!((exported.stdout, exported.stderr), (said.stdout, String::new()));
    let memory = cli.run(&["export", "story", "--format", "tmx", "-o", "-"]).succeeded();
    assert!(memory.stdout.starts_with("<?xml"), "{memory:?}");
    let page = cli.run(&["report", "story", "-o", "-"]).succeeded();
    assert!(
        page.stdout.starts_with("<!doctype html>") || page.stdout.starts_with("<!DOCTYPE html>"),
        "{page:?}"
    );
    let terms = cli.run(&["terms", "story", "export", "-o", "-"]);
    assert!(terms.code == 0 && !terms.stdout.is_empty(), "{terms:?}");
    let said = cli.run(&["export", "story", "-o", "-", "--json"]);
    assert_eq!(said.code, 2, "{said:?}");
    // Beside the settings, where it is noted which address was typed.
    assert_eq!(files(cli.folder()), ["config", "story.txt"]);
    let epub = cli.command(&["export", "story", "-o", "-", "--format", "epub"]).output().unwrap();
    assert!(epub.stdout.starts_with(b"PK"), "an EPUB goes out byte for byte");
}

#[test]
fn a_file_of_another_kind_is_refused_by_name_and_never_read_as_text() {
    let cli = test_cli();
    let kinds: [(&str, &[u8], &str); 9] = [
        ("a.lrc", b"[00:01.00]The lamp was lit.\n", "subtitles"),
        ("f.mhtml", b"The lamp was lit.\n", "MHTML"),
        ("h.xlf", b"<xliff version=\"1.2\"></xliff>", "XLIFF"),
        ("j.pdf", b"%PDF-1.7\n", "PDF"),
        ("k.rtf", b"not even that", "Rich Text"),
        ("l.mobi", b"not even that", "Kindle"),
        ("m.odt", b"not even that", "damaged"),
        ("m.docx", b"not even that", "damaged"),
        ("n.tmx", b"<tmx version=\"1.4\"></tmx>", "translation memory"),
    ];
    for (name, bytes, kind) in kinds {
        cli.file(name, bytes);
        for command in [
            &["import", name][..],
            &["translate", name, "--to", "es", "--model", "writer", "--base-url", writer_url()],
        ] {
            let said = cli.run(command);
            assert!(said.code != 0 && said.stderr.contains(kind), "{name}: {said:?}");
            assert!(said.stderr.contains("\nhint: "), "{name}: {said:?}");
        }
    }
    cli.file("o.bin", docx());
    let said = cli.run(&["import", "o.bin"]);
    assert!(
        said.code == 1 && said.stderr.contains("no text"),
        "a Word document is known by its content: {said:?}"
    );
    assert!(cli.books().is_empty());
}

/// A document of a word processor, under whatever name.
fn docx() -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for name in ["[Content_Types].xml", "word/document.xml"] {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(b"<x/>").unwrap();
    }
    zip.finish().unwrap().into_inner()
}
