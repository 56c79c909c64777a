//! What a person decides on proposals, one or many at once, all of it as one change.

use async_recursion::async_recursion as boxed;
use book::edit::Edit;
use book::knowledge::character::{Character, Fact, FactState, Gender, Name};
use book::knowledge::entry::{Basis, Entry, EntryKey, Revision};
use book::knowledge::evidence::{EntryState, Evidence, StoryPosition};
use book::knowledge::term::Term;
use messages::{Explain, Message};
use std::collections::BTreeMap;
use store::change::{Cause, ChangeId};
use store::error::StoreError;
use store::library::Library;
use store::record::BookSummary;
use store::store::Store;

/// What a person decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// It is right as it is.
    Accept,
    /// It is right with this translation.
    AcceptAs(String),
    /// It is right, and this is the gender.
    AcceptWithGender(Gender),
    /// It is wrong, and is not to be proposed again.
    Reject,
    /// It is another name of this character, or another translation of this term.
    MergeInto(EntryKey),
}

/// Why a proposal cannot be merged.
#[derive(Debug)]
pub enum DecisionError {
    /// The library failed.
    Store(StoreError),
    /// The two do not go together.
    NotMergeable(EntryKey, EntryKey),
    /// It is not there any more.
    Gone(EntryKey),
}

impl Explain for DecisionError {
    fn message(&self) -> Message {
        match self {
            Self::Store(error) => error.message(),
            Self::NotMergeable(one, other) => {
                Message::new("not_mergeable").with("one", one).with("other", other)
            }
            Self::Gone(entry) => Message::new("proposal_gone").with("entry", entry),
        }
    }
}

messages::shown_as_message!(DecisionError);

impl From<StoreError> for DecisionError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// A decision on one proposal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryDecision {
    /// The term or character.
    pub entry: EntryKey,
    /// What is decided.
    pub decision: Decision,
    /// The revision the user saw; the decision is refused if the entry has changed since. `None` accepts any revision.
    pub revision: Option<Revision>,
}

/// Carries out what a person decided; undo takes it back as one step.
#[boxed]
pub async fn decide(
    store: &Store,
    book: &BookSummary,
    proposal: &Entry,
    decision: Decision,
    now_ms: i64,
) -> Result<(), DecisionError> {
    let verdict = EntryDecision { entry: proposal.key(), decision, revision: None };
    decide_all(store, book, &[verdict], now_ms).await?;
    Ok(())
}

/// Carries out several decisions in their order, all of them or none; undo takes them back as one step.
#[boxed]
pub async fn decide_all(
    store: &Store,
    book: &BookSummary,
    verdicts: &[EntryDecision],
    now_ms: i64,
) -> Result<Option<ChangeId>, DecisionError> {
    let mut batch = DecisionBatch { library: store.library(), book, slots: BTreeMap::new() };
    for verdict in verdicts {
        batch.decide(verdict).await?;
    }
    let note = match verdicts {
        [one] => format!("survey: {} {}", one.decision.past_tense(), one.entry),
        many => format!("survey: {} decisions", many.len()),
    };
    Ok(store.commit(book.id, &batch.edits(), &Cause::person(note), now_ms).await?.change)
}

impl Decision {
    const fn past_tense(&self) -> &'static str {
        match self {
            Self::Accept | Self::AcceptAs(_) | Self::AcceptWithGender(_) => "accepted",
            Self::Reject => "rejected",
            Self::MergeInto(_) => "merged",
        }
    }
}

/// The entries that are decided on, as they become.
struct DecisionBatch<'a> {
    library: &'a Library,
    book: &'a BookSummary,
    slots: BTreeMap<EntryKey, Slot>,
}

struct Slot {
    /// What it becomes; nothing where it goes into another.
    now: Option<Entry>,
    /// What must stand there.
    basis: Revision,
}

