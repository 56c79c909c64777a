//! Tells text that was wrapped by hand from text with a line for every paragraph, and prose from verse.

use crate::decode::Lines;
use crate::outline;
use std::ops::Range;

/// Fewer line breaks inside blocks than this prove nothing.
const MIN_BREAKS: usize = 8;

/// The widths people wrap text at.
const WIDTHS: std::ops::RangeInclusive<usize> = 40..=100;

/// How a group of lines is to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// One paragraph over several lines.
    Prose,
    /// Every line counts: verse, addresses, headings.
    Lines,
}

/// The width the text was wrapped at, or `None` if it was not.
pub(super) fn width(lines: &Lines<'_>) -> Option<usize> {
    if !is_alphabetic(lines) {
        return None;
    }
    let mut widths: Vec<usize> = inner_breaks(lines).map(|(line, _)| columns(line)).collect();
    if widths.len() < MIN_BREAKS {
        return None;
    }
    widths.sort_unstable();
    let width = widths.get(widths.len() * 9 / 10).copied()?;
    let longest = widths.get(widths.len() * 98 / 100).copied()?;
    if !WIDTHS.contains(&width) || longest > 110 {
        return None;
    }
    let n_filled = inner_breaks(lines).filter(|(line, next)| is_filled(line, next, width)).count();
    let n_full_lines = lines.iter().filter(|line| !line.text.trim().is_empty()).count();
    let are_usual = widths.len() * 3 >= n_full_lines;
    (n_filled * 10 >= widths.len() * 6 && are_usual).then_some(width)
}

/// The width of a text that a person says is wrapped, whatever its lines say.
pub(super) fn usual_width(lines: &Lines<'_>) -> usize {
    let mut widths: Vec<usize> = inner_breaks(lines).map(|(line, _)| columns(line)).collect();
    widths.sort_unstable();
    widths.get(widths.len() * 9 / 10).copied().unwrap_or(*WIDTHS.start()).max(*WIDTHS.start())
}

/// Divides a group of lines without blanks into paragraphs and lines that stand for themselves.
pub(super) fn shapes(lines: &Lines<'_>, group: Range<usize>, width: usize) -> Vec<(Range<usize>, Shape)> {
    let text = |line: usize| lines.text(line);
    if group.len() == 1 {
        let is_indented = indent(text(group.start)) >= 2;
        return vec![(group, if is_indented { Shape::Lines } else { Shape::Prose })];
    }
    if outline::is_heading_line(text(group.start)) {
        let heading = (group.start..group.start + 1, Shape::Lines);
        let rest = shapes(lines, group.start + 1..group.end, width);
        return std::iter::once(heading).chain(rest).collect();
    }
    let shape = if is_prose(lines, group.clone(), width) { Shape::Prose } else { Shape::Lines };
    vec![(group, shape)]
}

fn is_prose(lines: &Lines<'_>, group: Range<usize>, width: usize) -> bool {
    let texts: Vec<&str> = lines.range(group).map(|line| line.text).collect();
    let n_breaks = texts.len().saturating_sub(1);
    let pairs = || texts.windows(2).filter_map(|pair| Some((*pair.first()?, *pair.get(1)?)));
    let n_prose_like =
        pairs().filter(|(line, next)| is_filled(line, next, width) || runs_on(line, next, width)).count();
    let is_full = n_prose_like * 10 >= n_breaks * 7;
    let mut indents = texts.iter().skip(1).map(|text| indent(text));
    let margin = indents.next().unwrap_or_default();
    if !is_full || indents.any(|indent| indent != margin) {
        return false;
    }
    // A block that is set in is prose only if its lines run on from one to the next.
    let n_run_on = pairs()
        .filter(|(line, _)| !line.trim_end().ends_with(['.', ',', ';', ':', '!', '?', '"', '\'', '”', '-']))
        .count();
    margin == 0 || (n_breaks >= 2 && n_run_on * 10 >= n_breaks * 6)
}

/// Whether the line broke because the next word did not fit, as far as one can tell: people wrap by eye.
fn is_filled(line: &str, next: &str, width: usize) -> bool {
    let word = next.split_whitespace().next().unwrap_or_default();
    columns(line) + 1 + columns(word) + 2 > width
}

/// Whether a sentence goes on over the end of a line that is not much too short.
fn runs_on(line: &str, next: &str, width: usize) -> bool {
    let starts_small = next.trim_start().chars().next().is_some_and(char::is_lowercase);
    starts_small && columns(line) * 2 > width
}

/// Each line that is followed by another without a blank between, with that other.
fn inner_breaks<'f>(lines: &'f Lines<'_>) -> impl Iterator<Item = (&'f str, &'f str)> {
    let pairs = lines.iter().zip(lines.iter().skip(1)).map(|(line, next)| (line.text, next.text));
    pairs.filter(|(line, next)| !line.trim().is_empty() && !next.trim().is_empty())
}

pub(super) fn is_alphabetic(lines: &Lines<'_>) -> bool {
    let (mut n_alphabetic, mut n_other) = (0_usize, 0_usize);
    for character in lines.iter().flat_map(|line| line.text.chars()) {
        if ('\u{1100}'..='\u{11ff}').contains(&character) || character >= '\u{2e80}' {
            n_other += 1;
        } else if character.is_alphabetic() {
            n_alphabetic += 1;
        }
    }
    n_alphabetic > n_other * 10
}

fn columns(text: &str) -> usize {
    text.trim_end().chars().count()
}

fn indent(text: &str) -> usize {
    text.chars().take_while(|character| character.is_whitespace()).count()
}
