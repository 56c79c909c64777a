//! The flagged paragraphs of a chapter, each with its repair, in chunks a model can work on.

use super::table::{most_together, rank, second, way};
use book::id::{ChapterId, ParagraphId};
use book::text::markup::Marked;
use book::text::paragraph::is_work;
use book::work::chunk::Chunk;
use checks::text::sentence;
use operations::book_findings::BookFinding;
use std::collections::HashMap;
use std::sync::Arc;
use store::record::ParagraphRecord;
use task::repair::{Repair, RepairWay};

/// The paragraphs of one chapter that a model is to repair.
#[derive(Default)]
pub(super) struct Targets {
    pub(super) repairs: HashMap<ParagraphId, Repair>,
    attempts: HashMap<ParagraphId, u32>,
}

impl Targets {
    pub(super) fn add(&mut self, paragraph: &ParagraphRecord, spotted: &[Arc<BookFinding>], attempt: u32) {
        let ways = spotted.iter().filter_map(|one| way(one.finding.check, one.length_z));
        let Some(first) = ways.min_by_key(|way| rank(*way)) else { return };
        let way = if attempt == 0 { first } else { second(first) };
        let mut gravest: Vec<&BookFinding> = spotted.iter().map(Arc::as_ref).collect();
        gravest.sort_by_key(|one| one.finding.severity);
        let findings = gravest.iter().map(|one| one.finding.clone());
        let sentences = if way == RepairWay::Sentences { sentences(&paragraph.text) } else { Vec::new() };
        self.repairs.insert(paragraph.id, Repair { way, findings: findings.collect(), sentences });
        self.attempts.insert(paragraph.id, attempt);
    }

    /// The chapter's targets in chunks: neighbours share a chunk if their ways of repair allow it.
    pub(super) fn chunks(&mut self, chapter: ChapterId, paragraphs: &[ParagraphRecord]) -> Vec<Chunk> {
        let work: Vec<&ParagraphRecord> =
            paragraphs.iter().filter(|paragraph| is_work(paragraph.kind, &paragraph.text)).collect();
        self.add_neighbours(&work);
        let mut groups: Vec<(RepairWay, usize, Vec<ParagraphId>)> = Vec::new();
        for (place, paragraph) in work.iter().enumerate() {
            let Some(repair) = self.repairs.get(&paragraph.id) else { continue };
            let attempt = self.attempts.get(&paragraph.id).copied().unwrap_or_default();
            let most = most_together(repair.way, attempt);
            match groups.last_mut() {
                Some((way, last, ids))
                    if *way == repair.way && ids.len() < most && place - *last <= reach(repair.way) =>
                {
                    *last = place;
                    ids.push(paragraph.id);
                }
                _ => groups.push((repair.way, place, vec![paragraph.id])),
            }
        }
        groups.into_iter().filter_map(|(_, _, ids)| Chunk::new(chapter, ids).ok()).collect()
    }

    /// What stands at the wrong place may have changed places with its neighbour: both are made anew together.
    fn add_neighbours(&mut self, work: &[&ParagraphRecord]) {
        let misplaced = |paragraph: &&ParagraphRecord| {
            self.repairs.get(&paragraph.id).is_some_and(|repair| repair.way == RepairWay::Realign)
        };
        let places: Vec<usize> =
            (0..work.len()).filter(|place| work.get(*place).is_some_and(misplaced)).collect();
        for place in places {
            for beside in [place.checked_sub(1), Some(place + 1)].into_iter().flatten() {
                let Some(neighbour) = work.get(beside).filter(|neighbour| neighbour.translation.is_some())
                else {
                    continue;
                };
                let realign = Repair { way: RepairWay::Realign, findings: Vec::new(), sentences: Vec::new() };
                self.repairs.entry(neighbour.id).or_insert(realign);
            }
        }
    }
}

/// How far apart paragraphs of one chunk may stand: what lies between is shown, and paid for.
const fn reach(way: RepairWay) -> usize {
    match way {
        RepairWay::Span => 3,
        RepairWay::Afresh
        | RepairWay::Sentences
        | RepairWay::SourceOnly
        | RepairWay::Realign
        | RepairWay::Unloop
        | RepairWay::Candidate => 1,
    }
}

fn sentences(source: &Marked) -> Vec<String> {
    let chars: Vec<char> = source.plain().chars().collect();
    let ranges = sentence::split(&chars);
    let said = ranges.into_iter().filter_map(|range| Some(chars.get(range)?.iter().collect::<String>()));
    said.map(|sentence| sentence.trim().to_owned()).collect()
}
