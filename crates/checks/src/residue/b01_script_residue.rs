//! **B1 script-residue.** Characters of the source's script are left in a translation that is written otherwise.
//!
//! *Rule*: any Han, kana or Hangul in a target without them; kana or Hangul in Chinese; kana, or Han outside
//! parentheses, in Korean; Hangul in Japanese. Terms to keep, glosses in parentheses, and foreign text that the source
//! itself quotes are left out, as are `の ー ・` in Chinese. *Threshold*: one character. *False alarms*: 0.0 % on human
//! translations. *Severity*: block. *Repair*: translate the paragraph alone, in a fresh context.

use crate::check::{Finding, Verdict};
use crate::policy::BilingualPolicy;
use crate::prepared::Prepared;
use book::knowledge::term::Strictness;
use book::text::script::Script;
use std::collections::HashSet;
use std::ops::Range;

check!(ScriptResidue, B1, "script-residue", Block, Language);

fn run(prepared: &Prepared<'_>) -> Verdict {
    if prepared.pair.target.known.is_none() {
        return Verdict::NotApplicable("nothing is known about the target language");
    }
    if prepared.paragraph.policy.bilingual == BilingualPolicy::Together {
        return Verdict::NotApplicable("source and translation are wanted together");
    }
    let unwanted =
        |script: Script| script.is_east_asian() && prepared.pair.target.writes_in(script) == Some(false);
    let scripts = [Script::Han, Script::Hiragana, Script::Katakana, Script::Hangul];
    if scripts.into_iter().all(|script| !unwanted(script) || prepared.target.count(script) == 0) {
        return Verdict::Pass;
    }
    let kept = kept_places(prepared);
    let glosses = glosses(prepared);
    let mut first: Option<Range<usize>> = None;
    for (at, (&c, &script)) in prepared.target.chars().iter().zip(prepared.target.scripts()).enumerate() {
        let whitelisted = c == 'の' && prepared.pair.target.is_chinese();
        let counts = unwanted(script)
            && !glosses.iter().any(|gloss| gloss.contains(&at))
            && !whitelisted
            && !kept.contains(&at)
            && !is_quoted_foreign(prepared, c, script);
        if counts {
            match &mut first {
                Some(range) if range.end == at => range.end = at + 1,
                Some(_) => break,
                None => first = Some(at..at + 1),
            }
        }
    }
    let Some(span) = first else { return Verdict::Pass };
    let quote = prepared.target.slice(span.clone());
    Finding::by(
        &ScriptResidue,
        format!(
            "«{quote}» is left untranslated. Translate it into {}.",
            prepared.pair.target.tag.english_name()
        ),
        format!("「{quote}」未翻译。请译成{}。", prepared.pair.target.tag.chinese_name()),
    )
    .at(span)
    .into()
}

/// The source quotes a third language: its characters are not the source's own.
fn is_quoted_foreign(prepared: &Prepared<'_>, c: char, script: Script) -> bool {
    prepared.pair.source.writes_in(script) == Some(false) && prepared.source.has_char(c)
}

/// Parentheses that hold mostly foreign script explain a word; others are part of the sentence.
fn glosses(prepared: &Prepared<'_>) -> Vec<Range<usize>> {
    const MOST: usize = 16;
    let mut found = Vec::new();
    let mut open = None;
    for (at, c) in prepared.target.chars().iter().enumerate() {
        match c {
            '(' | '（' => open = Some(at),
            ')' | '）' => {
                let Some(start) = open.take() else { continue };
                let scripts = prepared.target.scripts().get(start..at).unwrap_or_default();
                let n_letters = scripts.iter().filter(|script| script.is_letter()).count();
                let n_foreign = scripts
                    .iter()
                    .filter(|script| prepared.pair.target.writes_in(**script) == Some(false))
                    .count();
                if n_foreign * 2 >= n_letters && found.len() < MOST {
                    found.push(start..at);
                }
            }
            _ => {}
        }
    }
    found
}

fn kept_places(prepared: &Prepared<'_>) -> HashSet<usize> {
    let mut places = HashSet::new();
    let terms = prepared.paragraph.knowledge.terms;
    for term in terms.iter().filter(|term| term.strictness == Strictness::KeepSource) {
        let wanted: Vec<char> = term.source.chars().collect();
        if wanted.is_empty() {
            continue;
        }
        for (at, window) in prepared.target.chars().windows(wanted.len()).enumerate() {
            if window == wanted {
                places.extend(at..at + wanted.len());
            }
        }
    }
    places
}
