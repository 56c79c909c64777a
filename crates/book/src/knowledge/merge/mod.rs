//! What a file knows held against what the series knows: what is new, what is the same, and what contradicts.
//!
//! Nothing that stands is changed by a file unless the person says so. What was empty is filled, lists grow, and every
//! contradiction is told with both sides.

mod compare;
mod notes;
mod people;
mod words;

use super::character::Character;
use super::draft::{Draft, Identity};
use super::entry::{Entry, EntryKey};
use super::evidence::Evidence;
use super::memory::{Memory, Subject};
use super::summary::Summary;
use super::term::Term;
use crate::id::{BookId, CharacterId, MemoryId, Mint, TermId};
use crate::text::fold::Folding;
use std::collections::{BTreeMap, BTreeSet};

/// What becomes of what contradicts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MergePolicy {
    /// It stays as it is and is told.
    Keep,
    /// The file is right.
    Overwrite,
}

/// What the series knows.
#[derive(Debug, Clone, Copy)]
pub struct ExistingEntries<'a> {
    /// Its terms.
    pub terms: &'a [Term],
    /// Its characters.
    pub characters: &'a [Character],
    /// Its memories.
    pub memories: &'a [Memory],
    /// The summaries of its books.
    pub summaries: &'a [Summary],
    /// Its books; what a file says about others is left out.
    pub books: &'a BTreeSet<BookId>,
}

/// What becomes of the entries of a file, in the order of the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MergePlan {
    /// One for each entry.
    pub items: Vec<Item>,
    /// How many places of evidence were left out, because they are in books that are not here.
    pub n_evidence_left_out: usize,
}

/// What becomes of one entry of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The word, name or first words it is known by.
    pub name: String,
    /// The entry it is or becomes.
    pub key: Option<EntryKey>,
    /// What becomes of it.
    pub verdict: MergeVerdict,
}

/// What becomes of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MergeVerdict {
    /// It is new.
    Added(Box<Entry>),
    /// Nothing in it is new.
    Same,
    /// What was empty is filled, and nothing else changes.
    Filled(Box<Entry>),
    /// It contradicts what stands there, which stays.
    Conflict {
        /// Where they differ.
        differences: Vec<Difference>,
    },
    /// It contradicted what stood there, and replaces it.
    Overwritten {
        /// Where they differed.
        differences: Vec<Difference>,
        /// What it becomes.
        entry: Box<Entry>,
    },
    /// It is about something that is not here, or cannot be kept.
    LeftOut {
        /// Why.
        why: &'static str,
    },
}

/// One thing on which a file and the series differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// What it is about.
    pub field: &'static str,
    /// What stands here.
    pub here: String,
    /// What the file says.
    pub there: String,
}

/// How many entries had which fate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// New ones.
    pub added: usize,
    /// Those with nothing new in them.
    pub same: usize,
    /// Those that filled what was empty.
    pub filled: usize,
    /// Those that contradict and were not taken.
    pub conflicts: usize,
    /// Those that contradicted and were taken.
    pub overwritten: usize,
    /// Those that are about something that is not here.
    pub left_out: usize,
}

impl MergePlan {
    /// The entries to be written, each as a whole.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.items.iter().filter_map(|item| item.verdict.entry())
    }

    /// How many entries had which fate.
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        for item in &self.items {
            match &item.verdict {
                MergeVerdict::Added(_) => tally.added += 1,
                MergeVerdict::Same => tally.same += 1,
                MergeVerdict::Filled(_) => tally.filled += 1,
                MergeVerdict::Conflict { .. } => tally.conflicts += 1,
                MergeVerdict::Overwritten { .. } => tally.overwritten += 1,
                MergeVerdict::LeftOut { .. } => tally.left_out += 1,
            }
        }
        tally
    }
}

impl MergeVerdict {
    /// The entry that is to be written.
    pub fn entry(&self) -> Option<&Entry> {
        match self {
            Self::Added(entry) | Self::Filled(entry) | Self::Overwritten { entry, .. } => Some(entry),
            Self::Same | Self::Conflict { .. } | Self::LeftOut { .. } => None,
        }
    }
}

