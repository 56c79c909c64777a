//! **E7 addition.** A sentence of the translation that nothing in the source explains.
//!
//! *Rule*: the translation is longer than expected, and one of its sentences, with at least 6 content words, has none that the
//! source's dictionary words lead to, while the rest of the translation has. *Threshold*: half a spread too long. *False alarms*: free translation; finds
//! two thirds to three quarters. Plain length is A4. *Severity*: queue. Not applicable without a dictionary. *Repair*: translate only what is in the source.

use crate::check::{Finding, Verdict};
use crate::dictionary::StemMark;
use crate::dictionary::anchors::{self, Stems};
use crate::dictionary::glossary::{mark_of, stem};
use crate::prepared::Prepared;

check!(Addition, E7, "addition", Queue, Completeness);

const LEAST_WORDS: usize = 6;
const LONG: f64 = 0.5;

fn run(prepared: &Prepared<'_>) -> Verdict {
    let Some(found) = prepared.anchors() else {
        return Verdict::NotApplicable("there is no dictionary for this pair");
    };
    if found.len() < 4 || !anchors::can_judge(&prepared.target) {
        return Verdict::NotApplicable("the source has too few dictionary words");
    }
    if prepared.z().is_none_or(|z| z < LONG) || prepared.target.sentences().len() < 2 {
        return Verdict::Pass;
    }
    let explained: Stems = found.iter().flat_map(|anchor| anchor.stems.iter().copied()).collect();
    let overall = anchors::coverage(found, prepared.stems());
    let odd = prepared.target.sentences().iter().find(|sentence| {
        let first = prepared.target.tokens().partition_point(|token| token.start < sentence.start);
        let inside =
            prepared.target.tokens().iter().skip(first).take_while(|token| token.start < sentence.end);
        let content: Vec<StemMark> = inside
            .filter(|token| anchors::is_content(token))
            .map(|token| mark_of(&stem(prepared.target.word(token))))
            .collect();
        content.len() >= LEAST_WORDS && content.iter().all(|word| !explained.contains(word))
    });
    match odd {
        Some(sentence) if overall > 0.25 => {
            let quote = prepared.target.slice(sentence.clone());
            Finding::by(
                &Addition,
                format!(
                    "Nothing in the source explains «{}». Is it in the source in other words? If not, take it out.",
                    quote.trim()
                ),
                format!("原文中找不到与「{}」对应的内容。是否换了说法？如果原文没有，请删去。", quote.trim()),
            )
            .at(sentence.clone())
            .asking_model()
            .into()
        }
        Some(_) | None => Verdict::Pass,
    }
}
