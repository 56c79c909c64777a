//! **E1 loop.** The same few characters over and over.
//!
//! *Rule*: one character 50 times in a row, or a pattern of 2 to 5 characters 30 times, unless the source repeats itself three quarters as often.
//! [`LoopWatch`] applies the rule while a reply streams in. *False alarms*: screams and laughter, which the source has, too. *Severity*: block.
//! *Repair*: cut, then a shorter chunk.

use crate::check::{Finding, Verdict};
use crate::prepared::Prepared;

check!(StreamLoop, "E1", "loop", Block, Structure);

const LONGEST_PATTERN: usize = 5;
const MOST_CHARS: usize = 50;
const MOST_PATTERNS: usize = 30;

fn run(unit: &Prepared<'_>) -> Verdict {
    if unit.t.chars().len() < MOST_CHARS {
        return Verdict::NotApplicable("the translation is too short to loop");
    }
    let mut watch = LoopWatch::default();
    let Some(at) = unit.t.chars().iter().position(|c| watch.push(*c).is_some()) else { return Verdict::Pass };
    let mut source = LoopWatch::default();
    let longest = unit
        .s
        .chars()
        .iter()
        .map(|c| {
            source.push(*c);
            source.longest()
        })
        .max()
        .unwrap_or(0);
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

/// Watches a stream of characters for a loop, in constant memory.
#[derive(Debug, Clone, Default)]
pub struct LoopWatch {
    last: [char; LONGEST_PATTERN],
    n_seen: usize,
    rows: [usize; LONGEST_PATTERN],
}

impl LoopWatch {
    /// Takes the next character; returns the length of the pattern once it has been repeated too often.
    pub fn push(&mut self, c: char) -> Option<usize> {
        let mut found = None;
        for (index, row) in self.rows.iter_mut().enumerate() {
            let period = index + 1;
            let back = (self.n_seen + LONGEST_PATTERN - period) % LONGEST_PATTERN;
            let same = self.n_seen >= period
                && self.last.get(back) == Some(&c)
                && (!c.is_whitespace() || period > 1);
            *row = if same { *row + 1 } else { 0 };
            let repeats = *row / period + 1;
            let most = if period == 1 { MOST_CHARS } else { MOST_PATTERNS };
            // Ornament such as a line of dashes is no loop unless it goes on for ever.
            let most = if c.is_alphanumeric() { most } else { most * 4 };
            if *row > 0 && repeats >= most && found.is_none() {
                found = Some(period);
            }
        }
        if let Some(slot) = self.last.get_mut(self.n_seen % LONGEST_PATTERN) {
            *slot = c;
        }
        self.n_seen += 1;
        found
    }

    /// How often the current pattern has been repeated so far.
    pub fn longest(&self) -> usize {
        self.rows.iter().enumerate().map(|(index, row)| row / (index + 1) + 1).max().unwrap_or(0)
    }
}
