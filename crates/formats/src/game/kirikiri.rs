//! `KiriKiri` (KAG) scenarios: every line that is no command, label or remark, the captions of labels and texts of choices.

use super::Style;
use super::bits::{Bit, marked};
use crate::ranged::{Document, Stretch};
use book::text::markup::Marked;
use book::text::paragraph::{ParagraphKind, TagKind};
use std::ops::Range;

/// Tags whose attribute `text` players read.
const CHOICES: [&str; 6] = ["seladd", "sel", "button", "select", "choice", "glink"];

/// Reads a scenario.
pub(super) fn read(text: &str) -> Document<Style> {
    let mut document = Document::default();
    let mut in_script = false;
    let mut at = 0;
    while at < text.len() {
        let rest = text.get(at..).unwrap_or_default();
        let len = rest.find(['\n', '\r']).unwrap_or(rest.len());
        line(text, at..at + len, &mut in_script, &mut document);
        let end = rest.get(len..).unwrap_or_default();
        at += len + if end.starts_with("\r\n") { 2 } else { 1 };
    }
    document.stretches.sort_by_key(|stretch| (stretch.range.start, usize::MAX - stretch.range.end));
    document
}

fn line(text: &str, line: Range<usize>, in_script: &mut bool, document: &mut Document<Style>) {
    let raw = text.get(line.clone()).unwrap_or_default();
    let start = line.start + indent(raw);
    let words = raw.get(indent(raw)..).unwrap_or_default().trim_end();
    let place = start..start + words.len();
    let command = words.strip_prefix('@').or_else(|| words.strip_prefix('[')).unwrap_or_default();
    let name: String = command.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    if *in_script {
        *in_script = !matches!(name.as_str(), "endscript" | "endmacro");
        return;
    }
    if matches!(name.as_str(), "iscript" | "macro") {
        *in_script = !words.contains("[endscript]") && !words.contains("[endmacro]");
        return;
    }
    if words.is_empty() || words.starts_with(';') {
        return;
    }
    if words.starts_with('*') {
        if let Some(bar) = words.find('|') {
            let caption = place.start + bar + 1..place.end;
            push(text, caption, ParagraphKind::Heading, Style::Line, document);
        }
        return;
    }
    if words.starts_with('@') {
        choice(text, place, document);
        return;
    }
    push(text, place, ParagraphKind::Body, Style::Line, document);
}

/// What stands before a line: tabs, and before a command, a label or a remark any white space.
fn indent(line: &str) -> usize {
    let words = line.trim_start();
    let is_command = words.starts_with([';', '*', '@', '[']);
    line.len() - if is_command { words.len() } else { line.trim_start_matches('\t').len() }
}

fn push(text: &str, range: Range<usize>, kind: ParagraphKind, style: Style, document: &mut Document<Style>) {
    let raw = text.get(range.clone()).unwrap_or_default();
    // Commands around the words are no part of them.
    let bits = bits(text, range.clone());
    for bit in &bits {
        if let Bit::Code(_, place) = bit {
            choice(text, place.clone(), document);
        }
    }
    let is_code = |bit: &&Bit| !matches!(bit, Bit::Words(words) if !words.trim().is_empty());
    let n_before = bits.iter().take_while(is_code).count();
    let n_after = bits.iter().rev().take_while(is_code).count();
    let inner = bits.get(n_before..bits.len().saturating_sub(n_after)).unwrap_or_default();
    let end_of = |bits: &[Bit]| {
        bits.iter()
            .rev()
            .find_map(|bit| if let Bit::Code(_, place) = bit { Some(place.clone()) } else { None })
    };
    let start = end_of(bits.get(..n_before).unwrap_or_default()).map_or(range.start, |place| place.end);
    let after = bits.get(bits.len().saturating_sub(n_after)..).unwrap_or_default();
    let end =
        after.iter().find_map(|bit| if let Bit::Code(_, place) = bit { Some(place.start) } else { None });
    let end = end.unwrap_or(range.start + raw.len());
    let Some((words, tags)) = marked(inner) else { return };
    document.stretches.push(Stretch { range: start..end, text: words, tags, kind, opens: None, style });
}

