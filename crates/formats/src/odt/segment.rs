//! The paragraphs of a part, wherever they stand, and what each of them is.

use super::inline;
use super::styles::Styles;
use crate::import::ImportError;
use crate::office::inline::Formats;
use crate::office::xml::Xml;
use crate::office::{Block, Extra, ExtraForm, PartItem};
use book::text::paragraph::{ParagraphKind, TagKind};
use std::collections::HashSet;

/// The paragraphs of a part.
pub(super) struct Segments {
    pub items: Vec<PartItem>,
    pub formats: Formats,
    pub has_changes: bool,
}

/// An element around a paragraph that says something about it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    Paragraph,
    Cell,
    Item,
    Note,
    Index,
}

/// Finds the paragraphs.
pub(super) fn segment(
    xml: &Xml,
    styles: &Styles,
    repeated: &HashSet<String>,
) -> Result<Segments, ImportError> {
    let mut segments = Segments { items: Vec::new(), formats: Formats::default(), has_changes: false };
    // The formatting of text that has none comes first, so that it wins where nothing else does.
    segments.formats.intern(String::new(), String::new(), TagKind::Other);
    let mut open: Vec<(usize, Around)> = Vec::new();
    let mut at = 0;
    while at < xml.n_tokens() {
        if !xml.opens(at) {
            at += 1;
            continue;
        }
        while open.last().is_some_and(|(end, _)| *end < at) {
            open.pop();
        }
        let end = xml.mate(at);
        match xml.name(at) {
            ("text", "p" | "h") => {
                let around: Vec<Around> = open.iter().map(|(_, around)| *around).collect();
                let block = block(xml, at, &around, styles, &mut segments.formats, repeated)?;
                segments.items.push(PartItem::Block(block));
                open.push((end, Around::Paragraph));
            }
            ("text", "tracked-changes") => {
                segments.has_changes = true;
                at = xml.after(at);
                continue;
            }
            ("office", "annotation") => {
                at = xml.after(at);
                continue;
            }
            ("table", "table-cell" | "covered-table-cell") => open.push((end, Around::Cell)),
            ("text", "list-item" | "list-header") => open.push((end, Around::Item)),
            ("text", "note-body") => open.push((end, Around::Note)),
            ("text", "index-body") => open.push((end, Around::Index)),
            ("svg", "title" | "desc") => segments.items.extend(alternative(xml, at)),
            _ => {}
        }
        at += 1;
    }
    segments.items.sort_by_key(PartItem::start);
    Ok(segments)
}

/// What a picture says of itself.
fn alternative(xml: &Xml, at: usize) -> Option<PartItem> {
    let text = xml.text_of(at);
    if text.trim().is_empty() {
        return None;
    }
    Some(PartItem::Extra(Extra { text, range: xml.inside(at), form: ExtraForm::Element }))
}

fn block(
    xml: &Xml,
    at: usize,
    around: &[Around],
    styles: &Styles,
    formats: &mut Formats,
    repeated: &HashSet<String>,
) -> Result<Block, ImportError> {
    let style = xml.attribute(at, "style-name").unwrap_or_default();
    let is_heading = xml.is(at, "text:h");
    let is_in = |wanted: Around| around.contains(&wanted);
    let kind = if is_in(Around::Note) {
        ParagraphKind::Note
    } else if is_in(Around::Index) {
        ParagraphKind::Label
    } else if is_heading || styles.is_title(&style) {
        ParagraphKind::Heading
    } else if is_in(Around::Cell) {
        ParagraphKind::Cell
    } else if styles.is_caption(&style) {
        ParagraphKind::Caption
    } else if is_in(Around::Item) {
        ParagraphKind::Item
    } else {
        ParagraphKind::Body
    };
    let level = xml.attribute(at, "outline-level").and_then(|level| level.parse().ok()).unwrap_or(1);
    let has_level = is_heading && !is_in(Around::Cell) && kind == ParagraphKind::Heading;
    let read = inline::read(xml, at, styles, formats, repeated)?;
    Ok(Block {
        inline: read.inline,
        kind,
        level: has_level.then_some(level),
        element: at,
        start: xml.range(at).start,
        content: read.content,
        depth: around.iter().filter(|around| **around == Around::Paragraph).count(),
        twin_of: None,
        may_double: !is_heading && !styles.breaks(&style),
        note: None,
        refers_to: Vec::new(),
    })
}
