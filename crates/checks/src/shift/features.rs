//! What of a text survives translation.

use super::names::{Names, shared};
use crate::text::extent::length_of;
use book::text::script::Script;
use std::collections::BTreeSet;

/// How far the logarithm of a length ratio usually strays, and the same for a few characters.
const SPREAD: f64 = 0.35;
const SPREAD_OF_SHORT: f64 = 0.55;
/// A source with fewer characters is short.
const SHORT: f64 = 2.7;
const MOST_BY_LENGTH: f64 = 2.0;
/// What speech, a question, an exclamation and a trailing off count.
const MARKS: [f64; 4] = [0.75, 0.5, 0.35, 0.35];
const NUMBERS: f64 = 1.5;
const NAME: f64 = 0.9;
const MOST_BY_NAMES: f64 = 2.7;

/// What is compared.
pub(super) struct Features {
    /// Whether it is speech, a question, an exclamation, or trails off.
    marks: [bool; MARKS.len()],
    numbers: BTreeSet<String>,
    names: Names,
    /// The logarithm of its length.
    length: f64,
    /// How much a character of its script says, as a logarithm.
    density: f64,
}

impl Features {
    pub(super) fn from_text(text: &str) -> Self {
        const OPENING: [char; 9] = ['「', '『', '“', '"', '‘', '«', '„', '—', '–'];
        const CLOSING: [char; 9] = ['」', '』', '”', '"', '’', '»', '“', ' ', '.'];
        let text = text.trim();
        let n_characters = u32::try_from(length_of(text.chars()).max(1)).unwrap_or(u32::MAX);
        let end = text.trim_end_matches(CLOSING);
        let trails_off = end.ends_with(['…', '—', '―']) || text.contains("...");
        Self {
            marks: [
                text.starts_with(OPENING),
                text.contains(['?', '？']),
                text.contains(['!', '！']),
                trails_off,
            ],
            numbers: numbers(text),
            names: Names::from_text(text),
            length: f64::from(n_characters).ln(),
            density: density(text),
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

/// How much a character says, as a logarithm: Latin letters are the measure.
fn density(text: &str) -> f64 {
    let (mut n_han, mut n_kana, mut n_hangul, mut n_letters) = (0_u32, 0_u32, 0_u32, 0_u32);
    for c in text.chars() {
        match Script::of_char(c) {
            Script::Han => n_han += 1,
            Script::Hiragana | Script::Katakana => n_kana += 1,
            Script::Hangul => n_hangul += 1,
            Script::Latin | Script::Cyrillic | Script::OtherLetter => n_letters += 1,
            Script::Mark | Script::Digit | Script::Space | Script::Sign => {}
        }
    }
    match n_han + n_kana + n_hangul {
        0 => 0.0,
        n if n < n_letters => 0.0,
        _ if n_hangul > n_han + n_kana => 0.7,
        n if n_kana * 5 >= n => 0.75,
        _ => 1.15,
    }
}

/// How well a text fits a source.
pub(super) fn fit(source: &Features, text: &Features, usual: f64) -> f64 {
    let agree = |((source, text), weight): ((bool, bool), f64)| match (source, text) {
        (true, true) => weight,
        (false, false) => 0.0,
        (true, false) | (false, true) => -weight,
    };
    let by_marks: f64 = source.marks.into_iter().zip(text.marks).zip(MARKS).map(agree).sum();
    let by_numbers = match (source.numbers.is_empty(), text.numbers.is_empty()) {
        (false, false) if source.numbers == text.numbers => NUMBERS,
        (false, false) if source.numbers.is_disjoint(&text.numbers) => -NUMBERS,
        (_, _) => 0.0,
    };
    let spread = if source.length + source.density < SHORT { SPREAD_OF_SHORT } else { SPREAD };
    let off = (text.length - source.length - usual).abs() / spread;
    by_marks + by_numbers + (NAME * shared(&source.names, &text.names)).min(MOST_BY_NAMES)
        - (off * off / 2.0).min(MOST_BY_LENGTH)
}

/// The usual length ratio: that of these very texts where there are many, held to what their scripts let expect where there
/// are few.
pub(super) fn usual_ratio(lines: &[(Features, Option<Features>)]) -> f64 {
    const BELIEVED: usize = 4;
    let mut ratios: Vec<f64> = Vec::new();
    let mut expected: Vec<f64> = Vec::new();
    for (source, text) in lines {
        let Some(text) = text else { continue };
        ratios.push(text.length - source.length);
        expected.push(source.density - text.density);
    }
    let expected = middle(&mut expected);
    ratios.extend(std::iter::repeat_n(expected, BELIEVED));
    middle(&mut ratios)
}

fn middle(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}
