//! Numbers as they are written: digits with separators, Han numerals, number words of the languages we know.

use super::view::View;
use crate::language::LanguageProfile;
use book::text::script::Script;
use std::collections::HashSet;
use std::ops::Range;

/// A number in digits, with every value its spelling may mean (`1.234` is 1234 in German and 1.234 in English).
#[derive(Debug, Clone, PartialEq)]
pub struct Digits {
    /// Where it stands, in characters.
    pub start: usize,
    /// Where it ends, in characters.
    pub end: usize,
    /// Its possible values, in thousandths, so that they compare exactly.
    pub values: Vec<i128>,
    /// The numbers it is when its blanks do not group digits but part one number from the next: `7 100` in a table.
    pub row: Vec<i128>,
}

/// One, in the thousandths numbers are kept in.
pub const ONE: i128 = 1_000;

/// The numbers written in digits.
pub fn in_digits(view: &View<'_>) -> Vec<Digits> {
    let mut found = Vec::new();
    if view.count(Script::Digit) == 0 {
        return found;
    }
    let mut at = 0;
    let digit = |at: usize| view.char_at(at).and_then(digit_value);
    while at < view.chars().len() {
        if digit(at).is_none() {
            at += 1;
            continue;
        }
        let start = at;
        let mut groups: Vec<(String, Option<char>)> = vec![(String::new(), None)];
        while at < view.chars().len() {
            if let Some(value) = digit(at) {
                if let (Some((group, _)), Some(c)) = (groups.last_mut(), char::from_digit(value, 10)) {
                    group.push(c);
                }
                at += 1;
            } else if let Some(separator) = view.char_at(at).filter(|c| is_separator(*c))
                && digit(at + 1).is_some()
                && (!separator.is_whitespace() || is_group_of_three(view, at + 1))
            {
                groups.push((String::new(), Some(separator)));
                at += 1;
            } else {
                break;
            }
        }
        let factor = scale_after(view, &mut at);
        let mut values = readings(&groups);
        for value in &mut values {
            *value = value.saturating_mul(factor);
        }
        let row = if groups.iter().any(|(_, separator)| *separator == Some(' ')) {
            groups
                .iter()
                .filter_map(|(group, _)| parse(group))
                .map(|value| value.saturating_mul(ONE))
                .collect()
        } else {
            Vec::new()
        };
        found.push(Digits { start, end: at, values, row });
    }
    found
}

fn digit_value(c: char) -> Option<u32> {
    match c {
        '0'..='9' => Some(u32::from(c) - u32::from('0')),
        '０'..='９' => Some(u32::from(c) - u32::from('０')),
        _ => None,
    }
}

const fn is_separator(c: char) -> bool {
    matches!(c, ',' | '.' | '，' | '．' | '\u{a0}' | '\u{202f}' | ' ' | '\'' | '’')
}

fn is_group_of_three(view: &View<'_>, at: usize) -> bool {
    let is_digit = |at: usize| view.char_at(at).and_then(digit_value).is_some();
    is_digit(at) && is_digit(at + 1) && is_digit(at + 2) && !is_digit(at + 3)
}

/// `3万` is thirty thousand.
fn scale_after(view: &View<'_>, at: &mut usize) -> i128 {
    let mut factor: i128 = 1;
    while let Some(scale) = view.char_at(*at).and_then(han_scale).filter(|_| factor < 1_000_000_000_000) {
        factor = factor.saturating_mul(scale);
        *at += 1;
    }
    factor
}

fn parse(digits: &str) -> Option<i128> {
    digits.get(..digits.len().min(24)).unwrap_or(digits).parse().ok()
}

fn readings(groups: &[(String, Option<char>)]) -> Vec<i128> {
    let all: String = groups.iter().map(|(group, _)| group.as_str()).collect();
    let whole = parse(&all).map(|value| value.saturating_mul(ONE));
    let mut values: Vec<i128> = Vec::new();
    match groups {
        [_] => values.extend(whole),
        [head @ .., (fraction, Some(mark))] => {
            let grouped = groups.iter().skip(1).all(|(group, _)| group.len() == 3);
            if grouped {
                values.extend(whole);
            }
            if matches!(mark, '.' | ',' | '．' | '，') {
                let head: String = head.iter().map(|(group, _)| group.as_str()).collect();
                let padded: String = fraction.chars().chain("000".chars()).take(3).collect();
                if let (Some(head), Some(fraction)) = (parse(&head), parse(&padded)) {
                    values.push(head.saturating_mul(ONE).saturating_add(fraction));
                }
            }
            // Neither grouping nor a fraction: a list or a date, whose parts are numbers of their own.
            if !grouped {
                values.extend(
                    groups
                        .iter()
                        .filter_map(|(group, _)| parse(group))
                        .map(|value| value.saturating_mul(ONE)),
                );
            }
        }
        _ => values.extend(whole),
    }
    values
}

