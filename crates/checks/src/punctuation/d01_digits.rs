//! **D1 digits.** A number of the source is not in the translation.
//!
//! *Rule*: every number in digits (width, grouping and decimal marks resolved; `3万` is 30,000) must stand in the translation, in
//! digits, in Han numerals or in number words of the target language. *Threshold*: one. *False alarms*: 0.0 % from
//! Chinese to English; 2 % where words are not understood. Numbers up to 12 hide in many words (`a`, `both`, `noon`), so they are shown and not
//! blocked, and 1 and 2 are only remarked. *Severity*: block. *Repair*: put the number in, nothing else.

use crate::check::{Finding, Severity, Verdict};
use crate::prepared::Prepared;
use crate::text::number::{self, Digits, ONE};
use std::collections::HashSet;

check!(DigitLoss, D1, "digits", Block, Facts);

const SMALL: i128 = 12 * ONE;

fn run(prepared: &Prepared<'_>) -> Verdict {
    if prepared.source_digits().is_empty() {
        return Verdict::NotApplicable("the source has no number in digits");
    }
    let given = number::all(&prepared.target, &prepared.pair.target);
    let mut findings = Vec::new();
    for digits in prepared.source_digits() {
        let zero = digits.values.iter().all(|value| *value == 0);
        let there = digits.values.iter().any(|value| given.contains(value))
            || parts_are_there(&digits.values, &given)
            || !digits.row.is_empty() && digits.row.iter().all(|value| given.contains(value));
        if zero || there || month_is_named(prepared, digits) {
            continue;
        }
        let written = prepared.source.slice(digits.start..digits.end);
        let small = digits.values.iter().all(|value| *value <= SMALL);
        let words_unknown = prepared.pair.target.known.is_none();
        let tiny = digits.values.iter().all(|value| *value <= 2 * ONE);
        let severity = match (tiny, small || words_unknown) {
            (true, _) => Severity::Info,
            (false, true) => Severity::Queue,
            (false, false) => Severity::Block,
        };
        findings.push(
            Finding::by(
                &DigitLoss,
                format!("The source has «{written}», the translation lacks it. Put the number in and change nothing else."),
                format!("原文有数字「{written}」，译文缺少。请补上该数字，其他内容不变。"),
            )
            .in_source(digits.start..digits.end)
            .as_severe_as(severity),
        );
    }
    Verdict::from_findings(findings)
}

/// `4월` is April.
fn month_is_named(prepared: &Prepared<'_>, digits: &Digits) -> bool {
    let is_month = matches!(prepared.source.char_at(digits.end), Some('月' | '월'));
    let names = prepared.pair.target.known.as_ref().map(|known| known.months.as_slice()).unwrap_or_default();
    let named = digits.values.iter().filter_map(|value| names.get(usize::try_from(value / ONE - 1).ok()?));
    is_month && named.into_iter().any(|name| prepared.target.comparable().contains(name.as_str()))
}

/// A date or a list such as `3.10` may have been taken apart.
fn parts_are_there(values: &[i128], given: &HashSet<i128>) -> bool {
    values.len() > 2 && values.iter().skip(1).all(|value| given.contains(value))
}
