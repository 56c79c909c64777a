//! What happened in the chapter before, where its summary is still that of its text.

use super::block::{ContextItem, ContextList, fit, short};
use book::knowledge::summary::Summary;
use tools::text::PromptLanguage;

pub(super) const MAX_TOKENS: u64 = 250;
const LONGEST: usize = 700;

/// Renders the summary of the chapter before.
pub(super) fn summary(language: PromptLanguage, summary: Option<&Summary>, cap: u64) -> ContextList {
    let usable = summary.filter(|summary| summary.standing.is_usable() && !summary.text.trim().is_empty());
    let Some(summary) = usable else { return ContextList::default() };
    let heading = language.choose("上一章梗概：", "The chapter before, in short:");
    let cap = cap.min(MAX_TOKENS);
    // Cut until it fits: half the letters are half the tokens, about.
    let mut longest = LONGEST;
    loop {
        let items = [ContextItem { line: format!("| {}", short(&summary.text, longest)), rank: 0 }];
        let block = fit(heading, &items, cap, |_| String::new());
        if !block.text.is_empty() || longest < 40 {
            return block;
        }
        longest /= 2;
    }
}
