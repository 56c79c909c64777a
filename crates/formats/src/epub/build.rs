//! Makes a small, clean EPUB 3 from nothing, for samples and for tests: the same book always gives the same bytes.

use super::entities::{escape, escape_attribute};
use book::language::{LanguageTag, Writing};
use book::text::markup::{Marked, Piece};
use book::text::paragraph::ParagraphKind;
use std::io::{Cursor, Write};
use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// A book to be made.
#[derive(Debug, Clone)]
pub struct NewEpub {
    /// Its title.
    pub title: String,
    /// Who wrote it.
    pub author: String,
    /// The language of the text.
    pub language: LanguageTag,
    /// A name no other book has, such as `urn:uuid:…`.
    pub identifier: String,
    /// When it was last changed, as `2026-01-01T00:00:00Z`.
    pub modified: String,
    /// Whether lines run from top to bottom.
    pub is_vertical: bool,
    /// Chapters in order; at least one.
    pub chapters: Vec<NewChapter>,
}

/// A chapter to be made.
#[derive(Debug, Clone)]
pub struct NewChapter {
    /// Its title, for the table of contents and as its heading.
    pub title: String,
    /// Its paragraphs; numbered pairs become emphasis, and marks without text line breaks.
    pub paragraphs: Vec<(Marked, ParagraphKind)>,
}

/// The bytes of the book.
pub fn build(book: &NewEpub) -> ZipResult<Vec<u8>> {
    pack(book, Headings::FromTitles)
}

/// The same for a book whose chapters begin with their own headings, where they have any.
pub(crate) fn build_with_own_headings(book: &NewEpub) -> ZipResult<Vec<u8>> {
    pack(book, Headings::InText)
}

/// Where the headings of chapters come from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Headings {
    /// Every chapter's title stands at its beginning.
    FromTitles,
    /// They are paragraphs like others, the first of a chapter its own.
    InText,
}

fn pack(book: &NewEpub, headings: Headings) -> ZipResult<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let packed = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    writer.start_file("mimetype", stored)?;
    writer.write_all(b"application/epub+zip")?;
    let mut put = |name: &str, contents: &str| {
        writer.start_file(name, packed)?;
        writer.write_all(contents.as_bytes()).map_err(zip::result::ZipError::from)
    };
    put("META-INF/container.xml", CONTAINER)?;
    put("EPUB/package.opf", &package(book))?;
    put("EPUB/nav.xhtml", &nav(book))?;
    put("EPUB/style.css", if book.is_vertical { VERTICAL_STYLE } else { STYLE })?;
    for (chapter, number) in book.chapters.iter().zip(1..) {
        put(&format!("EPUB/{}", file_name(number)), &chapter_page(book, chapter, headings))?;
    }
    Ok(writer.finish()?.into_inner())
}

const CONTAINER: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles>
    <rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/>
  </rootfiles>
</container>
"#;

const STYLE: &str =
    "body { margin: 5%; line-height: 1.6; }\nh2 { margin: 2em 0 1em; }\np { margin: 0 0 0.6em; }\n";
const VERTICAL_STYLE: &str = "html { -epub-writing-mode: vertical-rl; -webkit-writing-mode: vertical-rl; writing-mode: vertical-rl; }\nbody { line-height: 1.8; }\np { margin: 0; }\n";

fn file_name(number: usize) -> String {
    format!("chapter-{number:03}.xhtml")
}

