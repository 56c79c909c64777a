//! What a series knows, prepared once for each state of it, and shared by everybody who works on its books.

use book::id::{CharacterId, SeriesId, TermId};
use book::knowledge::character::Character;
use book::knowledge::conflict::{Conflict, conflicts};
use book::knowledge::entry::{Entry, EntryKey, Mark, Revision};
use book::knowledge::evidence::{EntryState, Evidence, StoryPosition};
use book::knowledge::matching::{Doubt, Form, Matcher, Occurrence, Options};
use book::knowledge::memory::Memory;
use book::knowledge::term::Term;
use book::text::markup::Marked;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use store::error::StoreError;
use store::knowledge::Knowledge;
use store::library::Library;

/// What a series knows and may be relied on: what a person has confirmed, and proposals with enough evidence. Where
/// proposals contradict each other, neither is used.
#[derive(Debug)]
pub struct SeriesKnowledge {
    revision: Revision,
    terms: Vec<Term>,
    characters: Vec<Character>,
    memories: Vec<Memory>,
    marks: HashMap<EntryKey, Mark>,
    places: HashMap<EntryKey, usize>,
    matcher: Matcher,
}

/// A proposal is relied on if so many paragraphs bear it out.
const ENOUGH_EVIDENCE: usize = 2;

/// Whether something that is known may be relied on without a person at hand.
pub fn is_reliable(standing: EntryState, evidence: &[Evidence]) -> bool {
    match standing {
        EntryState::Confirmed => true,
        EntryState::Proposed => evidence.iter().collect::<HashSet<_>>().len() >= ENOUGH_EVIDENCE,
        EntryState::Rejected => false,
    }
}

impl SeriesKnowledge {
    /// Prepares what a series knows.
    pub fn new(knowledge: Knowledge) -> Self {
        let Knowledge { revision, mut terms, mut characters, mut memories } = knowledge;
        let open = conflicts(&terms, &characters);
        terms.retain(|term| is_reliable(term.standing, &term.evidence));
        characters.retain(|character| is_reliable(character.standing, &character.evidence));
        // A note is learnt from one paragraph as a rule; it is a note, not a demand.
        memories.retain(|memory| match memory.standing {
            EntryState::Confirmed => true,
            EntryState::Proposed => !memory.evidence.is_empty(),
            EntryState::Rejected => false,
        });
        let marks = marks(&terms, &characters, &memories);
        for conflict in &open {
            leave_out(conflict, &mut terms, &mut characters);
        }
        let term_places = terms.iter().enumerate().map(|(place, term)| (term.id.into(), place));
        let places = term_places
            .chain(characters.iter().enumerate().map(|(place, character)| (character.id.into(), place)))
            .collect();
        let matcher = Matcher::new(&terms, &characters, &Options::USUAL);
        Self { revision, terms, characters, memories, marks, places, matcher }
    }

    /// The state of the series' knowledge this is.
    pub const fn revision(&self) -> Revision {
        self.revision
    }

    /// Terms, in the order they came.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// Characters, in the order they came.
    pub fn characters(&self) -> &[Character] {
        &self.characters
    }

    /// Memories, in the order they came.
    pub fn memories(&self) -> &[Memory] {
        &self.memories
    }

    /// Finds terms and characters in a text.
    pub const fn matcher(&self) -> &Matcher {
        &self.matcher
    }

    /// One term.
    pub fn term(&self, id: TermId) -> Option<&Term> {
        self.terms.get(*self.places.get(&id.into())?)
    }

    /// One character.
    pub fn character(&self, id: CharacterId) -> Option<&Character> {
        self.characters.get(*self.places.get(&id.into())?)
    }

    /// The sign of what an entry tells.
    pub fn mark(&self, key: EntryKey) -> Option<Mark> {
        self.marks.get(&key).copied()
    }
}

fn marks(terms: &[Term], characters: &[Character], memories: &[Memory]) -> HashMap<EntryKey, Mark> {
    let entries = terms.iter().cloned().map(Entry::Term);
    let entries = entries.chain(characters.iter().cloned().map(Entry::Character));
    let entries = entries.chain(memories.iter().cloned().map(Entry::Memory));
    entries.map(|entry| (entry.key(), entry.mark())).collect()
}

