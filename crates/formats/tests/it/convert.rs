//! Books that go out in another format than they came in: nothing lost, certified as always.

use crate::epub_kit::validator::NamedBook;
use crate::epub_kit::{Files, manuscript, marked, marking, real_books, untranslated};
use book::id::ParagraphId;
use book::text::book::{Book, FileFormat};
use book::text::paragraph::{Paragraph, ParagraphKind, TagKind};
use formats::certificate::{self, Certificate};
use formats::convert::{Converted, ParagraphShape, Particulars, convert};
use formats::export::{Bilingual, Layout, Manuscript, Outcome};
use formats::import::{Imported, Source};
use std::collections::HashMap;

const NOW_MS: i64 = 1_767_225_600_000;

fn import(bytes: &[u8], file_name: &str) -> Imported {
    formats::import(&Source::new(bytes, file_name)).unwrap()
}

fn shapes(book: &Book, manuscript: &Manuscript) -> HashMap<ParagraphId, ParagraphShape> {
    let ids =
        manuscript.chapters.iter().flat_map(|chapter| &chapter.paragraphs).map(|paragraph| paragraph.id);
    let shapes = book
        .paragraphs()
        .map(|paragraph| ParagraphShape { kind: paragraph.kind, tags: paragraph.tags.clone() });
    ids.zip(shapes).collect()
}

fn converted(book: &Book, manuscript: &Manuscript, to: FileFormat, layout: Layout) -> Converted {
    let shapes = shapes(book, manuscript);
    let particulars = Particulars { author: book.author.as_deref(), now_ms: NOW_MS, shapes: &shapes };
    convert(manuscript, &particulars, to, &layout).unwrap()
}

/// Converts, writes, and checks what was written.
fn write(book: &Book, manuscript: &Manuscript, to: FileFormat, layout: Layout) -> (Vec<u8>, Certificate) {
    let converted = converted(book, manuscript, to, layout);
    let Converted { format, original, manuscript } = &converted;
    let bytes = format.export(original, manuscript, &layout).unwrap();
    let certificate = certificate::issue(*format, original, manuscript, &layout, &bytes).unwrap();
    assert_eq!(certificate::check(&bytes, &certificate), []);
    (bytes, certificate)
}

/// The paragraphs that go into another format: labels and the texts of pictures of an EPUB belong to it alone.
fn page_paragraphs(book: &Book) -> impl Iterator<Item = &Paragraph> {
    use ParagraphKind::{Alternative, Label, Notation};
    let is_epub = book.format == FileFormat::Epub;
    let is_text = move |p: &&Paragraph| !is_epub || !matches!(p.kind, Alternative | Label | Notation);
    book.paragraphs().filter(is_text).filter(|paragraph| !paragraph.is_empty())
}

fn n_with_text(book: &Book) -> usize {
    page_paragraphs(book).count()
}

fn plain(book: &Book) -> Vec<String> {
    page_paragraphs(book).map(|paragraph| paragraph.text.plain().trim().to_owned()).collect()
}

/// A translation of every paragraph with text, told apart by whether the source has a word.
fn one_or_other(word: &str, one: &str, other: &str) -> impl Fn(&Paragraph) -> Outcome {
    move |paragraph| {
        let text = if paragraph.text.plain().contains(word) { one } else { other };
        if paragraph.is_empty() { Outcome::Kept } else { Outcome::Translated(marked(text)) }
    }
}

#[test]
fn an_epub_goes_out_as_text_with_a_line_for_every_paragraph() {
    let body =
        "<h1>One</h1><p>He <i>said</i> “no”.</p><p><ruby>糸<rt>いと</rt></ruby>を</p><p></p><p>End.</p>";
    let book = import(&Files::of_bodies(&[body, "<p>Second page.</p>"]).zip(), "a.epub").book;
    let (bytes, certificate) =
        write(&book, &manuscript(&book, untranslated), FileFormat::Text, Layout::default());
    assert_eq!(
        String::from_utf8(bytes).unwrap(),
        "One\n\nHe said “no”.\n\n糸（いと）を\n\n\nEnd.\n\n\nSecond page.\n"
    );
    assert_eq!(certificate.n_paragraphs, 5);
}

#[test]
fn verse_keeps_its_lines_in_text_if_the_translation_has_as_many() {
    let book = import(&Files::of_bodies(&["<p>a rose<br/>is a rose</p><p>x<br/>y</p>"]).zip(), "a.epub").book;
    let translate = one_or_other("rose", "una rosa<1/>es una rosa", "xy<1/>");
    let (bytes, _) = write(&book, &manuscript(&book, translate), FileFormat::Text, Layout::default());
    assert_eq!(String::from_utf8(bytes).unwrap(), "una rosa\nes una rosa\n\nxy\n");
}

#[test]
fn aozora_text_goes_out_as_epub_with_ruby_emphasis_and_headings() {
    let text = "題\n作者\n\n［＃２字下げ］一［＃「一」は中見出し］\n\n　｜糸《いと》を紡ぐ。\nとても［＃「とても」に傍点］遠い。\n\n\n　終わり。\n\n底本：なし\n";
    let book = import(text.as_bytes(), "a.txt").book;
    assert_eq!(book.format, FileFormat::Aozora);
    let (bytes, certificate) =
        write(&book, &manuscript(&book, untranslated), FileFormat::Epub, Layout::default());
    assert_eq!(certificate.n_paragraphs, n_with_text(&book));
    let files = Files::unzip(&bytes);
    let pages: String = files
        .0
        .iter()
        .filter(|(name, _)| name.contains("chapter-"))
        .map(|(name, _)| files.text(name))
        .collect();
    assert!(pages.contains("<ruby>糸<rt>いと</rt></ruby>を紡ぐ。"), "{pages}");
    assert!(pages.contains("<em>とても</em>遠い。"), "{pages}");
    assert!(pages.contains("<h2>一</h2>"), "{pages}");
    assert!(pages.contains("<p><br/></p>"), "the gap before the end is kept: {pages}");
    assert_eq!(pages.matches("<h2>").count(), 1);
}

