//! **A11 truncated-tail.** The translation breaks off.
//!
//! *Rule*: the source ends with a terminal mark and the translation does not; or the translation ends in a word no
//! sentence ends with. *Threshold*: running text of at least 12 characters. *False alarms*: headings, verse, speech cut off by a dash. A letter may end with a signature.
//! *Severity*: queue. *Repair*: translate the paragraph again, sentence by sentence.

use crate::check::{Finding, Verdict};
use crate::language::lexicon::Flags;
use crate::prepared::Prepared;
use crate::text::view::View;
use book::text::paragraph::ParagraphKind;

check!(TruncatedTail, A11, "truncated-tail", Queue, Completeness);

const LEAST: usize = 12;

fn run(prepared: &Prepared<'_>) -> Verdict {
    if !matches!(prepared.paragraph.kind, ParagraphKind::Body | ParagraphKind::Item | ParagraphKind::Note) {
        return Verdict::NotApplicable("only running text has to end in a mark");
    }
    if prepared.source.length() < LEAST {
        return Verdict::NotApplicable("the source is too short");
    }
    let Some(s) = prepared.source.last_mark() else { return Verdict::NotApplicable("the source has no end") };
    if !is_terminal(s) {
        return Verdict::NotApplicable("the source does not end in a mark either");
    }
    let end = prepared.target.chars().len();
    let last_word = prepared.target.tokens().last().filter(|token| {
        token.flags.has(Flags::TAIL)
            && prepared.target.chars().get(token.end..).unwrap_or_default().iter().all(|c| c.is_whitespace())
    });
    let ends = prepared.target.last_mark().is_some_and(|mark| {
        is_terminal(mark) || !(mark.is_alphanumeric() || matches!(mark, ',' | '，' | '、' | ';' | '；'))
    });
    // Japanese speech has no full stop before its closing mark.
    let closes = prepared.target.chars().iter().rev().find(|c| !c.is_whitespace());
    let ends =
        ends || (prepared.pair.target.is("ja") && closes.is_some_and(|c| matches!(c, '」' | '』' | '）')));
    if (ends && last_word.is_none()) || is_signed(&prepared.target) {
        return Verdict::Pass;
    }
    Finding::by(
        &TruncatedTail,
        "The translation breaks off before its end. Translate the paragraph to its last sentence.",
        "译文在结尾处中断。请完整翻译到最后一句。",
    )
    .at(end.saturating_sub(1)..end)
    .into()
}

/// Whether the last sentence has nothing but words with capitals, at least three: a signature, or a telegram. Fewer may be the
/// beginning of a sentence.
fn is_signed(view: &View<'_>) -> bool {
    let last = view.sentences().last().cloned().unwrap_or_default();
    let words = || view.tokens().iter().filter(|token| token.start >= last.start);
    words().count() >= 3 && words().all(|token| token.capital)
}

const fn is_terminal(c: char) -> bool {
    matches!(
        c,
        '.' | '!'
            | '?'
            | '。'
            | '！'
            | '？'
            | '…'
            | '．'
            | '｡'
            | '—'
            | '–'
            | '―'
            | '─'
            | '~'
            | '～'
            | '♪'
    )
}
