//! Finds the lines of an old text again in a newer one, so that translations, versions and locks can follow them.
//!
//! What is word for word the same is found first, by what occurs once on both sides; the rest is compared in the gaps
//! between. A line that is not surely another one's newer form is a new line: a wrong guess would put a translation
//! under somebody else's words, a missed one only costs a translation.

mod anchors;
mod chapters;
mod gap;
mod leftovers;
mod likeness;

use self::anchors::{Keys, longest_chain};
use self::likeness::Shape;
use super::markup::Marked;
use std::collections::HashSet;

pub use chapters::{ChapterLine, align_chapters};
pub use likeness::same_words;

/// A line of either text.
#[derive(Debug, Clone, Copy)]
pub struct Line<'a> {
    /// Its text.
    pub text: &'a Marked,
    /// Which chapter it stands in, counted from zero; `None` for a line of the old text that an earlier revision took
    /// out, which can come back but is in nobody's way.
    pub chapter: Option<usize>,
}

/// Where a line of the newer text comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// The line of the old text, counted from zero.
    pub old: usize,
    /// What became of it.
    pub fate: LineChange,
    /// Whether it stands elsewhere among its neighbours now.
    pub moved: bool,
}

/// What became of an old line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineChange {
    /// Its words are the same.
    Same,
    /// Its words were changed.
    Changed,
    /// It was split, and this is the largest part; the other parts are new lines.
    Split,
    /// Others were joined to it; they are gone.
    Merged,
}

/// For each line of the newer text the old line it comes from; `None` for new ones. No old line is named twice.
pub fn align(old: &[Line<'_>], new: &[Line<'_>]) -> Vec<Option<Origin>> {
    let (old_side, new_side) = (Side::from_lines(old), Side::from_lines(new));
    let mut search = Search::new(&old_side, &new_side);
    search.take_moved_for_sure();
    search.align_in_order();
    search.extend();
    leftovers::take(&mut search, old, new);
    let mut origins = search.origins(new.len());
    leftovers::bring_back(old, new, &mut origins);
    pair_empty_lines(old, new, &mut origins);
    mark_moved(old, &mut origins);
    origins
}

/// The lines of one text that say something.
struct Side {
    /// Their places among all lines.
    places: Vec<usize>,
    shapes: Vec<Shape>,
}

impl Side {
    fn from_lines(lines: &[Line<'_>]) -> Self {
        let said = lines.iter().enumerate().filter(|(_, line)| line.chapter.is_some() && is_said(line));
        let (places, shapes) = said.map(|(place, line)| (place, Shape::from_text(line.text))).unzip();
        Self { places, shapes }
    }
}

fn is_said(line: &Line<'_>) -> bool {
    !line.text.plain().trim().is_empty()
}

/// A match under way, in counts of the lines that say something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FoundMatch {
    old: usize,
    fate: LineChange,
}

struct Search<'a> {
    old: &'a Side,
    new: &'a Side,
    keys: Keys,
    /// For each new line what it comes from.
    found: Vec<Option<FoundMatch>>,
    used: Vec<bool>,
}

impl<'a> Search<'a> {
    fn new(old: &'a Side, new: &'a Side) -> Self {
        let keys = Keys::from_shapes(&old.shapes, &new.shapes);
        Self { old, new, keys, found: vec![None; new.shapes.len()], used: vec![false; old.shapes.len()] }
    }

    fn take(&mut self, old: usize, new: usize, fate: LineChange) {
        if let (Some(used), Some(found)) = (self.used.get_mut(old), self.found.get_mut(new))
            && !*used
            && found.is_none()
        {
            *used = true;
            *found = Some(FoundMatch { old, fate });
        }
    }

    fn is_free(&self, old: usize, new: usize) -> bool {
        self.used.get(old) == Some(&false) && self.found.get(new) == Some(&None)
    }

    /// Long lines that occur once on both sides are the same lines, wherever they went; those out of order have moved,
    /// and nothing near them may take their place.
    fn take_moved_for_sure(&mut self) {
        let (old, new): (Vec<usize>, Vec<usize>) =
            ((0..self.used.len()).collect(), (0..self.found.len()).collect());
        let pairs = anchors::unique(&self.keys.exact, &old, &new);
        let chain = longest_chain(&pairs);
        let mut in_order = chain.iter().peekable();
        for pair in pairs {
            if in_order.next_if(|next| **next == pair).is_some() {
                continue;
            }
            if self.new.shapes.get(pair.1).is_some_and(Shape::is_long) {
                self.take(pair.0, pair.1, LineChange::Same);
            }
        }
    }

