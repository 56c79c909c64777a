//! **D2 numerals.** A number written in Han characters is not in the translation.
//!
//! *Rule*: numerals of at least 10 in the source, written with two or more characters, against every number of the
//! translation. *False alarms*: 32 % on human translations (idioms, approximations), so this is never more than a remark. *Severity*: info.

use super::d01_digits::given;
use crate::check::{Finding, Verdict};
use crate::prepared::Prepared;
use crate::text::number::{self, ONE};

check!(NumeralLoss, D2, "numerals", Info, Facts);

fn run(prepared: &Prepared<'_>) -> Verdict {
    if !prepared.pair.source.is_ideographic() || prepared.pair.target.is_ideographic() {
        return Verdict::NotApplicable("only Han numerals becoming words are looked at");
    }
    let numerals: Vec<_> = number::in_han(prepared.source)
        .into_iter()
        .filter(|numeral| numeral.value >= 10 * ONE && numeral.end - numeral.start > 1)
        // `十多岁`, `千万别`, `数十`: an approximation or an idiom.
        .filter(|numeral| {
            let before = prepared.source.char_before(numeral.start);
            let after = prepared.source.char_at(numeral.end);
            !matches!(before, Some('数' | '數' | '几' | '幾' | '何' | '上' | '成'))
                && !matches!(after, Some('多' | '余' | '餘' | '几' | '别' | '別' | '数'))
        })
        .collect();
    if numerals.is_empty() {
        return Verdict::NotApplicable("the source has no such numeral");
    }
    let given = given(prepared);
    let missing = numerals.iter().find(|numeral| !given.contains(&numeral.value));
    missing.map_or(Verdict::Pass, |numeral| {
        let written = prepared.source.slice(numeral.start..numeral.end);
        Finding::by(
            &NumeralLoss,
            format!("«{written}» ({}) is not found as a number in the translation.", numeral.value / ONE),
            format!("译文中找不到「{written}」对应的数字。"),
        )
        .into()
    })
}
