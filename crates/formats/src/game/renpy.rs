//! Ren'Py scripts: what characters say, choices, names of characters, words on screens, and whatever is marked `_("…")`.

use super::Style;
use super::bits::{Bit, marked};
use crate::ranged::{Document, Stretch};
use book::text::paragraph::{ParagraphKind, TagKind};
use std::ops::Range;

/// Statements that begin with a word and may hold a string that nobody reads.
pub(super) const STATEMENTS: [&str; 48] = [
    "scene",
    "show",
    "hide",
    "play",
    "stop",
    "queue",
    "voice",
    "image",
    "define",
    "default",
    "init",
    "python",
    "label",
    "jump",
    "call",
    "return",
    "if",
    "elif",
    "else",
    "while",
    "for",
    "pass",
    "with",
    "window",
    "pause",
    "style",
    "screen",
    "transform",
    "translate",
    "old",
    "new",
    "key",
    "use",
    "add",
    "import",
    "from",
    "on",
    "action",
    "at",
    "camera",
    "layeredimage",
    "attribute",
    "group",
    "always",
    "sound",
    "music",
    "rpy",
    "imagebutton",
];
/// Words before a string that is read on a screen.
pub(super) const ON_SCREEN: [&str; 4] = ["text", "textbutton", "label", "tooltip"];

/// A string of a script.
struct Literal {
    /// What is between the quotation marks.
    range: Range<usize>,
    quote: char,
    /// The end, with the quotation marks.
    end: usize,
}

/// What the indented lines below a line are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    Script,
    Screen,
    /// Python and translations, of which nothing is said.
    Other,
}

/// Reads a script.
pub(super) fn read(text: &str) -> Document<Style> {
    let mut document = Document::default();
    let mut blocks: Vec<(usize, Block)> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let (line, end) = logical_line(text, at);
        let content = line.start + indent(text.get(line.clone()).unwrap_or_default());
        let depth = content - line.start;
        let words = text.get(content..line.end).unwrap_or_default();
        if !words.is_empty() && !words.starts_with('#') {
            while blocks.last().is_some_and(|(own, _)| depth <= *own) {
                blocks.pop();
            }
            let block = blocks.last().map_or(Block::Script, |(_, block)| *block);
            let place = content..line.end;
            statement(text, place, block, &mut document);
            if let Some(inner) = opens(words) {
                blocks.push((depth, if block == Block::Other { block } else { inner }));
            }
        }
        at = end.max(at + 1);
    }
    document
}

/// The kind of block that a line opens, if it is another one.
fn opens(line: &str) -> Option<Block> {
    let first = line.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    let is_block = line.trim_end().ends_with(':');
    match first {
        "python" | "translate" | "style" | "transform" | "layeredimage" => is_block.then_some(Block::Other),
        "init" if line.contains("python") => is_block.then_some(Block::Other),
        "screen" => is_block.then_some(Block::Screen),
        _ => None,
    }
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

/// A line with the further ones its strings and brackets reach over, and where the next begins.
fn logical_line(text: &str, start: usize) -> (Range<usize>, usize) {
    const LONGEST: usize = 100_000;
    let mut at = start;
    let limit = text.len().min(start + LONGEST);
    while at < limit {
        let rest = text.get(at..).unwrap_or_default();
        let Some(first) = rest.chars().next() else { break };
        match first {
            '\n' | '\r' => {
                let len = if rest.starts_with("\r\n") { 2 } else { 1 };
                return (start..at, at + len);
            }
            '#' => at += rest.find(['\n', '\r']).unwrap_or(rest.len()),
            '"' | '\'' | '`' => at = literal(text, at).map_or(at + 1, |literal| literal.end),
            _ => at += first.len_utf8(),
        }
    }
    (start..at.min(text.len()), at.max(start + 1))
}

/// The string that begins at this quotation mark.
fn literal(text: &str, at: usize) -> Option<Literal> {
    let rest = text.get(at..)?;
    let quote = rest.chars().next()?;
    let is_triple = rest.starts_with(&String::from(quote).repeat(3));
    let n_marks = if is_triple { 3 } else { 1 };
    let end_mark = String::from(quote).repeat(n_marks);
    let mut inner = at + n_marks;
    loop {
        let rest = text.get(inner..)?;
        if rest.starts_with(&end_mark) {
            return Some(Literal { range: at + n_marks..inner, quote, end: inner + n_marks });
        }
        let first = rest.chars().next()?;
        inner += first.len_utf8();
        if first == '\\' {
            inner += text.get(inner..)?.chars().next()?.len_utf8();
        }
    }
}

/// The texts of a line.
fn statement(text: &str, line: Range<usize>, block: Block, document: &mut Document<Style>) {
    let words = text.get(line.clone()).unwrap_or_default();
    let literals = literals(text, line.clone());
    let Some(first) = literals.first() else { return };
    let mark = first.range.start - usize::from(first.range.start > line.start);
    let head = text.get(line.start..mark).unwrap_or_default();
    let head = head.trim_end_matches(['"', '\'', '`']).trim();
    let first_word = head.split_whitespace().next().unwrap_or_default();
    let is_name =
        |word: &str| word.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '@' | '.'));
    let is_said =
        block == Block::Script && !STATEMENTS.contains(&first_word) && head.split_whitespace().all(is_name);
    if is_said {
        let tail = text.get(first.end..line.end).unwrap_or_default().trim();
        let is_choice = head.is_empty() && tail.ends_with(':');
        let kind = if is_choice { ParagraphKind::Item } else { ParagraphKind::Body };
        // Two strings side by side: who says it, and what.
        match literals.get(1).filter(|second| {
            text.get(first.end..second.range.start)
                .is_some_and(|gap| gap.trim_matches(['"', '\'', '`', ' ', '\t']).is_empty())
        }) {
            Some(second) if head.is_empty() => {
                push(text, first, ParagraphKind::Label, document);
                push(text, second, ParagraphKind::Body, document);
            }
            _ => push(text, first, kind, document),
        }
        return;
    }
    for literal in &literals {
        let before = text.get(line.start..literal.range.start).unwrap_or_default();
        let before = before.trim_end_matches(['"', '\'', '`']).trim_end();
        let is_marked = before.ends_with("_(") && !before.ends_with("renpy_(");
        let is_character = before.ends_with("Character(") && words.starts_with("define");
        let is_shown = block == Block::Screen && ON_SCREEN.contains(&before);
        if is_marked || is_character || is_shown {
            push(text, literal, ParagraphKind::Label, document);
        }
    }
}

