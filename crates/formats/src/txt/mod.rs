//! Plain text: every line a paragraph, or, where lines are wrapped by hand, every block of lines.
//!
//! Policy of the export:
//! - the original's bytes are copied for everything that has no translation; a book without translations is the
//!   original, byte for byte;
//! - a translation is one line: its own line breaks become spaces, control characters are dropped;
//! - indentation is layout. It stays for a target written in ideographs; for other targets one full-width space is
//!   dropped (it only marks a paragraph) and further ones become two spaces each; ordinary spaces and tabs stay;
//! - ruby in a translation is written `base（reading）`, or `base (reading)` where the target has spaces;
//! - the encoding stays if it can hold every translation and would be recognised again; otherwise the whole file
//!   becomes UTF-8. UTF-16 and a byte order mark stay.

mod ideographic;
pub(crate) mod notes;
mod segment;
pub(crate) mod template;
mod wrap;
pub(crate) mod written;

use crate::decode::{self, TextFile};
use crate::export::{Expected, ExpectedBlock, ExportError, Layout, Manuscript, ReadBack};
use crate::import::{ImportError, Imported, Progress, Source};
use crate::outline::{self, View};
use crate::{Format, language};
use book::text::book::{Book, FileFormat};
use book::text::markup::{Marked, Piece};
use book::text::paragraph::{Paragraph, ParagraphKind, Place};
use book::text::reading::Reading;
use segment::Block;
use std::borrow::Cow;
use std::io::Write;
use std::ops::Range;
use template::{Template, TextNotation};

/// The plain text format.
pub(crate) struct Text;

impl Format for Text {
    fn format(&self) -> FileFormat {
        FileFormat::Text
    }

    fn recognises(&self, _source: &Source<'_>) -> bool {
        true
    }

    fn import(&self, source: &Source<'_>) -> Result<Imported, ImportError> {
        let file = decode::read(source.bytes, source.encoding)?;
        let reading = segment::decide(&file, source.reading);
        let blocks = segment::segment(&file, reading);
        let texts: Vec<Cow<'_, str>> = blocks.iter().map(|block| block.text(&file)).collect();
        if texts.iter().all(|text| text.is_empty()) {
            return Err(ImportError::NoText);
        }
        let plain: Vec<&str> = texts.iter().map(Cow::as_ref).collect();
        let frame = frame(&plain);
        let view = View { texts: &plain, body: frame.body };
        let outline = outline::divide(&view, Vec::new, source.heading)?;
        let mut findings = file.findings();
        findings.extend(outline.doubts);
        let language = source.language.clone().or_else(|| language::recognise(plain.iter().copied()));
        drop(plain);
        let title = frame.title.unwrap_or_else(|| title_of(source.file_name));
        let encoding = Some(file.charset.detected());
        let heading_blocks = outline.headings.iter().flat_map(|heading| heading.blocks.clone());
        let chapters = template::chapters(outline.spans, paragraphs(&blocks, texts, heading_blocks));
        (source.progress)(Progress { done: 1, total: 1 });
        let format = FileFormat::Text;
        let book = Book { title, author: frame.author, language, format, reading, chapters };
        Ok(Imported { book, encoding, findings })
    }

    fn export(
        &self,
        original: &[u8],
        manuscript: &Manuscript,
        layout: &Layout,
    ) -> Result<Vec<u8>, ExportError> {
        let mut written = Vec::new();
        self.export_to(original, manuscript, layout, &mut written)?;
        Ok(written)
    }

    fn export_to(
        &self,
        original: &[u8],
        manuscript: &Manuscript,
        layout: &Layout,
        to: &mut dyn Write,
    ) -> Result<(), ExportError> {
        let notation = PlainNotation(manuscript.reading);
        let template = Template::open(&notation, original, manuscript)?;
        template.write(*layout, to).map_err(ExportError::technical)
    }

    fn expected(
        &self,
        original: &[u8],
        manuscript: &Manuscript,
        layout: &Layout,
    ) -> Result<Expected, ExportError> {
        Ok(Template::open(&PlainNotation(manuscript.reading), original, manuscript)?.expected(*layout))
    }

    fn expect(
        &self,
        original: &[u8],
        manuscript: &Manuscript,
        layout: &Layout,
        tell: &mut dyn FnMut(ExpectedBlock),
    ) -> Result<Expected, ExportError> {
        Template::open(&PlainNotation(manuscript.reading), original, manuscript)?.expect(*layout, tell);
        Ok(Expected::default())
    }