impl DecisionBatch<'_> {
    async fn decide(&mut self, verdict: &EntryDecision) -> Result<(), DecisionError> {
        let key = verdict.entry;
        let entry = self.take(key, verdict.revision).await?.ok_or(DecisionError::Gone(key))?;
        let entry = match &verdict.decision {
            Decision::Accept => accepted(entry),
            Decision::AcceptAs(translation) => accepted(translated(entry, translation.clone())),
            Decision::AcceptWithGender(gender) => accepted(with_gender(entry, *gender)),
            Decision::Reject => rejected(entry),
            Decision::MergeInto(into) => return self.merge(&entry, *into).await,
        };
        self.set_entry(key, Some(entry));
        Ok(())
    }

    async fn merge(&mut self, proposal: &Entry, into: EntryKey) -> Result<(), DecisionError> {
        let not_mergeable = || DecisionError::NotMergeable(proposal.key(), into);
        if into == proposal.key() {
            return Err(not_mergeable());
        }
        let merged = match (self.take(into, None).await?, proposal) {
            (Some(Entry::Character(mut one)), Entry::Character(_) | Entry::Term(_)) => {
                join(&mut one, proposal);
                Entry::Character(one)
            }
            (Some(Entry::Term(mut one)), Entry::Term(term)) if one.source.trim() == term.source.trim() => {
                add_form(&mut one, term);
                Entry::Term(one)
            }
            _ => return Err(not_mergeable()),
        };
        self.set_entry(proposal.key(), None);
        self.set_entry(into, Some(merged));
        Ok(())
    }

    /// An entry as it is by now.
    async fn take(&mut self, key: EntryKey, seen: Option<Revision>) -> Result<Option<Entry>, StoreError> {
        if let Some(slot) = self.slots.get(&key) {
            return Ok(slot.now.clone());
        }
        let series = self.book.series.id;
        let kept = match key {
            EntryKey::Term { id } => {
                let kept = self.library.term(series, id).await?;
                kept.map(|kept| (Entry::Term(kept.value), kept.revision))
            }
            EntryKey::Character { id } => {
                let kept = self.library.character(series, id).await?;
                kept.map(|kept| (Entry::Character(kept.value), kept.revision))
            }
            EntryKey::Memory { .. } | EntryKey::Summary { .. } => None,
        };
        let Some((entry, revision)) = kept else { return Ok(None) };
        self.slots.insert(key, Slot { now: Some(entry.clone()), basis: seen.unwrap_or(revision) });
        Ok(Some(entry))
    }

    fn set_entry(&mut self, key: EntryKey, entry: Option<Entry>) {
        if let Some(slot) = self.slots.get_mut(&key) {
            slot.now = entry;
        }
    }

    /// What goes away goes first, so that its words are free.
    fn edits(self) -> Vec<Edit> {
        let (stay, go): (Vec<_>, Vec<_>) = self.slots.into_iter().partition(|(_, slot)| slot.now.is_some());
        let removed =
            go.into_iter().map(|(key, slot)| Edit::RemoveEntry { key, basis: Basis::Revision(slot.basis) });
        let put = stay.into_iter().filter_map(|(_, slot)| Some(Edit::update(slot.now?, slot.basis)));
        removed.chain(put).collect()
    }
}

/// Confirmed, with every fact that is not contradicted.
fn accepted(mut entry: Entry) -> Entry {
    match &mut entry {
        Entry::Term(term) => term.standing = EntryState::Confirmed,
        Entry::Character(character) => {
            character.standing = EntryState::Confirmed;
            if character.gender_at(StoryPosition(u32::MAX)) != FactState::Conflict {
                confirm(&mut character.gender);
            }
            confirm(&mut character.description);
            for address in &mut character.addresses {
                if address.standing == EntryState::Proposed {
                    address.standing = EntryState::Confirmed;
                }
            }
        }
        Entry::Memory(memory) => memory.standing = EntryState::Confirmed,
        Entry::Summary(summary) => summary.standing = EntryState::Confirmed,
    }
    entry
}

fn confirm<T>(facts: &mut [Fact<T>]) {
    for fact in facts.iter_mut().filter(|fact| fact.standing == EntryState::Proposed) {
        fact.standing = EntryState::Confirmed;
    }
}

fn rejected(mut entry: Entry) -> Entry {
    match &mut entry {
        Entry::Term(term) => term.standing = EntryState::Rejected,
        Entry::Character(character) => character.standing = EntryState::Rejected,
        Entry::Memory(memory) => memory.standing = EntryState::Rejected,
        Entry::Summary(summary) => summary.standing = EntryState::Rejected,
    }
    entry
}

fn translated(mut entry: Entry, translation: String) -> Entry {
    match &mut entry {
        Entry::Term(term) => term.translation = translation,
        Entry::Character(character) => character.name.translation = translation,
        Entry::Memory(_) | Entry::Summary(_) => {}
    }
    entry
}

fn with_gender(mut entry: Entry, gender: Gender) -> Entry {
    if let Entry::Character(character) = &mut entry {
        for fact in &mut character.gender {
            fact.standing = if fact.value == gender { EntryState::Confirmed } else { EntryState::Rejected };
        }
        if !character.gender.iter().any(|fact| fact.value == gender) {
            let known_from = character.name.known_from;
            let (evidence, standing) = (Vec::new(), EntryState::Confirmed);
            character.gender.push(Fact { value: gender, evidence, known_from, standing });
        }
    }
    entry
}

fn add_form(into: &mut Term, term: &Term) {
    if into.translation != term.translation && !into.other_forms.contains(&term.translation) {
        into.other_forms.push(term.translation.clone());
    }
    add_all(&mut into.evidence, &term.evidence);
}

/// A person with another's names and facts.
fn join(into: &mut Character, proposal: &Entry) {
    let (names, evidence): (Vec<Name>, &[Evidence]) = match proposal {
        Entry::Character(one) => (one.names().cloned().collect(), &one.evidence),
        Entry::Term(term) => {
            let mut name = Name::new(term.source.clone(), term.translation.clone());
            name.reading.clone_from(&term.reading);
            name.known_from = into.name.known_from;
            (vec![name], &term.evidence)
        }
        Entry::Memory(_) | Entry::Summary(_) => return,
    };
    for name in names {
        if !into.names().any(|known| known.source == name.source) {
            into.aliases.push(name);
        }
    }
    add_all(&mut into.evidence, evidence);
    if let Entry::Character(one) = proposal {
        add_all(&mut into.gender, &one.gender);
        add_all(&mut into.description, &one.description);
        add_all(&mut into.addresses, &one.addresses);
        if into.voice.register.is_empty() {
            into.voice = one.voice.clone();
        }
    }
}

fn add_all<T: Clone + PartialEq>(into: &mut Vec<T>, more: &[T]) {
    for one in more {
        if !into.contains(one) {
            into.push(one.clone());
        }
    }
}
