//! Lines to paragraphs: a line each, or joined where a person has wrapped them.

use super::ideographic;
use super::wrap::{self, Shape};
use crate::decode::{Line, TextFile};
use book::text::paragraph::ParagraphKind;
use book::text::reading::Reading;
use std::ops::Range;

/// A paragraph of a text file.
pub(super) struct Block {
    /// Its lines.
    pub(super) lines: Range<usize>,
    /// The white space before its first line's text.
    pub(super) indent: String,
    /// Its text on one line, without indentation; empty for a blank line.
    pub(super) text: String,
    /// Running text or verse.
    pub(super) kind: ParagraphKind,
}

/// How a file is to be read: where the person says nothing, its lines tell whether they were wrapped by hand. The
/// first reader decided anew each time.
pub(super) fn decide(file: &TextFile, told: Reading) -> Reading {
    if told.version < 2 {
        return Reading::FIRST;
    }
    let is_wrapped = || wrap::width(&file.lines).is_some() || ideographic::is_wrapped(&file.lines);
    Reading { wrapped: Some(told.wrapped.unwrap_or_else(is_wrapped)), ..told }
}

/// The paragraphs of a file, every line in exactly one.
pub(super) fn segment(file: &TextFile, reading: Reading) -> Vec<Block> {
    let lines = &file.lines;
    if reading.wrapped == Some(true) && reading.version >= 2 && !wrap::is_alphabetic(lines) {
        let paragraphs = ideographic::paragraphs(lines).into_iter();
        return paragraphs.map(|lines_of| joined_closely(lines, lines_of)).collect();
    }
    let width = match reading.wrapped {
        Some(true) => Some(wrap::width(lines).unwrap_or_else(|| wrap::usual_width(lines))),
        Some(false) => None,
        None => wrap::width(lines),
    };
    let Some(width) = width else {
        return (0..lines.len()).map(|line| single(lines, line, ParagraphKind::Body)).collect();
    };
    let mut blocks = Vec::new();
    let mut line = 0;
    while line < file.lines.len() {
        let n_full = file.lines.iter().skip(line).take_while(|line| !line.text.trim().is_empty()).count();
        if n_full == 0 {
            blocks.push(single(&file.lines, line, ParagraphKind::Body));
            line += 1;
            continue;
        }
        for (lines, shape) in wrap::shapes(&file.lines, line..line + n_full, width) {
            match shape {
                Shape::Prose => blocks.push(joined(&file.lines, lines)),
                Shape::Lines => {
                    blocks.extend(lines.map(|line| single(&file.lines, line, ParagraphKind::Verse)));
                }
            }
        }
        line += n_full;
    }
    blocks
}

fn single(lines: &[Line], line: usize, kind: ParagraphKind) -> Block {
    let text = lines.get(line).map_or("", |line| line.text.as_str());
    let body = text.trim();
    // A blank line has no indentation, whatever white space it consists of.
    let indent = if body.is_empty() { "" } else { text.split(body).next().unwrap_or_default() };
    Block { lines: line..line + 1, indent: indent.to_owned(), text: body.to_owned(), kind }
}

/// Lines of a script without spaces: they join without one, unless letters meet.
fn joined_closely(lines: &[Line], range: Range<usize>) -> Block {
    let mut block = single(lines, range.start, ParagraphKind::Body);
    for line in range.clone().skip(1) {
        let text = lines.get(line).map_or("", |line| line.text.trim());
        let is_letter =
            |character: Option<char>| character.is_some_and(|c| c.is_alphanumeric() && c < '\u{2e80}');
        if is_letter(block.text.chars().next_back()) && is_letter(text.chars().next()) {
            block.text.push(' ');
        }
        block.text.push_str(text);
    }
    block.lines = range;
    block
}

fn joined(lines: &[Line], range: Range<usize>) -> Block {
    let mut block = single(lines, range.start, ParagraphKind::Body);
    for line in range.clone().skip(1) {
        let text = lines.get(line).map_or("", |line| line.text.trim());
        // A hyphen or dash at the end of a line already joins the words.
        if !block.text.ends_with(['-', '—', '–', '\u{ad}']) {
            block.text.push(' ');
        }
        block.text.push_str(text);
    }
    block.lines = range;
    block
}
