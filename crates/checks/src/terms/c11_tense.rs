//! **C11 tense.** A stretch of narration slips into the other tense.
//!
//! *Rule*: outside quotations, frequent verbs in past and present are counted per paragraph; the chapter's majority is
//! its tense. *Threshold*: a run of at least 3 paragraphs of the other tense, each with at least 2 verbs. *False alarms*: flashbacks, proverbs.
//! *Severity*: info. *Repair*: a person decides.

use crate::check::{Finding, Severity};
use crate::code::CheckCode;
use crate::language::lexicon::Flags;
use crate::sequence::{LocatedFinding, Passage, SequenceCheck};
use crate::text::quotation;
use book::id::ParagraphId;

/// Check C11.
#[derive(Debug, Default)]
pub struct TenseSlip {
    chapter: usize,
    n_past: usize,
    n_present: usize,
    /// Paragraphs with a clear tense, in order: true is past.
    clear: Vec<(ParagraphId, bool)>,
    applies: bool,
    found: Vec<LocatedFinding>,
}

const LEAST_RUN: usize = 3;
const LEAST_VERBS: usize = 2;
const LEAST_PARAGRAPHS: usize = 10;

impl TenseSlip {
    fn add(&mut self, later: &Self) {
        if !later.applies {
            return;
        }
        self.close();
        self.applies = true;
        self.found.extend_from_slice(&later.found);
        (self.chapter, self.n_past, self.n_present) = (later.chapter, later.n_past, later.n_present);
        self.clear.clone_from(&later.clear);
    }

    fn close(&mut self) {
        let clear = std::mem::take(&mut self.clear);
        let past = std::mem::take(&mut self.n_past) >= std::mem::take(&mut self.n_present);
        if clear.len() < LEAST_PARAGRAPHS {
            return;
        }
        for run in clear.chunk_by(|left, right| left.1 == right.1) {
            let other = run.first().is_some_and(|(_, tense)| *tense != past);
            if !other || run.len() < LEAST_RUN || run.len() * 2 > clear.len() {
                continue;
            }
            let (en, zh) = if past { ("present", "现在时") } else { ("past", "过去时") };
            let n = run.len();
            let finding = Finding::new(
                CheckCode::C11,
                Severity::Info,
                format!(
                    "{n} paragraphs in a row are told in the {en} tense, unlike the rest of the chapter."
                ),
                format!("连续{n}段叙述使用{zh}，与本章其余部分不同。"),
            );
            let paragraphs = run.iter().map(|(id, _)| *id).take(LocatedFinding::MOST_PARAGRAPHS).collect();
            self.found.push(LocatedFinding { chapter: Some(self.chapter), paragraphs, finding });
        }
    }
}

impl SequenceCheck for TenseSlip {
    sequence_names!(C11, "tense", Info);

    fn visit(&mut self, passage: &Passage<'_>) {
        let has_verbs =
            passage.prepared.pair.target.known.as_ref().is_some_and(|known| !known.record.past.is_empty());
        if !has_verbs {
            return;
        }
        self.applies = true;
        if passage.chapter != self.chapter {
            self.close();
            self.chapter = passage.chapter;
        }
        let t = &passage.prepared.target;
        let spoken = quotation::mask(passage.prepared.target_quotations(), t.chars().len());
        let narrated = t.tokens().iter().filter(|token| spoken.get(token.start) != Some(&true));
        let (mut past, mut present) = (0, 0);
        for token in narrated {
            past += usize::from(token.flags.has(Flags::PAST));
            present += usize::from(token.flags.has(Flags::PRESENT));
        }
        self.n_past += past;
        self.n_present += present;
        if past >= LEAST_VERBS && past > present * 3 {
            self.clear.push((passage.id, true));
        } else if present >= LEAST_VERBS && present > past * 3 {
            self.clear.push((passage.id, false));
        }
    }

    fn finish(&mut self) -> Result<Vec<LocatedFinding>, &'static str> {
        self.close();
        if self.applies {
            Ok(std::mem::take(&mut self.found))
        } else {
            Err("tenses of the target language are not known")
        }
    }
}
