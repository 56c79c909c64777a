//! Checks over a whole book: they see paragraph after paragraph, keep counts, and say at the end what does not fit.

use crate::catalogue;
use crate::check::{Finding, Severity};
use crate::code::CheckCode;
use crate::judgement::Judgement;
use crate::prepared::Prepared;
use crate::suite::{Suite, examine_prepared};
use crate::terms::speaker;
use crate::text::view::View;
use crate::unit::{ParagraphKnowledge, Unit};
use book::id::ParagraphId;
use std::any::Any;

/// Something a careful editor notices only over many paragraphs.
///
/// An implementer promises: memory that grows with what is distinct (hashes, names, chapters), never with the text
/// itself; `Err` with a reason, never an empty list, when there was nothing to judge; and that counts of stretches which are
/// appended in order come to the same as one walk through all of them.
pub trait SequenceCheck: Any + Send + Sync {
    /// The short code.
    fn code(&self) -> CheckCode;
    /// The name in words.
    fn name(&self) -> &'static str;
    /// How grave its findings are as a rule.
    fn severity(&self) -> Severity;
    /// Takes the next paragraph into account.
    fn visit(&mut self, passage: &Passage<'_>);
    /// Takes into account what the same check has counted in the chapters after its own.
    fn append(&mut self, later: &dyn SequenceCheck);
    /// Says what was found, or why nothing could be judged.
    fn finish(&mut self) -> Result<Vec<LocatedFinding>, &'static str>;
}

/// A paragraph on its way through the checks.
#[derive(Clone, Copy)]
pub struct Passage<'a> {
    pub id: ParagraphId,
    /// The position of its chapter, from zero; never falling.
    pub chapter: usize,
    /// The paragraph.
    pub prepared: &'a Prepared<'a>,
}

/// A finding with where it belongs.
#[derive(Debug, Clone, PartialEq)]
pub struct LocatedFinding {
    /// The chapter, where it is about one.
    pub chapter: Option<usize>,
    /// The paragraphs that show it, a few at most.
    pub paragraphs: Vec<ParagraphId>,
    /// What was found.
    pub finding: Finding,
}

impl LocatedFinding {
    /// More paragraphs than this are not listed.
    pub const MOST_PARAGRAPHS: usize = 20;
}

/// A walk through a book with all checks of this kind.
pub struct Sequence<'s> {
    suite: &'s Suite,
    tally: SequenceTally,
}

/// What all checks of this kind have counted in a stretch of whole chapters. Tallies of stretches that follow each other
/// are added up, with the verdicts of one walk.
pub struct SequenceTally {
    checks: Vec<Box<dyn SequenceCheck>>,
}

/// What the walk gave.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SequenceReport {
    /// What was found.
    pub located: Vec<LocatedFinding>,
    /// Checks that were applied and found nothing.
    pub passed: Vec<CheckCode>,
    /// Checks that had nothing to judge, with the reason.
    pub not_applicable: Vec<(CheckCode, &'static str)>,
}

impl<'s> Sequence<'s> {
    /// Starts at the beginning of a book.
    pub fn new(suite: &'s Suite) -> Self {
        Self { suite, tally: SequenceTally::default() }
    }

    /// Shows the next translated paragraph.
    pub fn visit(&mut self, id: ParagraphId, chapter: usize, unit: &Unit<'_>) {
        let source = View::new(unit.source.plain(), &self.suite.pair().source_lexicon);
        self.visit_prepared(id, chapter, Prepared::new(unit, self.suite.pair(), &source, unit.translation));
    }

    /// Shows the next translated paragraph, and examines it by itself: both texts are prepared once.
    pub fn examine(&mut self, id: ParagraphId, chapter: usize, unit: &Unit<'_>) -> Judgement {
        let source = View::new(unit.source.plain(), &self.suite.pair().source_lexicon);
        let prepared = Prepared::new(unit, self.suite.pair(), &source, unit.translation);
        let judgement = examine_prepared(&prepared);
        self.visit_prepared(id, chapter, prepared);
        judgement
    }

    fn visit_prepared(&mut self, id: ParagraphId, chapter: usize, prepared: Prepared<'_>) {
        let unit = prepared.paragraph;
        let speaker = unit.knowledge.speaker.or_else(|| speaker::speaker(&prepared));
        let addressee = unit.knowledge.addressee;
        let addressee = addressee.or_else(|| speaker::addressee(&prepared, speaker?));
        let unit = Unit { knowledge: ParagraphKnowledge { speaker, addressee, ..unit.knowledge }, ..*unit };
        let prepared = prepared.with_paragraph(&unit);
        let passage = Passage { id, chapter, prepared: &prepared };
        for check in &mut self.tally.checks {
            check.visit(&passage);
        }
    }

    /// What was counted so far.
    pub fn into_tally(self) -> SequenceTally {
        self.tally
    }

    /// Ends the walk.
    pub fn finish(self) -> SequenceReport {
        self.tally.finish()
    }
}

impl Default for SequenceTally {
    fn default() -> Self {
        Self { checks: catalogue::sequence_checks() }
    }
}

impl SequenceTally {
    /// Adds what was counted in the chapters that come next.
    pub fn add(&mut self, later: &Self) {
        for (check, later) in self.checks.iter_mut().zip(&later.checks) {
            check.append(later.as_ref());
        }
    }

    /// Says what was found in all of it.
    pub fn finish(self) -> SequenceReport {
        let mut report = SequenceReport::default();
        for mut check in self.checks {
            match check.finish() {
                Err(why) => report.not_applicable.push((check.code(), why)),
                Ok(located) if located.is_empty() => report.passed.push(check.code()),
                Ok(located) => report.located.extend(located),
            }
        }
        report
    }
}
