//! Several text files as one book: their order, their chapters, and the same files out again.

use crate::text_manuscript::{export_and_prove, layout, manuscript};
use book::text::book::FileFormat;
use book::text::markup::Marked;
use formats::export::{Bilingual, Outcome};
use formats::folder::{File, LIST, is_text, pack, unpack};
use formats::import::{Imported, Source};

fn file(name: &str, text: &str) -> File {
    File { name: name.to_owned(), bytes: text.as_bytes().to_vec() }
}

fn import(files: &[File]) -> (Imported, Vec<u8>) {
    let bytes = pack(files).unwrap();
    (formats::import(&Source::new(&bytes, "novel.zip")).unwrap(), bytes)
}

fn titles(imported: &Imported) -> Vec<String> {
    imported.book.chapters.iter().map(|chapter| chapter.title.clone()).collect()
}

#[test]
fn files_are_chapters_in_the_order_people_count() {
    let (imported, _) = import(&[
        file("10.txt", "The tenth day was dry.\n"),
        file("2.txt", "Chapter 2\n\nThe second day was wet.\n\nChapter 3\n\nThe third too.\n"),
        file("notes/picture.png", "no text"),
        file("1.txt", "The first day began with rain.\n"),
    ]);
    assert_eq!(imported.book.format, FileFormat::TextFolder);
    assert_eq!(imported.book.title, "novel");
    assert_eq!(titles(&imported), ["1", "Chapter 2", "Chapter 3", "10"]);
}

#[test]
fn a_list_in_the_folder_says_the_order() {
    let files = [file("a.txt", "Second.\n"), file("b.txt", "First.\n"), file("order.txt", "b.txt\na.txt\n")];
    assert_eq!(titles(&import(&files).0), ["b", "a"]);
}

#[test]
fn the_same_files_come_out_with_their_translations_and_a_proof() {
    let files = [
        file("1.txt", "Rain.\n\nWind.\n"),
        file("2.txt", "\n\n"),
        file("3.txt", "Snow.\r\n"),
        file("map.svg", "<svg/>"),
    ];
    let (imported, bytes) = import(&files);
    assert!(imported.findings.iter().any(|finding| finding.subject == "2.txt"), "{:?}", imported.findings);
    let book = manuscript(&imported.book, "de", |paragraph| match &*paragraph.text.plain() {
        "Wind." => Outcome::Translated(Marked::from_plain("Der Wind.")),
        "Snow." => Outcome::Translated(Marked::from_plain("Der Schnee.")),
        _ => Outcome::Kept,
    });
    let written = export_and_prove(&imported, &bytes, &book, layout(Bilingual::No));
    let written = unpack(&written).unwrap();
    let expected = [
        file("1.txt", "Rain.\n\nDer Wind.\n"),
        file("2.txt", "\n\n"),
        file("3.txt", "Der Schnee.\r\n"),
        file("map.svg", "<svg/>"),
    ];
    assert_eq!(written, expected);
}

#[test]
fn one_file_with_notation_makes_all_of_them_aozora_text() {
    let (imported, bytes) = import(&[
        file("1.txt", "　雨が降る。\n"),
        file("2.txt", "第二章［＃「第二章」は中見出し］\n　下人《げにん》が待つ。\n"),
    ]);
    assert_eq!(imported.book.format, FileFormat::AozoraFolder);
    let book = manuscript(&imported.book, "en", |_| Outcome::Kept);
    let written = export_and_prove(&imported, &bytes, &book, layout(Bilingual::No));
    assert_eq!(unpack(&written).unwrap(), unpack(&bytes).unwrap());
}

#[test]
fn a_zip_without_texts_is_no_book_of_texts() {
    let bytes = pack(&[file("a.png", "x")]).unwrap();
    assert!(formats::import(&Source::new(&bytes, "a.zip")).is_err());
}

#[test]
fn files_stand_as_people_count_unless_a_list_says_otherwise() {
    let names = ["ch10.txt", "ch2.txt", "Ch1.txt", "ch02b.txt"];
    let mut files = names.map(|name| file(name, "Rain.\n")).to_vec();
    assert_eq!(titles(&import(&files).0), ["Ch1", "ch2", "ch02b", "ch10"]);
    files.push(file(LIST, "\u{feff}ch10.txt\r\nnowhere.txt\nch02b.txt\n"));
    assert_eq!(titles(&import(&files).0), ["ch10", "ch02b", "Ch1", "ch2"]);
}

#[test]
fn hidden_files_and_the_list_are_no_texts() {
    for (name, is) in [("a.TXT", true), ("v1/a.txt", true), (".a.txt", false), ("__MACOSX/a.txt", false)] {
        assert_eq!(is_text(name), is, "{name}");
    }
    assert!(!is_text(LIST) && !is_text("cover.jpg"));
}
