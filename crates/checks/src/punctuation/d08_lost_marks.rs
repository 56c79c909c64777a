//! **D8 lost-marks.** A question, an exclamation or a trailing off is gone.
//!
//! *Rule*: the source has `?`, `!` or an ellipsis in some width, the translation has none of that kind; or a Spanish sentence ends with `?`
//! or `!` and none begins with `¿` or `¡`. *False alarms*: `?` 0.8 %, `!` 0.6 %,
//! `…` 1.0 % on human translations; marks at the very end differ too often to be looked at alone. *Severity*: queue, info for an ellipsis alone. *Repair*: restore the mark.

use crate::check::{Finding, Severity, Verdict};
use crate::prepared::Prepared;
use crate::text::sentence::ellipsis_end;
use crate::text::view::View;

check!(LostMarks, D8, "lost-marks", Queue, Punctuation);

fn run(prepared: &Prepared<'_>) -> Verdict {
    let s = Marks::from_view(prepared.source);
    if !(s.question || s.exclamation || s.ellipsis) {
        return Verdict::NotApplicable("the source has no such mark");
    }
    let t = Marks::from_view(&prepared.target);
    if let Some(finding) = unopened(prepared, &t) {
        return finding.into();
    }
    let mut lost = Vec::new();
    // A question may be asked with an exclamation and the reverse: `?!`.
    if s.question && !t.question && !asks_without_mark(prepared) {
        lost.push("?");
    }
    if s.exclamation && !t.exclamation && !t.question {
        lost.push("!");
    }
    if s.ellipsis && !t.ellipsis && !t.dash {
        lost.push("…");
    }
    if lost.is_empty() {
        return Verdict::Pass;
    }
    // A stammer, a comma or nothing may stand for `……`.
    let is_pause = lost == ["…"];
    let marks = lost.join(" ");
    Finding::by(
        &LostMarks,
        format!("The source has {marks}, the translation has not. Keep the tone of the sentence."),
        format!("原文有{marks}，译文没有。请保留语气。"),
    )
    .as_severe_as(if is_pause { Severity::Info } else { Severity::Queue })
    .into()
}

/// Japanese asks with a particle and needs no mark: `「聞こえるか」`.
fn asks_without_mark(prepared: &Prepared<'_>) -> bool {
    const ASKING: [&str; 14] = [
        "か」",
        "か』",
        "か。",
        "か、",
        "かい」",
        "かい。",
        "だい」",
        "だい。",
        "の」",
        "かな」",
        "かしら」",
        "だろう」",
        "でしょう」",
        "でしょ」",
    ];
    let text = prepared.target.text();
    prepared.pair.target.is("ja") && (text.ends_with('か') || ASKING.iter().any(|end| text.contains(end)))
}

/// Spanish opens a question or an exclamation as well as closing it.
fn unopened(prepared: &Prepared<'_>, marks: &Marks) -> Option<Finding> {
    if !prepared.pair.target.is("es") {
        return None;
    }
    let has = |sign: char| prepared.target.chars().contains(&sign);
    // A mixed `¿…!` is good Spanish, so that either opening mark will do.
    if has('¿') || has('¡') {
        return None;
    }
    let (opening, closing) = match (marks.question, marks.exclamation) {
        (true, _) => ('¿', '?'),
        (false, true) => ('¡', '!'),
        (false, false) => return None,
    };
    Some(Finding::by(
        &LostMarks,
        format!("A sentence ends with {closing} and none begins with {opening}. Open it with {opening}."),
        format!("有句子以“{closing}”结尾，却没有以“{opening}”开头。请补上“{opening}”。"),
    ))
}

#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "four independent observations")]
struct Marks {
    question: bool,
    exclamation: bool,
    ellipsis: bool,
    dash: bool,
}

impl Marks {
    fn from_view(view: &View<'_>) -> Self {
        let mut marks = Self::default();
        for (at, c) in view.chars().iter().enumerate() {
            match c {
                '?' | '？' | '⁈' | '⁇' | '؟' => marks.question = true,
                '!' | '！' | '⁉' => marks.exclamation = true,
                '…' | '‥' | '⋯' => marks.ellipsis = true,
                '.' | '。' | '・' if ellipsis_end(view.chars(), at).is_some() => marks.ellipsis = true,
                '—' | '–' | '―' | '─' => marks.dash = true,
                _ => {}
            }
        }
        marks
    }
}