/// Words and commands of a line.
fn bits(text: &str, range: Range<usize>) -> Vec<Bit> {
    let mut bits = Vec::new();
    let mut words = String::new();
    let mut at = range.start;
    while at < range.end {
        let rest = text.get(at..range.end).unwrap_or_default();
        let Some(first) = rest.chars().next() else { break };
        if rest.starts_with("[[") {
            words.push('[');
            at += 2;
            continue;
        }
        let len = if first == '[' { tag_len(rest) } else { None };
        let Some(len) = len else {
            words.push(first);
            at += first.len_utf8();
            continue;
        };
        bits.push(Bit::Words(std::mem::take(&mut words)));
        let kind =
            if matches!(rest.get(..len), Some("[r]" | "[R]")) { TagKind::Break } else { TagKind::Other };
        bits.push(Bit::Code(kind, at..at + len));
        at += len;
    }
    bits.push(Bit::Words(words));
    bits
}

/// The length of the command a text starts with; quoted brackets do not end it.
fn tag_len(rest: &str) -> Option<usize> {
    let mut quote = None;
    for (at, character) in rest.char_indices() {
        match (character, quote) {
            ('"' | '\'', None) => quote = Some(character),
            (character, Some(open)) if character == open => quote = None,
            (']', None) => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The text of a choice, in the attribute of its command.
fn choice(text: &str, command: Range<usize>, document: &mut Document<Style>) {
    let raw = text.get(command.clone()).unwrap_or_default();
    let inner = raw.trim_start_matches(['[', '@']);
    let name: String = inner.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    if !CHOICES.contains(&name.as_str()) {
        return;
    }
    let Some(at) = raw.find(" text=\"") else { return };
    let start = at + " text=\"".len();
    let Some(len) = raw.get(start..).and_then(|tail| tail.find('"')) else { return };
    let words = raw.get(start..start + len).unwrap_or_default();
    if words.trim().is_empty() || words.starts_with('&') {
        return;
    }
    document.stretches.push(Stretch {
        range: command.start + start..command.start + start + len,
        text: Marked::from_plain(words),
        tags: Vec::new(),
        kind: ParagraphKind::Item,
        opens: None,
        style: Style::Value,
    });
}

/// Every text of a scenario, line by line and with brackets taken out.
pub(super) fn displayed_texts(text: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut hidden = false;
    for line in text.split(['\n', '\r']) {
        let line = line.trim_start_matches('\t').trim_end();
        let words = line.trim_start();
        let line = if words.starts_with([';', '*', '@', '[']) { words } else { line };
        let begins = |words: &[&str]| {
            words
                .iter()
                .any(|word| line.starts_with(&format!("@{word}")) || line.starts_with(&format!("[{word}")))
        };
        if hidden {
            hidden = !begins(&["endscript", "endmacro"]);
            continue;
        }
        if begins(&["iscript", "macro"]) {
            hidden = !line.contains("[endscript]") && !line.contains("[endmacro]");
            continue;
        }
        for name in CHOICES {
            for mark in ['@', '['] {
                for part in line.split(&format!("{mark}{name} ")).skip(1) {
                    let value = format!(" {part}")
                        .split_once(" text=\"")
                        .and_then(|(_, tail)| tail.split_once('"').map(|(value, _)| value.to_owned()));
                    texts.extend(value.filter(|value| !value.starts_with('&')));
                }
            }
        }
        match line.chars().next() {
            None | Some(';' | '@') => {}
            Some('*') => texts.extend(line.split_once('|').map(|(_, caption)| bare(caption))),
            Some(_) => texts.push(bare(line)),
        }
    }
    texts
}

fn bare(line: &str) -> String {
    let mut seen = String::new();
    let mut rest = line;
    while let Some((before, tail)) = rest.split_once('[') {
        seen.push_str(before);
        if let Some(after) = tail.strip_prefix('[') {
            seen.push('[');
            rest = after;
            continue;
        }
        let mut quote = None;
        let end = tail.char_indices().find(|(_, c)| {
            match (*c, quote) {
                ('"' | '\'', None) => quote = Some(*c),
                (c, Some(open)) if c == open => quote = None,
                (']', None) => return true,
                _ => {}
            }
            false
        });
        if let Some((at, _)) = end {
            rest = tail.get(at + 1..).unwrap_or_default();
        } else {
            seen.push('[');
            rest = tail;
        }
    }
    seen + rest
}
