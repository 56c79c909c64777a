//! **D3 dates.** A date or a Japanese year is not in the translation.
//!
//! *Rule*: `3月15日` needs the day, and the month as number or name; `昭和20年` needs 1945, or the era's number. *False alarms*:
//! other calendars, adapted dates. *Severity*: info.

use crate::check::{Finding, Verdict};
use crate::prepared::Prepared;
use crate::text::number::{self, ONE};

check!(DateLoss, D3, "dates", Info, Facts);

const ERAS: [(&str, i128); 5] =
    [("令和", 2018), ("平成", 1988), ("昭和", 1925), ("大正", 1911), ("明治", 1867)];

fn run(prepared: &Prepared<'_>) -> Verdict {
    if !prepared.pair.source.is_ideographic() || prepared.pair.target.known.is_none() {
        return Verdict::NotApplicable("only dates from Chinese and Japanese are understood");
    }
    let dates = dates(prepared);
    if dates.is_empty() {
        return Verdict::NotApplicable("the source has no date");
    }
    let given = number::all(&prepared.target, &prepared.pair.target);
    let months = prepared.pair.target.known.as_ref().map(|known| known.months.as_slice()).unwrap_or_default();
    let there = |date: &Date| match date {
        Date::Day { month, day } => {
            let named = usize::try_from(month / ONE - 1)
                .ok()
                .and_then(|index| months.get(index))
                .is_some_and(|name| prepared.target.comparable().contains(name.as_str()));
            given.contains(day) && (named || given.contains(month))
        }
        Date::Year { in_era, year } => given.contains(in_era) || given.contains(year),
    };
    if dates.iter().all(there) {
        return Verdict::Pass;
    }
    Finding::by(
        &DateLoss,
        "A date of the source is not found in the translation.",
        "译文中找不到原文的日期。",
    )
    .into()
}

enum Date {
    Day { month: i128, day: i128 },
    Year { in_era: i128, year: i128 },
}

fn dates(prepared: &Prepared<'_>) -> Vec<Date> {
    if !prepared.source.chars().iter().any(|c| matches!(c, '年' | '月')) {
        return Vec::new();
    }
    // Numbers with where they end, in digits and in Han.
    let mut numbers: Vec<(usize, usize, i128)> = prepared
        .source_digits()
        .iter()
        .filter_map(|digits| Some((digits.start, digits.end, *digits.values.first()?)))
        .collect();
    numbers.extend(
        number::in_han(prepared.source).iter().map(|numeral| (numeral.start, numeral.end, numeral.value)),
    );
    numbers.truncate(200);
    let mut dates = Vec::new();
    for (start, end, value) in &numbers {
        match prepared.source.char_at(*end) {
            Some('月') if (ONE..=12 * ONE).contains(value) => {
                let day = numbers.iter().find(|(start, ..)| *start == end + 1);
                if let Some((_, day_end, day)) = day
                    && prepared.source.char_at(*day_end) == Some('日')
                {
                    dates.push(Date::Day { month: *value, day: *day });
                }
            }
            Some('年') => {
                let era = prepared.source.slice(start.saturating_sub(2)..*start);
                if let Some((_, base)) = ERAS.iter().find(|(name, _)| *name == era) {
                    dates.push(Date::Year { in_era: *value, year: value + base * ONE });
                }
            }
            _ => {}
        }
    }
    dates
}
