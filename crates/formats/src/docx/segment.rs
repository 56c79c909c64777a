//! The paragraphs of a part, wherever they stand, and what each of them is.

use super::inline;
use super::styles::{Styles, outline};
use crate::import::ImportError;
use crate::office::inline::Formats;
use crate::office::xml::Xml;
use crate::office::{Block, Extra, ExtraForm, PartItem, mark_twins};
use book::text::paragraph::ParagraphKind;
use std::collections::HashSet;

/// What the whole document says about its parts.
pub(super) struct Context<'a> {
    pub styles: &'a Styles,
    /// Bookmarks whose words a field repeats elsewhere.
    pub repeated: &'a HashSet<String>,
}

/// The paragraphs of a part.
pub(super) struct Segments {
    pub items: Vec<PartItem>,
    pub formats: Formats,
    pub has_changes: bool,
}

/// An element around a paragraph that says something about it.
enum Around {
    Paragraph,
    Cell,
    Note(String),
}

/// Finds the paragraphs.
pub(super) fn segment(xml: &Xml, context: &Context<'_>) -> Result<Segments, ImportError> {
    let mut segments = Segments { items: Vec::new(), formats: Formats::default(), has_changes: false };
    // The formatting of text that has none comes first, so that it wins where nothing else does.
    segments.formats.intern(String::new(), String::new(), book::text::paragraph::TagKind::Other);
    let mut open: Vec<(usize, Around)> = Vec::new();
    let mut pairs = Vec::new();
    let mut at = 0;
    while at < xml.n_tokens() {
        if !xml.opens(at) {
            at += 1;
            continue;
        }
        while open.last().is_some_and(|(end, _)| *end < at) {
            open.pop();
        }
        match xml.name(at) {
            ("w", "p") => {
                let block = block(xml, at, &open, context, &mut segments.formats)?;
                segments.items.push(PartItem::Block(block));
                open.push((xml.mate(at), Around::Paragraph));
            }
            ("w", "tc") => open.push((xml.mate(at), Around::Cell)),
            ("w", "footnote" | "endnote") => {
                // The lines between text and notes are kept as notes, too.
                if xml.attribute(at, "type").is_some_and(|kind| kind != "normal") {
                    at = xml.after(at);
                    continue;
                }
                open.push((xml.mate(at), Around::Note(inline::note(xml, at, xml.name(at).1))));
            }
            ("w", "ins" | "del" | "moveFrom" | "moveTo") => segments.has_changes = true,
            ("wp", "docPr") => segments.items.extend(alternatives(xml, at)),
            ("mc", "AlternateContent") => {
                let part = |name| xml.child(at, name).map(|child| xml.whole(child));
                pairs.extend(part("mc:Choice").zip(part("mc:Fallback")));
            }
            _ => {}
        }
        at += 1;
    }
    segments.items.sort_by_key(PartItem::start);
    mark_twins(&mut segments.items, &pairs);
    Ok(segments)
}

/// What a picture says of itself.
fn alternatives(xml: &Xml, at: usize) -> Vec<PartItem> {
    let named = |name| {
        let text = xml.attribute(at, name).filter(|text| !text.trim().is_empty())?.into_owned();
        let range = xml.value_range(at, name)?;
        Some(PartItem::Extra(Extra { text, range, form: ExtraForm::Attribute }))
    };
    ["descr", "title"].into_iter().filter_map(named).collect()
}

fn block(
    xml: &Xml,
    at: usize,
    open: &[(usize, Around)],
    context: &Context<'_>,
    formats: &mut Formats,
) -> Result<Block, ImportError> {
    let properties = xml.child(at, "w:pPr");
    let has = |name| properties.is_some_and(|properties| xml.child(properties, name).is_some());
    let style = properties.and_then(|properties| xml.child(properties, "w:pStyle"));
    let style = style.and_then(|style| xml.attribute(style, "val"));
    let (style, styles) = (style.as_deref(), context.styles);
    let level = properties.and_then(|properties| outline(xml, properties)).or_else(|| styles.level(style));
    let is_cell = open.iter().any(|(_, around)| matches!(around, Around::Cell));
    let note = open.iter().rev().find_map(|(_, around)| match around {
        Around::Note(note) => Some(note.clone()),
        Around::Paragraph | Around::Cell => None,
    });
    let is_list = has("w:numPr") || styles.is_list(style);
    let kind = if note.is_some() {
        ParagraphKind::Note
    } else if styles.is_contents(style) {
        ParagraphKind::Label
    } else if level.is_some() || styles.is_title(style) {
        ParagraphKind::Heading
    } else if is_cell {
        ParagraphKind::Cell
    } else if styles.is_caption(style) {
        ParagraphKind::Caption
    } else if is_list {
        ParagraphKind::Item
    } else {
        ParagraphKind::Body
    };
    let read = inline::read(xml, at, formats, context.repeated)?;
    Ok(Block {
        inline: read.inline,
        kind,
        level: level.filter(|_| !is_cell && kind == ParagraphKind::Heading),
        element: at,
        start: xml.range(at).start,
        content: read.content,
        depth: open.iter().filter(|(_, around)| matches!(around, Around::Paragraph)).count(),
        twin_of: None,
        may_double: !is_list
            && kind != ParagraphKind::Heading
            && !has("w:sectPr")
            && !has("w:framePr")
            && !has("w:pageBreakBefore"),
        note,
        refers_to: read.refers_to,
    })
}

/// The names of the bookmarks whose words fields of this part repeat.
pub(super) fn repeated_bookmarks(xml: &Xml) -> Vec<String> {
    let written = xml.all("w:instrText").map(|at| xml.text_of(at));
    let simple = xml.all("w:fldSimple").filter_map(|at| Some(xml.attribute(at, "instr")?.into_owned()));
    let name = |instruction: String| {
        let mut words = instruction.split_whitespace();
        let is_repeat = words.next().is_some_and(|word| word.eq_ignore_ascii_case("REF"));
        words.next().filter(|_| is_repeat).map(str::to_owned)
    };
    written.chain(simple).filter_map(name).collect()
}