    fn read_blocks(
        &self,
        bytes: &[u8],
        reading: Reading,
        tell: &mut dyn FnMut(String),
    ) -> Result<ReadBack, ExportError> {
        template::read_blocks(&PlainNotation(reading), bytes, tell);
        Ok(ReadBack::default())
    }

    fn read_back(&self, bytes: &[u8], reading: Reading) -> Result<ReadBack, ExportError> {
        Ok(template::read_back(&PlainNotation(reading), bytes))
    }
}

/// A title from a file's name.
pub(crate) fn title_of(file_name: &str) -> String {
    let stem = file_name.rsplit_once('.').map_or(file_name, |(stem, _)| stem);
    let stem = if stem.is_empty() { file_name } else { stem };
    stem.replace('_', " ").trim().to_owned()
}

/// What a text that says so itself tells about where its story begins and ends.
struct Frame {
    body: Range<usize>,
    title: Option<String>,
    author: Option<String>,
}

/// Texts of Project Gutenberg name title and author and mark the story's ends.
fn frame(texts: &[&str]) -> Frame {
    let mark = |words: &str| {
        texts.iter().position(|text| text.starts_with("***") && text.to_ascii_uppercase().contains(words))
    };
    let start = mark("START OF TH").map_or(0, |at| at + 1);
    let end = mark("END OF TH").filter(|end| *end > start).unwrap_or(texts.len());
    let field = |name: &str| {
        let head = texts.iter().take(start);
        let value =
            head.filter_map(|text| text.strip_prefix(name)).map(str::trim).find(|value| !value.is_empty())?;
        (value.chars().count() < 120).then(|| value.to_owned())
    };
    Frame { body: start..end, title: field("Title:"), author: field("Author:") }
}

/// The paragraphs one by one, so that those of a long book are never all there.
fn paragraphs<'f>(
    blocks: &'f [Block],
    texts: Vec<Cow<'f, str>>,
    mut headings: impl Iterator<Item = usize> + 'f,
) -> impl Iterator<Item = Paragraph> + 'f {
    let mut next_heading = headings.next();
    blocks.iter().zip(texts).enumerate().map(move |(index, (block, text))| {
        let is_heading = next_heading == Some(index);
        if is_heading {
            next_heading = headings.next();
        }
        let is_text = !text.is_empty();
        Paragraph {
            text: Marked::from_plain(&text),
            tags: Vec::new(),
            kind: if is_heading && is_text { ParagraphKind::Heading } else { block.kind },
            place: Place { part: 0, block: u32::try_from(index).unwrap_or(u32::MAX) },
        }
    })
}

/// Plain text has no notation: what is written is what is read.
struct PlainNotation(Reading);

impl TextNotation for PlainNotation {
    type Block = Block;

    fn segment(&self, file: &TextFile<'_>) -> Vec<Block> {
        segment::segment(file, self.0)
    }

    fn lines(&self, block: &Block) -> Range<usize> {
        block.lines()
    }

    fn is_source(&self, file: &TextFile<'_>, block: &Block, source: &Marked) -> bool {
        source.plain() == block.text(file)
    }

    fn render(
        &self,
        file: &TextFile<'_>,
        block: &Block,
        translation: &Marked,
        manuscript: &Manuscript,
    ) -> String {
        let is_ideographic = written::is_ideographic(manuscript);
        let mut line = written::indentation(block.indent(file), manuscript.target_language.as_ref());
        line.push_str(written::one_line(&flat(translation, is_ideographic)).trim());
        line
    }

    fn read_line(&self, line: &str) -> String {
        line.trim().to_owned()
    }

    fn expected(&self, _block: &Block, translation: &Marked, manuscript: &Manuscript) -> String {
        written::one_line(&flat(translation, written::is_ideographic(manuscript)))
    }
}

/// The text with its readings in brackets, for a format that has no ruby.
fn flat(text: &Marked, is_ideographic: bool) -> String {
    let mut flat = String::new();
    for piece in text.pieces() {
        match piece {
            Piece::Text(text) => flat.push_str(&text),
            Piece::Ruby { base, reading } if is_ideographic => {
                flat.extend([base.as_ref(), "（", reading.as_ref(), "）"]);
            }
            Piece::Ruby { base, reading } => flat.extend([base.as_ref(), " (", reading.as_ref(), ")"]),
            Piece::Open(_) | Piece::Close(_) | Piece::Void(_) => {}
        }
    }
    flat
}
