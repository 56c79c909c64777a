//! **E1 loop.** The same few characters over and over.
//!
//! *Rule*: one character 50 times in a row, or a pattern of 2 to 5 characters 30 times, unless the source repeats itself three quarters as often.
//! A reply that loops while it streams in is cut by the model client before it gets here. *False alarms*: screams and laughter, which the source has, too. *Severity*: block.
//! *Repair*: cut, then a shorter chunk.

use crate::check::{Finding, Verdict};
use crate::prepared::Prepared;

check!(StreamLoop, E1, "loop", Block, Structure);

const LONGEST_PATTERN: usize = 5;
const MOST_CHARS: usize = 50;
const MOST_PATTERNS: usize = 30;

fn run(prepared: &Prepared<'_>) -> Verdict {
    if prepared.target.chars().len() < MOST_CHARS {
        return Verdict::NotApplicable("the translation is too short to loop");
    }
    let Some(at) = (1..=LONGEST_PATTERN).find_map(|period| loop_at(prepared.target.chars(), period)) else {
        return Verdict::Pass;
    };
    let longest =
        (1..=LONGEST_PATTERN).map(|period| most_repeats(prepared.source.chars(), period)).max().unwrap_or(0);
    if longest * 4 >= MOST_PATTERNS * 3 {
        return Verdict::Pass;
    }
    Finding::by(
        &StreamLoop,
        "The translation repeats the same characters without end. Translate the paragraph again.",
        "译文陷入重复循环。请重新翻译本段。",
    )
    .at(at..at + 1)
    .into()
}

/// How often a pattern of this length may stand in a row. Ornament such as a line of dashes is no loop unless it goes
/// on for ever.
const fn most(period: usize, c: char) -> usize {
    let most = if period == 1 { MOST_CHARS } else { MOST_PATTERNS };
    if c.is_ascii_punctuation() || matches!(c, ' ' | '…' | '—' | '─' | '―' | '・' | '＊' | '　') {
        most * 4
    } else {
        most
    }
}

/// Where a pattern of this length has been repeated too often.
fn loop_at(chars: &[char], period: usize) -> Option<usize> {
    let mut row = 0;
    let pairs = chars.iter().zip(chars.get(period..).unwrap_or_default());
    // A row that is long enough covers one of these places.
    if !pairs.clone().step_by(MOST_PATTERNS).any(|(before, c)| before == c) {
        return None;
    }
    pairs.enumerate().find_map(|(at, (before, c))| {
        row = if before == c { row + 1 } else { 0 };
        (row >= MOST_PATTERNS && row / period + 1 >= most(period, *c)).then_some(at + period)
    })
}

fn most_repeats(chars: &[char], period: usize) -> usize {
    let (mut row, mut longest) = (0, 0);
    for (before, c) in chars.iter().zip(chars.iter().skip(period)) {
        row = if before == c { row + 1 } else { 0 };
        longest = longest.max(row);
    }
    longest / period + 1
}
