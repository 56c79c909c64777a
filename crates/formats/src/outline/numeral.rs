//! Numbers as headings write them: digits, Roman, Chinese, Korean, and words.

/// Which way of writing numbers a heading uses; a series keeps to one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Digits,
    Roman,
    Han,
}

/// The value of a number written in digits, Roman or Chinese numerals, alone.
pub(super) fn parse(text: &str) -> Option<(Style, u32)> {
    let text = text.trim();
    if text.is_empty() || text.chars().count() > 10 {
        return None;
    }
    digits(text)
        .map(|value| (Style::Digits, value))
        .or_else(|| roman(text).map(|value| (Style::Roman, value)))
        .or_else(|| han(text).map(|value| (Style::Han, value)))
}

/// The value of a number in any writing, words of any language included.
pub(super) fn value(text: &str) -> Option<u32> {
    let lower = text.trim().to_lowercase();
    parse(text).map(|(_, value)| value).or_else(|| {
        let position =
            super::words::NUMBERS.iter().position(|row| row.split(' ').any(|word| word == lower))?;
        u32::try_from(position + 1).ok()
    })
}

fn digits(text: &str) -> Option<u32> {
    let mut value = 0_u32;
    for character in text.chars() {
        let digit = match character {
            '０'..='９' => u32::from(character) - u32::from('０'),
            _ => character.to_digit(10)?,
        };
        value = value.checked_mul(10)?.checked_add(digit)?;
    }
    (value < 10_000).then_some(value)
}

fn roman(text: &str) -> Option<u32> {
    if let Some(single) = single_roman(text) {
        return Some(single);
    }
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
