//! From a document to a book: headings make the chapters, notes stand with the chapter that refers to them.

use super::{Block, Document, ExtraForm, Opened, Part, PartItem, PartRole, numbered};
use crate::epub::check_paragraphs;
use crate::import::{FileFault, ImportError, Imported, Progress, Source};
use crate::language;
use crate::outline::{self, Span, View};
use crate::txt;
use book::language::LanguageTag;
use book::text::book::Book;
use book::text::chapter::{Chapter, Matter};
use book::text::markup::Marked;
use book::text::paragraph::{Paragraph, ParagraphKind, Place};
use book::text::reading::Reading;
use std::collections::HashMap;

/// So many paragraphs tell the language of a book.
const SAMPLE: usize = 4_000;

/// Reads a book.
pub(crate) fn import(document: &dyn Document, source: &Source<'_>) -> Result<Imported, ImportError> {
    let (_, opened) = super::open(document, source.bytes)?;
    let total = opened.parts.len() as u64;
    let (mut body, mut notes, mut others) = (Vec::new(), HashMap::new(), Vec::new());
    let mut n_paragraphs = 0;
    for (part, number) in opened.parts.iter().zip(0_u32..) {
        for (item, block) in numbered(part) {
            n_paragraphs += 1;
            check_paragraphs(n_paragraphs)?;
            let place = Place { part: number, block };
            match (part.role, item) {
                (PartRole::Body, item) => body.push((item, paragraph(item, part, place))),
                (PartRole::Notes, PartItem::Block(Block { note: Some(note), .. })) => {
                    let of_note: &mut Vec<Paragraph> = notes.entry(note.clone()).or_default();
                    of_note.push(paragraph(item, part, place));
                }
                (PartRole::Notes | PartRole::Margins | PartRole::Properties, item) => {
                    others.push(paragraph(item, part, place));
                }
            }
        }
        (source.progress)(Progress { done: u64::from(number) + 1, total });
    }
    let is_empty = |paragraphs: &[Paragraph]| paragraphs.iter().all(Paragraph::is_empty);
    if body.iter().all(|(_, paragraph)| paragraph.is_empty()) && is_empty(&others) {
        return Err(ImportError::NoText);
    }
    let language = language_of(source, &opened, &body);
    let (mut chapters, doubts) = chapters(source, body, &mut notes)?;
    let mut rest: Vec<Paragraph> = notes.into_values().flatten().chain(others).collect();
    rest.sort_by_key(|paragraph| paragraph.place);
    if !rest.is_empty() {
        let (title, volume) = (String::new(), None);
        chapters.push(Chapter { title, volume, matter: Matter::Back, paragraphs: rest.into() });
    }
    let title = opened.title.unwrap_or_else(|| txt::title_of(source.file_name));
    let reading = Reading { wrapped: None, ..source.reading };
    let (author, format) = (opened.author, document.format());
    let book = Book { title, author, language, format, reading, chapters };
    let findings = opened.findings.into_iter().chain(doubts).collect();
    Ok(Imported { book, encoding: None, findings })
}

fn paragraph(item: &PartItem, part: &Part, place: Place) -> Paragraph {
    match item {
        PartItem::Block(block) => {
            let is_margin = part.role == PartRole::Margins && block.kind == ParagraphKind::Body;
            let kind = if is_margin { ParagraphKind::Label } else { block.kind };
            let tags = block.inline.tags.iter().map(super::inline::Tag::kind).collect();
            Paragraph { text: block.inline.text.clone(), tags, kind, place }
        }
        PartItem::Extra(extra) => {
            let kind = match extra.form {
                ExtraForm::Attribute | ExtraForm::Element => ParagraphKind::Alternative,
                ExtraForm::Title => ParagraphKind::Label,
            };
            Paragraph { text: Marked::from_plain(&extra.text), tags: Vec::new(), kind, place }
        }
    }
}

/// The language the document names, unless it reads like another one: office programs name the one they are set to.
fn language_of(source: &Source<'_>, opened: &Opened, body: &[(&PartItem, Paragraph)]) -> Option<LanguageTag> {
    if source.language.is_some() {
        return source.language.clone();
    }
    let texts: Vec<_> = body.iter().map(|(_, paragraph)| paragraph.text.plain()).take(SAMPLE).collect();
    let recognised = language::recognise(texts.iter().map(AsRef::as_ref));
    let declared = opened.language.as_deref().and_then(|tag| tag.parse::<LanguageTag>().ok());
    match (recognised, declared) {
        (Some(recognised), Some(declared)) if recognised.primary() == declared.primary() => Some(declared),
        (Some(recognised), _) => Some(recognised),
        (None, declared) => declared,
    }
}

fn chapters(
    source: &Source<'_>,
    body: Vec<(&PartItem, Paragraph)>,
    notes: &mut HashMap<String, Vec<Paragraph>>,
) -> Result<(Vec<Chapter>, Vec<FileFault>), ImportError> {
    let texts: Vec<String> = body.iter().map(|(item, paragraph)| heading_text(item, paragraph)).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let view = View { texts: &texts, body: 0..texts.len() };
    let levels = levels(&body);
    let outline = outline::divide(&view, || outline::leveled_headings(&levels, &texts), source.heading)?;
    let mut body = body.into_iter().enumerate();
    let is_heading: std::collections::HashSet<usize> =
        outline.headings.iter().flat_map(|heading| heading.blocks.clone()).collect();
    let mut chapter = |span: Span| {
        let (mut paragraphs, mut behind) = (Vec::with_capacity(span.blocks.len()), Vec::new());
        for (at, (item, mut paragraph)) in body.by_ref().take(span.blocks.len()) {
            if is_heading.contains(&at) && paragraph.kind == ParagraphKind::Body {
                paragraph.kind = ParagraphKind::Heading;
            }
            paragraphs.push(paragraph);
            if let PartItem::Block(block) = item {
                behind.extend(block.refers_to.iter().filter_map(|note| notes.remove(note)).flatten());
            }
        }
        paragraphs.append(&mut behind);
        Chapter { title: span.title, volume: span.volume, matter: span.matter, paragraphs: paragraphs.into() }
    };
    Ok((outline.spans.into_iter().map(&mut chapter).collect(), outline.doubts))
}

/// The text of a paragraph as far as it can be a heading: cells, boxes and lines of a table of contents cannot.
fn heading_text(item: &PartItem, paragraph: &Paragraph) -> String {
    let may_be = match item {
        PartItem::Block(block) => {
            block.depth == 0 && matches!(block.kind, ParagraphKind::Body | ParagraphKind::Heading)
        }
        PartItem::Extra(_) => false,
    };
    let text = if may_be { paragraph.text.plain().trim().to_owned() } else { String::new() };
    // What is no heading is still text: a place that is not blank.
    if text.is_empty() && !paragraph.is_empty() { "\u{fffc}".to_owned() } else { text }
}

/// How high the headings stand that the document itself names.
fn levels(body: &[(&PartItem, Paragraph)]) -> Vec<Option<u8>> {
    let level_of = |item: &PartItem| match item {
        PartItem::Block(block) if block.depth == 0 => block.level,
        PartItem::Block(_) | PartItem::Extra(_) => None,
    };
    body.iter().map(|(item, _)| level_of(item)).collect()
}

/// A fault of a document that was lived with.
pub(crate) fn finding(subject: &str, message: &str) -> FileFault {
    FileFault { subject: subject.to_owned(), message: message.to_owned() }
}
