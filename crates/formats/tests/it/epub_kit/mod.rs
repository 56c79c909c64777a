//! Builds small EPUBs, sound and faulty, and carries one through import and export.

pub(crate) mod validator;

use book::id::{ChapterId, ParagraphId};
use book::text::book::{Book, FileFormat};
use book::text::markup::{Marked, MarkedBuilder, Piece};
use book::text::paragraph::{Paragraph, ParagraphKind};
use formats::export::{Layout, Manuscript, ManuscriptChapter, ManuscriptParagraph, Outcome};
use formats::import::{ImportError, Imported, Source};
use formats::{Format, format_of};
use std::io::{Cursor, Read, Write};
use std::path::PathBuf;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// An EPUB as a list of files.
#[derive(Clone)]
pub(crate) struct Files(pub(crate) Vec<(String, Vec<u8>)>);

pub(crate) const CONTAINER: &str = r#"<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"#;

impl Files {
    /// A book of these pages (`c1.xhtml`, `c2.xhtml` …), given as the inside of their bodies.
    pub(crate) fn of_bodies(bodies: &[&str]) -> Self {
        let pages: Vec<String> = bodies.iter().map(|body| page(body)).collect();
        Self::of_pages(&pages.iter().map(String::as_bytes).collect::<Vec<_>>())
    }

