//! **D13 doubled-word.** The same word twice in a row.
//!
//! *Rule*: two equal words with only a space between, unless the language doubles that word rightly, the source
//! doubles one, or it is laughter. *False alarms*: 1.5 % on human translations, mostly laughter. *Severity*: queue. *Repair*: remove one.

use crate::check::{Finding, Verdict};
use crate::prepared::Prepared;
use crate::text::view::View;
use std::ops::Range;

check!(DoubledWord, D13, "doubled-word", Queue, Punctuation);

fn run(prepared: &Prepared<'_>) -> Verdict {
    if prepared.target.tokens().len() < 2 {
        return Verdict::NotApplicable("the translation has no two words");
    }
    let Some((word, span)) = doubled(&prepared.target, prepared) else { return Verdict::Pass };
    if doubled(prepared.source, prepared).is_some() {
        return Verdict::Pass;
    }
    Finding::by(
        &DoubledWord,
        format!("«{word}» stands twice in a row. Remove one if it is a slip."),
        format!("「{word}」重复出现。如为笔误请删去一个。"),
    )
    .at(span)
    .into()
}

/// Laughter and cries, in every language.
const INTERJECTIONS: [&str; 14] =
    ["ah", "ha", "he", "eh", "oh", "ho", "hi", "ih", "hm", "hum", "na", "ja", "ho", "hey"];

fn doubled(view: &View<'_>, prepared: &Prepared<'_>) -> Option<(String, Range<usize>)> {
    let rightly = prepared.pair.target.known.as_ref().map(|known| &known.doubled);
    view.tokens().windows(2).find_map(|pair| {
        let [left, right] = pair else { return None };
        let word = view.word(left);
        let gap = view.chars().get(left.end..right.start)?;
        let same = word == view.word(right) && word.chars().count() >= 2;
        let slip = same
            && !INTERJECTIONS.contains(&word)
            && gap.len() == 1
            && gap.first().is_some_and(|c| c.is_whitespace())
            && !rightly.is_some_and(|words| words.contains(word))
            && !(left.capital && right.capital && !word.starts_with(char::is_lowercase));
        slip.then(|| (word.to_owned(), left.start..right.end))
    })
}
