//! **A1 unit-missing.** A paragraph was not answered, answered twice, or was never asked for.
//!
//! *Rule*: the ids asked for and the ids given are the same, each once, in the same order. *Threshold*: none.
//! *False alarms*: none. *Severity*: block. *Repair*: ask again for exactly the missing ids.

use crate::check::{Finding, Severity, Verdict};
use std::collections::HashSet;
use std::fmt::Display;
use std::hash::Hash;

/// The code of this check, which looks at lists of ids and not at a paragraph.
pub const CODE: &str = "A1";

/// Holds the ids that were given against those that were asked for.
pub fn compare<Id: Eq + Hash + Display>(asked: &[Id], given: &[Id]) -> Verdict {
    if asked.is_empty() {
        return Verdict::NotApplicable("nothing was asked for");
    }
    let wanted: HashSet<&Id> = asked.iter().collect();
    let mut seen = HashSet::new();
    let mut twice = Vec::new();
    let mut unknown = Vec::new();
    for id in given {
        if !wanted.contains(id) {
            unknown.push(id);
        } else if !seen.insert(id) {
            twice.push(id);
        }
    }
    let missing: Vec<&Id> = asked.iter().filter(|id| !seen.contains(id)).collect();
    let mut findings = Vec::new();
    let mut report = |ids: &[&Id], en: &str, zh: &str| {
        if !ids.is_empty() {
            let list = ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            findings.push(Finding::new(
                CODE,
                Severity::Block,
                format!("{en}: {list}."),
                format!("{zh}：{list}。"),
            ));
        }
    };
    report(&missing, "These paragraphs are missing, translate them", "缺少以下段落，请翻译");
    report(&twice, "These paragraphs were given twice, give each once", "以下段落重复提交，请各提交一次");
    report(
        &unknown,
        "These paragraphs were not asked for, leave them out",
        "以下段落不在任务范围内，请勿提交",
    );
    let in_order =
        asked.iter().filter(|id| seen.contains(id)).eq(given.iter().filter(|id| wanted.contains(id)));
    if findings.is_empty() && !in_order {
        let (en, zh) = ("The paragraphs are not in their order.", "段落顺序不一致。");
        findings.push(Finding::new(CODE, Severity::Queue, en, zh));
    }
    Verdict::of(findings)
}