const fn han_scale(c: char) -> Option<i128> {
    Some(match c {
        '十' | '拾' => 10,
        '百' | '佰' | '백' => 100,
        '千' | '仟' | '천' => 1_000,
        '万' | '萬' | '만' => 10_000,
        '亿' | '億' | '억' => 100_000_000,
        '兆' | '조' => 1_000_000_000_000,
        _ => return None,
    })
}

const fn han_digit(c: char) -> Option<i128> {
    Some(match c {
        '〇' | '零' | '○' => 0,
        '一' | '壱' | '壹' => 1,
        '二' | '两' | '兩' | '弐' | '贰' => 2,
        '三' | '参' | '叁' => 3,
        '四' => 4,
        '五' => 5,
        '六' => 6,
        '七' => 7,
        '八' => 8,
        '九' => 9,
        _ => return None,
    })
}

/// A number written in Han characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HanNumeral {
    /// Where it stands, in characters.
    pub start: usize,
    /// Where it ends, in characters.
    pub end: usize,
    /// Its value, in thousandths.
    pub value: i128,
}

/// The numbers written in Han characters.
pub fn in_han(view: &View<'_>) -> Vec<HanNumeral> {
    let mut found = Vec::new();
    let is_numeral = |at: usize| {
        view.char_at(at)
            .is_some_and(|c| han_digit(c).is_some() || (han_scale(c).is_some() && !is_hangul_scale(c)))
    };
    let mut at = 0;
    while at < view.chars().len() {
        if !is_numeral(at) {
            at += 1;
            continue;
        }
        let start = at;
        while is_numeral(at) {
            at += 1;
        }
        // At the end of a number it is a weight of silver: `五十两`.
        let is_tael = at > start + 1 && matches!(view.char_before(at), Some('两' | '兩'));
        let end = if is_tael { at - 1 } else { at };
        let chars = view.chars().get(start..end).unwrap_or_default();
        // Digits before a scale belong to the number that `in_digits` has read.
        let after_digit = view.char_before(start).and_then(digit_value).is_some();
        if let Some(value) = han_value(chars).filter(|_| !after_digit) {
            found.push(HanNumeral { start, end, value: value.saturating_mul(ONE) });
        }
    }
    found
}

const fn is_hangul_scale(c: char) -> bool {
    matches!(c, '만' | '억' | '조' | '천' | '백')
}

fn han_value(chars: &[char]) -> Option<i128> {
    if chars.len() > 20 {
        return None;
    }
    if chars.iter().all(|c| han_digit(*c).is_some()) {
        return Some(chars.iter().filter_map(|c| han_digit(*c)).fold(0, |value, digit| value * 10 + digit));
    }
    let (mut total, mut section, mut digit) = (0_i128, 0_i128, None);
    for c in chars {
        if let Some(value) = han_digit(*c) {
            digit = Some(value);
        } else {
            let scale = han_scale(*c)?;
            if scale >= 10_000 {
                section = (section + digit.take().unwrap_or(0)).max(1);
                total = total.saturating_add(section.saturating_mul(scale));
                section = 0;
            } else {
                section += digit.take().unwrap_or(1) * scale;
            }
        }
    }
    Some(total + section + digit.unwrap_or(0))
}

/// The numbers spelled in words of a language, each with where it stands.
pub fn in_words(view: &View<'_>, language: &LanguageProfile) -> Vec<i128> {
    let mut found = Vec::new();
    let mut sum = Sum::default();
    for token in view.tokens() {
        let word = view.word(token);
        match language.number_parts(word) {
            Some(parts) => {
                for part in parts {
                    // `twenty-one` adds up, `one thousand` multiplies, and each step is a possible reading too.
                    found.push(part);
                    sum.add(part);
                    found.push(sum.value());
                }
            }
            None if language.joins_numbers(word) && sum.is_open() => {}
            None => sum = Sum::default(),
        }
    }
    found
}

/// A number that a row of words spells out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpelledNumber {
    /// Where it starts, in characters.
    pub start: usize,
    /// Where it ends, in characters.
    pub end: usize,
    /// Its value, in thousandths.
    pub value: i128,
}

