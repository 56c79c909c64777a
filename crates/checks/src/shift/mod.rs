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

#[cfg(test)]
mod tests {
    use super::shifted_places;

    const SOURCE: [&str; 8] = [
        "「おい、待ってくれ！」",
        "雨は朝から降り続き、町じゅうの屋根を叩いて、誰も外へ出ようとはしなかった。",
        "「どこへ行くの？」",
        "彼は答えなかった。",
        "時計は9時を回っていた。",
        "「もう遅いわ」と彼女は言い、窓を閉め、明かりを消して、静かに部屋を出て行った。",
        "沈黙。",
        "「行こう」",
    ];
    const TARGET: [&str; 8] = [
        "“Hey, wait!”",
        "The rain had been falling since morning, beating on every roof of the town, and nobody cared to go out.",
        "“Where are you going?”",
        "He gave no answer.",
        "The clock was past 9.",
        "“It is late,” she said, and she closed the window, put out the light and quietly left the room.",
        "Silence.",
        "“Let us go.”",
    ];

    fn places(source: &[&str], target: &[&str]) -> Vec<usize> {
        let text = |place: usize| target.get(place).copied();
        let lines: Vec<_> = source.iter().enumerate().map(|(place, source)| (*source, text(place))).collect();
        shifted_places(&lines).into_iter().collect()
    }

    #[test]
    fn texts_in_their_places_are_left_alone() {
        assert_eq!(places(&SOURCE, &TARGET), Vec::<usize>::new());
    }

    #[test]
    fn texts_in_their_places_are_left_alone_where_the_last_one_is_missing() {
        assert_eq!(places(&SOURCE, &TARGET[..7]), Vec::<usize>::new());
    }

    #[test]
    fn a_lost_line_shifts_those_after_it() {
        let mut target = TARGET.to_vec();
        target.remove(2);
        target.push("The end.");
        let found = places(&SOURCE, &target);
        assert!((3..=6).all(|place| found.contains(&place)), "{found:?}");
        assert!(!found.contains(&0) && !found.contains(&1), "{found:?}");
    }

    #[test]
    fn an_added_line_shifts_those_after_it() {
        let mut target = TARGET.to_vec();
        target.insert(1, "He shouted.");
        target.pop();
        let found = places(&SOURCE, &target);
        assert!((1..=5).all(|place| found.contains(&place)), "{found:?}");
    }

    #[test]
    fn a_line_lost_in_three_shows_where_the_answer_ends_early() {
        for (start, lost) in (0..6).flat_map(|start| [(start, 0), (start, 1)]) {
            let mut target = TARGET[start..start + 3].to_vec();
            target.remove(lost);
            let found = places(&SOURCE[start..start + 3], &target);
            assert_eq!(found, (lost..2).collect::<Vec<_>>(), "{target:?}");
        }
    }

    #[test]
    fn names_tell_lines_of_one_length_apart() {
        let source =
            ["ルパンは黙っていた。", "ホームズは笑った。", "ガニマールは立った。", "ジョンは泣いた。"];
        let target = ["Holmes laughed.", "Ganimard stood up.", "John was crying.", "The end came."];
        assert_eq!(places(&source, &target), [0, 1, 2, 3]);
    }
}
