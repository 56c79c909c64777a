//! **A8 boundary-drift.** A sentence has moved into the next paragraph.
//!
//! *Rule*: one paragraph is too short and has fewer sentences than its source, and its neighbour is too long and has more. *Threshold*: more than 1.5 spreads in opposite
//! directions, and 4 together; one sentence. *False alarms*: translators who part sentences elsewhere. *Severity*: queue, reported at the short one.
//! *Repair*: translate both paragraphs again, each from its own source.

use crate::check::{Finding, Verdict};
use crate::prepared::{Neighbour, Prepared};
use crate::text::view::View;

check!(BoundaryDrift, A8, "boundary-drift", Queue, Completeness);

const EACH: f64 = 1.5;
const TOGETHER: f64 = 4.0;
const LEAST: usize = 15;

fn run(prepared: &Prepared<'_>) -> Verdict {
    let (Some(z), Some(lengths)) = (prepared.z(), prepared.lengths()) else {
        return Verdict::NotApplicable("no lengths are known for this pair of languages");
    };
    if prepared.paragraph.before.is_empty() && prepared.paragraph.after.is_empty() {
        return Verdict::NotApplicable("no neighbouring paragraph was handed in");
    }
    if prepared.source.length() < LEAST {
        return Verdict::NotApplicable("the source is too short");
    }
    if z > -EACH {
        return Verdict::Pass;
    }
    // A short line followed by a short answer differs in length alone.
    let n_sentences = |view: &View<'_>| view.sentences().len();
    if n_sentences(&prepared.target) >= n_sentences(prepared.source) {
        return Verdict::Pass;
    }
    let is_long = |neighbour: Option<&Neighbour<'_>>| {
        neighbour.is_some_and(|neighbour| {
            let other = lengths.z(neighbour.source().length(), neighbour.target().length());
            neighbour.source().length() >= LEAST
                && other > EACH
                && other - z > TOGETHER
                && n_sentences(neighbour.target()) > n_sentences(neighbour.source())
        })
    };
    if !is_long(prepared.before()) && !is_long(prepared.after()) {
        return Verdict::Pass;
    }
    Finding::by(
        &BoundaryDrift,
        "This paragraph is short for its source, and its neighbour long. Has a sentence moved there? Then translate each paragraph from its own source; else leave both as they are.",
        "本段译文偏短，相邻段落偏长。是否有句子移到了那里？如有，请按各自原文分别翻译；否则保持不变。",
    )
    .asking_model()
    .into()
}
