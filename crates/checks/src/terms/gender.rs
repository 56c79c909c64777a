//! Pronouns of men and women in a text, whatever the script.

use crate::language::LanguageProfile;
use crate::language::lexicon::Flags;
use crate::text::view::View;

/// How many pronouns of each gender a text has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pronouns {
    /// For men.
    pub masculine: usize,
    /// For women.
    pub feminine: usize,
}

impl Pronouns {
    /// Counts them; `None` for a language without known pronouns.
    pub fn count_in(view: &View<'_>, language: &LanguageProfile) -> Option<Self> {
        let record = &language.known.as_ref()?.record;
        if record.masculine.is_empty() || record.feminine.is_empty() {
            return None;
        }
        if !language.is_ideographic() {
            let count = |flag| view.tokens().iter().filter(|token| token.flags.has(flag)).count();
            return Some(Self { masculine: count(Flags::MASCULINE), feminine: count(Flags::FEMININE) });
        }
        // A longer word hides the pronoun in it: 彼女 is not 彼, 其他 is not 他.
        let count = |words: &str| words.split_whitespace().map(|word| n_in(view, word)).sum::<usize>();
        let ignored = |words: &str| -> usize {
            let hides = |word: &str| words.split_whitespace().any(|pronoun| word.contains(pronoun));
            record
                .gender_ignore
                .split_whitespace()
                .filter(|word| hides(word))
                .map(|word| n_in(view, word))
                .sum()
        };
        let (masculine, feminine) = (count(&record.masculine), count(&record.feminine));
        if masculine + feminine == 0 {
            return Some(Self::default());
        }
        let shared = if record.feminine.contains(record.masculine.as_str()) { feminine } else { 0 };
        Some(Self {
            masculine: masculine.saturating_sub(shared + ignored(&record.masculine)),
            feminine: feminine.saturating_sub(ignored(&record.feminine)),
        })
    }

    /// Whether there are pronouns for men only.
    pub const fn only_masculine(self) -> bool {
        self.masculine > 0 && self.feminine == 0
    }

    /// Whether there are pronouns for women only.
    pub const fn only_feminine(self) -> bool {
        self.feminine > 0 && self.masculine == 0
    }
}

/// How often a word stands in a text.
fn n_in(view: &View<'_>, word: &str) -> usize {
    let mut letters = word.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => view.chars().iter().filter(|c| **c == letter).count(),
        (Some(first), Some(_)) if !view.chars().contains(&first) => 0,
        _ => view.text().matches(word).count(),
    }
}
