//! A small book for the tests, and a library that holds it.

use crate::{assert_send, open};
use book::id::{BookId, ChapterId, ParagraphId};
use book::text::book::{Book, FileFormat};
use book::text::chapter::{Chapter, Matter};
use book::text::markup::{Marked, MarkedBuilder, Piece};
use book::text::paragraph::{Paragraph, ParagraphKind, Place, TagKind};
use book::text::reading::Reading;
use book::text::version::{Author, TaskKind};
use store::record::{BookSummary, NewBook, ParagraphRecord};
use store::store::Store;
use tempfile::TempDir;

pub(crate) struct TestLibrary {
    pub(crate) folder: TempDir,
    pub(crate) store: Store,
    pub(crate) book: BookId,
}

impl TestLibrary {
    /// A library with the cat book in it.
    pub(crate) async fn with_cat_book() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = open(&folder.path().join("library.db")).await;
        let book = add(&store, &cat_book(), b"the file").await.id;
        Self { folder, store, book }
    }

    pub(crate) async fn paragraphs(&self) -> Vec<ParagraphRecord> {
        self.store.library().all_paragraphs(self.book).await.unwrap()
    }

    pub(crate) async fn paragraph(&self, position: usize) -> ParagraphId {
        self.paragraphs().await[position].id
    }

    pub(crate) async fn chapter(&self, position: usize) -> ChapterId {
        self.store.library().chapters(self.book).await.unwrap()[position].id
    }
}

pub(crate) async fn add(store: &Store, book: &Book, original: &[u8]) -> BookSummary {
    let new =
        NewBook { book, original, file_name: "cat.txt", series: None, target_language: None, now_ms: 1_000 };
    assert_send(store.add_book(&new, &|_, _| {})).await.unwrap()
}

/// Two chapters; positions 1 and 6 are empty.
pub(crate) fn cat_book() -> Book {
    Book {
        reading: Reading::NEWEST,
        title: "吾輩は猫である".to_owned(),
        author: Some("夏目漱石".to_owned()),
        language: Some("ja".parse().unwrap()),
        format: FileFormat::Aozora,
        chapters: vec![
            chapter("一", Matter::Body, &["一", "", "吾輩|は猫である。", "名前はまだ<1>無い</1>。"]),
            chapter("二", Matter::Back, &["二", "Ｔｈｅ Cat said “MEOW, meow”?!", "", "どこで生れたか"]),
        ],
    }
}

pub(crate) fn chapter(title: &str, matter: Matter, texts: &[&str]) -> Chapter {
    let paragraphs = (0..).zip(texts).map(|(block, text)| paragraph(block, text)).collect();
    Chapter { title: title.to_owned(), volume: Some("上".to_owned()), matter, paragraphs }
}

fn paragraph(block: u32, text: &str) -> Paragraph {
    let text = marked(text);
    let tags = if text.as_str().contains("<1>") { vec![TagKind::Emphasis] } else { Vec::new() };
    let kind = if block == 0 { ParagraphKind::Heading } else { ParagraphKind::Body };
    Paragraph { text, tags, kind, place: Place { part: 7, block } }
}

/// Reads tags as they are written; what stands before a bar has a reading.
fn marked(text: &str) -> Marked {
    let Some((base, rest)) = text.split_once('|') else { return Marked::parse(text).unwrap() };
    let mut builder = MarkedBuilder::default();
    builder.push(&Piece::Ruby { base: base.into(), reading: "わがはい".into() });
    builder.push_text(rest);
    builder.finish()
}

pub(crate) fn model() -> Author {
    Author::Model { model: "m".to_owned(), task_kind: TaskKind::Translation, task: None, run: None }
}
