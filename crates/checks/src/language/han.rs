//! Which Han characters betray simplified, traditional or Japanese writing.

use crate::text::hash::FastBuild;
use serde::Deserialize;
use std::collections::HashSet;

/// The sets of `data/han.toml`.
#[derive(Debug, Default)]
pub struct HanSets {
    /// Only in simplified Chinese.
    pub simplified: HashSet<char, FastBuild>,
    /// Only in traditional Chinese.
    pub traditional: HashSet<char, FastBuild>,
    /// Only in Japanese.
    pub japanese: HashSet<char, FastBuild>,
    /// Simplified forms that Japanese does not use.
    pub simplified_not_japanese: HashSet<char, FastBuild>,
}

impl HanSets {
    /// Reads the sets.
    pub fn load() -> Self {
        // The file is part of the program and a test reads it.
        let file: File = toml::from_str(include_str!("../../data/han.toml")).unwrap_or_default();
        Self {
            simplified: file.simplified.chars().collect(),
            traditional: file.traditional.chars().collect(),
            japanese: file.japanese.chars().collect(),
            simplified_not_japanese: file.simplified_not_japanese.chars().collect(),
        }
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    simplified: String,
    traditional: String,
    japanese: String,
    simplified_not_japanese: String,
}
