//! Numbers as headings write them: digits, Roman, Chinese, Korean, and words.

use super::table::{NUMBERS, ZEROS};

/// Which way of writing numbers a heading uses; a series keeps to one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Style {
    Digits,
    Roman,
    Han,
    Words,
}

/// A number at the beginning of a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Number<'t> {
    pub(super) value: u32,
    pub(super) style: Style,
    pub(super) text: &'t str,
    /// What follows it.
    pub(super) rest: &'t str,
}

/// The number a text begins with, in any writing.
pub(super) fn leading(text: &str) -> Option<Number<'_>> {
    let first = text.chars().next()?;
    let (style, is_of_it): (Style, fn(char) -> bool) = match first {
        _ if digit(first).is_some() => (Style::Digits, |c| digit(c).is_some()),
        'Ⅰ'..='ⅿ' => (Style::Roman, |c| ('Ⅰ'..='ⅿ').contains(&c)),
        _ if unit(first).is_some() || han_digit(first).is_some() => {
            (Style::Han, |c| unit(c).is_some() || han_digit(c).is_some())
        }
        _ => return roman_letters(text).or_else(|| word(text)),
    };
    let len = text.chars().take_while(|character| is_of_it(*character)).map(char::len_utf8).sum();
    let (own, rest) = text.split_at_checked(len)?;
    let value = match style {
        Style::Digits => digits(own),
        Style::Roman => single_roman(own),
        Style::Han => han(own),
        Style::Words => None,
    };
    let number = value.map(|value| Number { value, style, text: own, rest });
    number.filter(|number| number.text.chars().count() <= 10)
}

/// Letters that are a Roman numeral and nothing else.
fn roman_letters(text: &str) -> Option<Number<'_>> {
    let is_letter = |character: &char| {
        character.is_alphabetic() && *character < '\u{2e80}' || "ＩＶＸ".contains(*character)
    };
    let len = text.chars().take_while(is_letter).map(char::len_utf8).sum();
    let (own, rest) = text.split_at_checked(len)?;
    let value = (len <= 12).then(|| roman(own)).flatten()?;
    Some(Number { value, style: Style::Roman, text: own, rest })
}

fn word(text: &str) -> Option<Number<'_>> {
    let ends =
        |c: char| c.is_whitespace() || matches!(c, '.' | ':' | ',' | '،' | '–' | '—' | '―' | '(' | '|');
    let own = text.split(ends).next()?.trim_end_matches('-');
    let lower = (own.len() <= 40).then(|| own.to_lowercase())?;
    let position = NUMBERS.iter().position(|row| row.split(' ').any(|known| known == lower))?;
    let value = u32::try_from(position + 1).ok()?;
    Some(Number { value, style: Style::Words, text: own, rest: text.strip_prefix(own)? })
}

/// The value of a number that stands alone, in digits, Roman or Chinese numerals.
pub(crate) fn number_alone(text: &str) -> Option<u32> {
    let text = text.trim();
    let number = leading(text).filter(|number| number.style != Style::Words && number.rest.is_empty())?;
    Some(number.value)
}

/// The value of a digit of any script.
pub(super) fn digit(character: char) -> Option<u32> {
    let of = |zero: &char| u32::from(character).checked_sub(u32::from(*zero)).filter(|value| *value < 10);
    ZEROS.iter().find_map(of)
}

fn digits(text: &str) -> Option<u32> {
    let add = |value: u32, character| value.checked_mul(10)?.checked_add(digit(character)?);
    text.chars().try_fold(0, add).filter(|value| *value < 10_000)
}

fn roman(text: &str) -> Option<u32> {
    let letters: Option<Vec<u32>> = text
        .chars()
        .map(|letter| match letter {
            'I' | 'i' | 'Ｉ' => Some(1),
            'V' | 'v' | 'Ｖ' => Some(5),
            'X' | 'x' | 'Ｘ' => Some(10),
            'L' | 'l' => Some(50),
            'C' | 'c' => Some(100),
            _ => None,
        })
        .collect();
    let letters = letters?;
    let (mut value, mut highest) = (0_u32, 0);
    for letter in letters.into_iter().rev() {
        if letter < highest {
            value = value.checked_sub(letter)?;
        } else {
            value += letter;
            highest = letter;
        }
    }
    (value > 0 && spell_roman(value).eq_ignore_ascii_case(&ascii_roman(text))).then_some(value)
}

/// The Roman numerals that are one character of their own.
fn single_roman(text: &str) -> Option<u32> {
    let mut chars = text.chars();
    let (Some(character), None) = (chars.next(), chars.next()) else { return None };
    match character {
        'Ⅰ'..='Ⅻ' => Some(u32::from(character) - u32::from('Ⅰ') + 1),
        'ⅰ'..='ⅻ' => Some(u32::from(character) - u32::from('ⅰ') + 1),
        _ => None,
    }
}

fn ascii_roman(text: &str) -> String {
    text.chars()
        .map(|letter| match letter {
            'Ｉ' => 'I',
            'Ｖ' => 'V',
            'Ｘ' => 'X',
            other => other,
        })
        .collect()
}

fn spell_roman(value: u32) -> String {
    const STEPS: [(u32, &str); 9] =
        [(100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")];
    let mut rest = value;
    let mut spelled = String::new();
    for (step, letters) in STEPS {
        while rest >= step {
            spelled.push_str(letters);
            rest -= step;
        }
    }
    spelled
}

/// Chinese numerals, positional (二〇三) or with their units (二百三), and Korean ones.
fn han(text: &str) -> Option<u32> {
    let (mut total, mut current, mut has_unit) = (0_u32, None::<u32>, false);
    for character in text.chars() {
        if let Some(unit) = unit(character) {
            total += current.take().unwrap_or(1) * unit;
            has_unit = true;
        } else {
            let digit = han_digit(character)?;
            current = match current {
                Some(before) if !has_unit => Some(before.checked_mul(10)?.checked_add(digit)?),
                _ => Some(digit),
            };
        }
    }
    let value = total + current.unwrap_or(0);
    (value < 10_000).then_some(value)
}

const fn unit(character: char) -> Option<u32> {
    match character {
        '十' | '拾' | '십' => Some(10),
        '廿' => Some(20),
        '卅' => Some(30),
        '百' | '佰' | '백' => Some(100),
        '千' | '仟' | '천' => Some(1000),
        _ => None,
    }
}

fn han_digit(character: char) -> Option<u32> {
    const DIGITS: [&str; 10] = [
        "〇零○",
        "一壱壹일",
        "二弐贰貳两兩両이",
        "三参叁參삼",
        "四肆사",
        "五伍오",
        "六陆陸육",
        "七柒칠",
        "八捌팔",
        "九玖구",
    ];
    let position = DIGITS.iter().position(|row| row.contains(character))?;
    u32::try_from(position).ok()
}
