//! **D2 numerals.** A number written in words or Han characters is another one in the translation.
//!
//! *Rule*: a number of at least 10 in Han characters (two or more) or of at least 13 in words is nowhere in the translation, and the translation has such a
//! number that is nowhere in the source: `三百十七` as *thirty-seven*. Or a number of years has become a century. *Threshold*: one of each. *False alarms*: idioms and
//! approximations. Without a number in its place a Han numeral is only remarked: 32 % of those are idioms on human translations. *Severity*: info, queue where another number stands there.
//! *Repair*: put the number in, nothing else.

use crate::check::{Finding, Severity, Verdict};
use crate::language::LanguageProfile;
use crate::prepared::Prepared;
use crate::text::number::{self, ONE};
use crate::text::view::View;
use book::text::fold::fold;
use std::collections::HashSet;
use std::ops::Range;

check!(NumeralLoss, D2, "numerals", Info, Facts);

/// A smaller number hides in many words.
const LEAST: i128 = 10 * ONE;
/// From here a number in words is surely meant as a number; ten and a dozen often are not.
const MEANT: i128 = 13 * ONE;

/// A number with where it stands.
struct WrittenNumber {
    place: Range<usize>,
    value: i128,
}

fn run(prepared: &Prepared<'_>) -> Verdict {
    let (source, target) = (prepared.source, &prepared.target);
    let numbers = written(source, &prepared.pair.source, MEANT);
    if numbers.is_empty() {
        return Verdict::NotApplicable("the source has no such numeral");
    }
    if let Some(place) = new_century(prepared) {
        let lost = source.slice(numbers.first().map_or(0..0, |first| first.place.clone()));
        return another(&lost, place, target);
    }
    let given = number::all(target, &prepared.pair.target);
    let is_there = |number: &&WrittenNumber| {
        given.contains(&number.value) || is_counted_otherwise(source, number, &given)
    };
    let Some(missing) = numbers.iter().find(|number| !is_there(number)) else {
        return Verdict::Pass;
    };
    let lost = source.slice(missing.place.clone());
    let own = whole(source, &prepared.pair.source);
    let in_digits = number::in_digits(target).into_iter().filter_map(|digits| {
        let value = *digits.values.first()?;
        (value >= LEAST).then_some(WrittenNumber { place: digits.start..digits.end, value })
    });
    let mut stray = written(target, &prepared.pair.target, LEAST).into_iter().chain(in_digits);
    let stray = stray.find(|number| !own.contains(&number.value));
    if let Some(stray) = stray {
        return another(&lost, stray.place, target);
    }
    if !prepared.pair.source.is_ideographic() || prepared.pair.target.is_ideographic() {
        return Verdict::Pass;
    }
    Finding::by(
        &NumeralLoss,
        format!("«{lost}» ({}) is not found as a number in the translation.", missing.value / ONE),
        format!("译文中找不到「{lost}」对应的数字。"),
    )
    .into()
}

/// Whether a number may rightly become another one, because other people count the thing otherwise: `大正十一年` is 1922,
/// `二十三時` is 11 p.m., `五点五十` is ten to six, `三十丈` are three hundred feet, and two hundred feet are sixty metres.
fn is_counted_otherwise(source: &View<'_>, number: &WrittenNumber, given: &HashSet<i128>) -> bool {
    const CLOCK: [char; 6] = ['時', '时', '点', '點', '分', '刻'];
    const MEASURES: &str = "丈尺寸里町間坪畝亩顷斤两兩钱錢貫匁升斗石合担步歩";
    const MEASURE_WORDS: [&str; 12] = [
        "feet", "foot", "inches", "miles", "yards", "pounds", "ounces", "acres", "gallons", "fathoms",
        "degrees", "stone",
    ];
    let after = source.char_at(number.place.end);
    let near = [source.char_before(number.place.start), after];
    let is_clock = near.into_iter().flatten().any(|c| CLOCK.contains(&c));
    let next = source.tokens().iter().find(|token| token.start >= number.place.end);
    let rest: String = source.chars().iter().skip(number.place.end).take(4).collect();
    let is_measure = after.is_some_and(|c| MEASURES.contains(c))
        || ["キロ", "メートル", "センチ", "グラム", "トン", "公里", "公斤", "英里"]
            .iter()
            .any(|unit| rest.starts_with(unit))
        || next.is_some_and(|token| MEASURE_WORDS.contains(&source.word(token)));
    let is_date = after.is_some_and(|c| matches!(c, '年' | '月' | '日'));
    let is_year = |value: &i128| (1_000 * ONE..3_000 * ONE).contains(value);
    ((is_clock || is_measure) && !given.is_empty()) || (is_date && given.iter().any(is_year))
}

