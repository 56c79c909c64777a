//! **D10 brackets.** A bracket without its partner.
//!
//! *Rule*: every kind of bracket opens as often as it closes, widths taken together. A list mark such as `1)` and a source that is unbalanced
//! itself are left alone. *False alarms*: 0.0 % on human translations. *Severity*: block. *Repair*: add or remove the bracket named.

use crate::check::{Finding, Verdict};
use crate::prepared::Prepared;
use crate::text::signs::Signs;
use crate::text::view::View;

check!(Brackets, D10, "brackets", Block, Punctuation);

/// How the kinds are named in a message.
const KINDS: [&str; 7] = ["()", "[]", "{}", "【】", "《》", "〈〉", "〔〕"];

fn run(prepared: &Prepared<'_>) -> Verdict {
    let t = balance(&prepared.target);
    if !t.has_brackets {
        return Verdict::NotApplicable("the translation has no brackets");
    }
    // A bracket may change its kind, so any odd one of the source excuses any odd one here.
    let s = balance(prepared.source);
    if s.closes_too_soon || s.differences.iter().any(|difference| *difference != 0) {
        return Verdict::NotApplicable("the source's own brackets are not in pairs");
    }
    let found =
        t.differences.iter().zip(KINDS).find(|(difference, _)| **difference != 0).map(|(_, kind)| kind);
    let Some(marks) = found else { return Verdict::Pass };
    Finding::by(
        &Brackets,
        format!("The brackets {marks} are not in pairs. Add or remove the missing one."),
        format!("括号{marks}不成对。请补上或删除多余的一个。"),
    )
    .into()
}

#[derive(Default)]
struct Balance {
    has_brackets: bool,
    /// One is closed that was not opened, as in the second half of a bracketed sentence.
    closes_too_soon: bool,
    differences: [i64; KINDS.len()],
}

fn balance(view: &View<'_>) -> Balance {
    let mut balance = Balance::default();
    if !view.has_signs(Signs::BRACKET) {
        return balance;
    }
    for (at, c) in view.chars().iter().enumerate() {
        let Some((kind, opens)) = kind_of(*c) else { continue };
        let Some(difference) = balance.differences.get_mut(kind) else { continue };
        if opens {
            *difference += 1;
            balance.has_brackets = true;
        } else if !is_aside(view, at, *difference) {
            *difference -= 1;
            balance.closes_too_soon |= *difference < 0;
            balance.has_brackets = true;
        }
    }
    balance
}

/// The kind of a bracket, and whether it opens.
const fn kind_of(c: char) -> Option<(usize, bool)> {
    Some(match c {
        '(' | '（' => (0, true),
        ')' | '）' => (0, false),
        '[' | '［' => (1, true),
        ']' | '］' => (1, false),
        '{' | '｛' => (2, true),
        '}' | '｝' => (2, false),
        '【' => (3, true),
        '】' => (3, false),
        '《' => (4, true),
        '》' => (4, false),
        '〈' => (5, true),
        '〉' => (5, false),
        '〔' => (6, true),
        '〕' => (6, false),
        _ => return None,
    })
}

/// `1)`, `a)` and `:)` close nothing, whatever the width of their colon.
fn is_aside(view: &View<'_>, at: usize, open: i64) -> bool {
    if open > 0 || !matches!(view.char_at(at), Some(')' | '）')) {
        return false;
    }
    let before = view.char_before(at);
    let start = at.saturating_sub(3);
    let head = view.chars().get(start..at).unwrap_or_default();
    let listed = (at <= 3 || head.iter().any(|c| c.is_whitespace()))
        && before.is_some_and(char::is_alphanumeric)
        && at <= 4;
    let nose = before == Some('-')
        && matches!(view.char_before(at.saturating_sub(1)), Some(':' | ';' | '：' | '；'));
    listed || nose || matches!(before, Some(':' | ';' | '：' | '；' | '^' | '＾'))
}
