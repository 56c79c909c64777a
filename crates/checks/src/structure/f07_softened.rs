//! **F7 softened.** The strong language of a chapter is gone from its translation.
//!
//! *Rule*: words of a list of strong language, counted per chapter on both sides. *Threshold*: at least 5 in the source, and
//! fewer than a third as many in the translation. Other languages swear in other places, so single paragraphs say nothing.
//! *False alarms*: a list never has all words; nothing was found in 11 languages of a game that hardly swears. *Severity*: info. Not applicable where a language has
//! no list, or the source does not swear. *Repair*: a person decides how rough the book may be.

use crate::check::{Finding, Severity};
use crate::code::CheckCode;
use crate::sequence::{LocatedFinding, Passage, SequenceCheck};

/// Check F7.
#[derive(Debug, Default)]
pub struct Softened {
    /// The chapter, with the counts of source and translation.
    chapters: Vec<(usize, usize, usize)>,
}

const LEAST: usize = 5;
const SHARE: usize = 3;

impl Softened {
    fn add(&mut self, later: &Self) {
        self.chapters.extend_from_slice(&later.chapters);
    }
}

impl SequenceCheck for Softened {
    sequence_names!(F7, "softened", Info);

    fn visit(&mut self, passage: &Passage<'_>) {
        let prepared = passage.prepared;
        let (Some(source), Some(target)) =
            (&prepared.pair.source_expletives, &prepared.pair.target_expletives)
        else {
            return;
        };
        if self.chapters.last().is_none_or(|(chapter, ..)| *chapter != passage.chapter) {
            self.chapters.push((passage.chapter, 0, 0));
        }
        if let Some((_, n_source, n_target)) = self.chapters.last_mut() {
            *n_source += source.count(prepared.source);
            *n_target += target.count(&prepared.target);
        }
    }

    fn finish(&mut self) -> Result<Vec<LocatedFinding>, &'static str> {
        let chapters = std::mem::take(&mut self.chapters);
        let strong: Vec<_> = chapters.into_iter().filter(|(_, n_source, _)| *n_source >= LEAST).collect();
        if strong.is_empty() {
            return Err("no chapter has strong language that could be counted");
        }
        let softened = strong.into_iter().filter(|(_, n_source, n_target)| n_target * SHARE < *n_source);
        let located = softened.map(|(chapter, n_source, n_target)| {
            let finding = Finding::new(
                CheckCode::F7,
                Severity::Info,
                format!(
                    "The source has {n_source} strong words in this chapter, the translation {n_target}; it may have been softened."
                ),
                format!("本章原文有{n_source}处粗口或激烈用语，译文只有{n_target}处，语气可能被弱化。"),
            );
            LocatedFinding { chapter: Some(chapter), paragraphs: Vec::new(), finding }
        });
        Ok(located.collect())
    }
}
