//! Real books go in whole and come out byte for byte; skipped where they are not at hand.

use crate::text_manuscript::{export_and_prove, import, layout, manuscript, normal, pretend, untouched};
use book::text::chapter::Matter;
use book::text::paragraph::{ParagraphKind, TagKind};
use encoding_rs::SHIFT_JIS;
use formats::export::{Bilingual, Outcome};
use formats::import::{HowKnown, Imported};
use std::collections::HashSet;

/// The file, or `None` with a message.
#[expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "where the books are is the tester's business"
)]
fn book_file(test: &str, name: &str) -> Option<Vec<u8>> {
    let Some(folder) = std::env::var_os("TSUMUGI_BOOKS") else {
        println!("{test} skipped: TSUMUGI_BOOKS is not set");
        return None;
    };
    Some(std::fs::read(std::path::Path::new(&folder).join(name)).unwrap())
}

/// Titles of the story's chapters with their volumes.
fn story(imported: &Imported) -> Vec<(Option<&str>, &str)> {
    let chapters = imported.book.chapters.iter().filter(|chapter| chapter.matter == Matter::Body);
    chapters.map(|chapter| (chapter.volume.as_deref(), chapter.title.as_str())).collect()
}

fn matters(imported: &Imported) -> Vec<Matter> {
    imported.book.chapters.iter().map(|chapter| chapter.matter).collect()
}

/// Every line that is not blank is a paragraph with its text, or a paragraph of notes.
fn assert_lines_accounted_for(imported: &Imported, bytes: &[u8]) {
    let (text, _) = SHIFT_JIS.decode_without_bom_handling(bytes);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(imported.book.n_paragraphs(), lines.len());
    for (paragraph, line) in imported.book.paragraphs().zip(lines) {
        let is_blank = line.trim().is_empty();
        assert_eq!(paragraph.text.as_str().is_empty(), is_blank, "{line}");
        // Without readings, notes and signs, every character of the line is in the paragraph, in order.
        let written: HashSet<char> = line.chars().collect();
        let mut shown = paragraph.text.plain().into_owned();
        shown.retain(|character| written.contains(&character));
        let mut rest = line.chars();
        assert!(shown.chars().all(|wanted| rest.any(|character| character == wanted)), "{line}");
    }
}

fn check_aozora(test: &str, name: &str) -> Option<Imported> {
    let bytes = book_file(test, name)?;
    let imported = import(&bytes);
    let encoding = imported.encoding.clone().unwrap();
    assert_eq!((encoding.name, encoding.how), ("Shift_JIS", HowKnown::Detected));
    assert_eq!(imported.book.format.as_str(), "aozora");
    assert_eq!(imported.book.language.as_ref().unwrap().as_str(), "ja");
    assert_lines_accounted_for(&imported, &bytes);
    assert_eq!(export_and_prove(&imported, &bytes, &untouched(&imported.book), layout(Bilingual::No)), bytes);
    for (bilingual, target, word) in [
        (Bilingual::No, "zh-Hans", "译文"),
        (Bilingual::Above, "en", "Words 《not》 ruby"),
        (Bilingual::Below, "ko", "번역 ［＃傍点］"),
    ] {
        let full = manuscript(&imported.book, target, |paragraph| {
            if paragraph.is_empty() {
                Outcome::Kept
            } else {
                Outcome::Translated(pretend(&paragraph.text, word))
            }
        });
        export_and_prove(&imported, &bytes, &full, layout(bilingual));
    }
    Some(imported)
}

#[test]
fn rashomon_is_one_chapter_between_header_and_colophon() {
    let Some(imported) = check_aozora("rashomon", "ja/rashomon.sjis.txt") else { return };
    assert_eq!(imported.book.title, "羅生門");
    assert_eq!(imported.book.author.as_deref(), Some("芥川龍之介"));
    assert_eq!(matters(&imported), [Matter::Front, Matter::Body, Matter::Back]);
    assert_eq!(imported.findings, []);
    let readings: Vec<(String, String)> =
        imported.book.paragraphs().flat_map(|paragraph| paragraph.text.readings()).collect();
    for (base, reading) in [("扭", "ね"), ("眶", "まぶた"), ("丹塗", "にぬり"), ("下人", "げにん")]
    {
        assert!(readings.contains(&(base.to_owned(), reading.to_owned())), "{base}");
    }
    let all: String =
        imported.book.paragraphs().map(|paragraph| paragraph.text.plain().into_owned()).collect();
    assert!(!all.contains("《げ") && !all.contains("［＃「"));
}

