//! The knowledge entries of one commit: every change is decided in memory before anything is written.

use crate::knowledge::NotWritten;
use crate::sql::edits::Overruling;
use book::edit::Edit;
use book::id::TermId;
use book::knowledge::entry::{Basis, Entry, EntryKey, Revision};
use book::knowledge::evidence::EntryState;
use book::knowledge::term::Term;
use std::collections::HashMap;

/// What is to stand in an entry's place.
#[derive(Clone)]
pub(super) struct EntryWrite<'a> {
    pub(super) key: EntryKey,
    /// Nothing to take it out.
    pub(super) entry: Option<&'a Entry>,
    pub(super) basis: Basis,
    /// Where it stood once.
    pub(super) place: Option<i64>,
}

impl<'a> EntryWrite<'a> {
    pub(super) fn from_edit(edit: &'a Edit) -> Option<Self> {
        match edit {
            Edit::PutEntry { entry, basis } => {
                Some(Self { key: entry.key(), entry: Some(entry), basis: *basis, place: None })
            }
            Edit::RemoveEntry { key, basis } => {
                Some(Self { key: *key, entry: None, basis: *basis, place: None })
            }
            Edit::AddVersion { .. }
            | Edit::Expect { .. }
            | Edit::SelectVersion { .. }
            | Edit::SetLock { .. }
            | Edit::SetReview { .. }
            | Edit::SetReviewOfMany { .. }
            | Edit::CarryReview { .. }
            | Edit::SetTargetLanguage { .. }
            | Edit::RejectVersion { .. }
            | Edit::NoteChecks { .. }
            | Edit::Acknowledge { .. }
            | Edit::SetChapterTitle { .. }
            | Edit::SetBookTitle { .. }
            | Edit::CorrectBookTitle { .. }
            | Edit::SetInstructions { .. } => None,
        }
    }
}

/// An entry's place while a commit works on it.
pub(super) struct EntrySlot {
    pub(super) key: EntryKey,
    pub(super) place: Option<i64>,
    pub(super) revision: Option<Revision>,
    pub(super) before: Option<Entry>,
    pub(super) now: Option<Entry>,
}

/// Everything a commit works on, in memory until it is written together.
pub(super) struct EntryBatch {
    pub(super) series: i64,
    pub(super) slots: Vec<EntrySlot>,
    pub(super) by_key: HashMap<EntryKey, usize>,
    /// Which usable term has which words, by kind.
    pub(super) owners: HashMap<(String, &'static str), TermId>,
}

pub(super) fn words_of(term: &Term) -> (String, &'static str) {
    (term.source.trim().to_owned(), term.kind.as_str())
}

/// A term that may be used.
fn usable(entry: Option<&Entry>) -> Option<&Term> {
    match entry {
        Some(Entry::Term(term)) if term.standing.is_usable() => Some(term),
        Some(Entry::Term(_) | Entry::Character(_) | Entry::Memory(_) | Entry::Summary(_)) | None => None,
    }
}

impl EntryBatch {
    /// Makes a slot; false if there is one already.
    pub(super) fn open(&mut self, write: &EntryWrite<'_>) -> bool {
        if self.by_key.contains_key(&write.key) {
            return false;
        }
        self.by_key.insert(write.key, self.slots.len());
        let (key, place) = (write.key, write.place);
        self.slots.push(EntrySlot { key, place, revision: None, before: None, now: None });
        true
    }

    pub(super) fn fill(&mut self, key: EntryKey, place: i64, revision: Revision, entry: Entry) {
        let slot = self.by_key.get(&key).and_then(|at| self.slots.get_mut(*at));
        if let Some(slot) = slot {
            slot.place = Some(place);
            slot.revision = Some(revision);
            slot.before = Some(entry.clone());
            slot.now = Some(entry);
        }
    }

    pub(super) fn now(&self, key: EntryKey) -> Option<&Entry> {
        self.by_key.get(&key).and_then(|at| self.slots.get(*at)).and_then(|slot| slot.now.as_ref())
    }

    pub(super) fn apply(&mut self, write: &EntryWrite<'_>, overruling: Overruling) -> Result<(), NotWritten> {
        let key = write.key;
        let Some(slot) = self.by_key.get(&key).and_then(|at| self.slots.get_mut(*at)) else { return Ok(()) };
        if slot.now.as_ref() == write.entry && write.entry.is_some() {
            return Ok(());
        }
        slot.meets(write.basis)?;
        if write.entry.is_none() && slot.now.is_none() && write.place.is_none() {
            return Err(NotWritten::NoSuchEntry { key });
        }
        if overruling != Overruling::Overrule {
            let standings = [slot.now.as_ref(), write.entry].into_iter().flatten().map(Entry::standing);
            if let Some(standing) = standings.into_iter().find(|standing| *standing != EntryState::Proposed) {
                return Err(NotWritten::Settled { key, standing });
            }
        }
        if let Some(term) = usable(write.entry) {
            let same_words = usable(slot.now.as_ref()).is_some_and(|now| words_of(now) == words_of(term));
            let owner = self.owners.get(&words_of(term)).copied().filter(|owner| *owner != term.id);
            if let Some(existing) = owner.filter(|_| !same_words) {
                return Err(NotWritten::Duplicate { key, source_text: term.source.clone(), existing });
            }
        }
        if let Some(now) = usable(slot.now.as_ref())
            && self.owners.get(&words_of(now)) == Some(&now.id)
        {
            self.owners.remove(&words_of(now));
        }
        if let Some(term) = usable(write.entry) {
            self.owners.entry(words_of(term)).or_insert(term.id);
        }
        slot.now = write.entry.cloned();
        slot.revision = None;
        Ok(())
    }
}

impl EntrySlot {
    /// Whether what stands here is what the edit started from.
    fn meets(&self, basis: Basis) -> Result<(), NotWritten> {
        let key = self.key;
        match (basis, &self.now) {
            (Basis::Whatever, _) | (Basis::New, None) => Ok(()),
            (Basis::New, Some(_)) => Err(NotWritten::IdTaken { key }),
            (Basis::Revision(_), None) => Err(NotWritten::NoSuchEntry { key }),
            (Basis::Revision(based_on), Some(entry)) => match self.revision {
                // Written by an earlier edit of the same commit, which started from the same state.
                None => Ok(()),
                Some(present) if present == based_on => Ok(()),
                Some(present) => {
                    let entry = Box::new(entry.clone());
                    Err(NotWritten::Changed { key, based_on, present, entry })
                }
            },
        }
    }
}
