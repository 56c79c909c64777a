//! **A7 over a chapter: shifted-block.** Several paragraphs in a row carry their neighbours' translations.
//!
//! *Rule*: a run of paragraphs whose translation fits a neighbouring source better than their own, see
//! [`super::a07_swapped_neighbour`]. *Threshold*: two or more in a row. *False alarms*: a run by chance is rarer than the square of
//! the single rate of 1 %. *Severity*: block. Not applicable without a dictionary. *Repair*: do the chunk again, half as large.

use super::a07_swapped_neighbour::{least_margin, margin};
use crate::check::{Finding, Severity};
use crate::code::CheckCode;
use crate::sequence::{LocatedFinding, Passage, SequenceCheck};
use book::id::ParagraphId;

/// Check A7 over sequences.
#[derive(Debug, Default)]
pub struct ShiftedBlock {
    run: Vec<ParagraphId>,
    chapter: usize,
    n_judged: usize,
    found: Vec<LocatedFinding>,
}

impl ShiftedBlock {
    fn add(&mut self, later: &Self) {
        self.close();
        self.chapter = later.chapter;
        self.n_judged += later.n_judged;
        self.found.extend_from_slice(&later.found);
        self.run.clone_from(&later.run);
    }

    fn close(&mut self) {
        let run = std::mem::take(&mut self.run);
        if run.len() < 2 {
            return;
        }
        let n = run.len();
        let finding = Finding::new(
            CheckCode::A7,
            Severity::Block,
            format!(
                "{n} paragraphs in a row carry a neighbour's translation. Translate this chunk again in smaller pieces."
            ),
            format!("连续{n}段的译文与原文错位。请以更小的分块重新翻译。"),
        );
        let paragraphs = run.into_iter().take(LocatedFinding::MOST_PARAGRAPHS).collect();
        self.found.push(LocatedFinding { chapter: Some(self.chapter), paragraphs, finding });
    }
}

impl SequenceCheck for ShiftedBlock {
    sequence_names!(A7, "shifted-block", Block);

    fn visit(&mut self, passage: &Passage<'_>) {
        if passage.chapter != self.chapter {
            self.close();
            self.chapter = passage.chapter;
        }
        // A short line says nothing and does not end a run.
        let Ok(margin) = margin(passage.prepared) else { return };
        self.n_judged += 1;
        // Two in a row need less evidence each.
        if margin < least_margin(passage.prepared) / 2.0 {
            self.run.push(passage.id);
        } else {
            self.close();
        }
    }

    fn finish(&mut self) -> Result<Vec<LocatedFinding>, &'static str> {
        self.close();
        if self.n_judged == 0 {
            Err("there is no dictionary, or nothing to look up in it")
        } else {
            Ok(std::mem::take(&mut self.found))
        }
    }
}
