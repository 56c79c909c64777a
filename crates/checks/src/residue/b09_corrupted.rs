//! **B9 corrupted.** Characters that come from broken encoding, and invisible ones.
//!
//! *Rule*: control characters, zero-width spaces and byte order marks that the source does not have are removed, and
//! decomposed letters are composed; replacement characters and double encoding (`Ã©`, `â€™`) cannot be mended. *False alarms*: joiners in Indic scripts and emoji
//! are legitimate and stay. *Severity*: autofix; block where text is lost.

use crate::check::{Finding, Severity, Verdict};
use crate::prepared::Prepared;
use unicode_normalization::UnicodeNormalization;

check!(Corrupted, "B9", "corrupted", Autofix, Autofix);

fn run(unit: &Prepared<'_>) -> Verdict {
    // This check looks at the text as it was given, not at its composed form.
    let raw = unit.translation.plain();
    let mut findings = Vec::new();
    if unit.t.is_composed() {
        for (at, c) in raw.chars().enumerate().filter(|(_, c)| is_unwanted(*c)) {
            if !unit.s.has_char(c) {
                findings.push(
                    Finding::by(
                        &Corrupted,
                        "An invisible or control character was removed.",
                        "已删除不可见或控制字符。",
                    )
                    .at(at..at + 1)
                    .mended_by(""),
                );
            }
        }
    } else {
        findings.extend(composed(&raw));
    }
    if findings.is_empty() {
        findings.extend(lost(unit));
    }
    Verdict::of(findings)
}

const fn is_unwanted(c: char) -> bool {
    matches!(c, '\0'..='\u{8}' | '\u{b}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{200b}' | '\u{feff}' | '\u{2060}' | '\u{ad}')
}

/// One change from the first to the last letter that is composed.
fn composed(raw: &str) -> Option<Finding> {
    let before: Vec<char> = raw.chars().collect();
    let after: Vec<char> = raw.nfc().collect();
    let head = before.iter().zip(&after).take_while(|(left, right)| left == right).count();
    let most = before.len().min(after.len()) - head;
    let tail = before
        .iter()
        .rev()
        .zip(after.iter().rev())
        .take(most)
        .take_while(|(left, right)| left == right)
        .count();
    let text: String = after.get(head..after.len() - tail)?.iter().collect();
    let finding = Finding::by(&Corrupted, "Decomposed letters were composed.", "已合并分解的字母。");
    (before != after).then(|| finding.at(head..before.len() - tail).mended_by(text))
}

fn lost(unit: &Prepared<'_>) -> Option<Finding> {
    let is_broken = |pair: &[char]| {
        matches!(pair, ['\u{fffd}', _] | [_, '\u{fffd}'] | ['Ã', '\u{80}'..='\u{bf}'] | ['â', '€'])
    };
    let chars = unit.t.chars();
    let only = chars == ['\u{fffd}'];
    let at = chars.windows(2).position(is_broken).or(only.then_some(0))?;
    if unit.s.chars().windows(2).any(is_broken) {
        return None;
    }
    let finding = Finding::by(
        &Corrupted,
        "The translation has characters of a broken encoding. Translate the paragraph again.",
        "译文含有乱码字符。请重新翻译本段。",
    );
    Some(finding.at(at..at + 1).as_severe_as(Severity::Block))
}
