//! Texts that have slipped by one: a run of neighbours each of which fits the paragraph beside its own better.
//!
//! Evidence is what survives translation whatever the languages: speech, questions, numbers, names and length. One
//! paragraph by itself says little, so the evidence of neighbours is added up. An answer that ends before the last paragraph
//! asked for, though nothing cut it off, is what a lost line looks like from outside; there weak evidence is enough.

mod features;
mod names;

use features::{Features, usual_ratio};
use std::collections::BTreeSet;
use std::ops::Range;

/// Fewer texts say nothing about a shift in an answer that is complete.
const LEAST_TEXTS: usize = 3;
/// The sum of evidence from which a run counts as shifted.
const LEAST_EVIDENCE: f64 = 2.0;
/// The same where the answer ends too early: the texts must speak for their places, or they are not believed.
const LEAST_AT_EARLY_END: f64 = -0.5;

/// The places of texts that belong to a neighbour. The lines are paragraphs in the order they were asked for, with what
/// came for each; lines without a text at the end mean that the answer ended there of its own accord.
pub fn shifted_places(lines: &[(&str, Option<&str>)]) -> BTreeSet<usize> {
    let lines: Vec<(Features, Option<Features>)> = lines
        .iter()
        .map(|(source, text)| (Features::from_text(source), text.map(Features::from_text)))
        .collect();
    let n_texts = lines.iter().filter(|(_, text)| text.is_some()).count();
    let ends_early = n_texts < lines.len() && lines.iter().take(n_texts).all(|(_, text)| text.is_some());
    let usual = usual_ratio(&lines);
    let mut places = BTreeSet::new();
    if ends_early {
        let evidence = evidence(&lines, 1, usual);
        places.extend(likely_tail(evidence.get(..n_texts).unwrap_or_default()));
    }
    if n_texts < LEAST_TEXTS {
        return places;
    }
    for direction in [1_isize, -1] {
        let run = strongest_run(&evidence(&lines, direction, usual));
        if run.is_empty() {
            continue;
        }
        // The text beside the run's end stands where none belongs: at the place of what was lost or added.
        let beside = if direction < 0 { run.start.checked_sub(1) } else { Some(run.end) };
        places.extend(beside.filter(|place| lines.get(*place).is_some_and(|(_, text)| text.is_some())));
        places.extend(run);
    }
    places
}

/// For each text: by how much it fits the neighbouring source better than its own.
fn evidence(lines: &[(Features, Option<Features>)], direction: isize, usual: f64) -> Vec<f64> {
    let at = |place: usize| {
        let neighbour = place.checked_add_signed(direction).and_then(|place| lines.get(place));
        let (Some((own, Some(text))), Some((other, _))) = (lines.get(place), neighbour) else { return 0.0 };
        features::fit(other, text, usual) - features::fit(own, text, usual)
    };
    (0..lines.len()).map(at).collect()
}

/// The texts from some place to the end that are likelier to belong to the paragraph after their own.
fn likely_tail(evidence: &[f64]) -> Range<usize> {
    let (mut best, mut best_sum) = (evidence.len(), LEAST_AT_EARLY_END);
    let mut sum = 0.0;
    for (place, value) in evidence.iter().enumerate().rev() {
        sum += value;
        if sum > best_sum {
            (best, best_sum) = (place, sum);
        }
    }
    best..evidence.len()
}

/// The run with the largest sum of evidence, if that is enough.
fn strongest_run(evidence: &[f64]) -> Range<usize> {
    let (mut best, mut best_sum) = (0..0, 0.0);
    let (mut start, mut sum) = (0, 0.0);
    for (place, value) in evidence.iter().enumerate() {
        if sum <= 0.0 {
            (start, sum) = (place, 0.0);
        }
        sum += value;
        if sum > best_sum {
            (best, best_sum) = (start..place + 1, sum);
        }
    }
    if best_sum >= LEAST_EVIDENCE { best } else { 0..0 }
}
