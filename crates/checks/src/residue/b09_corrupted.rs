//! **B9 corrupted.** Characters that come from broken encoding, and invisible ones.
//!
//! *Rule*: control characters, zero-width spaces and byte order marks that the source does not have are removed, and
//! decomposed letters are composed; replacement characters and double encoding (`Ã©`, `â€™`) cannot be mended. *False alarms*: joiners in Indic scripts and emoji
//! are legitimate and stay. *Severity*: autofix; block where text is lost.

use crate::check::{Finding, Severity, Verdict};
use crate::prepared::Prepared;
use crate::text::signs::Signs;
use unicode_normalization::char::canonical_combining_class;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

check!(Corrupted, B9, "corrupted", Autofix, Autofix);

fn run(prepared: &Prepared<'_>) -> Verdict {
    let mut findings = Vec::new();
    if prepared.target.is_composed() {
        let has_unwanted = prepared.target.has_signs(Signs::INVISIBLE);
        let unwanted = prepared.target.chars().iter().copied().enumerate().filter(|(_, c)| is_unwanted(*c));
        for (at, c) in has_unwanted.then_some(unwanted).into_iter().flatten() {
            if !prepared.source.has_char(c) {
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
        // Here the text counts as it was given, not its composed form.
        findings.extend(composed(&prepared.translation.plain()));
    }
    if findings.is_empty() && prepared.target.has_signs(Signs::BROKEN) {
        findings.extend(lost(prepared));
    }
    Verdict::from_findings(findings)
}

const fn is_unwanted(c: char) -> bool {
    matches!(c, '\0'..='\u{8}' | '\u{b}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{200b}' | '\u{feff}' | '\u{2060}' | '\u{ad}')
}

/// One change for every letter that is composed, so that none reaches over a tag.
fn composed(raw: &str) -> Vec<Finding> {
    let chars: Vec<char> = raw.chars().collect();
    // Where a letter begins that joins nothing before it.
    let begins = |c: char| {
        canonical_combining_class(c) == 0 && is_nfc_quick(std::iter::once(c)) != IsNormalized::Maybe
    };
    let mut findings = Vec::new();
    let mut start = 0;
    for letter in chars.chunk_by(|_, next| !begins(*next)) {
        let range = start..start + letter.len();
        start = range.end;
        let whole: String = letter.iter().copied().nfc().collect();
        if !whole.chars().eq(letter.iter().copied()) {
            let finding = Finding::by(&Corrupted, "A decomposed letter was composed.", "已合并分解的字母。");
            findings.push(finding.at(range).mended_by(whole));
        }
    }
    findings
}

fn lost(prepared: &Prepared<'_>) -> Option<Finding> {
    let is_broken = |pair: &[char]| {
        matches!(pair, ['\u{fffd}', _] | [_, '\u{fffd}'] | ['Ã', '\u{80}'..='\u{bf}'] | ['â', '€'])
    };
    let chars = prepared.target.chars();
    let only = chars == ['\u{fffd}'];
    let at = chars.windows(2).position(is_broken).or(only.then_some(0))?;
    if prepared.source.chars().windows(2).any(is_broken) {
        return None;
    }
    let finding = Finding::by(
        &Corrupted,
        "The translation has characters of a broken encoding. Translate the paragraph again.",
        "译文含有乱码字符。请重新翻译本段。",
    );
    Some(finding.at(at..at + 1).as_severe_as(Severity::Block))
}
