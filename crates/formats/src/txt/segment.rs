//! Lines to paragraphs: a line each, or joined where a person has wrapped them.

use super::ideographic;
use super::wrap::{self, Shape};
use crate::decode::TextFile;
use book::text::paragraph::ParagraphKind;
use book::text::reading::Reading;
use std::borrow::Cow;
use std::ops::Range;

/// A paragraph of a text file: where it stands. Its text is read from the lines when it is asked for, so that a long book is
/// not held a second time.
pub(super) struct Block {
    /// Its first line, and the one after its last.
    lines: [u32; 2],
    /// Running text or verse.
    pub(super) kind: ParagraphKind,
    join: Join,
}

/// How lines become one text.
#[derive(Clone, Copy)]
enum Join {
    /// With a space, unless a hyphen or dash joins the words already.
    Spaced,
    /// Without one, unless letters meet: a script without spaces.
    Closely,
}

impl Block {
    fn single(line: usize, kind: ParagraphKind) -> Self {
        Self { lines: ends(line..line + 1), kind, join: Join::Spaced }
    }

    fn joined(lines: Range<usize>, join: Join) -> Self {
        Self { lines: ends(lines), kind: ParagraphKind::Body, join }
    }

    /// Its lines.
    pub(super) fn lines(&self) -> Range<usize> {
        let [start, end] = self.lines.map(|line| usize::try_from(line).unwrap_or(usize::MAX));
        start..end
    }

    /// Its text on one line, without indentation; empty for a blank line.
    pub(super) fn text<'f>(&self, file: &'f TextFile<'_>) -> Cow<'f, str> {
        let mut texts = file.lines.range(self.lines()).map(|line| line.text.trim());
        let mut text = Cow::Borrowed(texts.next().unwrap_or_default());
        for more in texts {
            let has_space = match self.join {
                Join::Spaced => !text.ends_with(['-', '—', '–', '\u{ad}']),
                Join::Closely => is_letter(text.chars().next_back()) && is_letter(more.chars().next()),
            };
            let text = text.to_mut();
            if has_space {
                text.push(' ');
            }
            text.push_str(more);
        }
        text
    }

    /// The white space before its first line's text. A blank line has none, whatever white space it consists of.
    pub(super) fn indent<'f>(&self, file: &'f TextFile<'_>) -> &'f str {
        let text = file.lines.text(self.lines().start);
        let body = text.trim_start();
        if body.is_empty() { "" } else { text.strip_suffix(body).unwrap_or_default() }
    }
}

/// The ends of a stretch of lines in little room. No text has more lines than fit.
fn ends(lines: Range<usize>) -> [u32; 2] {
    [lines.start, lines.end].map(|line| u32::try_from(line).unwrap_or(u32::MAX))
}

fn is_letter(character: Option<char>) -> bool {
    character.is_some_and(|c| c.is_alphanumeric() && c < '\u{2e80}')
}

/// How a file is to be read: where the person says nothing, its lines tell whether they were wrapped by hand. The
/// first reader decided anew each time.
pub(super) fn decide(file: &TextFile<'_>, told: Reading) -> Reading {
    if told.version < 2 {
        return Reading::FIRST;
    }
    let is_wrapped = || wrap::width(&file.lines).is_some() || ideographic::is_wrapped(&file.lines);
    Reading { wrapped: Some(told.wrapped.unwrap_or_else(is_wrapped)), ..told }
}

/// The paragraphs of a file, every line in exactly one.
pub(super) fn segment(file: &TextFile<'_>, reading: Reading) -> Vec<Block> {
    let lines = &file.lines;
    if reading.wrapped == Some(true) && reading.version >= 2 && !wrap::is_alphabetic(lines) {
        let paragraphs = ideographic::paragraphs(lines).into_iter();
        return paragraphs.map(|lines_of| Block::joined(lines_of, Join::Closely)).collect();
    }
    let width = match reading.wrapped {
        Some(true) => Some(wrap::width(lines).unwrap_or_else(|| wrap::usual_width(lines))),
        Some(false) => None,
        None => wrap::width(lines),
    };
    let Some(width) = width else {
        return (0..lines.len()).map(|line| Block::single(line, ParagraphKind::Body)).collect();
    };
    let mut blocks = Vec::new();
    let mut line = 0;
    while line < file.lines.len() {
        let rest = file.lines.range(line..file.lines.len());
        let n_full = rest.take_while(|line| !line.text.trim().is_empty()).count();
        if n_full == 0 {
            blocks.push(Block::single(line, ParagraphKind::Body));
            line += 1;
            continue;
        }
        for (lines, shape) in wrap::shapes(&file.lines, line..line + n_full, width) {
            match shape {
                Shape::Prose => blocks.push(Block::joined(lines, Join::Spaced)),
                Shape::Lines => {
                    blocks.extend(lines.map(|line| Block::single(line, ParagraphKind::Verse)));
                }
            }
        }
        line += n_full;
    }
    blocks
}
