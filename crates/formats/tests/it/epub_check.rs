//! The validator of the trade on what we write: no more errors than the source had, none at all in our own books.

use crate::epub_kit::validator::{epubcheck, has_epubcheck};
use crate::epub_kit::{epub, import, manuscript, marked, marking, real_books};
use book::text::book::FileFormat;
use book::text::markup::Marked;
use book::text::paragraph::ParagraphKind;
use formats::certificate;
use formats::epub::build::{NewChapter, NewEpub, build};
use formats::epub::credits::{self, Credits};
use formats::export::{Bilingual, Layout, Outcome};
use formats::notes::Note;

/// The complaints about a file, or `None` where there is no validator.
fn complaints(test: &str, bytes: &[u8]) -> Option<Vec<String>> {
    if !has_epubcheck(test) {
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.epub");
    std::fs::write(&path, bytes).unwrap();
    let text = epubcheck(&path);
    assert!(text.contains("EPUBCheck v") || text.contains("EPUBCheck completed"), "{text}");
    let is_complaint =
        |line: &&str| ["ERROR(", "FATAL(", "WARNING("].iter().any(|start| line.starts_with(start));
    Some(text.lines().filter(is_complaint).map(str::to_owned).collect())
}

fn new_book(is_vertical: bool) -> NewEpub {
    let line = |text: &str| (marked(text), ParagraphKind::Body);
    NewEpub {
        title: "紡ぐ人 & <others>".to_owned(),
        author: "Tsumugi".to_owned(),
        language: "ja".parse().unwrap(),
        identifier: "urn:uuid:0b6ab1f5-7f1c-4f5e-9d6f-0c8c9f5e2a11".to_owned(),
        modified: "2026-01-01T00:00:00Z".to_owned(),
        is_vertical,
        chapters: vec![
            NewChapter {
                title: "一".to_owned(),
                paragraphs: vec![
                    line("｜糸《いと》を<1>紡ぐ</1>。<2/>「はい」"),
                    line(""),
                    (marked("注"), ParagraphKind::Note),
                ],
            },
            NewChapter {
                title: "二".to_owned(),
                paragraphs: vec![
                    (marked("小見出し"), ParagraphKind::Heading),
                    (marked("歌<1/>歌"), ParagraphKind::Verse),
                    (marked("項目"), ParagraphKind::Item),
                ],
            },
        ],
    }
}

#[test]
fn a_book_made_from_nothing_is_flawless_and_always_the_same() {
    for is_vertical in [false, true] {
        let bytes = build(&new_book(is_vertical)).unwrap();
        assert_eq!(bytes, build(&new_book(is_vertical)).unwrap());
        let imported = import(&bytes);
        assert!(imported.findings.is_empty(), "{:?}", imported.findings);
        let titles: Vec<_> = imported.book.chapters.iter().map(|chapter| chapter.title.as_str()).collect();
        // The title of the book is a label outside the chapters.
        assert_eq!(titles, ["一", "二", ""]);
        let found = complaints("a_book_made_from_nothing_is_flawless_and_always_the_same", &bytes);
        assert!(found.is_none_or(|found| found.is_empty()));
    }
}

#[test]
fn a_sealed_bilingual_book_is_flawless() {
    let original = build(&new_book(true)).unwrap();
    let manuscript = manuscript(&import(&original).book, marking);
    for bilingual in [Bilingual::No, Bilingual::Below] {
        let layout = Layout { bilingual, ..Layout::default() };
        let exported = epub().export(&original, &manuscript, &layout).unwrap();
        let certificate = certificate::issue(epub(), &original, &manuscript, &layout, &exported).unwrap();
        assert_eq!(certificate::check(&exported, &certificate), []);
        let sealed = certificate::embed(&exported, &certificate).unwrap().unwrap();
        let found = complaints("a_sealed_bilingual_book_is_flawless", &sealed);
        assert!(found.as_ref().is_none_or(Vec::is_empty), "{bilingual:?}: {found:?}");
    }
}

#[test]
fn real_books_have_no_more_faults_than_before() {
    for (name, bytes) in real_books("real_books_have_no_more_faults_than_before") {
        let Some(before) = complaints("real_books_have_no_more_faults_than_before", &bytes) else { return };
        let mut manuscript = manuscript(&import(&bytes).book, marking);
        manuscript.title_translation = Some("A New Title".to_owned());
        // The bilingual page is the harder one: everything of the other is in it.
        let layout = Layout { bilingual: Bilingual::Above, ..Layout::default() };
        let exported = epub().export(&bytes, &manuscript, &layout).unwrap();
        let certificate = certificate::issue(epub(), &bytes, &manuscript, &layout, &exported).unwrap();
        let sealed = certificate::embed(&exported, &certificate).unwrap().unwrap();
        let after = complaints("real_books_have_no_more_faults_than_before", &sealed).unwrap();
        assert!(after.len() <= before.len(), "{name}: {before:#?} became {after:#?}");
        println!("{name}: {} complaints before, {} after", before.len(), after.len());
    }
}

#[test]
fn a_book_with_a_translators_notes_is_flawless_and_accounts_for_them() {
    let original = build(&new_book(false)).unwrap();
    let mut manuscript = manuscript(&import(&original).book, marking);
    manuscript.target_language = Some("en".parse().unwrap());
    let mut notes = formats::notes::NotesByParagraph::new();
    for paragraph in manuscript.chapters.iter_mut().flat_map(|chapter| &mut chapter.paragraphs) {
        let Outcome::Translated(translation) = &paragraph.outcome else { continue };
        if paragraph.place.part == 0 || notes.len() > 2 {
            continue;
        }
        // Two notes in one paragraph, the second at its end.
        let text = format!("(TN: one & <two>) {} (TN: three)", translation.as_str());
        let Ok(marked) = Marked::parse(&text.replace("<two>", "two")) else { continue };
        let second = marked.as_str().rfind("(TN: three)").unwrap();
        let first = Note { range: 0.."(TN: one & two)".len(), body: "one & <two>".to_owned() };
        let second = Note { range: second..second + "(TN: three)".len(), body: "three".to_owned() };
        notes.insert(paragraph.id, vec![first, second]);
        paragraph.outcome = Outcome::Translated(marked);
    }
    assert!(!notes.is_empty());
    let n_notes = notes.values().map(Vec::len).sum::<usize>();
    let footnoted = formats::notes::add(FileFormat::Epub, &original, &manuscript, notes).unwrap().unwrap();
    assert!((2..=n_notes).contains(&footnoted.n_formed), "those in headings stay where they are");
    let (original, manuscript) = (footnoted.original, footnoted.manuscript);
    for bilingual in [Bilingual::No, Bilingual::Above] {
        let layout = Layout { bilingual, ..Layout::default() };
        let exported = epub().export(&original, &manuscript, &layout).unwrap();
        let certificate = certificate::issue(epub(), &original, &manuscript, &layout, &exported).unwrap();
        assert_eq!(certificate::check(&exported, &certificate), []);
        let book = import(&exported).book;
        let said: Vec<String> =
            book.paragraphs().map(|paragraph| paragraph.text.plain().into_owned()).collect();
        assert!(said.iter().any(|own| own == "1. one & <two>"), "{said:?}");
        let found =
            complaints("a_book_with_a_translators_notes_is_flawless_and_accounts_for_them", &exported);
        assert!(found.as_ref().is_none_or(Vec::is_empty), "{found:?}");
    }
}

#[test]
fn a_book_that_names_its_translators_is_flawless_and_accounts_for_them() {
    let original = build(&new_book(false)).unwrap();
    let mut manuscript = manuscript(&import(&original).book, marking);
    manuscript.target_language = Some("zh-Hans".parse().unwrap());
    let credits = Credits {
        translator: Some("Ana & Co".to_owned()),
        models: vec!["rehearsal".to_owned(), "other <1>".to_owned()],
    };
    let (credited, manuscript) = credits::add(&original, &manuscript, &credits).unwrap();
    let exported = epub().export(&credited, &manuscript, &Layout::default()).unwrap();
    let certificate =
        certificate::issue(epub(), &credited, &manuscript, &Layout::default(), &exported).unwrap();
    assert_eq!(certificate::check(&exported, &certificate), []);
    let book = import(&exported).book;
    let said: Vec<String> = book.paragraphs().map(|paragraph| paragraph.text.plain().into_owned()).collect();
    for line in [
        "关于本译本",
        "原书名：紡ぐ人 & <others>",
        "译者：Ana & Co",
        "使用的模型：rehearsal, other <1> (Tsumugi)",
    ] {
        assert!(said.iter().any(|own| own == line), "{line} in {said:?}");
    }
    let found = complaints("a_book_that_names_its_translators_is_flawless_and_accounts_for_them", &exported);
    assert!(found.as_ref().is_none_or(Vec::is_empty), "{found:?}");
}
