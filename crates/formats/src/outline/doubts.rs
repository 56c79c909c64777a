//! What of an outline a person should look at: too few chapters, numbers that jump, chapters that are far too long.

use super::arrange::{Heading, Span};
use super::prefixed;
use super::{Rank, View};
use crate::import::FileFault;

/// A text this long has more than two chapters, in characters.
const LONG_TEXT: usize = 100_000;
/// A chapter so many times longer than usual holds another one.
const TIMES_USUAL: usize = 8;
const LONG_CHAPTER: usize = 20_000;
/// So many doubts of one kind are told.
const MAX_TOLD: usize = 3;

/// The doubts about an outline, each as a finding.
pub(crate) fn doubts(view: &View<'_>, headings: &[Heading], spans: &[Span]) -> Vec<FileFault> {
    let lengths: Vec<usize> = spans
        .iter()
        .map(|span| span.blocks.clone().map(|block| view.text(block).chars().count()).sum())
        .collect();
    let mut findings = Vec::new();
    let mut doubt = |message: String| findings.push(FileFault { subject: "outline".to_owned(), message });
    let total: usize = lengths.iter().sum();
    if spans.len() <= 2 && total >= LONG_TEXT {
        doubt(format!(
            "only {} of {total} characters; `--heading PATTERN` says what the headings look like",
            if spans.len() == 1 { "1 chapter".to_owned() } else { format!("{} chapters", spans.len()) }
        ));
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
        let Some(number) = number_of(heading) else { continue };
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

fn number_of(heading: &Heading) -> Option<u32> {
    prefixed::classify(&heading.title)?.key.parse().ok()
}
