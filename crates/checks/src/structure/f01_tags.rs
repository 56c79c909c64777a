//! **F1 tags.** The inline tags are not those of the source.
//!
//! *Rule*: every tag of the source stands in the translation in its form, none besides; order is free, a pair may be split. *Threshold*: none.
//! *False alarms*: none. *Severity*: block. *Repair*: put the tags named where they belong.

use crate::check::{Finding, Verdict};
use crate::prepared::Prepared;

check!(Tags, "F1", "tags", Block, Structure);

fn run(unit: &Prepared<'_>) -> Verdict {
    if unit.unit.source.is_plain() && unit.translation.is_plain() {
        return Verdict::NotApplicable("there are no tags");
    }
    match unit.unit.source.read_translation(unit.translation.as_str()) {
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
