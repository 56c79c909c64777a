//! What the tests of text formats do again and again: import bytes, make a manuscript, export it, prove the output.

use book::id::{ChapterId, ParagraphId};
use book::language::LanguageTag;
use book::text::book::Book;
use book::text::markup::Marked;
use book::text::paragraph::Paragraph;
use formats::export::{Bilingual, Layout, Manuscript, ManuscriptChapter, ManuscriptParagraph, Outcome};
use formats::import::{ImportError, Imported, Source};

pub(crate) fn try_import(bytes: &[u8], encoding: Option<&str>) -> Result<Imported, ImportError> {
    formats::import(&Source { encoding, ..Source::new(bytes, "a_book.txt") })
}

pub(crate) fn import(bytes: &[u8]) -> Imported {
    try_import(bytes, None).unwrap()
}

/// The plain text of every paragraph.
pub(crate) fn texts(book: &Book) -> Vec<String> {
    book.paragraphs().map(|paragraph| paragraph.text.plain().into_owned()).collect()
}

/// A manuscript in which `outcome` decides what becomes of each paragraph.
pub(crate) fn manuscript(book: &Book, target: &str, outcome: impl Fn(&Paragraph) -> Outcome) -> Manuscript {
    let mut number = 0;
    let mut chapters = Vec::new();
    for (position, chapter) in book.chapters.iter().enumerate() {
        let mut paragraphs = Vec::new();
        for paragraph in &chapter.paragraphs {
            number += 1;
            paragraphs.push(ManuscriptParagraph {
                id: ParagraphId::from_number(number),
                place: paragraph.place,
                source: paragraph.text.clone(),
                outcome: outcome(paragraph),
            });
        }
        chapters.push(ManuscriptChapter {
            id: ChapterId::from_number(u32::try_from(position).unwrap()),
            title: chapter.title.clone(),
            title_translation: None,
            paragraphs: paragraphs.into(),
        });
    }
    Manuscript {
        title: book.title.clone(),
        title_translation: None,
        source_language: book.language.clone(),
        target_language: Some(target.parse::<LanguageTag>().unwrap()),
        reading: book.reading,
        chapters,
    }
}

/// A book nobody has translated.
pub(crate) fn untouched(book: &Book) -> Manuscript {
    manuscript(book, "en", |paragraph| {
        if paragraph.is_empty() { Outcome::Kept } else { Outcome::Untranslated("not yet".into()) }
    })
}

/// A translation with the tags of the source in their order and other words.
pub(crate) fn pretend(source: &Marked, word: &str) -> Marked {
    use book::text::markup::{MarkedBuilder, Piece};
    let mut builder = MarkedBuilder::default();
    let mut is_first = true;
    for piece in source.pieces() {
        match piece {
            Piece::Text(_) => {
                builder.push_text(word);
                is_first = false;
            }
            Piece::Ruby { .. } => builder.push(&Piece::Ruby { base: word.into(), reading: "ruby".into() }),
            Piece::Open(_) | Piece::Close(_) | Piece::Void(_) => builder.push(&piece),
        }
    }
    if is_first {
        builder.push_text(word);
    }
    builder.finish()
}

pub(crate) fn layout(bilingual: Bilingual) -> Layout {
    Layout { bilingual, ..Layout::default() }
}

/// Exports the manuscript, and holds what is read back against what should be there.
pub(crate) fn export_and_prove(
    imported: &Imported,
    original: &[u8],
    manuscript: &Manuscript,
    layout: Layout,
) -> Vec<u8> {
    let format = formats::format_of(imported.book.format).unwrap();
    let bytes = format.export(original, manuscript, &layout).unwrap();
    let expected = format.expected_blocks(original, manuscript, &layout).unwrap();
    let expected: Vec<String> = expected.into_iter().map(|block| normal(&block.text)).collect();
    let found: Vec<String> = format
        .read_back(&bytes, manuscript.reading)
        .unwrap()
        .blocks
        .iter()
        .map(|block| normal(block))
        .collect();
    assert_eq!(found, expected, "{}", String::from_utf8_lossy(&bytes));
    bytes
}

/// The text with its white space made alike.
pub(crate) fn normal(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