/// The numbers spelled in words of a language, whole: `three hundred and seventeen` is one number.
pub fn spelled(view: &View<'_>, language: &LanguageProfile) -> Vec<SpelledNumber> {
    let mut found: Vec<SpelledNumber> = Vec::new();
    let mut row: Option<(SpelledNumber, Sum)> = None;
    for token in view.tokens() {
        let word = view.word(token);
        // `At twenty, thirty men`: what a comma parts are two numbers.
        if row.as_ref().is_some_and(|(spelled, _)| !is_one_row(view, spelled.end..token.start)) {
            found.extend(row.take().map(|(spelled, _)| spelled));
        }
        if let Some(parts) = language.number_parts(word) {
            let (spelled, sum) = row.get_or_insert_with(|| {
                (SpelledNumber { start: token.start, end: token.end, value: 0 }, Sum::default())
            });
            for part in parts {
                sum.add(part);
            }
            spelled.end = token.end;
            spelled.value = sum.value();
        } else if row.is_none() || !language.joins_numbers(word) {
            found.extend(row.take().map(|(spelled, _)| spelled));
        }
    }
    found.extend(row.map(|(spelled, _)| spelled));
    found
}

/// Whether nothing but words, spaces and hyphens stands between two parts of a number.
fn is_one_row(view: &View<'_>, between: Range<usize>) -> bool {
    let chars = view.chars().get(between).unwrap_or_default();
    chars.iter().all(|c| c.is_alphabetic() || c.is_whitespace() || matches!(c, '-' | '‐' | '‑'))
}

#[derive(Debug, Default)]
struct Sum {
    total: i128,
    section: i128,
    n_parts: usize,
}

impl Sum {
    fn add(&mut self, part: i128) {
        let plain = part / ONE;
        if plain >= 1_000 && part % ONE == 0 {
            self.total = self.total.saturating_add(self.section.max(1).saturating_mul(plain));
            self.section = 0;
        } else if plain == 100 || (plain == 20 && self.section == 4) {
            // `quatre-vingts` is four times twenty.
            self.section = self.section.max(1) * plain;
        } else if (13..=20).contains(&self.section) && (10..100).contains(&plain) {
            // `eighteen-eighty` is a year.
            self.section = self.section * 100 + plain;
        } else {
            self.section = self.section.saturating_add(plain);
        }
        self.n_parts += 1;
    }

    const fn value(&self) -> i128 {
        self.total.saturating_add(self.section).saturating_mul(ONE)
    }

    const fn is_open(&self) -> bool {
        self.n_parts > 0
    }
}

/// Every number of a text, however it is written: in digits, in Han characters, in words, as a Roman numeral.
pub fn all(view: &View<'_>, language: &LanguageProfile) -> HashSet<i128> {
    let mut all: HashSet<i128> =
        in_digits(view).into_iter().flat_map(|digits| digits.values.into_iter().chain(digits.row)).collect();
    all.extend(in_han(view).into_iter().map(|numeral| numeral.value));
    all.extend(in_words(view, language));
    // `Garard II`.
    let capitals = view.tokens().iter().filter(|token| token.capital && token.end - token.start <= 5);
    all.extend(capitals.filter_map(|token| roman(view.word(token))).map(|value| value * ONE));
    // `30 thousand`: digits before a word of scale.
    let scales: Vec<i128> = all.iter().copied().filter(|value| *value >= 100 * ONE).collect();
    if scales.len() < 50 {
        let products: Vec<i128> = all
            .iter()
            .take(50)
            .flat_map(|value| scales.iter().map(move |scale| value.saturating_mul(*scale) / ONE))
            .collect();
        all.extend(products);
    }
    all
}

/// The value of a Roman numeral in lower case.
pub fn roman(word: &str) -> Option<i128> {
    let value = |c: char| {
        Some(match c {
            'i' => 1,
            'v' => 5,
            'x' => 10,
            'l' => 50,
            'c' => 100,
            'd' => 500,
            'm' => 1_000,
            _ => return None,
        })
    };
    let digits: Vec<i128> = word.chars().map(value).collect::<Option<_>>()?;
    let next = digits.iter().skip(1).copied().chain([0]);
    let sum = digits.iter().zip(next).map(|(digit, next)| if *digit < next { -digit } else { *digit }).sum();
    (word.len() <= 12 && sum > 0).then_some(sum)
}
