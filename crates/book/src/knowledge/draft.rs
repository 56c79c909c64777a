//! Knowledge as a file brings it: nothing in it belongs to this library yet, and what the file does not say is absent.

use super::character::Character;
use super::evidence::{EntryState, Evidence};
use super::memory::Memory;
use super::summary::Summary;
use super::term::{Strictness, Term, TermKind};
use crate::id::TermId;

/// Everything a file brings. Ids are the file's own: they tie its entries to one another.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Draft {
    /// What tells two entries of the file apart.
    pub identity: Identity,
    /// Terms.
    pub terms: Vec<TermDraft>,
    /// Characters. A list or text that is empty is something the file does not say.
    pub characters: Vec<Character>,
    /// Memories.
    pub memories: Vec<Memory>,
    /// Summaries of chapters of books that may or may not be here.
    pub summaries: Vec<Summary>,
}

/// What tells two entries of a file apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Identity {
    /// Their words: the ids were only counted, and a word that is there twice is one entry.
    #[default]
    Words,
    /// Their ids, which they had in the library they are from: two people may have one name.
    Ids,
}

impl Draft {
    /// Whether the file brings nothing.
    pub const fn is_empty(&self) -> bool {
        self.terms.is_empty()
            && self.characters.is_empty()
            && self.memories.is_empty()
            && self.summaries.is_empty()
    }
}

/// A term as a file brings it. `None` and empty lists are what the file does not say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TermDraft {
    /// Its key in the file.
    pub id: TermId,
    /// The word as it stands in the source.
    pub source: String,
    /// How it is read.
    pub reading: Option<String>,
    /// The translation.
    pub translation: Option<String>,
    /// Other translations that are right as well.
    pub other_forms: Vec<String>,
    /// What sort of thing it names.
    pub kind: Option<TermKind>,
    /// Anything a translator should know.
    pub note: Option<String>,
    /// How closely a translation must follow.
    pub strictness: Option<Strictness>,
    /// Paragraphs that contain it.
    pub evidence: Vec<Evidence>,
    /// How far it is trusted.
    pub standing: Option<EntryState>,
}

impl TermDraft {
    /// A draft that says nothing but the word.
    pub const fn new(id: TermId, source: String) -> Self {
        Self {
            id,
            source,
            reading: None,
            translation: None,
            other_forms: Vec::new(),
            kind: None,
            note: None,
            strictness: None,
            evidence: Vec::new(),
            standing: None,
        }
    }
}

impl From<&Term> for TermDraft {
    /// The draft that says everything the term says.
    fn from(term: &Term) -> Self {
        let said = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Self {
            id: term.id,
            source: term.source.clone(),
            reading: term.reading.clone(),
            translation: said(&term.translation),
            other_forms: term.other_forms.clone(),
            kind: Some(term.kind),
            note: said(&term.note),
            strictness: Some(term.strictness),
            evidence: term.evidence.clone(),
            standing: Some(term.standing),
        }
    }
}
