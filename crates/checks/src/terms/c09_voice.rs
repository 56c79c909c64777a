//! **C9 voice.** A character does not sound like themself in a chapter.
//!
//! *Rule*: for a character with voice markers, the share of their lines with a marker in one chapter is held against the
//! share in all other chapters by a binomial test; a chapter is never judged by itself. *Threshold*: p below 0.01 and less than half or more than twice the share, with at least 10 lines in the chapter and
//! 20 elsewhere; people's moods alone move the share. *False alarms*: at most the 1 % of the test. *Severity*: queue. *Repair*: translate the lines again with three real lines as samples.

use crate::check::{Finding, Severity};
use crate::code::CheckCode;
use crate::sequence::{LocatedFinding, Passage, SequenceCheck};
use book::id::{CharacterId, ParagraphId};
use std::collections::BTreeMap;

/// Check C9.
#[derive(Debug, Default)]
pub struct VoiceDrift {
    characters: BTreeMap<CharacterId, Lines>,
}

#[derive(Debug, Default)]
struct Lines {
    name: String,
    /// Per chapter: lines, lines with a marker, some lines without.
    chapters: BTreeMap<usize, (usize, usize, Vec<ParagraphId>)>,
}

const LEAST_HERE: usize = 10;
const LEAST_ELSEWHERE: usize = 20;
const LEVEL: f64 = 0.01;

impl VoiceDrift {
    fn add(&mut self, later: &Self) {
        for (character, later) in &later.characters {
            let lines = self.characters.entry(*character).or_default();
            lines.name.clone_from(&later.name);
            lines.chapters.extend(later.chapters.iter().map(|(chapter, counts)| (*chapter, counts.clone())));
        }
    }
}

impl SequenceCheck for VoiceDrift {
    sequence_names!(C9, "voice", Queue);

    fn visit(&mut self, passage: &Passage<'_>) {
        let Some(speaker) = passage.prepared.paragraph.knowledge.speaker else { return };
        let markers = &speaker.voice.endings;
        if markers.is_empty() || passage.prepared.target.is_blank() {
            return;
        }
        let text = passage.prepared.target.text();
        let marked = markers.iter().any(|marker| !marker.is_empty() && text.contains(marker.as_str()));
        let lines = self.characters.entry(speaker.id).or_default();
        lines.name.clone_from(&speaker.name.translation);
        let (n_lines, n_marked, without) = lines.chapters.entry(passage.chapter).or_default();
        *n_lines += 1;
        *n_marked += usize::from(marked);
        if !marked && without.len() < LocatedFinding::MOST_PARAGRAPHS {
            without.push(passage.id);
        }
    }

    fn finish(&mut self) -> Result<Vec<LocatedFinding>, &'static str> {
        let mut judged = false;
        let mut located = Vec::new();
        for lines in self.characters.values() {
            let total =
                lines.chapters.values().fold((0, 0), |sum, chapter| (sum.0 + chapter.0, sum.1 + chapter.1));
            for (chapter, (n, marked, without)) in &lines.chapters {
                let (elsewhere, marked_elsewhere) = (total.0 - n, total.1 - marked);
                if *n < LEAST_HERE || elsewhere < LEAST_ELSEWHERE {
                    continue;
                }
                judged = true;
                // Smoothed, so that a voice that never failed so far may fail once.
                let rate = (crate::float(marked_elsewhere) + 0.5) / (crate::float(elsewhere) + 1.0);
                let here = crate::ratio(*marked, *n);
                let far = here * 2.0 < rate || rate * 2.0 < here;
                if !far || binomial_tail(*n, *marked, rate) >= LEVEL {
                    continue;
                }
                let usual = (rate * 100.0).round();
                let finding = Finding::new(
                    CheckCode::C9,
                    Severity::Queue,
                    format!(
                        "{} speaks with their usual markers in {marked} of {n} lines here, elsewhere in {usual}%. Give the lines their voice back.",
                        lines.name
                    ),
                    format!(
                        "{}的口吻标志在本章{n}句中出现{marked}句，其他章节为{usual}%。请恢复其说话风格。",
                        lines.name
                    ),
                );
                located.push(LocatedFinding {
                    chapter: Some(*chapter),
                    paragraphs: without.clone(),
                    finding,
                });
            }
        }
        if judged { Ok(located) } else { Err("no speaker with voice markers and enough lines") }
    }
}

/// The chance of a count at least this far from expected on its side, among `n` tries at `rate`.
pub fn binomial_tail(n: usize, count: usize, rate: f64) -> f64 {
    let below = crate::float(count) < crate::float(n) * rate;
    let mut chance = (crate::float(n) * (1.0 - rate).ln()).exp();
    let (mut at_most, mut before) = (0.0, 0.0);
    for k in 0..=n {
        if k <= count {
            at_most += chance;
        }
        if k < count {
            before += chance;
        }
        chance *= crate::float(n - k) / crate::float(k + 1) * rate / (1.0 - rate);
    }
    if below { at_most } else { 1.0 - before }
}
