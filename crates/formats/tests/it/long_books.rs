//! Books that are longer than is held in memory as it is: packed or not, they are read, written and proved alike.

use crate::{epub_kit, text_manuscript};
use book::text::book::{Book, FileFormat};
use book::text::paragraph::Paragraph;
use formats::certificate;
use formats::export::{Bilingual, Layout, Manuscript, Outcome};
use formats::{Format, format_of};

fn packed(manuscript: &Manuscript) -> Manuscript {
    let mut packed = manuscript.clone();
    packed.chapters.iter_mut().for_each(|chapter| chapter.paragraphs.pack());
    packed
}

/// Holds what is made of a packed manuscript against what is made of the same one that is not.
fn check(format: &dyn Format, original: &[u8], manuscript: &Manuscript) {
    for bilingual in [Bilingual::No, Bilingual::Above, Bilingual::Below] {
        let layout = Layout { bilingual, ..Layout::default() };
        let [held, unheld] = [manuscript.clone(), packed(manuscript)].map(|manuscript| {
            let written = format.export(original, &manuscript, &layout).unwrap();
            let mut streamed = Vec::new();
            format.export_to(original, &manuscript, &layout, &mut streamed).unwrap();
            assert!(streamed == written, "written piece by piece, it is the same");
            let certificate = certificate::issue(format, original, &manuscript, &layout, &written).unwrap();
            assert_eq!(certificate::check(&written, &certificate), []);
            (written, certificate, format.expected_blocks(original, &manuscript, &layout).unwrap())
        });
        assert!(held == unheld, "packed, it is the same ({bilingual:?})");
    }
}

fn every_third(paragraph: &Paragraph) -> Outcome {
    match paragraph.place.block % 3 {
        _ if paragraph.is_empty() => Outcome::Kept,
        0 => epub_kit::marking(paragraph),
        1 => Outcome::Untranslated("not yet".into()),
        _ => Outcome::Untranslated("budget".into()),
    }
}

#[test]
fn a_text_is_written_and_proved_alike_whether_its_paragraphs_are_packed_or_not() {
    let text = "第1話　朝\r\n　猫が<1>いる。\n\n「うん」\r第2話　夜\n　｜犬《いぬ》もいた。\n終わり";
    let text_format = format_of(FileFormat::Text).unwrap();
    let (japanese, _, _) = encoding_rs::SHIFT_JIS.encode(text);
    let marked = [b"\xef\xbb\xbf".as_slice(), text.as_bytes()].concat();
    let wide: Vec<u8> =
        [0xff, 0xfe].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    for original in [text.as_bytes(), &japanese, &marked, &wide] {
        let read = text_format.import(&formats::import::Source::new(original, "a.txt")).unwrap();
        assert!(read.book.n_paragraphs() >= 7);
        check(text_format, original, &text_manuscript::manuscript(&read.book, "en", every_third));
        check(text_format, original, &text_manuscript::untouched(&read.book));
    }
}

#[test]
fn an_epub_is_written_and_proved_alike_whether_its_paragraphs_are_packed_or_not() {
    let original = epub_kit::Files::of_bodies(&[
        "<h1>first</h1><p>alpha <ruby>漢<rt>かん</rt></ruby></p><p>beta<img src='pic.png' alt='a picture'/></p><p>gamma</p>",
        "<h1 id='t'>second</h1><p>delta <a href='c1.xhtml'>link</a></p><p>&#160;</p><ul><li>epsilon</li></ul><p>◇◇◇</p>",
    ])
    .zip();
    let book = epub_kit::import(&original).book;
    check(epub_kit::epub(), &original, &epub_kit::manuscript(&book, every_third));
    check(epub_kit::epub(), &original, &epub_kit::manuscript(&book, epub_kit::marking));
    check(epub_kit::epub(), &original, &epub_kit::manuscript(&book, epub_kit::untranslated));
}

/// So many paragraphs that most of them are packed.
const N_CHAPTERS: usize = 700;

fn assert_long(book: &Book, lines: &[String]) {
    // What stands outside the pages may be a chapter of its own behind them.
    let chapters = &book.chapters[..N_CHAPTERS];
    assert!(chapters[0].paragraphs.held().is_some(), "what an ordinary book has is held as it is");
    assert!(chapters[N_CHAPTERS - 1].paragraphs.held().is_none(), "what comes after is packed");
    let texts = chapters.iter().flat_map(|chapter| chapter.paragraphs.each());
    let texts = texts.filter(|paragraph| !paragraph.is_empty());
    assert!(texts.map(|paragraph| paragraph.text.plain().into_owned()).eq(lines.iter().cloned()));
    let titles = chapters.iter().map(|chapter| chapter.title.clone());
    assert!(titles.eq(lines.iter().step_by(100).cloned()));
}

fn lines() -> Vec<String> {
    let line = |number: usize| match number % 100 {
        0 => format!("Chapter {}", number / 100 + 1),
        at => format!("Line {at}."),
    };
    (0..N_CHAPTERS * 100).map(line).collect()
}

#[test]
fn a_text_longer_than_is_held_is_read_whole_and_goes_out_byte_for_byte() {
    let lines = lines();
    let text = lines.join("\n\n");
    let read = text_manuscript::import(text.as_bytes());
    assert_long(&read.book, &lines);
    let manuscript = packed(&text_manuscript::untouched(&read.book));
    let text_format = format_of(FileFormat::Text).unwrap();
    assert!(text_format.export(text.as_bytes(), &manuscript, &Layout::default()).unwrap() == text.as_bytes());
}

#[test]
fn an_epub_longer_than_is_held_is_read_whole() {
    let lines = lines();
    let body = |chapter: &[String]| {
        let (heading, rest) = chapter.split_first().unwrap();
        let rest = rest.iter().map(|line| format!("<p>{line}</p>")).collect::<Vec<_>>().concat();
        format!("<h1>{heading}</h1>{rest}")
    };
    let bodies: Vec<String> = lines.chunks(100).map(body).collect();
    let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
    let original = epub_kit::Files::of_bodies(&bodies).zip();
    assert_long(&epub_kit::import(&original).book, &lines);
}
