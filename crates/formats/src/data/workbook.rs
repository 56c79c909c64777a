//! Workbooks: chosen cells get their translation as a text of their own, and everything else in the zip stays.

use super::choice::{self, Cell};
use super::{codes, with_all};
use crate::Format;
use crate::certificate::BlockRole;
use crate::epub::{Archive, add_file};
use crate::export::{
    Bilingual, Expected, ExpectedBlock, ExportError, Frame, Layout, Manuscript, ManuscriptParagraph, Outcome,
    ReadBack, Resource,
};
use crate::glossary::table::rearm;
use crate::glossary::xlsx::{read_sheets, sheet_parts};
use crate::import::{ImportError, Imported, Source};
use crate::ranged::{Mark, Tag, tag, without_ruby};
use crate::txt::{title_of, written::without_breaks};
use book::text::book::{Book, FileFormat};
use book::text::chapter::Chapter;
use book::text::markup::{Marked, Piece};
use book::text::paragraph::{Paragraph, ParagraphKind, Place};
use book::text::reading::Reading;
use messages::{Explain, Message};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::ops::Range;

/// A workbook of which chosen columns are the book.
pub(crate) struct Workbook;

/// A cell, or the place where one would stand.
struct FoundCell {
    sheet: usize,
    row: usize,
    column: usize,
    text: String,
    /// The bytes of the element in its sheet; empty where there is none.
    range: Range<usize>,
    /// The attributes that stay.
    attributes: String,
}

/// The sheets of a workbook with their files, and all their cells in order.
struct Sheets {
    parts: Vec<(String, String)>,
    texts: Vec<String>,
    cells: Vec<FoundCell>,
}

impl Sheets {
    fn open(bytes: &[u8]) -> Result<Self, ImportError> {
        let damaged =
            |error: crate::glossary::GlossaryError| ImportError::Damaged { detail: error.message() };
        let parts = sheet_parts(bytes).map_err(damaged)?;
        let rows = read_sheets(bytes).map_err(damaged)?;
        let mut archive = Archive::open(bytes)?;
        let (mut texts, mut cells) = (Vec::new(), Vec::new());
        for (sheet, ((_, path), rows)) in parts.iter().zip(rows).enumerate() {
            let Some(at) = archive.position(path) else {
                texts.push(String::new());
                continue;
            };
            let text = String::from_utf8(archive.read_large(at)?).map_err(|error| ImportError::Damaged {
                detail: Message::new("technical").with("detail", error),
            })?;
            let width = rows.first().map_or(0, |row| row.cells.len());
            for (row, (mut found, end)) in scan(&text)?.into_iter().enumerate() {
                let values = rows.get(row).map(|row| row.cells.as_slice()).unwrap_or_default();
                fill(&mut found, row, end, width);
                for (column, range, attributes) in found {
                    let text = values.get(column).map(|value| rearm(value).to_owned()).unwrap_or_default();
                    cells.push(FoundCell { sheet, row, column, text, range, attributes });
                }
            }
            texts.push(text);
        }
        Ok(Self { parts, texts, cells })
    }

    /// The marked text of each cell and what its tags stand for.
    fn marked(&self) -> Vec<(Marked, Vec<Tag>)> {
        let marked = |cell: &FoundCell| {
            let characters: Vec<(char, Range<usize>)> =
                cell.text.char_indices().map(|(at, c)| (c, at..at + c.len_utf8())).collect();
            codes::marked(&characters)
        };
        self.cells.iter().map(marked).collect()
    }
}

type Row = (Vec<(usize, Range<usize>, String)>, Option<(usize, String)>);

/// The cells of every row with their bytes, and where the row ends and its number.
fn scan(text: &str) -> Result<Vec<Row>, ImportError> {
    let mut reader = Reader::from_str(text);
    let (mut rows, mut open): (Vec<Row>, Option<(usize, usize, String)>) = (Vec::new(), None);
    let mut number = String::new();
    loop {
        let start = position(&reader);
        let event = reader.read_event().map_err(|error| ImportError::Damaged {
            detail: Message::new("technical").with("detail", error),
        })?;
        let end = position(&reader);
        match event {
            Event::Start(element) if element.local_name().as_ref() == "row" => {
                number = attribute(&element, "r").unwrap_or_else(|| (rows.len() + 1).to_string());
                rows.push((Vec::new(), None));
            }
            Event::Empty(element) if element.local_name().as_ref() == "row" => rows.push((Vec::new(), None)),
            Event::End(element) if element.local_name().as_ref() == "row" => {
                if let Some(row) = rows.last_mut() {
                    row.1 = Some((start, number.clone()));
                }
            }
            Event::Start(element) if element.local_name().as_ref() == "c" => {
                open = Some((start, column(&element, rows.last()), attributes_text(&element)));
            }
            Event::Empty(element) if element.local_name().as_ref() == "c" => {
                let cell = (column(&element, rows.last()), start..end, attributes_text(&element));
                if let Some(row) = rows.last_mut() {
                    row.0.push(cell);
                }
            }
            Event::End(element) if element.local_name().as_ref() == "c" => {
                if let (Some((from, column, attributes)), Some(row)) = (open.take(), rows.last_mut()) {
                    row.0.push((column, from..end, attributes));
                }
            }
            Event::Eof => return Ok(rows),
            Event::Start(_)
            | Event::Empty(_)
            | Event::End(_)
            | Event::Text(_)
            | Event::CData(_)
            | Event::Comment(_)
            | Event::Decl(_)
            | Event::PI(_)
            | Event::DocType(_)
            | Event::GeneralRef(_) => {}
        }
    }
}

