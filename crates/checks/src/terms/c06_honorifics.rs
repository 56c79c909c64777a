//! **C6 honorifics.** Honorifics are kept, dropped or adapted against the book's choice.
//!
//! *Rule*: honorifics after a name are counted in the source, words that only look like one (たくさん) left out; with
//! `keep`, the translation must have as many images (`-san`, 桑); with `drop`, none. *Threshold*: one. *False alarms*:
//! loan words, talk about honorifics. *Severity*: queue. *Repair*: edit the forms named.

use crate::check::{Finding, Verdict};
use crate::phrases::Honorific;
use crate::policy::Honorifics;
use crate::prepared::Prepared;
use book::text::script::Script;

check!(HonorificPolicy, C6, "honorifics", Queue, Terms);

fn run(prepared: &Prepared<'_>) -> Verdict {
    let known: Vec<&Honorific> = prepared
        .pair
        .phrases
        .honorifics
        .iter()
        .filter(|honorific| prepared.pair.source.is(&honorific.language))
        .collect();
    if known.is_empty() {
        return Verdict::NotApplicable("no honorifics are known for the source language");
    }
    match prepared.paragraph.policy.honorifics {
        Honorifics::Undecided | Honorifics::Localise => {
            Verdict::NotApplicable("nobody has chosen to keep or to drop honorifics")
        }
        Honorifics::Keep => keep(prepared, &known),
        Honorifics::Drop => drop_all(prepared, &known),
    }
}

fn keep(prepared: &Prepared<'_>, known: &[&Honorific]) -> Verdict {
    let mut applied = false;
    for honorific in known {
        let s = n_in_source(prepared, honorific);
        if s == 0 {
            continue;
        }
        applied = true;
        let t = n_kept(prepared, honorific);
        if t < s {
            let form = honorific.source.first().map_or("", String::as_str);
            return Finding::by(
                &HonorificPolicy,
                format!("Honorifics are kept in this book: «{form}» stands {s} times in the source, {t} times in the translation."),
                format!("本书保留敬称：原文有{s}处「{form}」，译文只有{t}处。"),
            )
            .into();
        }
    }
    if applied { Verdict::Pass } else { Verdict::NotApplicable("the source has no honorific") }
}

fn drop_all(prepared: &Prepared<'_>, known: &[&Honorific]) -> Verdict {
    let kept = known.iter().find_map(|honorific| romanised(prepared, honorific).into_iter().next());
    kept.map_or(Verdict::Pass, |at| {
        Finding::by(
            &HonorificPolicy,
            "Honorifics are dropped in this book. Remove the suffix.",
            "本书不保留敬称。请删除该敬称。",
        )
        .at(at)
        .into()
    })
}

fn n_in_source(prepared: &Prepared<'_>, honorific: &Honorific) -> usize {
    let text = prepared.source.text();
    let counts = |(at, _): &(usize, &str)| {
        let before = text.get(..*at).unwrap_or_default();
        let after_name = before.chars().next_back().is_some_and(|c| Script::of_char(c).is_letter());
        after_name && !honorific.not_after.iter().any(|word| before.ends_with(word.as_str()))
    };
    honorific.source.iter().map(|form| text.match_indices(form.as_str()).filter(counts).count()).sum()
}

fn n_kept(prepared: &Prepared<'_>, honorific: &Honorific) -> usize {
    let own = |forms: &[String]| {
        forms.iter().map(|form| prepared.target.text().matches(form.as_str()).count()).sum::<usize>()
    };
    let whole_words = prepared.target.words().filter(|word| is_kept(word, honorific)).count();
    whole_words + own(&honorific.kept_han) + own(&honorific.source)
}

/// Whether a word is a romanised honorific, of one who owns something too: `-san’s`.
fn is_kept(word: &str, honorific: &Honorific) -> bool {
    let bare = word.split('\'').next().unwrap_or(word);
    honorific.kept.iter().any(|kept| kept == bare)
}

/// Romanised honorifics on a hyphen.
fn romanised(prepared: &Prepared<'_>, honorific: &Honorific) -> Vec<std::ops::Range<usize>> {
    let is_suffix = |start: usize| matches!(prepared.target.char_before(start), Some('-' | '‑' | '‐'));
    prepared
        .target
        .tokens()
        .iter()
        .filter(|token| is_suffix(token.start) && is_kept(prepared.target.word(token), honorific))
        .map(|token| token.start - 1..token.end)
        .collect()
}
