//! Numbered lines: `[1] text`, one for each label of the request, and the same back.

use super::escape::{from_line, to_line};
use super::read::AnswerPiece;
use crate::prompt_escape::escape_for_prompt;
use std::fmt::Write;

/// What is shown under one label.
#[derive(Clone, Copy)]
pub struct LabelledText<'a> {
    /// The source.
    pub source: &'a str,
    /// Its present translation, where that is to be revised.
    pub present: Option<&'a str>,
}

/// Writes the labels of a request, from one, with an empty line between two chapters.
pub fn write(chapters: &[Vec<LabelledText<'_>>]) -> String {
    let mut text = String::new();
    let mut number = 0_usize;
    for shown in chapters {
        for shown in shown {
            number += 1;
            // Writing to a string cannot fail.
            let _ = writeln!(text, "[{number}] {}", line(shown.source));
            if let Some(present) = shown.present {
                let _ = writeln!(text, "  => {}", line(present));
            }
        }
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text
}

pub(super) fn line(text: &str) -> String {
    escape_for_prompt(&to_line(text))
}

/// The labelled pieces of an answer, by label from zero; a label that came twice with different texts is left out. The
/// last piece of an answer that was cut off is not whole.
pub(super) fn parse(text: &str, n_labels: usize, is_cut: bool) -> Vec<(usize, AnswerPiece)> {
    let mut found = labelled(text, n_labels, bracketed);
    if found.is_empty() {
        found = labelled(text, n_labels, bare);
        // Without brackets a number may be part of the text, unless the numbers are those of a list.
        if found.iter().enumerate().any(|(place, (label, _))| place != *label) {
            return Vec::new();
        }
    }
    if is_cut {
        found.pop();
    }
    without_contradictions(&found)
}

type LabelledLine<'a> = Option<(usize, &'a str)>;

fn labelled(text: &str, n_labels: usize, label: fn(&str) -> LabelledLine<'_>) -> Vec<(usize, AnswerPiece)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut is_open = false;
    for line in text.lines() {
        let line = line.trim();
        if line.starts_with("```") {
            is_open = false;
            continue;
        }
        if let Some((number, rest)) = label(line) {
            is_open = (1..=n_labels).contains(&number);
            if is_open {
                found.push((number - 1, rest.trim().to_owned()));
            }
        } else if line.is_empty() {
            // What follows an empty line without a label is a remark.
            is_open = is_open && found.last().is_some_and(|(_, text)| text.is_empty());
        } else if let Some((_, text)) = found.last_mut().filter(|_| is_open) {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(line);
        }
    }
    found
        .into_iter()
        .filter(|(_, text)| !text.is_empty())
        .map(|(label, text)| (label, piece(&text)))
        .collect()
}

/// One answered line, as a model should have written it.
pub(super) fn answered(number: usize, piece: &AnswerPiece) -> String {
    match piece {
        AnswerPiece::Text(text) => format!("[{number}] {}", to_line(text)),
        AnswerPiece::Keep => format!("[{number}] ="),
    }
}

fn piece(text: &str) -> AnswerPiece {
    match text.trim() {
        "=" | "＝" | "=>" => AnswerPiece::Keep,
        text => AnswerPiece::Text(from_line(text.strip_prefix("=> ").unwrap_or(text))),
    }
}

/// `[1] text`, also in the brackets and emphasis that models like.
fn bracketed(line: &str) -> LabelledLine<'_> {
    let line = line.trim_start_matches(['*', '#', '>', '-', ' ']);
    let inner = ['[', '［', '【'].iter().find_map(|open| line.strip_prefix(*open))?;
    let (number, rest) = inner.split_once([']', '］', '】'])?;
    let rest = rest.trim_start_matches("**").trim_start_matches([':', '：']);
    Some((number.trim().parse().ok()?, rest))
}

/// `1. text`, `1) text`, `1: text`.
fn bare(line: &str) -> LabelledLine<'_> {
    let end = line.find(|c: char| !c.is_ascii_digit()).filter(|end| (1..=3).contains(end))?;
    let (number, rest) = line.split_at(end);
    let rest = ['.', ')', ':', '、', '：', '．'].iter().find_map(|mark| rest.strip_prefix(*mark))?;
    Some((number.parse().ok()?, rest))
}

/// Every label once; those that came with different texts not at all.
pub(super) fn without_contradictions(found: &[(usize, AnswerPiece)]) -> Vec<(usize, AnswerPiece)> {
    let differs = |label: usize, piece: &AnswerPiece| {
        found.iter().any(|(other, text)| *other == label && text != piece)
    };
    let mut taken: Vec<(usize, AnswerPiece)> = Vec::with_capacity(found.len());
    for (label, piece) in found {
        if !differs(*label, piece) && !taken.iter().any(|(known, _)| known == label) {
            taken.push((*label, piece.clone()));
        }
    }
    taken
}
