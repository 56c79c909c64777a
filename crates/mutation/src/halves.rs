//! The lengths of a text as they are measured on the half of it that is not judged.
//!
//! The program measures lengths on a book's own translation. To judge that fairly, every other chapter is judged with
//! what the chapters between them show, and the reverse.

use super::Corpus;
use checks::language::length::{LengthFit, MeasuredLength};
use checks::suite::Suite;
use std::sync::Arc;

/// The checks for each half of a text.
pub(super) struct Halves {
    even: Suite,
    odd: Suite,
}

impl Halves {
    pub(super) fn new(suite: &Suite, corpus: &Corpus) -> Self {
        let measured_on = |parity: usize| {
            let mut fit = LengthFit::default();
            for line in corpus.lines.iter().filter(|line| line.chapter % 2 == parity) {
                fit.add(MeasuredLength::measure(&line.source, &line.translation));
            }
            let pair = suite.pair();
            let suite = match &pair.dictionary {
                Some(dictionary) => {
                    Suite::with_dictionary(&pair.source.tag, &pair.target.tag, Arc::clone(dictionary))
                }
                None => Suite::for_pair(&pair.source.tag, &pair.target.tag),
            };
            suite.measured(fit)
        };
        Self { even: measured_on(1), odd: measured_on(0) }
    }

    /// The checks for a chapter.
    pub(super) const fn for_chapter(&self, chapter: usize) -> &Suite {
        if chapter.is_multiple_of(2) { &self.even } else { &self.odd }
    }
}