#[test]
fn translated_emphasis_stands_where_the_translation_has_it() {
    let text = "題\n\n［＃２字下げ］一［＃「一」は中見出し］\n\nとても［＃「とても」に傍点］遠い。\n";
    let book = import(text.as_bytes(), "a.txt").book;
    let translate = one_or_other("遠い", "It is far, <1>very</1> far.", "Word");
    let (bytes, _) = write(&book, &manuscript(&book, translate), FileFormat::Epub, Layout::default());
    let pages: String =
        Files::unzip(&bytes).0.iter().map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned()).collect();
    assert!(pages.contains("It is far, <em>very</em> far."), "{pages}");
}

#[test]
fn there_and_back_gives_the_same_words() {
    for (file_name, bytes) in samples() {
        let book = import(&bytes, &file_name).book;
        let to = if book.format == FileFormat::Epub { FileFormat::Text } else { FileFormat::Epub };
        let (other, certificate) = write(&book, &manuscript(&book, untranslated), to, Layout::default());
        assert_eq!(certificate.n_paragraphs, n_with_text(&book), "{file_name}");
        let again = import(&other, if to == FileFormat::Epub { "b.epub" } else { "b.txt" }).book;
        if to == FileFormat::Epub {
            assert_eq!(plain(&again), plain(&book), "{file_name}");
            continue;
        }
        let made = converted(&book, &manuscript(&book, untranslated), to, Layout::default());
        assert_eq!(made.original, other, "a book without translations is its original");
    }
}

#[test]
fn every_layout_of_every_real_book_is_accounted_for() {
    let mut books = samples();
    books.extend(real_books("every_layout_of_every_real_book_is_accounted_for"));
    books.extend(real_texts());
    for (file_name, bytes) in books {
        let book = import(&bytes, &file_name).book;
        let to = if book.format == FileFormat::Epub { FileFormat::Text } else { FileFormat::Epub };
        let manuscript = manuscript(&book, marking);
        for bilingual in [Bilingual::No, Bilingual::Above, Bilingual::Below] {
            let layout = Layout { bilingual, ..Layout::default() };
            let (_, certificate) = write(&book, &manuscript, to, layout);
            assert_eq!(certificate.n_paragraphs, n_with_text(&book), "{file_name}");
            let n_translated = page_paragraphs(&book).filter(|p| p.kind != ParagraphKind::Code).count();
            assert_eq!(certificate.n_translated, n_translated, "{file_name}");
        }
    }
}

#[test]
fn a_picture_is_left_behind_and_its_words_stay() {
    let body = r#"<p>Before <img src="pic.png" alt="x"/> after.</p><p><img src="pic.png" alt="y"/></p>"#;
    let book = import(&Files::of_bodies(&[body]).zip(), "a.epub").book;
    let has_image = book.paragraphs().any(|paragraph| paragraph.tags.contains(&TagKind::Image));
    assert!(has_image);
    let (bytes, _) = write(&book, &manuscript(&book, untranslated), FileFormat::Text, Layout::default());
    let text = String::from_utf8(bytes).unwrap();
    assert_eq!(text.split_whitespace().collect::<Vec<_>>(), ["Before", "after."]);
}

/// EPUBs made of the samples that are none, for the validator.
pub(crate) fn epubs_of_texts() -> Vec<NamedBook> {
    let texts = samples().into_iter().map(|(name, bytes)| (import(&bytes, &name).book, name));
    let texts = texts.filter(|(book, _)| book.format != FileFormat::Epub);
    let made = texts.map(|(book, name)| {
        let (bytes, certificate) =
            write(&book, &manuscript(&book, marking), FileFormat::Epub, Layout::default());
        NamedBook::new(format!("made of {name}"), certificate::embed(&bytes, &certificate).unwrap().unwrap())
    });
    made.collect()
}

#[expect(clippy::disallowed_methods, reason = "where the books are is told by the environment")]
fn real_texts() -> Vec<(String, Vec<u8>)> {
    let Some(folder) = std::env::var_os("TSUMUGI_BOOKS") else { return Vec::new() };
    let languages = ["en", "ja"].map(|language| std::path::Path::new(&folder).join(language));
    let entries = languages.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.map(|path| (path.to_string_lossy().into_owned(), std::fs::read(path).unwrap())).collect()
}

fn samples() -> Vec<(String, Vec<u8>)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples");
    let mut samples = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            samples.push((
                path.file_name().unwrap().to_string_lossy().into_owned(),
                std::fs::read(path).unwrap(),
            ));
        }
    }
    samples.sort();
    assert_eq!(samples.len(), 4);
    samples
}

#[test]
fn times_are_written_as_epub_wants_them() {
    let book = import(b"A line.\n", "a.txt").book;
    let manuscript = manuscript(&book, untranslated);
    let shapes = shapes(&book, &manuscript);
    for (now_ms, date) in [
        (0, "1970-01-01T00:00:00Z"),
        (951_782_400_000, "2000-02-29T00:00:00Z"),
        (1_767_225_599_999, "2025-12-31T23:59:59Z"),
    ] {
        let particulars = Particulars { author: None, now_ms, shapes: &shapes };
        let made = convert(&manuscript, &particulars, FileFormat::Epub, &Layout::default()).unwrap();
        let package = Files::unzip(&made.original).text("EPUB/package.opf");
        let modified = format!("<meta property=\"dcterms:modified\">{date}</meta>");
        assert!(package.contains(&modified), "{package}");
    }
}