fn position(reader: &Reader<&[u8]>) -> usize {
    usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX)
}

fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let attribute = element.attributes().flatten().find(|attribute| attribute.key.as_ref() == name)?;
    Some(attribute.value.into_owned())
}

fn column(element: &BytesStart<'_>, row: Option<&Row>) -> usize {
    let letters = attribute(element, "r").unwrap_or_default();
    let letters = letters.bytes().take_while(u8::is_ascii_alphabetic);
    let number = letters.fold(0_usize, |n, l| {
        n.saturating_mul(26).saturating_add(usize::from(l.to_ascii_uppercase() - b'A') + 1)
    });
    number.checked_sub(1).unwrap_or_else(|| row.map_or(0, |row| row.0.len()))
}

/// Every attribute but the type, as it is written.
fn attributes_text(element: &BytesStart<'_>) -> String {
    let mut kept = String::new();
    for attribute in element.attributes().flatten().filter(|attribute| attribute.key.as_ref() != "t") {
        let value = attribute.value.replace('"', "&quot;");
        kept.extend([" ", attribute.key.as_ref(), "=\"", &value, "\""]);
    }
    kept
}

/// Adds the places of cells that a row does not write because they are empty.
fn fill(
    cells: &mut Vec<(usize, Range<usize>, String)>,
    row: usize,
    end: Option<(usize, String)>,
    width: usize,
) {
    let Some((end, number)) = end.filter(|_| row > 0) else { return };
    for column in 0..width.min(512) {
        if cells.iter().any(|(own, ..)| *own == column) {
            continue;
        }
        let after = cells.iter().position(|(own, ..)| *own > column);
        let at = after.and_then(|after| cells.get(after)).map_or(end, |(_, range, _)| range.start);
        let cell = (column, at..at, format!(" r=\"{}{number}\"", letters(column)));
        cells.insert(after.unwrap_or(cells.len()), cell);
    }
}

fn letters(column: usize) -> String {
    let mut name = Vec::new();
    let mut rest = column + 1;
    while rest > 0 {
        rest -= 1;
        name.push(char::from(b'A' + u8::try_from(rest % 26).unwrap_or_default()));
        rest /= 26;
    }
    name.iter().rev().collect()
}

/// The words a cell gets.
fn cell_text(translation: &Marked, tags: &[Tag], codes: &str, manuscript: &Manuscript) -> String {
    let mut words = String::new();
    for piece in without_ruby(translation, manuscript).pieces() {
        match piece {
            Piece::Text(text) => words.push_str(&without_breaks(&text)),
            Piece::Void(number) => {
                if let Some(Mark::At(range)) = tag(tags, number).map(|tag| &tag.open) {
                    words.push_str(codes.get(range.clone()).unwrap_or_default());
                }
            }
            Piece::Open(_) | Piece::Close(_) | Piece::Ruby { .. } => {}
        }
    }
    words
}

/// A workbook being written: its sheets, and what each cell becomes.
struct WrittenWorkbook {
    sheets: Sheets,
    /// The paragraph each cell is there for, which of its texts it is, and the new words.
    outcomes: Vec<(ManuscriptParagraph, BlockRole, Option<String>)>,
}

impl WrittenWorkbook {
    fn open(original: &[u8], manuscript: &Manuscript, layout: Layout) -> Result<Self, ExportError> {
        if layout.bilingual != Bilingual::No {
            return Err(ExportError::Unsupported(Message::new("one_language_only")));
        }
        let sheets =
            Sheets::open(original).map_err(|error| ExportError::Unreadable { detail: error.message() })?;
        let marked = sheets.marked();
        let whole = with_all(marked.iter().map(|(text, _)| text.clone()).collect(), manuscript)?;
        let mut outcomes = Vec::with_capacity(marked.len());
        for (at, paragraph) in whole.chapters.into_iter().flat_map(|chapter| chapter.paragraphs).enumerate() {
            // What is written beside its source has the placeholders of that.
            let from =
                usize::try_from(paragraph.place.part).ok().and_then(|part| part.checked_sub(1)).unwrap_or(at);
            let (role, words) = match (&paragraph.outcome, marked.get(from), sheets.cells.get(from)) {
                (Outcome::Translated(translation), Some((_, tags)), Some(cell)) => {
                    (BlockRole::Translation, Some(cell_text(translation, tags, &cell.text, manuscript)))
                }
                _ => (BlockRole::Source, None),
            };
            outcomes.push((paragraph, role, words));
        }
        Ok(Self { sheets, outcomes })
    }
}

