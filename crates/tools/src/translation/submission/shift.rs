//! Texts that have slipped by one: a run of neighbours each of which fits the paragraph beside its own better.
//!
//! Evidence is what survives translation whatever the languages: speech, questions, numbers and length. One paragraph by
//! itself says little, so the evidence of neighbours is added up, and only a strong sum counts.

use super::validate::{Accepted, BatchResult};
use crate::text::PromptLanguage;
use crate::translation::content::ContentFault;
use std::collections::BTreeSet;
use store::record::ParagraphRecord;

/// Fewer texts say nothing about a shift.
const LEAST_TEXTS: usize = 3;
/// The sum of evidence from which a run counts as shifted.
const LEAST_EVIDENCE: f64 = 4.0;
/// A run has at least so many paragraphs that speak for it.
const LEAST_WITNESSES: usize = 2;
const WITNESS: f64 = 0.5;
/// How far the logarithm of a length ratio usually strays.
const SPREAD: f64 = 0.35;
const MOST_BY_LENGTH: f64 = 2.0;
/// The check that speaks of neighbours' translations.
const CHECK: &str = "A7";

/// Moves the texts of shifted runs from the accepted to the failed.
pub(super) fn refuse_shifted<'a>(
    language: PromptLanguage,
    submitted: &mut BatchResult,
    source: impl Fn(&Accepted) -> Option<&'a ParagraphRecord>,
) {
    let texts: Vec<Text> = submitted
        .accepted
        .iter()
        .map(|one| {
            let plain = source(one).map(|source| source.text.plain().into_owned()).unwrap_or_default();
            Text { source: Features::of(&plain), translation: Features::of(&one.text.plain()) }
        })
        .collect();
    let mut shifted = shifted(&texts);
    shifted.extend(neighbours_by_dictionary(&submitted.accepted));
    let mut place = 0;
    let moved: Vec<Accepted> = submitted
        .accepted
        .extract_if(.., |_| {
            place += 1;
            shifted.contains(&(place - 1))
        })
        .collect();
    for one in moved {
        let message = language.choose(
            "译文与相邻段落错位。请只根据本段原文翻译。",
            "The translation is that of a neighbouring paragraph. Translate this paragraph from its own source.",
        );
        let fault =
            ContentFault { code: "SHIFTED", message: message.to_owned(), checks: vec![CHECK.to_owned()] };
        submitted.failed.push((one.id, fault));
    }
}

/// The places of texts in shifted runs, for pairs of source and translation that were asked for together, whatever tasks
/// they belong to.
pub fn shifted_places(pairs: &[(&str, &str)]) -> BTreeSet<usize> {
    let text = |(source, translation): &(&str, &str)| Text {
        source: Features::of(source),
        translation: Features::of(translation),
    };
    shifted(&pairs.iter().map(text).collect::<Vec<_>>())
}

/// Runs of two or more in which the dictionary, too, finds the neighbour's words.
fn neighbours_by_dictionary(accepted: &[Accepted]) -> BTreeSet<usize> {
    let is_found = |one: &Accepted| one.note.findings.iter().any(|finding| finding.check == CHECK);
    let places: Vec<bool> = accepted.iter().map(is_found).collect();
    let is_set = |place: Option<usize>| place.and_then(|place| places.get(place)).is_some_and(|found| *found);
    (0..places.len())
        .filter(|place| is_set(Some(*place)) && (is_set(place.checked_sub(1)) || is_set(Some(place + 1))))
        .collect()
}

struct Text {
    source: Features,
    translation: Features,
}

/// What of a text survives translation.
struct Features {
    is_speech: bool,
    is_question: bool,
    numbers: BTreeSet<String>,
    /// The logarithm of its length.
    length: f64,
}

impl Features {
    fn of(text: &str) -> Self {
        const OPENING: [char; 8] = ['「', '『', '“', '"', '‘', '«', '„', '—'];
        const CLOSING: [char; 8] = ['」', '』', '”', '"', '’', '»', ' ', '…'];
        let text = text.trim();
        let n_characters = u32::try_from(text.chars().count().max(1)).unwrap_or(u32::MAX);
        Self {
            is_speech: text.starts_with(OPENING),
            is_question: text.trim_end_matches(CLOSING).ends_with(['?', '？']),
            numbers: numbers(text),
            length: f64::from(n_characters).ln(),
        }
    }
}