#[test]
fn ginga_tetsudo_has_nine_chapters_and_tells_of_a_character_unicode_lacks() {
    let Some(imported) = check_aozora("ginga", "ja/ginga-tetsudo-no-yoru.sjis.txt") else { return };
    let titles: Vec<&str> = story(&imported).into_iter().map(|(_, title)| title).collect();
    assert_eq!(titles.len(), 9);
    assert_eq!((titles[0], titles[8]), ("一　午後の授業", "九　ジョバンニの切符"));
    assert_eq!(imported.findings.len(), 1);
    assert!(imported.findings[0].message.contains("小書き平仮名ん"), "{}", imported.findings[0]);
    let headings =
        imported.book.paragraphs().filter(|paragraph| paragraph.kind == ParagraphKind::Heading).count();
    assert_eq!(headings, 9);
}

#[test]
fn kokoro_has_three_volumes_of_numbered_chapters() {
    let Some(imported) = check_aozora("kokoro", "ja/kokoro.sjis.txt") else { return };
    let chapters = story(&imported);
    assert_eq!(chapters.len(), 36 + 18 + 56);
    for (volume, n_chapters) in [("上　先生と私", 36), ("中　両親と私", 18), ("下　先生と遺書", 56)]
    {
        let titles: Vec<&str> =
            chapters.iter().filter(|(own, _)| *own == Some(volume)).map(|(_, title)| *title).collect();
        assert_eq!(titles.len(), n_chapters, "{volume}");
        assert_eq!(titles[0], "一");
    }
    assert_eq!(matters(&imported).first(), Some(&Matter::Front));
    assert_eq!(matters(&imported).last(), Some(&Matter::Back));
    let notations: Vec<_> =
        imported.book.paragraphs().filter(|paragraph| paragraph.kind == ParagraphKind::Notation).collect();
    assert_eq!(notations.len(), 2, "the page breaks");
    assert!(notations.iter().all(|paragraph| paragraph.tags == [TagKind::Other] && paragraph.is_empty()));
}

#[test]
fn alice_has_twelve_chapters_unwrapped_prose_and_verse_by_the_line() {
    let Some(bytes) = book_file("alice", "en/alice.txt") else { return };
    let imported = import(&bytes);
    let text = String::from_utf8(bytes.clone()).unwrap();
    assert_eq!(imported.book.language.as_ref().unwrap().as_str(), "en");
    assert_eq!(imported.book.title, "a book");
    let titles: Vec<&str> = story(&imported).into_iter().map(|(_, title)| title).collect();
    assert_eq!(titles.len(), 12, "{titles:?}");
    assert_eq!(titles[0], "CHAPTER I. Down the Rabbit-Hole");
    assert_eq!(titles[11], "CHAPTER XII Alice's Evidence");
    // All words of the file, in order.
    let words: String =
        imported.book.paragraphs().map(|paragraph| paragraph.text.plain().into_owned() + " ").collect();
    let strip = |text: &str| text.chars().filter(|character| !character.is_whitespace()).collect::<String>();
    assert_eq!(strip(&words), strip(&text));
    let paragraphs: Vec<_> = imported.book.paragraphs().collect();
    let prose = paragraphs
        .iter()
        .find(|paragraph| paragraph.text.plain().starts_with("Alice was beginning"))
        .unwrap();
    assert!(prose.text.plain().ends_with("'without pictures or conversation?'"));
    assert_eq!(prose.kind, ParagraphKind::Body);
    for line in [
        "Improve his shining tail,",
        "Be off, or I'll kick you down stairs!'",
        "Said his father; 'don't give yourself airs!",
    ] {
        let verse = paragraphs.iter().find(|paragraph| paragraph.text.plain() == line).unwrap();
        assert_eq!(verse.kind, ParagraphKind::Verse, "{line}");
    }
    assert!(paragraphs.iter().any(|p| {
        p.text.plain().starts_with("The Cat's head began fading away the moment he was gone, and,")
            && p.text.plain().len() > 100
    }));
    assert_eq!(export_and_prove(&imported, &bytes, &untouched(&imported.book), layout(Bilingual::No)), bytes);
    let half = manuscript(&imported.book, "ja", |paragraph| match paragraph.place.block % 2 {
        0 if !paragraph.is_empty() => Outcome::Translated(pretend(&paragraph.text, "訳文である。")),
        _ => Outcome::Untranslated("not yet".into()),
    });
    for bilingual in [Bilingual::No, Bilingual::Above, Bilingual::Below] {
        let bytes = export_and_prove(&imported, &bytes, &half, layout(bilingual));
        assert!(normal(&String::from_utf8(bytes).unwrap()).contains("訳文である。"));
    }
}
