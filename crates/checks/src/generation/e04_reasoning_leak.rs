//! **E4 reasoning-leak.** The model's thinking stands in the translation.
//!
//! *Rule*: `<think>` and its like, `<|…|>`, `[THINKING]`; or a sentence such as “The user wants …” within the first 500 characters,
//! outside quotation marks. What the source has itself is left alone. Blocks with tags are taken off; sentences cannot be. *False alarms*: novels about machines.
//! *Severity*: block after stripping. *Repair*: translate again.

use crate::check::{Finding, Verdict};
use crate::prepared::Prepared;
use crate::text::quotation;
use crate::text::signs::Signs;
use std::ops::Range;

check!(ReasoningLeak, E4, "reasoning-leak", Block, Strip);

const HEAD: usize = 500;
const TAGS: [&str; 5] = ["think", "thinking", "reasoning", "thought", "analysis"];

fn run(prepared: &Prepared<'_>) -> Verdict {
    let text = prepared.target.comparable();
    if prepared.target.has_signs(Signs::CODE) && !prepared.source.text().contains("<|") {
        let found = tagged(prepared);
        if let Some(span) = found {
            let finding = finding().at(span.clone());
            let all = prepared.target.chars().len();
            // Nothing would be left: the translation never came.
            let rest_is_blank = prepared.target.slice(0..span.start).trim().is_empty()
                && prepared.target.slice(span.end..all).trim().is_empty();
            return if rest_is_blank { finding.into() } else { finding.mended_by("").into() };
        }
    }
    let Some(searcher) = &prepared.pair.phrases.reasoning else { return Verdict::Pass };
    if !searcher.is_match(text) {
        return Verdict::Pass;
    }
    let quoted = quotation::mask(prepared.target_quotations(), prepared.target.chars().len());
    let head: String = prepared
        .target
        .comparable()
        .chars()
        .zip(quoted.iter().copied().chain(std::iter::repeat(false)))
        .take(HEAD)
        .map(|(c, quoted)| if quoted { '¶' } else { c })
        .collect();
    if searcher.is_match(&head) && !searcher.is_match(prepared.source.comparable()) && aloud(&head) {
        finding().into()
    } else {
        Verdict::Pass
    }
}

/// Thinking aloud starts a line or a sentence.
fn aloud(head: &str) -> bool {
    let starts = [
        "the user",
        "i need to translate",
        "let me translate",
        "let's translate",
        "i should translate",
        "okay, so",
        "first, i need",
        "i'll translate",
        "用户",
        "我需要",
        "首先，我",
        "ユーザーは",
        "翻訳する必要",
        "사용자는",
    ];
    head.lines().any(|line| starts.iter().any(|start| line.trim_start().starts_with(start)))
}

fn finding() -> Finding {
    Finding::by(
        &ReasoningLeak,
        "Give only the translation, not your thinking.",
        "请只给出译文，不要输出思考过程。",
    )
}

fn tagged(prepared: &Prepared<'_>) -> Option<Range<usize>> {
    let chars = prepared.target.chars();
    let lower: Vec<char> = chars.iter().map(char::to_ascii_lowercase).collect();
    let tag_at = |at: usize, closing: bool| -> Option<usize> {
        let rest = lower.get(at..)?;
        TAGS.iter().find_map(|name| {
            let forms = if closing {
                [format!("</{name}>"), format!("[/{name}]")]
            } else {
                [format!("<{name}>"), format!("[{name}]")]
            };
            forms.iter().find(|form| rest.iter().take(form.len()).copied().eq(form.chars())).map(String::len)
        })
    };
    for (at, c) in lower.iter().enumerate() {
        if !matches!(c, '<' | '[') {
            continue;
        }
        if let Some(length) = tag_at(at, false) {
            let close = (at + length..lower.len())
                .filter(|at| matches!(lower.get(*at), Some('<' | '[')))
                .find_map(|at| Some((at, tag_at(at, true)?)));
            return Some(match close {
                Some((end, length)) => at..end + length,
                None => at..lower.len(),
            });
        }
        // A block whose beginning was cut off ends here.
        if let Some(length) = tag_at(at, true) {
            return Some(0..at + length);
        }
        if lower.get(at + 1) == Some(&'|') {
            let end =
                lower.iter().skip(at + 2).take(40).position(|c| *c == '|').map(|offset| at + 2 + offset);
            if let Some(end) = end.filter(|end| lower.get(end + 1) == Some(&'>')) {
                return Some(at..end + 2);
            }
        }
    }
    None
}
