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

/// Check A10.
#[derive(Debug, Default)]
pub struct RepeatedSource {
    /// Every paragraph that says something, in order: which is the first of a kind shows only in the end.
    seen: Vec<SeenPair>,
}

#[derive(Debug, Clone, Copy)]
struct SeenPair {
    id: ParagraphId,
    source: u64,
    translation: u64,
    has_long_source: bool,
    has_long_translation: bool,
}

const LEAST_SOURCE: usize = 12;
const LEAST_TRANSLATION: usize = 30;

impl RepeatedSource {
    fn add(&mut self, later: &Self) {
        self.seen.extend_from_slice(&later.seen);
    }
}

impl SequenceCheck for RepeatedSource {
    sequence_names!(A10, "repeated-source", Info);

    fn visit(&mut self, passage: &Passage<'_>) {
        let (s, t) = (passage.prepared.source, &passage.prepared.target);
        if !s.says_something() || t.is_blank() {
            return;
        }
        self.seen.push(SeenPair {
            id: passage.id,
            source: hash_of(s.comparable().trim()),
            translation: hash_of(t.comparable().trim()),
            has_long_source: s.length() >= LEAST_SOURCE,
            has_long_translation: t.length() >= LEAST_TRANSLATION,
        });
    }

    fn finish(&mut self) -> Result<Vec<LocatedFinding>, &'static str> {
        if self.seen.is_empty() {
            return Err("nothing is translated");
        }
        let by_source = self.seen.iter().filter(|one| one.has_long_source);
        let by_source = by_source.map(|one| (one.source, one.translation, one.id)).collect();
        let one = collect(by_source, Severity::Info, |n| {
            (
                format!(
                    "The same source is translated differently in {n} places; choose one if this is not intended."
                ),
                format!("相同原文有{n}处译法不同；如非有意，请统一。"),
            )
        });
        let by_translation = self.seen.iter().filter(|one| one.has_long_translation);
        let by_translation = by_translation.map(|one| (one.translation, one.source, one.id)).collect();
        let other = collect(by_translation, Severity::Queue, |n| {
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

/// What stands under one key with more than one value: the first place, and those with another value than the first.
fn collect(
    mut entries: Vec<(u64, u64, ParagraphId)>,
    severity: Severity,
    words: impl Fn(usize) -> (String, String),
) -> Vec<LocatedFinding> {
    // In order within a key, because the first one is what others are held against.
    entries.sort_by_key(|(key, ..)| *key);
    let mut located: Vec<LocatedFinding> = entries
        .chunk_by(|left, right| left.0 == right.0)
        .filter_map(|same| {
            let (_, first, id) = same.first()?;
            let others = same.iter().filter(|(_, value, _)| value != first).map(|(.., id)| *id);
            let others = others.take(LocatedFinding::MOST_PARAGRAPHS);
            let paragraphs: Vec<ParagraphId> = std::iter::once(*id).chain(others).collect();
            if paragraphs.len() < 2 {
                return None;
            }
            let (en, zh) = words(paragraphs.len());
            let finding = Finding::new(CheckCode::A10, severity, en, zh);
            Some(LocatedFinding { chapter: None, paragraphs, finding })
        })
        .collect();
    located.sort_by(|left, right| left.paragraphs.cmp(&right.paragraphs));
    located
}
