//! **F1 tags.** The inline tags are not those of the source.
//!
//! *Rule*: every tag of the source stands in the translation in its form, none besides; order is free, a pair may be split. *Threshold*: none.
//! *False alarms*: none. *Severity*: block. *Repair*: put the tags named where they belong.

use crate::check::{Finding, Verdict};
use crate::prepared::Prepared;

check!(Tags, F1, "tags", Block, Structure);

fn run(prepared: &Prepared<'_>) -> Verdict {
    if prepared.paragraph.source.is_plain() && prepared.translation.is_plain() {
        return Verdict::NotApplicable("there are no tags");
    }
    match prepared.paragraph.source.read_translation(prepared.translation.as_str()) {
        Ok(_) => Verdict::Pass,
        Err(faults) => {
            let list = faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
            Finding::by(
                &Tags,
                format!("The tags are not those of the source: {list}."),
                format!("标签与原文不一致：{list}。"),
            )
            .into()
        }
    }
}
