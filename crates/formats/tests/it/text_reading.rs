//! How lines become paragraphs and chapters, as the newest reader has it, and what a person can say about it.

use crate::text_manuscript::{export_and_prove, layout, manuscript, pretend, texts, untouched};
use book::text::reading::Reading;
use formats::export::{Bilingual, Outcome};
use formats::import::{ImportError, Imported, Source};
use std::fmt::Write;

fn read(bytes: &[u8], wrapped: Option<bool>, heading: Option<&str>) -> Imported {
    let reading = Reading { wrapped, ..Reading::NEWEST };
    formats::import(&Source { reading, heading, ..Source::new(bytes, "a.txt") }).unwrap()
}

fn titles(imported: &Imported) -> Vec<&str> {
    imported.book.chapters.iter().map(|chapter| chapter.title.as_str()).collect()
}

/// Paragraphs of a novel, wrapped after twenty characters and set in by two.
fn wrapped_novel() -> (String, Vec<String>) {
    let sentence = "那年的冬天格外寒冷，村子里的老人都说从来没有见过这样大的雪，路上一个行人也没有";
    let paragraphs: Vec<String> = (0..20)
        .map(|n| format!("{}{sentence}，只有第{n}盏灯还亮着。", "他走了很久，".repeat(n % 3)))
        .collect();
    let mut text = String::new();
    for paragraph in &paragraphs {
        let characters: Vec<char> = format!("\u{3000}\u{3000}{paragraph}").chars().collect();
        for line in characters.chunks(20) {
            writeln!(text, "{}", line.iter().collect::<String>()).unwrap();
        }
    }
    (text, paragraphs)
}

#[test]
fn hard_wrapped_ideographs_are_joined_and_every_character_stays() {
    let (text, paragraphs) = wrapped_novel();
    let imported = read(text.as_bytes(), None, None);
    assert_eq!(imported.book.reading.wrapped, Some(true));
    assert_eq!(texts(&imported.book), paragraphs);
    assert_eq!(
        export_and_prove(&imported, text.as_bytes(), &untouched(&imported.book), layout(Bilingual::No)),
        text.as_bytes()
    );
    let translated = manuscript(&imported.book, "en", |p| Outcome::Translated(pretend(&p.text, "word")));
    export_and_prove(&imported, text.as_bytes(), &translated, layout(Bilingual::Above));
}

#[test]
fn a_line_for_every_paragraph_stays_one() {
    let text: String = (0..60).fold(String::new(), |mut text, n| {
        writeln!(text, "　　他走了很久，第{n}天才到。{}", "路很长。".repeat(n % 5)).unwrap();
        text
    });
    let imported = read(text.as_bytes(), None, None);
    assert_eq!(imported.book.reading.wrapped, Some(false));
    assert_eq!(imported.book.n_paragraphs(), 60);
}

#[test]
fn what_the_person_says_about_wrapping_counts() {
    let (text, paragraphs) = wrapped_novel();
    let split = read(text.as_bytes(), Some(false), None);
    assert!(split.book.n_paragraphs() > paragraphs.len() * 2);
    let joined = read("eins zwei\ndrei vier\n\nfünf".as_bytes(), Some(true), None);
    assert_eq!(joined.book.reading.wrapped, Some(true));
    for book in [split.book, joined.book] {
        assert_eq!(Reading::from_word(&book.reading.to_string()), Some(book.reading));
    }
}

#[test]
fn a_text_of_the_first_reader_keeps_its_lines() {
    let (text, _) = wrapped_novel();
    let source = Source { reading: Reading::FIRST, ..Source::new(text.as_bytes(), "a.txt") };
    let imported = formats::import(&source).unwrap();
    let book = &imported.book;
    assert_eq!((book.reading, book.n_paragraphs()), (Reading::FIRST, text.lines().count()));
    assert_eq!(
        export_and_prove(&imported, text.as_bytes(), &untouched(book), layout(Bilingual::No)),
        text.as_bytes()
    );
}

#[test]
fn headings_after_other_words_and_of_other_scripts_begin_chapters() {
    let body = "Text of the story.\n\n".repeat(3);
    for headings in [
        ["正文 第一章 雪夜", "正文 第二章 归人"],
        ["## 雪国行 第01章", "## 雪国行 第02章"],
        ["الفصل الأول", "الفصل الثاني"],
        ["บทที่ ๑", "บทที่ ๒"],
        ["अध्याय 1", "अध्याय 2"],
        ["Глава первая", "Глава вторая"],
        ["제1장 눈", "제2장 길"],
    ] {
        let text = format!("{}\n\n{body}{}\n\n{body}", headings[0], headings[1]);
        let imported = read(text.as_bytes(), None, None);
        assert_eq!(imported.book.chapters.len(), 2, "{headings:?}: {:?}", titles(&imported));
    }
}

#[test]
fn numbers_with_a_gap_are_still_a_series() {
    let body = "Es war einmal.\n\n".repeat(3);
    let text = [1, 2, 4, 5].iter().fold(String::new(), |text, n| format!("{text}{n}\n\n{body}"));
    assert_eq!(read(text.as_bytes(), None, None).book.chapters.len(), 4);
}

#[test]
fn a_described_heading_begins_a_chapter() {
    let text = "=> start\n\nSome words.\n\n=> later\n\nMore words.\n";
    assert_eq!(titles(&read(text.as_bytes(), None, Some("^=> "))), ["=> start", "=> later"]);
    let wrong = Source { heading: Some("("), ..Source::new(text.as_bytes(), "a.txt") };
    assert!(matches!(formats::import(&wrong), Err(ImportError::WrongPattern { .. })));
}

#[test]
fn doubts_about_the_outline_are_told() {
    let body = "雪下了一夜。\n".repeat(20);
    let text = format!("第一章 一\n{body}第二章 二\n{body}第五章 五\n{body}");
    let told = read(text.as_bytes(), None, None).findings;
    assert!(told.iter().any(|finding| finding.to_string().contains("jump from 2 to 5")), "{told:?}");
    let told = read("雪下了一夜。\n".repeat(20_000).as_bytes(), None, None).findings;
    assert!(told.iter().any(|finding| finding.to_string().contains("--heading")), "{told:?}");
}

#[test]
fn stray_characters_zero_are_left_out_and_told_and_given_back() {
    let text = "雪下了\0一夜。\n第二行。\n".repeat(5);
    let imported = read(text.as_bytes(), None, None);
    assert!(texts(&imported.book).iter().all(|text| !text.contains('\0')));
    assert!(imported.findings[0].to_string().contains("5 times"), "{:?}", imported.findings);
    assert_eq!(
        export_and_prove(&imported, text.as_bytes(), &untouched(&imported.book), layout(Bilingual::No)),
        text.as_bytes()
    );
    assert!(formats::import(&Source::new(&[b'a', 0, 0].repeat(500), "a.txt")).is_err());
}
