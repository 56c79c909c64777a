//! Text in a script without spaces that was wrapped by hand: whether it was, and which lines belong together.

use crate::decode::Lines;
use crate::outline;
use std::ops::Range;

/// Fewer full lines than this prove nothing.
const MIN_FULL: usize = 12;
/// The widths people wrap such text at, in columns of half a character.
const WIDTHS: Range<usize> = 24..130;
/// A line may be shorter than the width by this much: marks that may not begin a line take one with them.
const SLACK: usize = 4;

/// Whether the lines were wrapped by hand: many are full, most of those stop in the middle of a sentence, and hardly
/// any is longer.
pub(super) fn is_wrapped(lines: &Lines<'_>) -> bool {
    let Some(width) = width(lines) else { return false };
    let texts: Vec<&str> = lines.iter().map(|line| line.text.trim_end()).collect();
    let n_texts = texts.iter().filter(|text| !text.is_empty()).count();
    let n_long = texts.iter().filter(|text| columns(text) > width + SLACK).count();
    let full = texts.windows(2).filter_map(|pair| match pair {
        [line, next] if columns(line) + SLACK >= width && !next.is_empty() => Some((*line, *next)),
        _ => None,
    });
    let (mut n_full, mut n_runs_on) = (0, 0);
    for (line, next) in full {
        n_full += 1;
        n_runs_on += usize::from(!ends_sentence(line) && !is_indented(next));
    }
    WIDTHS.contains(&width)
        && n_full >= MIN_FULL
        && n_full * 4 >= n_texts
        && n_runs_on * 2 >= n_full
        && n_long * 50 <= n_texts
}

/// The paragraphs of a wrapped text, every line in exactly one. A paragraph ends with a line that is not full, before
/// a line that is set in, and before and after a heading.
pub(super) fn paragraphs(lines: &Lines<'_>) -> Vec<Range<usize>> {
    let width = width(lines).unwrap_or(WIDTHS.start);
    let text = |at: usize| lines.text(at).trim_end();
    // Where new paragraphs are set in, a short line may still go on below.
    let n_indented = lines.iter().filter(|line| is_indented(line.text)).count();
    let n_texts = lines.iter().filter(|line| !line.text.trim().is_empty()).count();
    let indents_tell = n_indented * 12 >= n_texts && n_indented * 10 <= n_texts * 9;
    let mut paragraphs = Vec::new();
    let mut start = 0;
    for at in 0..lines.len() {
        let (line, next) = (text(at), text(at + 1));
        let is_full = columns(line) + SLACK >= width;
        let goes_on = at + 1 < lines.len()
            && !line.is_empty()
            && !next.is_empty()
            && !is_indented(next)
            && !outline::is_heading_line(line)
            && !outline::is_heading_line(next)
            && !(ends_sentence(line) && starts_speech(next))
            && (is_full || (indents_tell && !ends_sentence(line)));
        if !goes_on {
            paragraphs.push(start..at + 1);
            start = at + 1;
        }
    }
    paragraphs
}

/// The width most long lines have.
fn width(lines: &Lines<'_>) -> Option<usize> {
    let mut widths: Vec<usize> =
        lines.iter().map(|line| columns(line.text.trim_end())).filter(|width| *width > 0).collect();
    widths.sort_unstable();
    widths.get(widths.len() * 9 / 10).copied()
}

/// Columns of a line: a wide character takes two.
fn columns(text: &str) -> usize {
    text.chars().map(|character| if character >= '\u{1100}' { 2 } else { 1 }).sum()
}

fn is_indented(text: &str) -> bool {
    text.starts_with(['\u{3000}', '\t']) || text.starts_with("  ")
}

fn ends_sentence(text: &str) -> bool {
    text.ends_with([
        '。', '！', '？', '!', '?', '…', '」', '』', '”', '"', '）', ')', '】', '．', '.', '：', ':', '—',
        '～',
    ])
}

fn starts_speech(text: &str) -> bool {
    text.starts_with(['「', '『', '“', '"', '（', '【', '—', '‘'])
}
