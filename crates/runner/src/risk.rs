//! Which paragraphs are likely to go wrong, seen from the source alone: there a second candidate is worth its price.

use book::text::paragraph::ParagraphKind;
use checks::text::sentence;
use store::record::ParagraphRecord;

/// A paragraph is risky from this many points on.
const RISKY: u32 = 3;
/// A sentence with this many characters is long; a Han character or kana counts for two and a half.
const LONG_SENTENCE: usize = 280;
/// With this many sentences in one paragraph, a model is likely to leave one out.
const MANY_SENTENCES: usize = 12;
const MANY_NUMBERS: usize = 3;
const MANY_TAGS: usize = 3;

/// Whether the source predicts trouble: verse, long sentences, many sentences, numbers, markup.
pub fn predicts_trouble(paragraph: &ParagraphRecord) -> bool {
    points(paragraph) >= RISKY
}

fn points(paragraph: &ParagraphRecord) -> u32 {
    let plain = paragraph.text.plain();
    let chars: Vec<char> = plain.chars().collect();
    let sentences = sentence::split(&chars);
    let longest =
        sentences.iter().filter_map(|range| chars.get(range.clone())).map(width).max().unwrap_or_default();
    let n_numbers = chars
        .chunk_by(|a, b| a.is_numeric() == b.is_numeric())
        .filter(|run| run.first().is_some_and(|first| first.is_numeric()));
    let is_verse = paragraph.kind == ParagraphKind::Verse;
    3 * u32::from(is_verse)
        + 2 * u32::from(longest >= LONG_SENTENCE)
        + u32::from(longest >= 2 * LONG_SENTENCE)
        + 2 * u32::from(sentences.len() >= MANY_SENTENCES)
        + u32::from(sentences.len() >= 2 * MANY_SENTENCES)
        + u32::from(n_numbers.count() >= MANY_NUMBERS)
        + u32::from(paragraph.tags.len() >= MANY_TAGS)
}

/// How much a sentence says, about: in characters of an alphabet.
fn width(chars: &[char]) -> usize {
    chars.iter().map(|c| if *c > '\u{2e80}' { 5 } else { 2 }).sum::<usize>() / 2
}
