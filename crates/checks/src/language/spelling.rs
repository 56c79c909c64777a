//! How words of a Latin language are spelled: how usual each row of three letters is, the beginning and the end of a word
//! counted as letters. Tells a word that was left from one that both languages have.

use super::LanguageProfile;

/// Letters `a` to `z`, and the end of a word.
pub const N_SIGNS: usize = 27;
/// One level in a file is so much of a natural logarithm.
pub const STEP: f64 = 0.15;
/// What is written for the lowest level.
pub const LOWEST: u8 = b'0';

/// The rows of letters of one language.
#[derive(Debug, Clone, Copy)]
pub struct Spelling {
    levels: &'static [u8],
}

impl Spelling {
    /// The spelling of a language, if it has been counted.
    pub fn for_language(language: &LanguageProfile) -> Option<Self> {
        let (_, levels) = FILES.iter().find(|(tag, _)| language.is(tag))?;
        Some(Self { levels: levels.as_bytes() })
    }

    /// How usual a folded word is, as the mean logarithm of its rows; only differences mean something.
    pub fn usualness(&self, word: &str) -> f64 {
        let rows = rows(word);
        let sum: f64 = rows.iter().map(|row| f64::from(self.level(*row)) * STEP).sum();
        sum / crate::float(rows.len().max(1))
    }

    fn level(&self, row: usize) -> u8 {
        self.levels.get(row).map_or(0, |level| level.saturating_sub(LOWEST))
    }
}

/// The places of a folded word's rows of three signs in a table. Rows with another sign than a plain letter say nothing.
pub fn rows(word: &str) -> Vec<usize> {
    let end = Some(N_SIGNS - 1);
    let letters = word.bytes().map(|c| c.is_ascii_lowercase().then(|| usize::from(c - b'a')));
    let signs: Vec<Option<usize>> = [end].into_iter().chain(letters).chain([end]).collect();
    signs
        .windows(3)
        .filter_map(|row| match row {
            [Some(one), Some(two), Some(three)] => Some((one * N_SIGNS + two) * N_SIGNS + three),
            _ => None,
        })
        .collect()
}

/// Every language that was counted; `cargo run -p mutation --example spelling` writes the files.
pub const FILES: &[(&str, &str)] = &[
    ("de", include_str!("../../data/spelling/de.txt")),
    ("en", include_str!("../../data/spelling/en.txt")),
    ("es", include_str!("../../data/spelling/es.txt")),
    ("fr", include_str!("../../data/spelling/fr.txt")),
    ("it", include_str!("../../data/spelling/it.txt")),
    ("pl", include_str!("../../data/spelling/pl.txt")),
    ("pt", include_str!("../../data/spelling/pt.txt")),
];