/// Holds a file against what is known. `mint` makes the ids of what is new.
///
/// Words are the same if they fold to the same; among terms with the same word the one of the same kind is meant. A
/// word that is in the file twice is held against what became of the first, unless the file's ids tell two apart.
pub fn plan(draft: &Draft, present: &ExistingEntries<'_>, policy: MergePolicy, mint: &mut Mint) -> MergePlan {
    let mut merging = Merging {
        policy,
        identity: draft.identity,
        books: present.books,
        terms: present.terms.to_vec(),
        characters: present.characters.to_vec(),
        term_ids: BTreeMap::new(),
        character_ids: BTreeMap::new(),
        taken_terms: BTreeSet::new(),
        taken_characters: BTreeSet::new(),
        by_word: BTreeMap::new(),
        places: BTreeMap::new(),
        memory_ids: present.memories.iter().map(|memory| memory.id).collect(),
        memories: BTreeMap::new(),
        plan: MergePlan::default(),
    };
    merging.index(present.memories);
    for term in &draft.terms {
        merging.term(term, mint);
    }
    merging.name_characters(&draft.characters, mint);
    for character in &draft.characters {
        merging.character(character);
    }
    for memory in &draft.memories {
        merging.memory(memory, mint);
    }
    for summary in &draft.summaries {
        merging.summary(summary, present.summaries);
    }
    merging.plan
}

/// A merge under way: what is known grows with what is taken, so that a file is held against itself too.
struct Merging<'a> {
    policy: MergePolicy,
    identity: Identity,
    books: &'a BTreeSet<BookId>,
    terms: Vec<Term>,
    characters: Vec<Character>,
    /// The ids of the file and what they are here.
    term_ids: BTreeMap<TermId, TermId>,
    character_ids: BTreeMap<CharacterId, CharacterId>,
    /// Those that an entry of the file was found to be, where the file's ids tell its entries apart.
    taken_terms: BTreeSet<TermId>,
    taken_characters: BTreeSet<CharacterId>,
    /// Places in the lists above, by folded word and by id.
    by_word: BTreeMap<String, Vec<usize>>,
    places: BTreeMap<EntryKey, usize>,
    memory_ids: BTreeSet<MemoryId>,
    memories: BTreeMap<(Subject, String), MemoryId>,
    plan: MergePlan,
}

impl Merging<'_> {
    fn index(&mut self, memories: &[Memory]) {
        for (at, term) in self.terms.iter().enumerate() {
            self.by_word.entry(folded(&term.source)).or_default().push(at);
            self.places.insert(EntryKey::Term { id: term.id }, at);
        }
        for (at, character) in self.characters.iter().enumerate() {
            self.places.insert(EntryKey::Character { id: character.id }, at);
        }
        for memory in memories {
            self.memories.insert((memory.subject, memory.text.trim().to_owned()), memory.id);
        }
    }

    fn push(&mut self, name: &str, key: Option<EntryKey>, verdict: MergeVerdict) {
        self.plan.items.push(Item { name: name.to_owned(), key, verdict });
    }

    /// The evidence that is in books of the series.
    fn at_home(&mut self, evidence: &[Evidence]) -> Vec<Evidence> {
        let here: Vec<Evidence> =
            evidence.iter().copied().filter(|one| self.books.contains(&one.book)).collect();
        self.plan.n_evidence_left_out += evidence.len() - here.len();
        here
    }

    fn verdict(&self, comparison: compare::Comparison, entry: impl Into<Entry>) -> MergeVerdict {
        let entry = Box::new(entry.into());
        match (comparison.differences.is_empty(), comparison.is_changed, self.policy) {
            (true, false, _) => MergeVerdict::Same,
            (true, true, _) => MergeVerdict::Filled(entry),
            (false, _, MergePolicy::Keep) => MergeVerdict::Conflict { differences: comparison.differences },
            (false, _, MergePolicy::Overwrite) => {
                MergeVerdict::Overwritten { differences: comparison.differences, entry }
            }
        }
    }
}

/// Words that fold to the same are the same word.
fn folded(text: &str) -> String {
    Folding::SOURCE.fold(text.trim())
}