/// The numbers in digits.
fn numbers(text: &str) -> BTreeSet<String> {
    let plain = |c: char| char::from_u32(u32::from(c).wrapping_sub(0xfee0)).filter(char::is_ascii_digit);
    let digits: String =
        text.chars().map(|c| if c.is_ascii_digit() { c } else { plain(c).unwrap_or(' ') }).collect();
    digits.split_whitespace().map(str::to_owned).collect()
}

/// The places of texts in shifted runs.
fn shifted(texts: &[Text]) -> BTreeSet<usize> {
    if texts.len() < LEAST_TEXTS {
        return BTreeSet::new();
    }
    let usual = usual_ratio(texts);
    let mut places = BTreeSet::new();
    for direction in [-1_isize, 1] {
        let evidence: Vec<f64> =
            (0..texts.len()).map(|place| evidence(texts, place, direction, usual)).collect();
        let run = strongest_run(&evidence);
        // The text that fits the run's end stands beside it, at a place that is not its own.
        let beside = if direction < 0 { run.start.checked_sub(1) } else { Some(run.end) };
        places.extend(beside.filter(|place| !run.is_empty() && *place < texts.len()));
        places.extend(run);
    }
    places
}

/// By how much the neighbour's translation fits the source at this place better than its own.
fn evidence(texts: &[Text], place: usize, direction: isize, usual: f64) -> f64 {
    let neighbour = place.checked_add_signed(direction).and_then(|place| texts.get(place));
    let (Some(own), Some(neighbour)) = (texts.get(place), neighbour) else { return 0.0 };
    fit(&own.source, &neighbour.translation, usual) - fit(&own.source, &own.translation, usual)
}

fn fit(source: &Features, translation: &Features, usual: f64) -> f64 {
    let agree = |source: bool, translation: bool, weight: f64| match (source, translation) {
        (true, true) => weight,
        (false, false) => 0.0,
        (true, false) | (false, true) => -weight,
    };
    let by_numbers = match (source.numbers.is_empty(), translation.numbers.is_empty()) {
        (false, false) if source.numbers == translation.numbers => 1.5,
        (false, false) if source.numbers.is_disjoint(&translation.numbers) => -1.5,
        (_, _) => 0.0,
    };
    let off = (translation.length - source.length - usual).abs() / SPREAD;
    agree(source.is_speech, translation.is_speech, 0.75)
        + agree(source.is_question, translation.is_question, 0.5)
        + by_numbers
        - (off * off / 2.0).min(MOST_BY_LENGTH)
}

/// The usual length ratio of these very texts.
fn usual_ratio(texts: &[Text]) -> f64 {
    let mut ratios: Vec<f64> =
        texts.iter().map(|text| text.translation.length - text.source.length).collect();
    ratios.sort_by(f64::total_cmp);
    ratios.get(ratios.len() / 2).copied().unwrap_or_default()
}

/// The run with the largest sum of evidence, if that is enough.
fn strongest_run(evidence: &[f64]) -> std::ops::Range<usize> {
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
    let n_witnesses =
        evidence.get(best.clone()).unwrap_or_default().iter().filter(|value| **value > WITNESS).count();
    if best_sum >= LEAST_EVIDENCE && n_witnesses >= LEAST_WITNESSES { best } else { 0..0 }
}

#[cfg(test)]
mod tests {
    use super::{Features, Text, shifted};

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

    fn places(target: &[&str]) -> Vec<usize> {
        let texts: Vec<Text> = SOURCE
            .iter()
            .zip(target)
            .map(|(source, target)| Text { source: Features::of(source), translation: Features::of(target) })
            .collect();
        shifted(&texts).into_iter().collect()
    }

    #[test]
    fn texts_in_their_places_are_left_alone() {
        assert_eq!(places(&TARGET), Vec::<usize>::new());
    }

    #[test]
    fn a_lost_line_shifts_those_after_it() {
        let mut target = TARGET.to_vec();
        target.remove(2);
        target.push("The end.");
        let found = places(&target);
        assert!((3..=6).all(|place| found.contains(&place)), "{found:?}");
        assert!(!found.contains(&0) && !found.contains(&1), "{found:?}");
    }

    #[test]
    fn an_added_line_shifts_those_after_it() {
        let mut target = TARGET.to_vec();
        target.insert(1, "He shouted.");
        target.pop();
        let found = places(&target);
        assert!((1..=5).all(|place| found.contains(&place)), "{found:?}");
    }
}
