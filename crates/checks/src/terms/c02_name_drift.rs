//! **C2 name-drift.** One name of the source is rendered in several ways over the book.
//!
//! *Rule*: for every known name with at least 4 paragraphs, the share of paragraphs in which the most frequent rendering stands. The
//! rendering is an agreed form, or the word with a capital (in Japanese, the katakana word) that stands in most of
//! those paragraphs, inflections taken together. *Threshold*: below 0.95 and in two paragraphs shown, and said to be grave below 0.80.
//! *False alarms*: human translations reach 0.990 to 0.997. *Severity*: queue. *Repair*: replace the odd renderings one by one.

use super::matching::{WantedForm, has_form, is_form_of, present};
use crate::check::{Finding, Severity};
use crate::code::CheckCode;
use crate::sequence::{LocatedFinding, Passage, SequenceCheck};
use crate::text::view::View;
use book::id::ParagraphId;
use book::text::script::Script;
use std::collections::BTreeMap;

/// Check C2.
#[derive(Debug, Default)]
pub struct NameDrift {
    names: BTreeMap<String, Uses>,
}

#[derive(Debug, Default)]
struct Uses {
    n_paragraphs: usize,
    n_agreed: usize,
    /// In how many paragraphs a candidate word stood, and as which new word it came.
    renderings: BTreeMap<String, Candidate>,
    without_agreed: Vec<(ParagraphId, Vec<String>)>,
}

#[derive(Debug, Clone, Copy)]
struct Candidate {
    n_paragraphs: usize,
    /// Words that were new before it. Of a whole book only the first are counted, whichever way it was walked through.
    turn: usize,
}

const LEAST_USES: usize = 4;
const MOST_RENDERINGS: usize = 400;

impl Uses {
    fn count(&mut self, word: &str, n_paragraphs: usize) {
        if let Some(known) = self.renderings.get_mut(word) {
            known.n_paragraphs += n_paragraphs;
        } else {
            let turn = self.renderings.len();
            self.renderings.insert(word.to_owned(), Candidate { n_paragraphs, turn });
        }
    }

    fn add(&mut self, later: &Self) {
        self.n_paragraphs += later.n_paragraphs;
        self.n_agreed += later.n_agreed;
        let mut words: Vec<(&String, &Candidate)> = later.renderings.iter().collect();
        words.sort_unstable_by_key(|(_, candidate)| candidate.turn);
        for (word, candidate) in words {
            self.count(word, candidate.n_paragraphs);
        }
        let room = LocatedFinding::MOST_PARAGRAPHS.saturating_sub(self.without_agreed.len());
        self.without_agreed.extend(later.without_agreed.iter().take(room).cloned());
    }
}

impl NameDrift {
    fn add(&mut self, later: &Self) {
        for (name, later) in &later.names {
            if let Some(uses) = self.names.get_mut(name) {
                uses.add(later);
            } else {
                let mut uses = Uses::default();
                uses.add(later);
                self.names.insert(name.clone(), uses);
            }
        }
    }
}

impl SequenceCheck for NameDrift {
    sequence_names!(C2, "name-drift", Queue);

    fn visit(&mut self, passage: &Passage<'_>) {
        let prepared = passage.prepared;
        let mut wanted: Vec<WantedForm<'_>> = Vec::new();
        for name in prepared.paragraph.knowledge.characters.iter().flat_map(|character| character.names()) {
            match wanted.iter_mut().find(|known| known.source == name.source) {
                Some(known) => known.forms.push(&name.translation),
                None => wanted.push(WantedForm { source: &name.source, forms: vec![&name.translation] }),
            }
        }
        for index in present(prepared.source, &wanted) {
            let Some(wanted) = wanted.get(index) else { continue };
            let uses = self.names.entry(wanted.source.to_owned()).or_default();
            uses.n_paragraphs += 1;
            if wanted.forms.iter().any(|form| has_form(&prepared.target, &prepared.pair.target, form)) {
                uses.n_agreed += 1;
                continue;
            }
            let candidates = candidates(&prepared.target);
            for word in &candidates {
                uses.count(word, 1);
            }
            if uses.without_agreed.len() < LocatedFinding::MOST_PARAGRAPHS {
                uses.without_agreed.push((passage.id, candidates));
            }
        }
    }

    fn finish(&mut self) -> Result<Vec<LocatedFinding>, &'static str> {
        let mut located = Vec::new();
        let mut judged = false;
        for (name, uses) in &self.names {
            if uses.n_paragraphs < LEAST_USES {
                continue;
            }
            judged = true;
            let counted = uses.renderings.iter().filter(|(_, word)| word.turn < MOST_RENDERINGS);
            let best = counted.max_by_key(|(_, word)| word.n_paragraphs);
            // Inflections of the most frequent other word count with it.
            let other = best.map_or(0, |(word, _)| {
                let of_word = |known: &&(ParagraphId, Vec<String>)| {
                    known.1.iter().any(|other| is_form_of(other, word, true))
                };
                uses.without_agreed.iter().filter(of_word).count()
            });
            let dominant = uses.n_agreed.max(other);
            let share = crate::ratio(dominant, uses.n_paragraphs);
            // In one paragraph a pronoun may well stand for the name.
            if share >= 0.95 || uses.n_paragraphs - dominant < 2 {
                continue;
            }
            let percent = (share * 100.0).round();
            let finding = Finding::new(
                CheckCode::C2,
                Severity::Queue,
                format!(
                    "«{name}» has its usual rendering in only {percent}% of {} paragraphs. Use one rendering.",
                    uses.n_paragraphs
                ),
                format!("「{name}」在{}个段落中只有{percent}%使用了主要译名。请统一。", uses.n_paragraphs),
            );
            let paragraphs = uses.without_agreed.iter().map(|(id, _)| *id).collect();
            located.push(LocatedFinding { chapter: None, paragraphs, finding });
        }
        if judged { Ok(located) } else { Err("no name is known that occurs four times") }
    }
}

fn candidates(view: &View<'_>) -> Vec<String> {
    let mut words: Vec<String> =
        view.tokens().iter().filter(|token| token.capital).map(|token| view.word(token).to_owned()).collect();
    let katakana = view.scripts().chunk_by(|left, right| left == right);
    let mut at = 0;
    for row in katakana {
        if row.first() == Some(&Script::Katakana) && row.len() > 1 {
            words.push(view.slice(at..at + row.len()));
        }
        at += row.len();
    }
    words.sort_unstable();
    words.dedup();
    words
}
