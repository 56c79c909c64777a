//! **C4 glossary-collision.** Terms that get in each other's way.
//!
//! *Rule*: two sources with the same translation; one source with two translations; a translation that is part of another
//! while its source is not. *False alarms*: pairs such as Duke and Duchess. *Severity*: info. *Repair*: a person decides.

use crate::check::{Finding, Severity, Verdict};
use crate::code::CheckCode;
use book::knowledge::evidence::EntryState;
use book::knowledge::term::Term;
use book::text::fold::fold;
use std::collections::HashMap;

/// The code of this check, which looks at the terms and not at a paragraph.
pub const CODE: CheckCode = CheckCode::C4;

/// More findings than this help nobody.
const MOST: usize = 200;

/// Looks for collisions among a series' terms.
pub fn examine(terms: &[Term]) -> Verdict {
    let usable: Vec<(&Term, String, String)> = terms
        .iter()
        .filter(|term| term.standing != EntryState::Rejected)
        .map(|term| (term, fold(term.source.trim()), fold(term.translation.trim())))
        .collect();
    if usable.len() < 2 {
        return Verdict::NotApplicable("there are fewer than two terms");
    }
    let mut by_source: HashMap<&str, &Term> = HashMap::new();
    let mut by_translation: HashMap<&str, (&Term, &str)> = HashMap::new();
    let mut findings = Vec::new();
    for (term, source, translation) in &usable {
        if findings.len() >= MOST {
            break;
        }
        match by_source.get(source.as_str()) {
            Some(other) if fold(&other.translation) != *translation => findings.push(info(
                format!(
                    "«{}» has two translations: «{}» and «{}».",
                    term.source, other.translation, term.translation
                ),
                format!(
                    "「{}」有两个译名：「{}」与「{}」。",
                    term.source, other.translation, term.translation
                ),
            )),
            Some(_) => {}
            None => drop(by_source.insert(source, term)),
        }
        match by_translation.get(translation.as_str()) {
            Some((other, other_source)) if *other_source != source => findings.push(info(
                format!("«{}» and «{}» are both rendered «{}».", other.source, term.source, term.translation),
                format!("「{}」与「{}」都译为「{}」。", other.source, term.source, term.translation),
            )),
            Some(_) => {}
            None => drop(by_translation.insert(translation, (term, source))),
        }
    }
    Verdict::from_findings(findings)
}

fn info(en: String, zh: String) -> Finding {
    Finding::new(CODE, Severity::Info, en, zh)
}
