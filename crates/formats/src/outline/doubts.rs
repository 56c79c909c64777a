//! What of an outline a person should look at: too few chapters, numbers that jump, chapters that are far too long.

use super::arrange::{Heading, Span};
use super::number::{self, Number, Style};
use super::{Found, Rank, View, line};
use crate::import::FileFault;
use book::text::book::Book;
use book::text::chapter::Matter;
use regex::Regex;
use std::collections::HashMap;

/// A text this long has more than one chapter, and twice as long a one more than two, in characters.
const LONG_TEXT: usize = 50_000;
/// A chapter so many times longer than usual holds another one.
const TIMES_USUAL: usize = 8;
const LONG_CHAPTER: usize = 20_000;
/// So many doubts of one kind are told.
const MAX_TOLD: usize = 3;
/// So many lines of one shape may be the headings that were not taken.
const MIN_LINES: usize = 3;

/// A long text of one or two chapters, however its headings became known.
pub(super) fn too_few(view: &View<'_>, spans: &[Span]) -> Option<FileFault> {
    let n_chapters = spans.iter().filter(|span| span.matter == Matter::Body).count();
    let total: usize = lengths(view, spans).iter().sum();
    let chapters = if n_chapters < 2 { "1 chapter".to_owned() } else { format!("{n_chapters} chapters") };
    let told = format!(
        "only {chapters} of {total} characters; `--heading PATTERN` says what the headings look like"
    );
    (n_chapters <= 2 && total >= LONG_TEXT * n_chapters.max(1)).then(|| outline(told))
}

/// The doubts about headings that look like one; `refused` are lines that might have been some.
pub(super) fn of_found(
    view: &View<'_>,
    headings: &[Heading],
    spans: &[Span],
    refused: &[Found],
) -> Vec<FileFault> {
    let lengths = lengths(view, spans);
    let mut findings = Vec::new();
    let mut doubt = |message: String| findings.push(outline(message));
    let n_chapters = spans.iter().filter(|span| span.matter == Matter::Body).count();
    if let Some(message) = other_headings(view, refused, n_chapters) {
        doubt(message);
    }
    let mut sorted = lengths.clone();
    sorted.sort_unstable();
    let usual = sorted.get(sorted.len() / 2).copied().unwrap_or_default().max(1);
    let too_long =
        spans.iter().zip(&lengths).filter(|(_, length)| **length > LONG_CHAPTER.max(usual * TIMES_USUAL));
    for (span, length) in too_long.filter(|_| spans.len() > 2).take(MAX_TOLD) {
        doubt(format!(
            "`{}` is {} times as long as other chapters; a heading in it may not have been recognised",
            span.title,
            length / usual
        ));
    }
    let mut last: Option<(Rank, u32)> = None;
    let mut n_told = 0;
    for heading in headings {
        let count = line::read(&heading.title).and_then(|candidate| candidate.count);
        let Some(number) = count.map(|count| count.main) else { continue };
        if let Some((rank, before)) = last
            && rank == heading.rank
            && number > before + 1
            && n_told < MAX_TOLD
        {
            doubt(format!("the numbers of chapters jump from {before} to {number} at `{}`", heading.title));
            n_told += 1;
        }
        last = Some((heading.rank, number));
    }
    findings
}

/// The same of a book whose file names its chapters: a long one has more than one.
pub(crate) fn one_chapter(book: &Book) -> Option<FileFault> {
    let n_chapters = book.chapters.iter().filter(|chapter| chapter.matter == Matter::Body).count();
    let total: usize = book.paragraphs().map(|paragraph| paragraph.text.plain().chars().count()).sum();
    (n_chapters <= 1 && total >= LONG_TEXT)
        .then(|| outline(format!("only 1 chapter of {total} characters; the file names no other headings")))
}

fn outline(message: String) -> FileFault {
    FileFault { subject: "outline".to_owned(), message }
}

fn lengths(view: &View<'_>, spans: &[Span]) -> Vec<usize> {
    let length = |span: &Span| span.blocks.clone().map(|block| view.text(block).chars().count()).sum();
    spans.iter().map(length).collect()
}

/// The lines that would be more chapters than there are, and the pattern that makes them so.
fn other_headings(view: &View<'_>, refused: &[Found], n_chapters: usize) -> Option<String> {
    let mut by_shape: HashMap<_, Vec<&Found>> = HashMap::new();
    for found in refused.iter().filter(|found| found.candidate.count.is_some()) {
        by_shape.entry(found.candidate.shape).or_default().push(found);
    }
    let most =
        by_shape.into_values().max_by_key(|lines| (lines.len(), lines.first().map(|found| found.block)))?;
    let title = view.text(most.first()?.block);
    let pattern = pattern_of(title)?;
    let regex = Regex::new(&pattern).ok()?;
    let n_lines = view.body.clone().filter(|block| regex.is_match(view.text(*block))).count();
    (n_lines >= MIN_LINES && n_lines > n_chapters * 2).then(|| {
        format!("{n_lines} lines like `{title}` may be headings; `--heading '{pattern}'` takes them")
    })
}

/// A pattern for lines that are like one with another number.
fn pattern_of(text: &str) -> Option<String> {
    let mut before = ' ';
    let (start, number) = text.char_indices().find_map(|(at, character)| {
        let is_inside =
            std::mem::replace(&mut before, character).is_alphabetic() && before.is_ascii_alphabetic();
        let number = number::leading(text.get(at..)?).filter(|_| !is_inside)?;
        Some((at, number))
    })?;
    let Number { style, rest, .. } = number;
    let class = match style {
        Style::Digits => r"\d+",
        Style::Roman => "[IVXLCivxlcⅠ-ⅻ]+",
        Style::Han => "[〇零一二三四五六七八九十百千两]+",
        Style::Words => r"[\w-]+",
    };
    let end = match rest.chars().next() {
        None => "$".to_owned(),
        Some(next) if next.is_whitespace() => r"\s".to_owned(),
        Some(next) => regex::escape(next.encode_utf8(&mut [0; 4])),
    };
    Some(format!("^{}{class}{end}", regex::escape(text.get(..start)?)))
}
