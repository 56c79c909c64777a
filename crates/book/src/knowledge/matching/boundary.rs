//! Whether a name that was found is a word of its own or a piece of another one.
//!
//! - In alphabets written with spaces a name is a whole word, and a number does not go on.
//! - In katakana a name is a whole run: `メイ` is not in `メイン`, and not in `メー`.
//! - In hangul a word begins with the name; particles and titles may follow it.
//! - Han characters give no boundary. `京都` is found in `東京都` unless `東京` or `東京都` is known too: the longest
//!   name wins, and names that cross each other are reported as doubtful.
//! - A single character, and hiragana of at most three, are found only where they stand alone, which `alone` tells.

use crate::text::script::Script;

/// A found name with what stands around it. Characters are as written; `after` is folded.
pub(super) struct Place<'a> {
    pub(super) before: Option<char>,
    pub(super) first: char,
    pub(super) last: char,
    pub(super) next: Option<char>,
    pub(super) after: &'a str,
}

/// Whether it does not go on to either side.
pub(super) fn is_whole(place: &Place<'_>) -> bool {
    if place.before.is_some_and(|before| joins(before, place.first)) {
        return false;
    }
    let Some(next) = place.next else { return true };
    if is_hangul(place.last) && is_hangul(next) {
        return is_particles(place.after);
    }
    !joins(place.last, next)
}

fn joins(left: char, right: char) -> bool {
    let (l, r) = (Script::of_char(left), Script::of_char(right));
    (l.is_alphabetic() && r.is_alphabetic() && has_spaces(left) && has_spaces(right))
        || (l == Script::Digit && r == Script::Digit)
        || (is_katakana(left) && is_katakana(right))
        || (is_hangul(left) && is_hangul(right))
}

/// Thai, Lao, Burmese and Khmer are alphabets written without spaces.
const fn has_spaces(c: char) -> bool {
    !matches!(c, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}')
}

fn is_katakana(c: char) -> bool {
    matches!(c, 'ー' | 'ｰ' | '\u{ff9e}' | '\u{ff9f}') || Script::of_char(c) == Script::Katakana
}

fn is_hangul(c: char) -> bool {
    Script::of_char(c) == Script::Hangul
}

/// Whether the hangul that follows a name is nothing but particles and titles. The longest ones have a few syllables,
/// therefore a long run is a word of its own.
fn is_particles(after: &str) -> bool {
    const LONGEST: usize = 10;
    let run: Vec<char> = after.chars().take_while(|c| is_hangul(*c)).take(LONGEST + 1).collect();
    if run.len() > LONGEST {
        return false;
    }
    // Which places can be reached from the name by whole particles.
    let mut reached = vec![true];
    for end in 1..=run.len() {
        let ends_particle = reached.iter().enumerate().any(|(start, is_reached)| {
            *is_reached
                && PARTICLES.iter().any(|particle| {
                    run.get(start..end).is_some_and(|run| particle.chars().eq(run.iter().copied()))
                })
        });
        reached.push(ends_particle);
    }
    reached.last().copied().unwrap_or(true)
}

/// Korean particles, endings of `to be`, and titles that follow a name without a space.
const PARTICLES: &[&str] = &[
    "은",
    "는",
    "이",
    "가",
    "을",
    "를",
    "의",
    "에",
    "와",
    "과",
    "도",
    "로",
    "으로",
    "만",
    "야",
    "아",
    "여",
    "이여",
    "들",
    "네",
    "께",
    "께서",
    "에게",
    "에게서",
    "에서",
    "한테",
    "한테서",
    "하고",
    "랑",
    "이랑",
    "나",
    "이나",
    "보다",
    "처럼",
    "까지",
    "부터",
    "마저",
    "조차",
    "밖에",
    "뿐",
    "대로",
    "마다",
    "같은",
    "같이",
    "이다",
    "다",
    "입니다",
    "이었다",
    "였다",
    "이었",
    "였",
    "인",
    "인지",
    "일",
    "라",
    "이라",
    "라고",
    "이라고",
    "라는",
    "이라는",
    "란",
    "이란",
    "라면",
    "이라면",
    "이야",
    "예요",
    "이에요",
    "이지",
    "지",
    "요",
    "이요",
    "면",
    "든",
    "든지",
    "씨",
    "님",
    "군",
    "양",
    "형",
    "누나",
    "언니",
    "오빠",
    "선생",
    "선생님",
    "선배",
    "선배님",
    "아저씨",
    "아줌마",
    "양반",
    "공",
    "경",
];
