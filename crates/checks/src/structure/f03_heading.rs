//! **F3 heading.** The number of a heading is another one in the translation.
//!
//! *Rule*: the number is read on both sides: digits, Han numerals, Roman numerals, number words. *Threshold*: both have one and they differ: block;
//! the translation has none: queue. *False alarms*: headings with two numbers, of which one must agree. *Repair*: correct the number.

use crate::check::{Finding, Severity, Verdict};
use crate::language::LanguageProfile;
use crate::prepared::Prepared;
use crate::text::number::{self, ONE, roman};
use crate::text::view::View;
use book::text::paragraph::ParagraphKind;

check!(HeadingNumber, F3, "heading", Block, Facts);

fn run(prepared: &Prepared<'_>) -> Verdict {
    if prepared.paragraph.kind != ParagraphKind::Heading {
        return Verdict::NotApplicable("this is no heading");
    }
    let s = numbers(prepared.source, &prepared.pair.source);
    let Some(&wanted) = s.first() else { return Verdict::NotApplicable("the heading has no number") };
    let t = numbers(&prepared.target, &prepared.pair.target);
    if s.iter().any(|number| t.contains(number)) {
        return Verdict::Pass;
    }
    let wanted = wanted / ONE;
    let severity = if t.is_empty() { Severity::Queue } else { Severity::Block };
    Finding::by(
        &HeadingNumber,
        format!("The heading's number is {wanted}. Write the same number."),
        format!("标题编号为{wanted}，译文不一致。请使用相同编号。"),
    )
    .as_severe_as(severity)
    .into()
}

fn numbers(view: &View<'_>, language: &LanguageProfile) -> Vec<i128> {
    let mut found: Vec<i128> = number::in_digits(view).into_iter().flat_map(|digits| digits.values).collect();
    if language.is_ideographic() {
        // Only after 第 or before a counter; 一 alone is a word.
        let counter =
            |c: char| language.known.as_ref().is_some_and(|known| known.record.chapter_words.contains(c));
        let numerals = number::in_han(view).into_iter().filter(|numeral| {
            view.char_before(numeral.start) == Some('第')
                || view.char_at(numeral.end).is_some_and(counter)
                || numeral.end - numeral.start == view.length()
        });
        found.extend(numerals.map(|numeral| numeral.value));
    }
    let words: Vec<&str> = view.words().collect();
    let after_chapter = |position: usize| {
        let known = language.known.as_ref();
        position.checked_sub(1).and_then(|before| words.get(before)).is_some_and(|word| {
            known.is_some_and(|known| known.chapter_words.iter().any(|chapter| chapter == word))
        })
    };
    let roman = words
        .iter()
        .enumerate()
        .filter(|(position, _)| after_chapter(*position) || words.len() == 1)
        .filter_map(|(_, word)| roman(word));
    found.extend(roman.map(|value| value * ONE));
    // Each row of number words is one number: `Chapter Four: Two Roads` has two.
    found.extend(number::spelled(view, language).into_iter().map(|spelled| spelled.value));
    found
}
