//! The validator of the trade on what we write: no more errors than the source had, none at all in our own books.

use crate::convert::epubs_of_texts;
use crate::epub_kit::validator::{NamedBook, complaints};
use crate::epub_kit::{epub, import, manuscript, marked, marking, real_books};
use crate::pdf::epubs_of_pdfs;
use book::text::book::FileFormat;
use book::text::markup::Marked;
use book::text::paragraph::ParagraphKind;
use formats::certificate;
use formats::epub::build::{NewChapter, NewEpub, build};
use formats::epub::credits::{self, Credits};
use formats::export::{Bilingual, Layout, Outcome};
use formats::notes::Note;

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

/// The validator is started once for all books that are ours.
#[test]
fn epubcheck_finds_nothing_to_say_about_any_book_we_write() {
    let books = [
        made_from_nothing(),
        sealed(),
        with_translators_notes(),
        with_credits(),
        epubs_of_texts(),
        epubs_of_pdfs(),
        samples(),
    ];
    let books: Vec<NamedBook> = books.into_iter().flatten().collect();
    assert_eq!(books.len(), 13);
    let Some(complaints) = complaints("epubcheck_finds_nothing_to_say_about_any_book_we_write", &books)
    else {
        return;
    };
    let found: Vec<_> = books.iter().map(|book| &book.name).zip(&complaints).collect();
    assert!(found.iter().all(|(_, complaints)| complaints.is_empty()), "{found:#?}");
}

#[test]
fn real_books_have_no_more_faults_than_before() {
    let mut books = Vec::new();
    for (name, bytes) in real_books("real_books_have_no_more_faults_than_before") {
        let mut manuscript = manuscript(&import(&bytes).book, marking);
        manuscript.title_translation = Some("A New Title".to_owned());
        // The bilingual page is the harder one: everything of the other is in it.
        let layout = Layout { bilingual: Bilingual::Above, ..Layout::default() };
        let exported = epub().export(&bytes, &manuscript, &layout).unwrap();
        let certificate = certificate::issue(epub(), &bytes, &manuscript, &layout, &exported).unwrap();
        let sealed = certificate::embed(&exported, &certificate).unwrap().unwrap();
        books.extend([NamedBook::new(&name, bytes), NamedBook::new(&name, sealed)]);
    }
    let Some(complaints) = complaints("real_books_have_no_more_faults_than_before", &books) else { return };
    for (pair, book) in complaints.chunks(2).zip(books.iter().step_by(2)) {
        let ([before, after], name) = (pair, &book.name) else { panic!("every book is checked twice") };
        assert!(after.len() <= before.len(), "{name}: {before:#?} became {after:#?}");
        println!("{name}: {} complaints before, {} after", before.len(), after.len());
    }
}

fn samples() -> Vec<NamedBook> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/");
    let sample = |name: &str| NamedBook::new(name, std::fs::read(format!("{folder}{name}.epub")).unwrap());
    ["ito-no-machi", "the-lamplighters-ledger"].map(sample).into()
}

fn made_from_nothing() -> Vec<NamedBook> {
    let book = |is_vertical| {
        NamedBook::new(format!("made, vertical: {is_vertical}"), build(&new_book(is_vertical)).unwrap())
    };
    [false, true].map(book).into()
}

#[test]
fn a_book_made_from_nothing_is_always_the_same() {
    for (made, again) in made_from_nothing().iter().zip(made_from_nothing()) {
        assert_eq!(made.bytes, again.bytes);
        let imported = import(&made.bytes);
        assert!(imported.findings.is_empty(), "{:?}", imported.findings);
        let titles: Vec<_> = imported.book.chapters.iter().map(|chapter| chapter.title.as_str()).collect();
        // The title of the book is a label outside the chapters.
        assert_eq!(titles, ["一", "二", ""]);
    }
}

/// A translated book with its certificate in it, alone and beside the original.
fn sealed() -> Vec<NamedBook> {
    let original = build(&new_book(true)).unwrap();
    let manuscript = manuscript(&import(&original).book, marking);
    let book = |bilingual| {
        let layout = Layout { bilingual, ..Layout::default() };
        let exported = epub().export(&original, &manuscript, &layout).unwrap();
        let certificate = certificate::issue(epub(), &original, &manuscript, &layout, &exported).unwrap();
        assert_eq!(certificate::check(&exported, &certificate), []);
        let sealed = certificate::embed(&exported, &certificate).unwrap().unwrap();
        NamedBook::new(format!("sealed, {bilingual:?}"), sealed)
    };
    [Bilingual::No, Bilingual::Below].map(book).into()
}

#[test]
fn a_book_with_a_translators_notes_accounts_for_them() {
    for book in with_translators_notes() {
        let book = import(&book.bytes).book;
        let said: Vec<String> =
            book.paragraphs().map(|paragraph| paragraph.text.plain().into_owned()).collect();
        assert!(said.iter().any(|own| own == "1. one & <two>"), "{said:?}");
    }
}

fn with_translators_notes() -> Vec<NamedBook> {
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
    let book = |bilingual| {
        let layout = Layout { bilingual, ..Layout::default() };
        let exported = epub().export(&original, &manuscript, &layout).unwrap();
        let certificate = certificate::issue(epub(), &original, &manuscript, &layout, &exported).unwrap();
        assert_eq!(certificate::check(&exported, &certificate), []);
        NamedBook::new(format!("with notes, {bilingual:?}"), exported)
    };
    [Bilingual::No, Bilingual::Above].map(book).into()
}

fn with_credits() -> Vec<NamedBook> {
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
    vec![NamedBook::new("with credits", exported)]
}

#[test]
fn a_book_that_names_its_translators_accounts_for_them() {
    for book in with_credits() {
        let book = import(&book.bytes).book;
        let said: Vec<String> =
            book.paragraphs().map(|paragraph| paragraph.text.plain().into_owned()).collect();
        for line in [
            "关于本译本",
            "原书名：紡ぐ人 & <others>",
            "译者：Ana & Co",
            "使用的模型：rehearsal, other <1> (Tsumugi)",
        ] {
            assert!(said.iter().any(|own| own == line), "{line} in {said:?}");
        }
    }
}