/// Where several translations are confirmed, the word has several senses; where none is, nobody knows.
fn leave_out(conflict: &Conflict, terms: &mut Vec<Term>, characters: &mut [Character]) {
    match conflict {
        // Facts that contradict each other are weighed whenever they are asked for.
        Conflict::Gender { .. } => {}
        Conflict::Address { character, to, source, .. } => {
            for character in characters.iter_mut().filter(|one| one.id == *character) {
                character.addresses.retain(|address| address.to != *to || address.source != *source);
            }
        }
        Conflict::Rendering { source, sides } => {
            if sides.iter().any(|side| side.standing == EntryState::Confirmed) {
                return;
            }
            terms.retain(|term| term.source.trim() != source);
            for character in characters.iter_mut() {
                let names = std::iter::once(&mut character.name).chain(&mut character.aliases);
                for name in names.filter(|name| name.source.trim() == source) {
                    name.translation.clear();
                }
            }
        }
    }
}

/// What a series knows at one moment of its story.
#[derive(Debug, Clone, Copy)]
pub struct KnowledgeAt<'a> {
    pub series: &'a SeriesKnowledge,
    pub moment: StoryPosition,
}

/// What of it stands in a paragraph.
#[derive(Debug, Default)]
pub struct EntriesInText<'a> {
    /// Terms that certainly do: none whose name is also another's.
    pub terms: Vec<&'a Term>,
    /// Characters that are named, as far as the reader knows that the name is theirs.
    pub characters: Vec<&'a Character>,
}

impl<'a> KnowledgeAt<'a> {
    /// What stands in a text.
    pub fn present(&self, text: &Marked) -> EntriesInText<'a> {
        let mut present = EntriesInText::default();
        let mut seen = HashSet::new();
        for occurrence in self.series.matcher.occurrences(text) {
            let is_clear = occurrence.doubt.is_none();
            match occurrence.entry {
                EntryKey::Term { id } if is_clear && seen.insert(occurrence.entry) => {
                    present.terms.extend(self.series.term(id));
                }
                EntryKey::Character { id } if self.is_known(&occurrence) && seen.insert(occurrence.entry) => {
                    present.characters.extend(self.series.character(id));
                }
                EntryKey::Term { .. }
                | EntryKey::Character { .. }
                | EntryKey::Memory { .. }
                | EntryKey::Summary { .. } => {}
            }
        }
        present
    }

    /// Whether a reader knows at this moment whose name was found. A term is always what it says.
    pub fn is_known(&self, occurrence: &Occurrence) -> bool {
        let EntryKey::Character { id } = occurrence.entry else { return true };
        let number = match occurrence.form {
            Form::Name(number) | Form::Reading(number) | Form::Part(number) => number,
        };
        let name = self.series.character(id).and_then(|character| character.names().nth(number));
        name.is_some_and(|name| name.known_from <= self.moment)
    }

    /// Whether an occurrence may be something else as well.
    pub const fn is_shared(occurrence: &Occurrence) -> bool {
        matches!(occurrence.doubt, Some(Doubt::Shared))
    }
}

/// Keeps what a series knows at hand, and reads it again only when it has changed.
#[derive(Debug)]
pub struct KnowledgeCache {
    series: SeriesId,
    kept: Mutex<Option<Arc<SeriesKnowledge>>>,
}

impl KnowledgeCache {
    /// An empty cache for a series; it is filled on the first `get`.
    pub const fn new(series: SeriesId) -> Self {
        Self { series, kept: Mutex::new(None) }
    }

    pub const fn series(&self) -> SeriesId {
        self.series
    }

    /// What the series knows now. Who holds it keeps working on that state, whatever others learn meanwhile.
    pub async fn get(&self, library: &Library) -> Result<Arc<SeriesKnowledge>, StoreError> {
        let revision = library.knowledge_revision(self.series).await?;
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(kept) = kept.filter(|kept| kept.revision == revision) {
            return Ok(kept);
        }
        let known = Arc::new(SeriesKnowledge::new(library.knowledge(self.series).await?));
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&known));
        Ok(known)
    }
}
