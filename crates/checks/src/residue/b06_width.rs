//! **B6 width.** Half-width punctuation in Chinese or Japanese, full-width punctuation anywhere else.
//!
//! *Rule*: in Chinese and Japanese, `, . ! ? ; :` right after Han or kana and not before a digit or Latin letter, and
//! parentheses around such text; elsewhere, every full-width mark or letter. Korean uses half-width marks. *False alarms*:
//! 0.6 % in Chinese, 0.0 % in Japanese. Full-width digits are house style and stay. *Severity*: autofix.

use crate::check::{Finding, Verdict};
use crate::prepared::Prepared;
use crate::text::signs::Signs;
use book::text::script::Script;

check!(Width, B6, "width", Autofix, Autofix);

/// Parentheses farther apart than this are not taken for a pair.
const LONGEST_ASIDE: usize = 200;

fn run(prepared: &Prepared<'_>) -> Verdict {
    let Some(known) = &prepared.pair.target.known else {
        return Verdict::NotApplicable("nothing is known about the target language");
    };
    let widen = known.record.wide_punctuation;
    if !prepared.target.has_signs(if widen { Signs::NARROW } else { Signs::WIDE }) {
        return Verdict::Pass;
    }
    let chars = prepared.target.chars();
    let paired = !widen && quotes_are_paired(chars);
    let mut findings = Vec::new();
    for at in 0..chars.len() {
        let fix = if widen { widened(prepared, at) } else { narrowed(prepared, at, paired) };
        if let Some(fix) = fix {
            findings.push(
                Finding::by(&Width, "Punctuation of the wrong width was changed.", "已修正标点的全半角。")
                    .at(at..at + 1)
                    .mended_by(fix),
            );
        }
    }
    Verdict::from_findings(findings)
}

/// A quotation mark without a partner is another check's business and keeps its kind until that is settled.
fn quotes_are_paired(chars: &[char]) -> bool {
    [('「', '」'), ('『', '』'), ('《', '》')].iter().all(|(open, close)| {
        let mut depth = 0_usize;
        let in_order = chars.iter().all(|c| {
            depth += usize::from(c == open);
            c != close || depth.checked_sub(1).map(|less| depth = less).is_some()
        });
        in_order && depth == 0
    })
}

fn widened(prepared: &Prepared<'_>, at: usize) -> Option<String> {
    let c = prepared.target.char_at(at)?;
    if !matches!(c, ',' | '.' | '!' | '?' | ';' | ':' | '(' | ')') {
        return None;
    }
    let is_wide = |at: Option<usize>| at.is_some_and(|at| prepared.target.script_at(at).is_ideographic());
    let before = is_wide(at.checked_sub(1));
    if c == '(' || c == ')' {
        return widened_bracket(prepared, at, c);
    }
    let next = prepared.target.char_at(at + 1);
    let in_row = |c: Option<char>| c.is_some_and(|c| matches!(c, '.' | '!' | '?' | ',' | ':' | ';'));
    // `...` is an ellipsis and belongs to another check; a row of marks after a wide one is widened as a whole.
    if c == '.' && (in_row(next) || in_row(prepared.target.char_before(at))) {
        return None;
    }
    let after_wide_mark =
        matches!(prepared.target.char_before(at), Some('！' | '？' | '」' | '』' | '”' | '）' | '…'))
            && c != '.'
            && c != ':';
    let next_script = prepared.target.script_at(at + 1);
    let blocked = next.is_some()
        && (next_script == Script::Digit || (next_script == Script::Latin && matches!(c, '.' | ':')));
    if !(before || after_wide_mark) || blocked {
        return None;
    }
    Some(wide(c, prepared.pair.target.is("ja")).to_string())
}

/// Parentheses are widened together, where they enclose or follow Han or kana.
fn widened_bracket(prepared: &Prepared<'_>, at: usize, c: char) -> Option<String> {
    let chars = prepared.target.chars();
    let (open, close) = if c == '(' {
        (at, at + chars.get(at..)?.iter().take(LONGEST_ASIDE).position(|c| *c == ')')?)
    } else {
        let back = chars.get(..at)?.iter().rev().take(LONGEST_ASIDE).position(|c| *c == '(')?;
        (at.checked_sub(back + 1)?, at)
    };
    let inside = chars.get(open + 1..close)?;
    let nested = inside.iter().any(|c| matches!(c, '(' | ')'));
    let wide_inside = inside.iter().any(|c| Script::of_char(*c).is_ideographic());
    if nested || !wide_inside {
        return None;
    }
    Some(if c == '(' { "（" } else { "）" }.to_owned())
}

const fn wide(c: char, japanese: bool) -> char {
    match c {
        ',' if japanese => '、',
        ',' => '，',
        '.' => '。',
        '!' => '！',
        '?' => '？',
        ';' => '；',
        ':' => '：',
        other => other,
    }
}

fn narrowed(prepared: &Prepared<'_>, at: usize, paired: bool) -> Option<String> {
    let c = prepared.target.char_at(at)?;
    if matches!(c, '「' | '」' | '『' | '』' | '《' | '》' | '〈' | '〉' | '【' | '】')
        && prepared.pair.target.is("ko")
    {
        return None;
    }
    let narrow = match c {
        '，' | '、' => ',',
        '。' => '.',
        '【' => '[',
        '】' => ']',
        '「' | '」' | '『' | '』' | '《' | '》' => return quote_for(prepared, c).filter(|_| paired),
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0)?,
        _ => return None,
    };
    // A full-width mark brings its own space; a half-width one needs it before the next word, and between two numbers
    // that would become one.
    let next = prepared.target.script_at(at + 1);
    let parts_numbers = matches!(c, '、' | '。') && next == Script::Digit;
    let needs_space = matches!(narrow, ',' | '.' | '!' | '?' | ';' | ':')
        && (next.is_letter() || parts_numbers)
        && prepared.target.char_at(at + 1).is_some();
    let mut text = narrow.to_string();
    if needs_space {
        text.push(' ');
    }
    Some(text)
}

fn quote_for(prepared: &Prepared<'_>, c: char) -> Option<String> {
    let quotes = &prepared.pair.target.known.as_ref()?.record.quotes;
    let pair = if matches!(c, '『' | '』') { &quotes.secondary } else { &quotes.primary };
    let side = usize::from(matches!(c, '」' | '』' | '》'));
    pair.get(side).map(char::to_string)
}
