//! **E3 chatter.** The model talks about the translation instead of giving it: a greeting, a label, a refusal, an offer.
//!
//! *Rule*: the first and the last line, outside quotation marks, against patterns that are anchored and name their object, so that
//! “I can't help but smile” is no refusal. A source that speaks of translating itself is left alone. *False alarms*: none wanted in fiction. *Severity*: block.
//! *Repair*: refusal: neutral framing once, then another model; else translate again.

use crate::check::{Finding, Verdict};
use crate::prepared::Prepared;
use crate::text::quotation;
use book::text::fold::push_folded;
use regex::RegexSet;

check!(Chatter, E3, "chatter", Block, Strip);

const LONGEST_LINE: usize = 240;

fn run(prepared: &Prepared<'_>) -> Verdict {
    let phrases = &prepared.pair.phrases;
    let (Some(keywords), Some(first), Some(last)) =
        (&phrases.chatter_keywords, &phrases.chatter_first, &phrases.chatter_last)
    else {
        return Verdict::NotApplicable("the phrases could not be read");
    };
    if prepared.target.is_blank() {
        return Verdict::NotApplicable("the translation is empty");
    }
    if !keywords.is_match(prepared.target.comparable()) && !last_line_may_talk(prepared) {
        return Verdict::Pass;
    }
    let lines = spoken_out(prepared);
    let matches =
        |set: &RegexSet, line: Option<&String>| line.is_some_and(|line| set.is_match(line.trim_start()));
    let opening = lines.iter().find(|line| !line.trim().is_empty());
    let closing = lines.iter().rev().find(|line| !line.trim().is_empty());
    // A note or an offer may also follow on the same line, after the translation.
    if !(matches(first, opening) || (lines.len() > 1 && matches(last, closing)) || matches(last, opening)) {
        return Verdict::Pass;
    }
    if source_talks_alike(prepared, first, last) {
        return Verdict::Pass;
    }
    Finding::by(
        &Chatter,
        "Give only the translation, without any remark, label or offer.",
        "请只给出译文，不要附加说明、标签或客套话。",
    )
    .into()
}

fn last_line_may_talk(prepared: &Prepared<'_>) -> bool {
    prepared.target.chars().contains(&'\n')
}

/// The lines in lower case, with what stands in quotation marks blotted out.
fn spoken_out(prepared: &Prepared<'_>) -> Vec<String> {
    let quoted = quotation::mask(
        &prepared
            .target_quotations()
            .iter()
            .filter(|quotation| !matches!(quotation.open, '—' | '–' | '―'))
            .copied()
            .collect::<Vec<_>>(),
        prepared.target.chars().len(),
    );
    let text: String =
        prepared.target.chars().iter().zip(quoted).map(|(c, quoted)| if quoted { '¶' } else { *c }).collect();
    text.split('\n').map(lower).collect()
}

fn lower(line: &str) -> String {
    line.chars().take(LONGEST_LINE).flat_map(char::to_lowercase).collect()
}

fn source_talks_alike(prepared: &Prepared<'_>, first: &RegexSet, last: &RegexSet) -> bool {
    let line = lower(prepared.source.text());
    if first.is_match(&line) || last.is_match(&line) {
        return true;
    }
    let mut folded = String::new();
    prepared.source.chars().iter().take(LONGEST_LINE).for_each(|c| push_folded(*c, &mut folded));
    ["translat", "翻译", "翻譯", "翻訳", "번역", "ubersetz", "traduc", "traduz", "перевод", "tłumacz"]
        .iter()
        .any(|word| folded.contains(word))
}