fn literals(text: &str, line: Range<usize>) -> Vec<Literal> {
    let mut found = Vec::new();
    let mut at = line.start;
    while at < line.end {
        let Some(first) = text.get(at..line.end).and_then(|rest| rest.chars().next()) else { break };
        match first {
            '#' => break,
            '"' | '\'' | '`' => match literal(text, at).filter(|literal| literal.end <= line.end) {
                Some(literal) => {
                    at = literal.end;
                    found.push(literal);
                }
                None => at += 1,
            },
            _ => at += first.len_utf8(),
        }
    }
    found
}

fn push(text: &str, literal: &Literal, kind: ParagraphKind, document: &mut Document<Style>) {
    let Some((words, tags)) = marked(&bits(text, literal.range.clone())) else { return };
    let (range, style) = (literal.range.clone(), Style::Renpy(literal.quote));
    document.stretches.push(Stretch { range, text: words, tags, kind, opens: None, style });
}

/// Words, `{tags}`, `[variables]` and escapes of a string.
fn bits(text: &str, range: Range<usize>) -> Vec<Bit> {
    let mut bits = Vec::new();
    let mut words = String::new();
    let mut at = range.start;
    while at < range.end {
        let rest = text.get(at..range.end).unwrap_or_default();
        let Some(first) = rest.chars().next() else { break };
        let doubled = ["[[", "{{", "%%"].iter().any(|pair| rest.starts_with(pair));
        if doubled {
            words.push(first);
            at += 2;
            continue;
        }
        let place = |len: usize| at..at + len;
        let bit = match first {
            '\\' if rest.starts_with("\\n") => Some((Bit::Code(TagKind::Break, place(2)), 2)),
            '\\' => {
                let next = rest.chars().nth(1);
                words.extend(next);
                at += 1 + next.map_or(0, char::len_utf8);
                continue;
            }
            '\n' | '\r' => Some((Bit::Code(TagKind::Break, place(1)), 1)),
            '[' => rest.find(']').map(|len| (Bit::Code(TagKind::Other, place(len + 1)), len + 1)),
            '{' => {
                rest.find('}').map(|len| (tag(rest.get(1..len).unwrap_or_default(), place(len + 1)), len + 1))
            }
            _ => None,
        };
        if let Some((bit, len)) = bit {
            bits.push(Bit::Words(std::mem::take(&mut words)));
            bits.push(bit);
            at += len;
        } else {
            words.push(first);
            at += first.len_utf8();
        }
    }
    bits.push(Bit::Words(words));
    bits
}

fn tag(inner: &str, place: Range<usize>) -> Bit {
    let (is_end, inner) = inner.strip_prefix('/').map_or((false, inner), |inner| (true, inner));
    let name: String = inner.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    match (is_end, name.as_str()) {
        (true, _) => Bit::End(name, place),
        (false, "w" | "p" | "nw" | "fast" | "done" | "space" | "vspace" | "image" | "clear" | "") => {
            Bit::Code(TagKind::Other, place)
        }
        (false, _) => Bit::Start(name, place),
    }
}
