//! The file a person edits: every paragraph with its id, its source as a comment, and its translation.
//!
//! ```text
//! [k7wd3f] (v12)
//! # 吾輩は猫である。
//! I am a cat.
//! ```
//! A line of a translation that begins like something else has a backslash in front.

use super::super::show::remarks;
use crate::output::Printer;
use book::id::{ParagraphId, VersionId};
use book::text::markup::{Marked, MarkupFault};
use messages::Message;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use store::record::ParagraphRecord;

/// A translation a person has written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenTranslation {
    pub paragraph: ParagraphId,
    pub text: Marked,
    /// The version that stood there when it was written.
    pub based_on: Option<VersionId>,
}

/// Something that keeps the file from being taken, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
struct SheetFault {
    line: usize,
    what: Message,
}

/// Writes the file for these paragraphs.
pub fn render(title: &str, paragraphs: &[ParagraphRecord], printer: &Printer) -> String {
    let head = Message::new("edit_sheet_head").with("title", title.replace('\n', " "));
    let mut sheet = format!("{}\n", printer.text_of(&head));
    for paragraph in paragraphs {
        let version = paragraph.version.map(|version| format!(" ({version})")).unwrap_or_default();
        let _ = write!(sheet, "\n[{}]{version}{}\n", paragraph.id, remarks(paragraph, printer));
        for line in paragraph.text.as_str().lines() {
            let _ = writeln!(sheet, "# {line}");
        }
        let translation = paragraph.translation.as_ref().map_or("", Marked::as_str);
        for line in translation.lines() {
            let guard = if line.starts_with(['#', '[', '\\']) { "\\" } else { "" };
            let _ = writeln!(sheet, "{guard}{line}");
        }
    }
    sheet
}

/// The paragraphs a file is about, in its order, each with the version that stood there when the file was made, if the
/// file says so; what is no id line is passed over.
pub fn ids(sheet: &str) -> Vec<(ParagraphId, Option<VersionId>)> {
    let read = |line: &str| Some((id_line(line)?.parse().ok()?, version_in(line)));
    sheet.lines().filter_map(read).collect()
}

/// The version a line `[id] (v12)` names.
fn version_in(line: &str) -> Option<VersionId> {
    let (_, remark) = line.split_once("] (")?;
    remark.split_once(')')?.0.parse().ok()
}

/// Reads the file back: what was changed, or everything that is wrong with it.
pub fn parse(sheet: &str, paragraphs: &[ParagraphRecord]) -> Result<Vec<WrittenTranslation>, Vec<Message>> {
    let known: HashMap<ParagraphId, &ParagraphRecord> =
        paragraphs.iter().map(|paragraph| (paragraph.id, paragraph)).collect();
    let mut faults = Vec::new();
    let mut seen = HashSet::new();
    let mut written = Vec::new();
    for block in blocks(sheet, &mut faults) {
        let fault = |what: Message| SheetFault { line: block.line, what };
        let found = block.id.parse::<ParagraphId>().ok().and_then(|id| known.get(&id).copied());
        let Some(paragraph) = found else {
            faults.push(fault(Message::new("sheet_unknown_id").with("id", block.id)));
            continue;
        };
        if !seen.insert(paragraph.id) {
            faults.push(fault(Message::new("sheet_id_twice").with("id", paragraph.id)));
            continue;
        }
        match changed(paragraph, &block.text) {
            Ok(text) => {
                let (paragraph, based_on) = (paragraph.id, paragraph.version);
                written.extend(text.map(|text| WrittenTranslation { paragraph, text, based_on }));
            }
            Err(whats) => {
                let line = block.text_line.unwrap_or(block.line);
                faults.extend(whats.into_iter().map(|what| {
                    let what = Message::new("sheet_of_paragraph").with("id", paragraph.id).part("what", what);
                    SheetFault { line, what }
                }));
            }
        }
    }
    let n_lines = sheet.lines().count();
    for paragraph in paragraphs.iter().filter(|paragraph| !seen.contains(&paragraph.id)) {
        let what = Message::new("sheet_id_missing").with("id", paragraph.id);
        faults.push(SheetFault { line: n_lines, what });
    }
    faults.sort_by_key(|fault| fault.line);
    let told =
        |fault: SheetFault| Message::new("sheet_line").count("line", fault.line).part("what", fault.what);
    if faults.is_empty() { Ok(written) } else { Err(faults.into_iter().map(told).collect()) }
}

/// What is wrong with the tags of a translation.
pub(super) fn of_markup(fault: &MarkupFault) -> Message {
    let (code, tag) = match *fault {
        MarkupFault::Unclosed(tag) => ("tag_unclosed", tag),
        MarkupFault::Unopened(tag) => ("tag_unopened", tag),
        MarkupFault::Missing(tag) => ("tag_missing", tag),
        MarkupFault::Unknown(tag) => ("tag_unknown", tag),
        MarkupFault::Repeated(tag) => ("tag_repeated", tag),
        MarkupFault::WrongForm(tag) => ("tag_wrong_form", tag),
    };
    Message::new(code).count("tag", tag)
}

struct Block<'a> {
    id: &'a str,
    line: usize,
    /// Where its text begins.
    text_line: Option<usize>,
    text: String,
}

fn blocks<'a>(sheet: &'a str, faults: &mut Vec<SheetFault>) -> Vec<Block<'a>> {
    let mut blocks: Vec<Block<'a>> = Vec::new();
    for (line, text) in (1..).zip(sheet.lines()) {
        if text.starts_with('#') {
            continue;
        }
        if let Some(id) = id_line(text) {
            blocks.push(Block { id, line, text_line: None, text: String::new() });
            continue;
        }
        match blocks.last_mut() {
            Some(block) => {
                if !text.trim().is_empty() {
                    block.text_line.get_or_insert(line);
                }
                block.text.push_str(text.strip_prefix('\\').unwrap_or(text));
                block.text.push('\n');
            }
            None if text.trim().is_empty() => {}
            None => {
                let what = Message::new("sheet_stray_text");
                faults.push(SheetFault { line, what });
            }
        }
    }
    blocks
}

/// The id of a line `[id]`, with or without a remark in round brackets behind it.
fn id_line(line: &str) -> Option<&str> {
    let (id, rest) = line.trim_end().strip_prefix('[')?.split_once(']')?;
    let opens = rest.starts_with(" (") || rest.starts_with(" （");
    let is_remark = rest.is_empty() || (opens && rest.ends_with([')', '）']));
    (is_remark && !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric())).then_some(id)
}

/// The new translation, or `None` if it is as it was.
fn changed(paragraph: &ParagraphRecord, text: &str) -> Result<Option<Marked>, Vec<Message>> {
    let text = even(text);
    let before = paragraph.translation.as_ref().map(|translation| even(translation.as_str()));
    if before.as_deref().unwrap_or_default() == text {
        return Ok(None);
    }
    if text.is_empty() {
        return Err(vec![Message::new("sheet_text_gone").with("paragraph", paragraph.id)]);
    }
    let read = paragraph.text.read_translation(&text);
    read.map(Some).map_err(|faults| faults.iter().map(of_markup).collect())
}

/// Editors leave line ends and blank lines behind; neither is a change.
fn even(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(|line| line.trim_end_matches([' ', '\t', '\r'])).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}