fn another(lost: &str, place: Range<usize>, target: &View<'_>) -> Verdict {
    let stray = target.slice(place.clone());
    Finding::by(
        &NumeralLoss,
        format!("The source has «{lost}», the translation «{stray}». Put the source's number in and change nothing else."),
        format!("原文是「{lost}」，译文却是「{stray}」。请改为原文的数字，其他内容不变。"),
    )
    .at(place)
    .as_severe_as(Severity::Queue)
    .into()
}

/// Every number of a text as it is meant: of `soixante-dix` seventy, and not sixty.
fn whole(view: &View<'_>, language: &LanguageProfile) -> HashSet<i128> {
    let mut whole: HashSet<i128> =
        number::in_digits(view).into_iter().flat_map(|digits| digits.values).collect();
    whole.extend(number::in_han(view).into_iter().map(|numeral| numeral.value));
    whole.extend(number::spelled(view, language).into_iter().map(|spelled| spelled.value));
    whole
}

/// The numbers that are spelled out, in words from `least`.
fn written(view: &View<'_>, language: &LanguageProfile, least: i128) -> Vec<WrittenNumber> {
    let words = number::spelled(view, language).into_iter().filter(|spelled| spelled.value >= least);
    let mut found: Vec<WrittenNumber> = words
        .map(|spelled| WrittenNumber { place: spelled.start..spelled.end, value: spelled.value })
        .collect();
    if language.is_ideographic() {
        let numerals = number::in_han(view).into_iter().filter(|numeral| {
            // `十多岁`, `千万别`, `数十`: an approximation or an idiom.
            let (before, after) = (view.char_before(numeral.start), view.char_at(numeral.end));
            numeral.value >= LEAST
                && numeral.end - numeral.start > 1
                && !matches!(before, Some('数' | '數' | '几' | '幾' | '何' | '上' | '成'))
                && !matches!(after, Some('多' | '余' | '餘' | '几' | '别' | '別' | '数'))
        });
        found.extend(
            numerals.map(|numeral| WrittenNumber { place: numeral.start..numeral.end, value: numeral.value }),
        );
    }
    found
}

/// What a century is called, or how its forms begin.
const CENTURIES: &[(&str, &[&str])] = &[
    ("de", &["jahrhundert"]),
    ("en", &["centur"]),
    ("es", &["siglo"]),
    ("fr", &["siecle"]),
    ("it", &["secol"]),
    ("ja", &["世紀"]),
    ("ko", &["세기"]),
    ("pl", &["wiek", "stulec"]),
    ("pt", &["secul"]),
    ("ru", &["век", "столет"]),
    ("zh", &["世纪", "世紀"]),
];

/// A numbered century of a Chinese or Japanese translation whose source speaks of none and names no year.
fn new_century(prepared: &Prepared<'_>) -> Option<Range<usize>> {
    if !prepared.pair.target.is_ideographic() {
        return None;
    }
    let (_, own) = CENTURIES.iter().find(|(tag, _)| prepared.pair.source.is(tag))?;
    let names_year = || {
        let values = number::all(prepared.source, &prepared.pair.source);
        values.iter().any(|value| *value >= 100 * ONE)
    };
    if own.iter().any(|word| prepared.source.comparable().contains(&fold(word))) || names_year() {
        return None;
    }
    let target = &prepared.target;
    let is_century = |end: usize| matches!(target.slice(end..end + 2).as_str(), "世纪" | "世紀");
    let numerals = number::in_han(target).into_iter().map(|numeral| numeral.start..numeral.end);
    let digits = number::in_digits(target).into_iter().map(|digits| digits.start..digits.end);
    let place = numerals.chain(digits).find(|place| is_century(place.end))?;
    Some(place.start..place.end + 2)
}
