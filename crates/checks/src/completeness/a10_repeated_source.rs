//! **A10 repeated-source.** The same source is translated in several ways, or different sources in the same way.
//!
//! *Rule*: sources of at least 12 characters that are equal after folding have more than one translation; translations
//! of at least 30 characters that are equal have more than one source. *False alarms*: refrains and titles varied on purpose.
//! *Severity*: info for the first, queue for the second. *Repair*: a person chooses.

use crate::check::{Finding, Severity};
use crate::code::CheckCode;
use crate::sequence::{LocatedFinding, Passage, SequenceCheck};
use crate::text::hash::hash_of;
use book::id::ParagraphId;
use std::collections::HashMap;

/// Check A10.
#[derive(Debug, Default)]
pub struct RepeatedSource {
    /// The first translation of a source, where it stood, and others.
    by_source: HashMap<u64, (u64, Vec<ParagraphId>)>,
    by_translation: HashMap<u64, (u64, Vec<ParagraphId>)>,
    n_seen: usize,
}

const LEAST_SOURCE: usize = 12;
const LEAST_TRANSLATION: usize = 30;

impl SequenceCheck for RepeatedSource {
    sequence_names!(A10, "repeated-source", Info);

    fn visit(&mut self, passage: &Passage<'_>) {
        let (s, t) = (passage.prepared.source, &passage.prepared.target);
        if !s.says_something() || t.is_blank() {
            return;
        }
        self.n_seen += 1;
        let (source, translation) = (hash_of(s.comparable().trim()), hash_of(t.comparable().trim()));
        if s.length() >= LEAST_SOURCE {
            enter(&mut self.by_source, source, translation, passage.id);
        }
        if t.length() >= LEAST_TRANSLATION {
            enter(&mut self.by_translation, translation, source, passage.id);
        }
    }

    fn finish(&mut self) -> Result<Vec<LocatedFinding>, &'static str> {
        if self.n_seen == 0 {
            return Err("nothing is translated");
        }
        let one = collect(std::mem::take(&mut self.by_source), Severity::Info, |n| {
            (
                format!(
                    "The same source is translated differently in {n} places; choose one if this is not intended."
                ),
                format!("相同原文有{n}处译法不同；如非有意，请统一。"),
            )
        });
        let other = collect(std::mem::take(&mut self.by_translation), Severity::Queue, |n| {
            (
                format!(
                    "{n} paragraphs with different sources have the same translation; translate each from its own source."
                ),
                format!("{n}个原文不同的段落译文相同，请分别根据原文翻译。"),
            )
        });
        Ok(one.into_iter().chain(other).collect())
    }
}

fn enter(map: &mut HashMap<u64, (u64, Vec<ParagraphId>)>, key: u64, value: u64, id: ParagraphId) {
    match map.get_mut(&key) {
        None => drop(map.insert(key, (value, vec![id]))),
        Some((first, places)) if *first != value && places.len() <= LocatedFinding::MOST_PARAGRAPHS => {
            places.push(id);
        }
        Some(_) => {}
    }
}

fn collect(
    map: HashMap<u64, (u64, Vec<ParagraphId>)>,
    severity: Severity,
    words: impl Fn(usize) -> (String, String),
) -> Vec<LocatedFinding> {
    let mut located: Vec<LocatedFinding> = map
        .into_values()
        .filter(|(_, places)| places.len() > 1)
        .map(|(_, paragraphs)| {
            let (en, zh) = words(paragraphs.len());
            LocatedFinding {
                chapter: None,
                paragraphs,
                finding: Finding::new(CheckCode::A10, severity, en, zh),
            }
        })
        .collect();
    located.sort_by(|left, right| left.paragraphs.cmp(&right.paragraphs));
    located
}