fn package(book: &NewEpub) -> String {
    let numbers = 1..=book.chapters.len();
    let items: Vec<String> = numbers
        .clone()
        .map(|number| {
            let name = file_name(number);
            format!("    <item id=\"c{number}\" href=\"{name}\" media-type=\"application/xhtml+xml\"/>\n")
        })
        .collect();
    let refs: Vec<String> = numbers.map(|number| format!("    <itemref idref=\"c{number}\"/>\n")).collect();
    let (items, refs) = (items.concat(), refs.concat());
    let author = match escape(&book.author) {
        author if author.trim().is_empty() => String::new(),
        author => format!("    <dc:creator>{author}</dc:creator>\n"),
    };
    let is_rtl = book.is_vertical || book.language.writing() == Writing::RightToLeft;
    let direction = if is_rtl { " page-progression-direction=\"rtl\"" } else { "" };
    format!(
        r#"<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="{language}">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:identifier id="id">{identifier}</dc:identifier>
    <dc:title>{title}</dc:title>
{author}    <dc:language>{language}</dc:language>
    <meta property="dcterms:modified">{modified}</meta>
  </metadata>
  <manifest>
    <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
    <item id="style" href="style.css" media-type="text/css"/>
{items}  </manifest>
  <spine{direction}>
{refs}  </spine>
</package>
"#,
        language = book.language,
        identifier = escape(&book.identifier),
        title = escape(&book.title),
        modified = escape(&book.modified),
    )
}

fn nav(book: &NewEpub) -> String {
    let lines: Vec<String> = book
        .chapters
        .iter()
        .zip(1..)
        .map(|(chapter, number)| {
            format!("      <li><a href=\"{}\">{}</a></li>\n", file_name(number), escape(&chapter.title))
        })
        .collect();
    let body = format!("  <nav epub:type=\"toc\">\n    <ol>\n{}    </ol>\n  </nav>\n", lines.concat());
    page(book, &book.title, &body)
}

fn chapter_page(book: &NewEpub, chapter: &NewChapter, headings: Headings) -> String {
    let mut body = "  <section epub:type=\"chapter\">\n".to_owned();
    if headings == Headings::FromTitles {
        body.extend(["    <h2>", &escape(&chapter.title), "</h2>\n"]);
    }
    let mut has_heading = headings == Headings::FromTitles;
    for (text, kind) in &chapter.paragraphs {
        let markup = inline(text);
        let line = match kind {
            ParagraphKind::Heading if !std::mem::replace(&mut has_heading, true) => {
                format!("<h2>{markup}</h2>")
            }
            ParagraphKind::Heading => format!("<h3>{markup}</h3>"),
            ParagraphKind::Verse => format!("<p class=\"verse\">{markup}</p>"),
            ParagraphKind::Note => format!("<aside epub:type=\"footnote\"><p>{markup}</p></aside>"),
            ParagraphKind::Caption => format!("<p class=\"caption\">{markup}</p>"),
            ParagraphKind::Code => format!("<pre><code>{markup}</code></pre>"),
            ParagraphKind::Item => format!("<ul><li>{markup}</li></ul>"),
            ParagraphKind::Body
            | ParagraphKind::Cell
            | ParagraphKind::Notation
            | ParagraphKind::Label
            | ParagraphKind::Alternative
                if markup.is_empty() =>
            {
                "<p><br/></p>".to_owned()
            }
            ParagraphKind::Body
            | ParagraphKind::Cell
            | ParagraphKind::Notation
            | ParagraphKind::Label
            | ParagraphKind::Alternative => format!("<p>{markup}</p>"),
        };
        body.extend(["    ", &line, "\n"]);
    }
    body.push_str("  </section>\n");
    page(book, &chapter.title, &body)
}

fn page(book: &NewEpub, title: &str, body: &str) -> String {
    let direction = if book.language.writing() == Writing::RightToLeft { " dir=\"rtl\"" } else { "" };
    format!(
        r#"<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="{language}" xml:lang="{language}"{direction}>
<head>
  <title>{title}</title>
  <link rel="stylesheet" type="text/css" href="style.css"/>
</head>
<body>
{body}</body>
</html>
"#,
        language = escape_attribute(book.language.as_str()),
        title = escape(title),
    )
}

fn inline(text: &Marked) -> String {
    let mut markup = String::new();
    for piece in text.pieces() {
        match piece {
            Piece::Text(text) => markup.push_str(&escape(&text)),
            Piece::Open(_) => markup.push_str("<em>"),
            Piece::Close(_) => markup.push_str("</em>"),
            Piece::Void(_) => markup.push_str("<br/>"),
            Piece::Ruby { base, reading } => {
                markup.extend(["<ruby>", &escape(&base), "<rt>", &escape(&reading), "</rt></ruby>"]);
            }
        }
    }
    markup
}