    /// A book of these pages, given as bytes.
    pub(crate) fn of_pages(pages: &[&[u8]]) -> Self {
        let numbers = 1..=pages.len();
        let items: Vec<_> = numbers
            .clone()
            .map(|n| format!(r#"<item id="c{n}" href="c{n}.xhtml" media-type="application/xhtml+xml"/>"#))
            .collect();
        let refs: Vec<_> = numbers.clone().map(|n| format!(r#"<itemref idref="c{n}"/>"#)).collect();
        let lines: Vec<_> =
            numbers.map(|n| format!(r#"<li><a href="c{n}.xhtml">Chapter {n}</a></li>"#)).collect();
        let opf = package(&items.concat(), &refs.concat());
        let nav = page(&format!(r#"<nav epub:type="toc"><ol>{}</ol></nav>"#, lines.concat()));
        let mut files = vec![
            ("mimetype".to_owned(), b"application/epub+zip".to_vec()),
            ("META-INF/container.xml".to_owned(), CONTAINER.into()),
            ("EPUB/package.opf".to_owned(), opf.into_bytes()),
            ("EPUB/nav.xhtml".to_owned(), nav.into_bytes()),
            ("EPUB/pic.png".to_owned(), b"not really a picture".to_vec()),
            ("EPUB/style.css".to_owned(), b"p { margin: 0 }".to_vec()),
        ];
        for (bytes, n) in pages.iter().zip(1..) {
            files.push((format!("EPUB/c{n}.xhtml"), bytes.to_vec()));
        }
        Self(files)
    }

    pub(crate) fn with(mut self, name: &str, bytes: &[u8]) -> Self {
        self.0.retain(|(present, _)| present != name);
        self.0.push((name.to_owned(), bytes.to_vec()));
        self
    }

    pub(crate) fn without(mut self, name: &str) -> Self {
        self.0.retain(|(present, _)| present != name);
        self
    }

    /// Replaces text in one file; the text must be there.
    pub(crate) fn edit(mut self, name: &str, from: &str, to: &str) -> Self {
        let (_, bytes) = self.0.iter_mut().find(|(present, _)| present == name).unwrap();
        let text = String::from_utf8(bytes.clone()).unwrap();
        assert!(text.contains(from), "`{from}` is not in `{name}`:\n{text}");
        *bytes = text.replacen(from, to, 1).into_bytes();
        self
    }

    pub(crate) fn text(&self, name: &str) -> String {
        let (_, bytes) = self.0.iter().find(|(present, _)| present == name).unwrap();
        String::from_utf8(bytes.clone()).unwrap()
    }

    pub(crate) fn zip(&self) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in &self.0 {
            let method =
                if name == "mimetype" { CompressionMethod::Stored } else { CompressionMethod::Deflated };
            writer.start_file(name, SimpleFileOptions::default().compression_method(method)).unwrap();
            writer.write_all(bytes).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    pub(crate) fn unzip(bytes: &[u8]) -> Self {
        let mut zip = ZipArchive::new(Cursor::new(bytes)).unwrap();
        let mut files = Vec::new();
        for at in 0..zip.len() {
            let mut file = zip.by_index(at).unwrap();
            let mut contents = Vec::new();
            file.read_to_end(&mut contents).unwrap();
            files.push((file.name().unwrap().into_owned(), contents));
        }
        Self(files)
    }
}

pub(crate) fn page(body: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="utf-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="ja"><head><title>page</title><link rel="stylesheet" href="style.css" type="text/css"/></head><body>{body}</body></html>"#
    )
}

pub(crate) fn package(items: &str, refs: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:uuid:5f0d7f9e-0000-4000-8000-000000000001</dc:identifier><dc:title>The Title</dc:title><dc:creator>An Author</dc:creator><dc:language>ja</dc:language><meta property="dcterms:modified">2026-01-01T00:00:00Z</meta></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="css" href="style.css" media-type="text/css"/><item id="pic" href="pic.png" media-type="image/png"/>{items}</manifest><spine>{refs}</spine></package>"#
    )
}

pub(crate) fn try_import(bytes: &[u8]) -> Result<Imported, ImportError> {
    let source = Source::new(bytes, "book.epub");
    formats::import(&source)
}

pub(crate) fn import(bytes: &[u8]) -> Imported {
    try_import(bytes).unwrap()
}

pub(crate) fn epub() -> &'static dyn Format {
    format_of(FileFormat::Epub).unwrap()
}

/// What becomes of each paragraph of a book.
pub(crate) fn manuscript(book: &Book, outcome: impl Fn(&Paragraph) -> Outcome) -> Manuscript {
    let mut number = 0;
    let mut next = || {
        number += 1;
        number
    };
    let chapters = book
        .chapters
        .iter()
        .zip(1..)
        .map(|(chapter, id)| ManuscriptChapter {
            id: ChapterId::from_number(id),
            title: chapter.title.clone(),
            title_translation: None,
            paragraphs: chapter
                .paragraphs
                .iter()
                .map(|paragraph| ManuscriptParagraph {
                    id: ParagraphId::from_number(next()),
                    place: paragraph.place,
                    source: paragraph.text.clone(),
                    outcome: outcome(paragraph),
                })
                .collect(),
        })
        .collect();
    Manuscript {
        title: book.title.clone(),
        title_translation: None,
        source_language: book.language.clone(),
        target_language: Some("en".parse().unwrap()),
        reading: book.reading,
        chapters,
    }
}

/// A translation that can be recognised: every text in capitals between brackets, tags and ruby as they are.
pub(crate) fn marking(paragraph: &Paragraph) -> Outcome {
    if paragraph.is_empty() || matches!(paragraph.kind, ParagraphKind::Code | ParagraphKind::Notation) {
        return Outcome::Kept;
    }
    let mut builder = MarkedBuilder::default();
    builder.push_text("«");
    for piece in paragraph.text.pieces() {
        match piece {
            Piece::Text(text) => builder.push_text(&text.to_uppercase()),
            other @ (Piece::Open(_) | Piece::Close(_) | Piece::Void(_) | Piece::Ruby { .. }) => {
                builder.push(&other);
            }
        }
    }
    builder.push_text("»");
    Outcome::Translated(builder.finish())
}

pub(crate) fn same(paragraph: &Paragraph) -> Outcome {
    if paragraph.is_empty() { Outcome::Kept } else { Outcome::Translated(paragraph.text.clone()) }
}

pub(crate) fn untranslated(_: &Paragraph) -> Outcome {
    Outcome::Untranslated("not yet".into())
}

pub(crate) fn export(original: &[u8], manuscript: &Manuscript) -> Vec<u8> {
    epub().export(original, manuscript, &Layout::default()).unwrap()
}

/// Texts of all paragraphs of the pages in their written form.
pub(crate) fn texts(book: &Book) -> Vec<String> {
    let pages = book
        .paragraphs()
        .filter(|paragraph| !matches!(paragraph.kind, ParagraphKind::Label | ParagraphKind::Notation));
    pages.map(|paragraph| paragraph.text.as_str().to_owned()).collect()
}

/// Texts of a page with this body.
pub(crate) fn texts_of(body: &str) -> Vec<String> {
    texts(&import(&Files::of_bodies(&[body]).zip()).book)
}

pub(crate) fn marked(text: &str) -> Marked {
    Marked::parse(text).unwrap()
}

/// The real EPUBs, where there are any on this machine.
#[expect(clippy::disallowed_methods, reason = "where the books are is told by the environment")]
pub(crate) fn real_books(test: &str) -> Vec<(String, Vec<u8>)> {
    let Some(folder) = std::env::var_os("TSUMUGI_BOOKS") else {
        println!("skipped `{test}`: TSUMUGI_BOOKS is not set");
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = std::fs::read_dir(PathBuf::from(folder).join("epub"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "epub"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "there are no EPUBs in TSUMUGI_BOOKS");
    paths
        .into_iter()
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(path).unwrap()))
        .collect()
}
