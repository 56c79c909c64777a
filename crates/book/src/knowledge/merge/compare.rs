//! Two values of one thing held against each other, field by field, and the one that comes of it.

use super::super::evidence::{EntryState, Evidence};
use super::Difference;

/// What comparing has found so far. The value that is handed in becomes the file's wherever they differ; whoever does
/// not want that throws it away.
#[derive(Default)]
pub(super) struct Comparison {
    pub(super) differences: Vec<Difference>,
    /// Whether anything was filled or replaced.
    pub(super) is_changed: bool,
}

impl Comparison {
    /// A text. Nothing said is nothing different, and what is empty here is filled.
    pub(super) fn text(&mut self, field: &'static str, here: &mut String, there: Option<&str>) {
        let Some(there) = there.map(str::trim).filter(|text| !text.is_empty() && *text != here.trim()) else {
            return;
        };
        if !here.trim().is_empty() {
            self.differ(field, here, there);
        }
        self.is_changed = true;
        there.clone_into(here);
    }

    /// A text that may be absent.
    pub(super) fn maybe(&mut self, field: &'static str, here: &mut Option<String>, there: Option<&str>) {
        let mut text = here.take().unwrap_or_default();
        self.text(field, &mut text, there);
        *here = Some(text).filter(|text| !text.is_empty());
    }

    /// One of a few values; `empty` is the one that says nothing.
    pub(super) fn word<T: Copy + PartialEq>(
        &mut self,
        field: &'static str,
        here: &mut T,
        there: Option<T>,
        empty: T,
        name: fn(T) -> &'static str,
    ) {
        let Some(there) = there.filter(|there| there != here && *there != empty) else { return };
        if *here != empty {
            self.differ(field, name(*here), name(there));
        }
        self.is_changed = true;
        *here = there;
    }

    /// A list that grows by what is not in it.
    pub(super) fn list<T: Clone + PartialEq>(&mut self, here: &mut Vec<T>, there: &[T]) {
        for item in there {
            if !here.contains(item) {
                here.push(item.clone());
                self.is_changed = true;
            }
        }
    }

    /// Where something was learnt is worth keeping but no news.
    pub(super) fn evidence(here: &mut Vec<Evidence>, there: &[Evidence]) {
        for place in there {
            if !here.contains(place) {
                here.push(*place);
            }
        }
    }

    /// How far something is trusted. A file that a person brings vouches for what it says; only a refusal on either
    /// side contradicts.
    pub(super) fn standing(&mut self, here: &mut EntryState, there: Option<EntryState>) {
        let there = there.unwrap_or(EntryState::Confirmed);
        match (*here, there) {
            (EntryState::Proposed, EntryState::Confirmed) => {
                self.is_changed = true;
                *here = EntryState::Confirmed;
            }
            (EntryState::Rejected, EntryState::Confirmed)
            | (EntryState::Confirmed | EntryState::Proposed, EntryState::Rejected) => {
                self.differ("standing", here.as_str(), there.as_str());
                self.is_changed = true;
                *here = there;
            }
            (EntryState::Proposed | EntryState::Confirmed | EntryState::Rejected, EntryState::Proposed)
            | (EntryState::Confirmed, EntryState::Confirmed)
            | (EntryState::Rejected, EntryState::Rejected) => {}
        }
    }

    pub(super) fn differ(&mut self, field: &'static str, here: &str, there: &str) {
        self.differences.push(Difference { field, here: here.to_owned(), there: there.to_owned() });
    }
}
