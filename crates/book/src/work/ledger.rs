//! The ledger: for each paragraph of a task, what has become of it.

use super::failure::TaskFailure;
use super::outcome::LedgerState;
use crate::id::ParagraphId;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// What has become of one assigned paragraph.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", content = "reason", rename_all = "snake_case")]
pub enum LedgerEntry {
    /// Nothing yet.
    Pending,
    /// A version was accepted and saved.
    Accepted,
    /// Deliberately left as it is.
    Kept,
    /// Given up, for this reason.
    Failed(TaskFailure),
}

impl LedgerEntry {
    /// The same without the reason.
    pub const fn state(&self) -> LedgerState {
        match self {
            Self::Pending => LedgerState::Pending,
            Self::Accepted => LedgerState::Accepted,
            Self::Kept => LedgerState::Kept,
            Self::Failed(_) => LedgerState::Failed,
        }
    }

    /// The word for it in the store and in listings.
    pub const fn as_str(&self) -> &'static str {
        self.state().as_str()
    }
}

/// Every assigned paragraph with its entry, in reading order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<(ParagraphId, LedgerEntry)>", into = "Vec<(ParagraphId, LedgerEntry)>")]
pub struct Ledger {
    entries: Vec<(ParagraphId, LedgerEntry)>,
    places: HashMap<ParagraphId, usize>,
}

impl Ledger {
    /// A ledger in which everything is pending.
    pub fn new(paragraph_ids: &[ParagraphId]) -> Self {
        paragraph_ids.iter().map(|id| (*id, LedgerEntry::Pending)).collect::<Vec<_>>().into()
    }

    /// What has become of the paragraph; `None` if it is not assigned.
    pub fn entry(&self, id: ParagraphId) -> Option<&LedgerEntry> {
        self.places.get(&id).and_then(|place| self.entries.get(*place)).map(|(_, entry)| entry)
    }

    /// All entries in reading order.
    pub fn entries(&self) -> impl Iterator<Item = (ParagraphId, &LedgerEntry)> {
        self.entries.iter().map(|(id, entry)| (*id, entry))
    }

    /// What is still to be done, in reading order.
    pub fn pending(&self) -> Vec<ParagraphId> {
        self.entries().filter(|(_, entry)| **entry == LedgerEntry::Pending).map(|(id, _)| id).collect()
    }

    /// How many paragraphs have this word.
    pub fn count(&self, state: LedgerState) -> usize {
        self.entries.iter().filter(|(_, entry)| entry.state() == state).count()
    }

    /// Whether nothing is pending.
    pub fn is_complete(&self) -> bool {
        self.entries.iter().all(|(_, entry)| *entry != LedgerEntry::Pending)
    }

    /// How many paragraphs are assigned.
    pub const fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no paragraph is assigned.
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Marks a paragraph accepted. Returns whether the ledger moved; a paragraph that is not assigned moves nothing.
    pub fn accept(&mut self, id: ParagraphId) -> bool {
        self.set(id, LedgerEntry::Accepted)
    }

    /// Marks a paragraph as deliberately unchanged. An accepted one stays accepted: its text was changed.
    pub fn keep(&mut self, id: ParagraphId) -> bool {
        self.entry(id) == Some(&LedgerEntry::Pending) && self.set(id, LedgerEntry::Kept)
    }

    /// Gives up a paragraph. One that is settled stays settled.
    pub fn fail(&mut self, id: ParagraphId, failure: TaskFailure) -> bool {
        self.entry(id) == Some(&LedgerEntry::Pending) && self.set(id, LedgerEntry::Failed(failure))
    }

    /// Takes an accepted paragraph up again. Returns whether it was accepted.
    pub fn reopen(&mut self, id: ParagraphId) -> bool {
        self.entry(id) == Some(&LedgerEntry::Accepted) && self.set(id, LedgerEntry::Pending)
    }

    fn set(&mut self, id: ParagraphId, new: LedgerEntry) -> bool {
        let Some((_, entry)) = self.places.get(&id).and_then(|place| self.entries.get_mut(*place)) else {
            return false;
        };
        let moved = *entry != new;
        *entry = new;
        moved
    }
}

impl From<Vec<(ParagraphId, LedgerEntry)>> for Ledger {
    fn from(entries: Vec<(ParagraphId, LedgerEntry)>) -> Self {
        let places = entries.iter().enumerate().map(|(place, (id, _))| (*id, place)).collect();
        Self { entries, places }
    }
}

impl From<Ledger> for Vec<(ParagraphId, LedgerEntry)> {
    fn from(ledger: Ledger) -> Self {
        ledger.entries
    }
}