    /// Everything that is still in order: equal lines, then lines with equal letters, then alike ones.
    fn align_in_order(&mut self) {
        let old: Vec<usize> =
            (0..self.used.len()).filter(|old| self.used.get(*old) == Some(&false)).collect();
        let new: Vec<usize> =
            (0..self.found.len()).filter(|new| self.found.get(*new) == Some(&None)).collect();
        for matched in anchors::align(&self.keys, &old, &new) {
            self.take(matched.old, matched.new, matched.fate);
        }
        for (old, new) in self.gaps() {
            for matched in gap::align(&self.old.shapes, &self.new.shapes, &old, &new) {
                self.take(matched.old, matched.new, matched.fate);
            }
        }
    }

    /// The free lines between two neighbouring matches in order, on both sides.
    fn gaps(&self) -> Vec<(Vec<usize>, Vec<usize>)> {
        let pairs: Vec<(usize, usize)> = self
            .found
            .iter()
            .enumerate()
            .filter_map(|(new, found)| found.map(|found| (found.old, new)))
            .collect();
        let mut bounds = longest_chain(&pairs);
        bounds.push((self.used.len(), self.found.len()));
        let (mut old_from, mut new_from) = (0, 0);
        let mut gaps = Vec::new();
        for (old_to, new_to) in bounds {
            let old =
                (old_from..old_to).filter(|old| self.used.get(*old) == Some(&false)).collect::<Vec<_>>();
            let new =
                (new_from..new_to).filter(|new| self.found.get(*new) == Some(&None)).collect::<Vec<_>>();
            if !old.is_empty() && !new.is_empty() {
                gaps.push((old, new));
            }
            (old_from, new_from) = (old_to + 1, new_to + 1);
        }
        gaps
    }

    /// Neighbours of matches that are equal or alike: a block that moved takes its short lines along.
    fn extend(&mut self) {
        for new in 1..self.found.len() {
            if let Some(Some(before)) = self.found.get(new - 1).copied() {
                self.take_if_alike(before.old + 1, new);
            }
        }
        for new in (1..self.found.len()).rev() {
            if let Some(Some(after)) = self.found.get(new).copied()
                && let Some(old) = after.old.checked_sub(1)
            {
                self.take_if_alike(old, new - 1);
            }
        }
    }

    fn take_if_alike(&mut self, old: usize, new: usize) {
        if !self.is_free(old, new) {
            return;
        }
        let (Some(before), Some(after)) = (self.old.shapes.get(old), self.new.shapes.get(new)) else {
            return;
        };
        if before.words == after.words {
            self.take(old, new, LineChange::Same);
        } else if before.is_like(after) {
            self.take(old, new, LineChange::Changed);
        }
    }

    fn origins(&self, n_new: usize) -> Vec<Option<Origin>> {
        let mut origins = vec![None; n_new];
        for (found, place) in self.found.iter().zip(&self.new.places) {
            let Some(FoundMatch { old, fate }) = found else { continue };
            if let (Some(origin), Some(old)) = (origins.get_mut(*place), self.old.places.get(*old)) {
                *origin = Some(Origin { old: *old, fate: *fate, moved: false });
            }
        }
        origins
    }
}

/// Empty lines belong to the line before them.
fn pair_empty_lines(old: &[Line<'_>], new: &[Line<'_>], origins: &mut [Option<Origin>]) {
    let is_free = |place: usize| old.get(place).is_some_and(|line| line.chapter.is_some() && !is_said(line));
    let mut next = Some(0);
    let mut taken = HashSet::new();
    for (origin, line) in origins.iter_mut().zip(new) {
        if is_said(line) {
            next = origin.map(|origin| origin.old + 1);
            continue;
        }
        let Some(place) = next.filter(|place| is_free(*place) && taken.insert(*place)) else { continue };
        let is_same = old.get(place).is_some_and(|before| before.text == line.text);
        *origin = Some(Origin {
            old: place,
            fate: if is_same { LineChange::Same } else { LineChange::Changed },
            moved: false,
        });
        next = Some(place + 1);
    }
}

fn mark_moved(old: &[Line<'_>], origins: &mut [Option<Origin>]) {
    let was_there = |origin: &Origin| old.get(origin.old).is_some_and(|line| line.chapter.is_some());
    let pairs: Vec<(usize, usize)> = origins
        .iter()
        .enumerate()
        .filter_map(|(new, origin)| origin.filter(was_there).map(|origin| (origin.old, new)))
        .collect();
    let in_order: HashSet<usize> = longest_chain(&pairs).into_iter().map(|(_, new)| new).collect();
    for (new, origin) in origins.iter_mut().enumerate() {
        if let Some(origin) = origin {
            origin.moved = was_there(origin) && !in_order.contains(&new);
        }
    }
}
