//! `FictionBook` in and out, plain and in a zip.

use crate::ranged_kit::{comes_back, export, file, import, paragraphs, translated, try_import};
use crate::text_manuscript::untouched;
use formats::export::Bilingual;
use formats::folder::{File, pack, unpack};
use formats::import::ImportError;
use std::process::Command;

#[test]
fn a_fictionbook_is_read_with_its_sections_and_comes_back_byte_for_byte() {
    let imported = comes_back(&file("tower.fb2"), "tower.fb2");
    assert_eq!(imported.book.title, "The Tower & the Sea");
    assert_eq!(imported.book.author.as_deref(), Some("Ana Reis"));
    assert_eq!(imported.book.language.as_ref().unwrap().as_str(), "en");
    let mut shown: Vec<String> = Vec::new();
    for chapter in &imported.book.chapters {
        shown.push(format!("# {:?} {:?} {:?}", chapter.title, chapter.volume, chapter.matter));
    }
    shown.extend(paragraphs(&imported));
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn every_text_of_a_fictionbook_is_replaced_and_nothing_else() {
    for bilingual in [Bilingual::No, Bilingual::Above, Bilingual::Below] {
        let written = translated(&file("tower.fb2"), "tower.fb2", "Wort <&>", bilingual);
        let text = String::from_utf8(written).unwrap();
        assert!(
            text.contains("<lang>de</lang><src-lang>en</src-lang>") && text.contains("aGVsbG8="),
            "{text}"
        );
        assert_eq!(text.matches("id=\"p1\"").count(), 1);
        well_formed(text.as_bytes());
        if bilingual == Bilingual::Above {
            insta::assert_snapshot!(text);
        }
    }
}

/// Whether another XML parser takes it; said aloud where there is none.
fn well_formed(bytes: &[u8]) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.fb2");
    std::fs::write(&path, bytes).unwrap();
    match Command::new("xmllint").args(["--noout", "--nonet"]).arg(&path).output() {
        Ok(output) => assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr)),
        Err(_) => println!("skipped: no `xmllint`"),
    }
}

#[test]
fn a_fictionbook_in_an_old_encoding_stays_in_it_or_says_that_it_is_utf_8() {
    let text = "<?xml version=\"1.0\" encoding=\"windows-1251\"?><FictionBook><body><section><p>\u{42f} \u{437}\u{434}\u{435}\u{441}\u{44c}.</p></section></body></FictionBook>";
    let bytes: Vec<u8> = text
        .chars()
        .map(|c| match u32::from(c) {
            code @ 0x410..=0x44f => u8::try_from(code - 0x410 + 0xc0).unwrap(),
            code => u8::try_from(code).unwrap(),
        })
        .collect();
    let imported = comes_back(&bytes, "a.fb2");
    assert_eq!(paragraphs(&imported), ["body: \u{42f} \u{437}\u{434}\u{435}\u{441}\u{44c}."]);
    let same = translated(&bytes, "a.fb2", "word", Bilingual::No);
    assert!(String::from_utf8_lossy(&same).contains("encoding=\"windows-1251\""));
    let other = String::from_utf8(translated(&bytes, "a.fb2", "言葉", Bilingual::No)).unwrap();
    assert!(other.contains("encoding=\"utf-8\"") && other.contains("言葉"), "{other}");
}

#[test]
fn a_fictionbook_in_a_zip_stays_in_its_zip() {
    let files = [
        File { name: "tower.fb2".to_owned(), bytes: file("tower.fb2") },
        File { name: "readme.nfo".to_owned(), bytes: b"hello".to_vec() },
    ];
    let zip = pack(&files).unwrap();
    let imported = import(&zip, "tower.fb2.zip");
    assert_eq!(imported.book.format.as_str(), "fb2-zip");
    assert_eq!(export(&imported, &zip, &untouched(&imported.book), Bilingual::No), zip);
    let written = unpack(&translated(&zip, "tower.fb2.zip", "Wort", Bilingual::No)).unwrap();
    assert!(written.iter().any(|file| file.name == "readme.nfo" && file.bytes == b"hello"));
    let inside = written.iter().find(|file| file.name == "tower.fb2").unwrap();
    assert!(String::from_utf8_lossy(&inside.bytes).contains("<p>Wort"));
}

#[test]
fn a_hostile_fictionbook_is_refused() {
    let bomb = "<?xml version=\"1.0\"?><!DOCTYPE FictionBook [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">]><FictionBook><body><section><p>&b;</p></section></body></FictionBook>";
    assert!(matches!(try_import(bomb.as_bytes(), "a.fb2"), Err(ImportError::Hostile { .. })));
    let deep = format!("<FictionBook><body>{}x", "<section>".repeat(100_000));
    assert!(matches!(try_import(deep.as_bytes(), "a.fb2"), Err(ImportError::Hostile { .. })));
    let zeros = pack(&[File { name: "a.fb2".to_owned(), bytes: vec![b' '; 30 << 20] }]).unwrap();
    assert!(try_import(&zeros, "a.fb2.zip").is_err());
}
