//! The search itself: many spellings at once, kept where they are whole words, the longest ones first.

use super::Capitals;
use super::alone::is_alone;
use super::boundary::{Place, is_whole};
use super::spelling::{Care, Owner, Spelling};
use super::visible::{FoldedText, Visible};
use aho_corasick::{AhoCorasick, MatchKind};
use std::ops::Range;

/// Finds spellings in folded text.
#[derive(Debug)]
pub(super) struct Finder {
    engine: Engine,
    spellings: Vec<Spelling>,
    capitals: Capitals,
}

#[derive(Debug)]
enum Engine {
    /// Each spelling for itself: an automaton costs more than it saves.
    OneByOne,
    Automaton(Box<AhoCorasick>),
}

/// Below this many spellings no automaton is built.
const FEW: usize = 12;

/// A spelling that stands in a text.
#[derive(Debug)]
pub(super) struct Hit<'f> {
    /// Where, in the folded text.
    pub(super) folded: Range<usize>,
    /// Whose it is.
    pub(super) owners: Vec<&'f Owner>,
    /// Whether it crosses another one.
    pub(super) crosses: bool,
}

impl Finder {
    pub(super) fn new(spellings: Vec<Spelling>, capitals: Capitals) -> Self {
        let automaton = || {
            let mut builder = AhoCorasick::builder();
            builder
                .match_kind(MatchKind::Standard)
                .build(spellings.iter().map(|spelling| &spelling.text))
                .ok()
        };
        // Only billions of states could fail, and then one by one is still right.
        let automaton = if spellings.len() < FEW { None } else { automaton() };
        let engine = automaton.map_or(Engine::OneByOne, |built| Engine::Automaton(Box::new(built)));
        Self { engine, spellings, capitals }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.spellings.is_empty()
    }

    /// The spellings in running text that are whole words and not inside a longer one, in order.
    pub(super) fn in_text(&self, written: &str, text: &FoldedText) -> Vec<Hit<'_>> {
        let mut hits = Vec::new();
        self.each(&text.text, |spelling, folded| {
            let Some(place) = place(written, text, &folded) else { return };
            let has_capitals = |owner: &&Owner| self.has_capitals(text, folded.start, owner, &spelling.text);
            let is_free = |owner: &&Owner| match owner.care {
                Care::Free => true,
                Care::Alone => is_alone(&place),
            };
            if is_whole(&place) {
                let owners: Vec<&Owner> =
                    spelling.owners.iter().filter(has_capitals).filter(is_free).collect();
                hits.push(Hit { folded, owners, crosses: false });
            }
        });
        longest(hits)
    }

    /// The spellings that are the whole reading of one or several bases, in order.
    pub(super) fn in_readings(&self, visible: &Visible) -> Vec<Hit<'_>> {
        let mut hits = Vec::new();
        self.each(&visible.readings.text, |spelling, folded| {
            if visible.base_of(&folded).is_some() {
                hits.push(Hit { folded, owners: spelling.owners.iter().collect(), crosses: false });
            }
        });
        longest(hits)
    }

    fn each<'f>(&'f self, text: &str, mut found: impl FnMut(&'f Spelling, Range<usize>)) {
        match &self.engine {
            Engine::OneByOne => {
                for spelling in &self.spellings {
                    let mut from = 0;
                    while let Some(at) = text.get(from..).and_then(|rest| rest.find(&spelling.text)) {
                        let at = from + at;
                        found(spelling, at..at + spelling.text.len());
                        from = at + spelling.text.chars().next().map_or(1, char::len_utf8);
                    }
                }
            }
            Engine::Automaton(automaton) => {
                for hit in automaton.find_overlapping_iter(text) {
                    if let Some(spelling) = self.spellings.get(hit.pattern().as_usize()) {
                        found(spelling, hit.start()..hit.end());
                    }
                }
            }
        }
    }

    fn has_capitals(&self, text: &FoldedText, at: usize, owner: &Owner, spelling: &str) -> bool {
        let is_capital = |offset: usize| text.capitals.binary_search(&(at + offset)).is_ok();
        match self.capitals {
            Capitals::Ignored => true,
            Capitals::Respected => owner.capitals.iter().all(|offset| is_capital(*offset)),
            Capitals::Exact => spelling
                .char_indices()
                .all(|(offset, _)| is_capital(offset) == owner.capitals.contains(&offset)),
        }
    }
}

fn place<'a>(written: &str, text: &'a FoldedText, folded: &Range<usize>) -> Option<Place<'a>> {
    let found = text.text.get(folded.clone())?;
    let last = folded.end - found.chars().next_back()?.len_utf8();
    Some(Place {
        before: text.written_char_before(written, folded.start),
        first: text.written_char(written, folded.start)?,
        last: text.written_char(written, last)?,
        next: text.written_char(written, folded.end),
        after: text.text.get(folded.end..)?,
    })
}

/// Leaves out what nobody owns here and what lies inside a longer one, and notes which cross each other.
fn longest(mut hits: Vec<Hit<'_>>) -> Vec<Hit<'_>> {
    hits.retain(|hit| !hit.owners.is_empty());
    hits.sort_by_key(|hit| (hit.folded.start, std::cmp::Reverse(hit.folded.end)));
    let mut reach = 0;
    hits.retain(|hit| {
        let is_longest = hit.folded.end > reach;
        reach = reach.max(hit.folded.end);
        is_longest
    });
    let crossing: Vec<bool> = hits
        .iter()
        .enumerate()
        .map(|(at, hit)| {
            let before = at.checked_sub(1).and_then(|before| hits.get(before));
            let after = hits.get(at + 1);
            before.is_some_and(|before| before.folded.end > hit.folded.start)
                || after.is_some_and(|after| after.folded.start < hit.folded.end)
        })
        .collect();
    for (hit, crosses) in hits.iter_mut().zip(crossing) {
        hit.crosses = crosses;
    }
    hits
}
