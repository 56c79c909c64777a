//! Small books from the texts of their paragraphs.

use book::text::book::Book;
use book::text::chapter::Chapter;
use book::text::markup::Marked;
use book::text::paragraph::{Paragraph, ParagraphKind, Place, TagKind};

/// A book in a language, with these chapters.
pub fn book(title: &str, language: Option<&str>, chapters: impl IntoIterator<Item = Chapter>) -> Book {
    Book {
        title: title.to_owned(),
        language: language.map(|tag| tag.parse().unwrap()),
        chapters: chapters.into_iter().collect(),
        ..Book::default()
    }
}

/// A chapter with these paragraphs in written form.
pub fn chapter<S: AsRef<str>>(title: &str, texts: &[S]) -> Chapter {
    Chapter {
        title: title.to_owned(),
        paragraphs: texts.iter().zip(0..).map(|(text, block)| paragraph(text.as_ref(), block)).collect(),
        ..Chapter::default()
    }
}

/// Chapters called 第1章, 第2章 and so on.
pub fn numbered_chapters<S: AsRef<str>, C: AsRef<[S]>>(chapters: &[C]) -> Vec<Chapter> {
    chapters
        .iter()
        .zip(1..)
        .map(|(texts, number)| chapter(&format!("第{number}章"), texts.as_ref()))
        .collect()
}

/// A paragraph in written form: `# ` begins a heading; text that is no markup is taken as plain, and every tag is an emphasis.
pub fn paragraph(written: &str, block: u32) -> Paragraph {
    let (kind, text) = match written.strip_prefix("# ") {
        Some(heading) => (ParagraphKind::Heading, heading),
        None => (ParagraphKind::Body, written),
    };
    let text = Marked::parse(text).unwrap_or_else(|_| Marked::from_plain(text));
    let n_tags = text.as_str().matches("</").count() + text.as_str().matches("/>").count();
    Paragraph { text, tags: vec![TagKind::Emphasis; n_tags], kind, place: Place { part: 0, block } }
}
