//! **A8 boundary-drift.** A sentence has moved into the next paragraph.
//!
//! *Rule*: one paragraph is too short and its neighbour too long. *Threshold*: more than 1.5 spreads in opposite
//! directions, and 4 together. *False alarms*: free translations; finds about half. *Severity*: queue, reported at the short one.
//! *Repair*: translate both paragraphs again, each from its own source.

use crate::check::{Finding, Verdict};
use crate::prepared::{Neighbour, Prepared};

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
    let is_long = |neighbour: Option<&Neighbour<'_>>| {
        neighbour.is_some_and(|neighbour| {
            let other = lengths.z(neighbour.source().length(), neighbour.target().length());
            neighbour.source().length() >= LEAST && other > EACH && other - z > TOGETHER
        })
    };
    if !is_long(prepared.before()) && !is_long(prepared.after()) {
        return Verdict::Pass;
    }
    Finding::by(
        &BoundaryDrift,
        "Part of this paragraph seems to have moved into its neighbour. Translate each paragraph from its own source.",
        "本段部分内容似乎被移到了相邻段落。请按各自原文分别翻译。",
    )
    .into()
}