impl Format for Workbook {
    fn format(&self) -> FileFormat {
        FileFormat::Xlsx
    }

    fn recognises(&self, source: &Source<'_>) -> bool {
        source.fields.is_some()
            && source.bytes.starts_with(b"PK")
            && crate::ranged::has_ending(source.file_name, FileFormat::Xlsx.endings())
    }

    fn import(&self, source: &Source<'_>) -> Result<Imported, ImportError> {
        let sheets = Sheets::open(source.bytes)?;
        let cells: Vec<Cell> = sheets
            .cells
            .iter()
            .map(|c| Cell::Table { sheet: c.sheet, row: c.row, column: c.column, text: c.text.clone() })
            .collect();
        let chosen = choice::choose(source.fields, &cells)?;
        let mut chapters: Vec<Chapter> = sheets
            .parts
            .iter()
            .map(|(name, _)| Chapter { title: name.clone(), ..Chapter::default() })
            .collect();
        for ((cell, (text, tags)), block) in sheets.cells.iter().zip(sheets.marked()).zip(0_u32..) {
            let tags = tags.iter().map(|tag| tag.kind).collect();
            let place = Place { part: 0, block };
            if let Some(chapter) = chapters.get_mut(cell.sheet) {
                chapter.paragraphs.push(Paragraph { text, tags, kind: ParagraphKind::Body, place });
            }
        }
        let title = title_of(source.file_name);
        let reading = Reading { wrapped: None, ..source.reading };
        let language = source.language.clone();
        let book = Book { title, author: None, language, format: FileFormat::Xlsx, reading, chapters };
        choice::only(Imported { book, encoding: None, findings: Vec::new() }, &chosen, source)
    }

    fn export(
        &self,
        original: &[u8],
        manuscript: &Manuscript,
        layout: &Layout,
    ) -> Result<Vec<u8>, ExportError> {
        let WrittenWorkbook { sheets, outcomes } = WrittenWorkbook::open(original, manuscript, *layout)?;
        let mut written = original.to_vec();
        for (sheet, ((_, path), text)) in sheets.parts.iter().zip(&sheets.texts).enumerate() {
            let mut patches = crate::patches::Patches::default();
            let cells = sheets.cells.iter().zip(&outcomes).filter(|(cell, _)| cell.sheet == sheet);
            for (cell, words) in cells.filter_map(|(cell, (_, _, words))| Some((cell, words.as_ref()?))) {
                let words = quick_xml::escape::escape(crate::glossary::xlsx::escape(words)).into_owned();
                let attributes = &cell.attributes;
                let new = format!(
                    "<c{attributes} t=\"inlineStr\"><is><t xml:space=\"preserve\">{words}</t></is></c>"
                );
                patches.replace(cell.range.clone(), new);
            }
            if !patches.is_empty() {
                written = add_file(&written, path, patches.apply(text).as_bytes())
                    .ok_or_else(|| ExportError::technical("the workbook cannot be written"))?;
            }
        }
        Ok(written)
    }

    fn expected(
        &self,
        original: &[u8],
        manuscript: &Manuscript,
        layout: &Layout,
    ) -> Result<Expected, ExportError> {
        let WrittenWorkbook { sheets, outcomes } = WrittenWorkbook::open(original, manuscript, *layout)?;
        let mut expected = Expected { frame: frame(original)?, ..Expected::default() };
        for (cell, (paragraph, role, words)) in sheets.cells.iter().zip(outcomes) {
            let text = words.unwrap_or_else(|| cell.text.clone());
            if !text.trim().is_empty() {
                expected.blocks.push(ExpectedBlock { paragraph: paragraph.id, role, text });
            }
        }
        Ok(expected)
    }

    fn read_back(&self, bytes: &[u8], _reading: Reading) -> Result<ReadBack, ExportError> {
        let rows = read_sheets(bytes).map_err(|error| ExportError::Unreadable { detail: error.message() })?;
        let cells = rows.into_iter().flatten().flat_map(|row| row.cells);
        let blocks =
            cells.map(|cell| rearm(&cell).to_owned()).filter(|cell| !cell.trim().is_empty()).collect();
        Ok(ReadBack { blocks, frame: frame(bytes)?, ..ReadBack::default() })
    }
}

/// Everything but the sheets, by name and digest.
fn frame(bytes: &[u8]) -> Result<Frame, ExportError> {
    let unreadable = |error: ImportError| ExportError::Unreadable { detail: error.message() };
    let parts = sheet_parts(bytes).map_err(|error| ExportError::Unreadable { detail: error.message() })?;
    let mut archive = Archive::open(bytes).map_err(unreadable)?;
    let names: Vec<String> = archive.names().map(str::to_owned).collect();
    let mut resources = Vec::new();
    for name in names.into_iter().filter(|name| !parts.iter().any(|(_, part)| part == name)) {
        let Some(at) = archive.position(&name) else { continue };
        resources.push(Resource { digest: archive.digest(at).map_err(unreadable)?.text, name });
    }
    resources.sort();
    Ok(Frame { resources, ..Frame::default() })
}
