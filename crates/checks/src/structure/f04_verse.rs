//! **F4 verse.** The stanzas of a poem are not those of the source.
//!
//! *Rule*: in verse, empty lines stand between the same lines. The number of lines is D14. *False alarms*: none known. *Severity*: queue.
//! *Repair*: translate line by line.

use crate::check::{Finding, Verdict};
use crate::prepared::Prepared;
use book::text::paragraph::ParagraphKind;

check!(Verse, F4, "verse", Queue, Punctuation);

fn run(prepared: &Prepared<'_>) -> Verdict {
    if prepared.paragraph.kind != ParagraphKind::Verse {
        return Verdict::NotApplicable("this is no verse");
    }
    let stanzas = |text: &str| -> Vec<usize> {
        let lines: Vec<&str> = text.trim().lines().map(str::trim).collect();
        lines.split(|line| line.is_empty()).map(<[&str]>::len).filter(|length| *length > 0).collect()
    };
    let (s, t) = (stanzas(prepared.source.text()), stanzas(prepared.target.text()));
    if s.iter().sum::<usize>() < 2 {
        return Verdict::NotApplicable("the verse has one line");
    }
    if s == t {
        return Verdict::Pass;
    }
    Finding::by(
        &Verse,
        "The stanzas are not those of the source. Keep the lines and the gaps between stanzas.",
        "诗节与原文不一致。请保持分行与空行。",
    )
    .into()
}
