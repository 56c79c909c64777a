//! **A5 sentence-loss.** A sentence of the source has no partner in the translation.
//!
//! *Rule*: the sentences of both sides are paired by length, by question and exclamation marks, numbers, ellipses and
//! names that stay as they are; the cheapest pairing of all is held against the cheapest one with a sentence of the
//! source left out. *Threshold*: the second is cheaper by 2, at least 3 sentences, and the translation has fewer
//! sentences than the source or is short for it. The numbers were chosen on four campaigns of a game (0.77 found at 4.5 %
//! false alarms there) and are judged on another. *False alarms*: translators who leave half a thought to the next
//! sentence. Joined sentences are no loss. *Severity*: queue, info where the translation is as long as usual. *Repair*: number the source's sentences and ask for as many translations.

use crate::check::{Finding, Severity, Verdict};
use crate::prepared::Prepared;
use crate::text::alignment::lost_sentence;

check!(SentenceLoss, A5, "sentence-loss", Queue, Completeness);

const LEAST: usize = 3;
const GAIN: f64 = 2.0;
const SHORT: f64 = -0.5;

fn run(prepared: &Prepared<'_>) -> Verdict {
    let s = prepared.source.sentences().len();
    if s < LEAST {
        return Verdict::NotApplicable("the source has fewer than three sentences");
    }
    let (Some(z), Some(lengths)) = (prepared.z(), prepared.lengths()) else {
        return Verdict::NotApplicable("no lengths are known for this pair of languages");
    };
    let t = prepared.target.sentences().len();
    if t >= s && z > SHORT {
        return Verdict::Pass;
    }
    let lost = lost_sentence(prepared.source, &prepared.target, lengths).filter(|lost| lost.gain > GAIN);
    lost.map_or(Verdict::Pass, |lost| {
        let quote = prepared.source.slice(lost.sentence.clone());
        let quote = quote.trim();
        Finding::by(
            &SentenceLoss,
            format!("The source has {s} sentences, the translation {t}. Does anything stand for «{quote}»? If not, translate it; if so, leave the paragraph as it is."),
            format!("原文有{s}句，译文有{t}句。「{quote}」是否已译出？如未译请补上，已译则保持不变。"),
        )
        .in_source(lost.sentence)
        .asking_model()
        .as_severe_as(if z > SHORT { Severity::Info } else { Severity::Queue })
        .into()
    })
}
