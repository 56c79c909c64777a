//! Text cut into two-character pieces, so that an index of words finds any part of any word in any script.

use super::Matching;
use unicode_normalization::UnicodeNormalization;

/// More pieces of one word, and more words, do not narrow a search any further; what is found is verified anyway.
const MAX_PIECES: usize = 32;
const MAX_RUNS: usize = 12;

/// The form in which texts are compared.
pub(crate) fn fold(text: &str) -> String {
    if text.chars().all(is_its_own_fold) {
        return text.to_ascii_lowercase();
    }
    // A capital sigma has two small forms, which must not tell words apart.
    text.nfkc().flat_map(char::to_lowercase).map(|c| if c == 'ς' { 'σ' } else { c }).collect()
}

/// Whether folding changes nothing about the character but, in ASCII, its case: true for most of most books, and much
/// faster than asking the tables of Unicode.
const fn is_its_own_fold(c: char) -> bool {
    matches!(c, '\0'..='\x7f' | '\u{3001}'..='\u{3020}' | 'ぁ'..='ゖ' | 'ァ'..='ヾ' | '\u{4e00}'..='\u{9fff}')
}

/// The pieces of a folded text as the index takes them: every pair of neighbours, and the last character alone, so
/// that a single character is always the beginning of some piece.
pub(crate) fn pieces(folded: &str) -> String {
    let mut pieces = String::with_capacity(folded.len() * 3);
    for run in runs(folded) {
        let mut chars = run.chars().map(indexed).peekable();
        while let Some(first) = chars.next() {
            pieces.push(first);
            pieces.extend(chars.peek());
            pieces.push(' ');
        }
    }
    pieces
}

/// The texts of a query, folded, with the condition that finds candidates for them.
pub(crate) struct Needles {
    folded: Vec<String>,
    matching: Matching,
}

impl Needles {
    /// The folded texts; empty ones are dropped.
    pub(crate) fn new(texts: &[String], matching: Matching) -> Self {
        let folded = texts.iter().map(|text| fold(text)).filter(|text| !text.trim().is_empty()).collect();
        Self { folded, matching }
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.folded.is_empty()
    }

    /// Whether a text really contains what is looked for.
    pub(crate) fn are_in(&self, text: &str) -> bool {
        let text = fold(text);
        let mut found = self.folded.iter().map(|needle| text.contains(needle.as_str()));
        match self.matching {
            Matching::All => found.all(|it| it),
            Matching::Any => found.any(|it| it),
        }
    }

    /// The condition in the index's language. It may let through too much, never too little.
    pub(crate) fn condition(&self) -> String {
        let conditions: Vec<String> = self.folded.iter().map(|needle| condition_of(needle)).collect();
        match self.matching {
            Matching::All => conditions.join(" AND "),
            Matching::Any => conditions.join(" OR "),
        }
    }
}

fn condition_of(folded: &str) -> String {
    let conditions: Vec<String> = runs(folded).take(MAX_RUNS).map(phrase_of).collect();
    format!("({})", conditions.join(" AND "))
}

fn phrase_of(run: &str) -> String {
    let first = run.chars().map(indexed);
    let second = run.chars().map(indexed).skip(1);
    let pairs: Vec<String> =
        first.zip(second).take(MAX_PIECES).map(|(first, second)| format!("{first}{second}")).collect();
    if pairs.is_empty() {
        let alone: String = run.chars().map(indexed).collect();
        return format!("\"{alone}\" *");
    }
    format!("\"{}\"", pairs.join(" "))
}

/// Stretches without white space.
fn runs(folded: &str) -> impl Iterator<Item = &str> {
    folded.split_whitespace()
}

/// The character as the index holds it. ASCII marks would end a word there, so they stand as characters nobody uses.
fn indexed(c: char) -> char {
    if !c.is_ascii() || c.is_ascii_alphanumeric() {
        return c;
    }
    char::from_u32(0xe000 + u32::from(c)).unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_overlap_and_end_with_the_last_character() {
        assert_eq!(pieces("猫である"), "猫で であ ある る ");
        assert_eq!(pieces("a bc d"), "a bc c d ");
        assert_eq!(pieces("b?"), "b\u{e03f} \u{e03f} ");
    }

    #[test]
    fn forms_of_the_same_character_are_folded_together() {
        assert_eq!(fold("ＡＢｃ ｶﾞ"), "abc ガ");
        assert_eq!(fold("ΟΔΟΣ"), fold("οδος"));
        assert_eq!(fold("É"), fold("e\u{301}"));
    }

    #[test]
    fn the_short_way_of_folding_agrees_with_the_long_one() {
        for c in ('\0'..='\u{ffff}').filter(|&c| is_its_own_fold(c)) {
            let long: String = c.nfkc().flat_map(char::to_lowercase).collect();
            assert_eq!(long, c.to_ascii_lowercase().to_string(), "{c:?}");
        }
    }

    #[test]
    fn a_condition_is_made_of_phrases_and_beginnings() {
        let needles = |text: &str| Needles::new(&[text.to_owned()], Matching::All).condition();
        assert_eq!(needles("猫"), "(\"猫\" *)");
        assert_eq!(needles("The cat"), "(\"th he\" AND \"ca at\")");
        assert_eq!(needles("\"*"), "(\"\u{e022}\u{e02a}\")");
    }
}
