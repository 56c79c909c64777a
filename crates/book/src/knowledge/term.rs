//! A term: a word or name of the source with the one way it is translated in this series.

use super::evidence::{EntryState, Evidence};
use crate::id::TermId;
use serde::{Deserialize, Serialize};

/// A word of the source and its agreed translation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Term {
    /// Its key, unique in its series.
    pub id: TermId,
    /// The word as it stands in the source.
    pub source: String,
    /// How it is read, where the script does not say (the ruby of a name).
    pub reading: Option<String>,
    /// The agreed translation.
    pub translation: String,
    /// Other translations that are right as well: inflected forms, short forms, a form for dialogue.
    pub other_forms: Vec<String>,
    /// What sort of thing it names.
    pub kind: TermKind,
    /// Anything a translator should know.
    pub note: String,
    /// How closely a translation must follow.
    pub strictness: Strictness,
    /// Paragraphs that contain it.
    pub evidence: Vec<Evidence>,
    /// How far it is trusted.
    pub standing: EntryState,
}

/// What sort of thing a term names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TermKind {
    /// A person; people with more to know about them are characters.
    Person,
    /// A place.
    Place,
    /// A group, house, school, company.
    Organisation,
    /// A thing: a sword, a ship, a book.
    Item,
    /// A skill, spell or technique.
    Skill,
    /// A rank or form of address.
    Title,
    /// A people, species or kind of creature.
    Species,
    /// Anything else.
    #[default]
    Other,
}

/// How closely a translation must follow a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strictness {
    /// An allowed form must stand in the translation.
    Exact,
    /// An allowed form should stand there; another word is shown to a person.
    #[default]
    Preferred,
    /// The source's own spelling stays.
    KeepSource,
}

impl TermKind {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Person,
        Self::Place,
        Self::Organisation,
        Self::Item,
        Self::Skill,
        Self::Title,
        Self::Species,
        Self::Other,
    ];

    /// The word for it in the store, in lists and in files.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Place => "place",
            Self::Organisation => "organisation",
            Self::Item => "item",
            Self::Skill => "skill",
            Self::Title => "title",
            Self::Species => "species",
            Self::Other => "other",
        }
    }

    /// The kind with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == word)
    }
}

impl Strictness {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Exact, Self::Preferred, Self::KeepSource];

    /// The word for it in the store, in lists and in files.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Preferred => "preferred",
            Self::KeepSource => "keep_source",
        }
    }

    /// The strictness with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == word)
    }
}

impl Term {
    /// A term of which nothing is known but the word and its translation.
    pub fn new(id: TermId, source: String, translation: String) -> Self {
        Self {
            id,
            source,
            reading: None,
            translation,
            other_forms: Vec::new(),
            kind: TermKind::default(),
            note: String::new(),
            strictness: Strictness::default(),
            evidence: Vec::new(),
            standing: EntryState::default(),
        }
    }

    /// Every text that counts as this term in a translation, the agreed one first.
    pub fn allowed_forms(&self) -> impl Iterator<Item = &str> {
        let kept = matches!(self.strictness, Strictness::KeepSource).then_some(self.source.as_str());
        let agreed = kept.is_none().then_some(self.translation.as_str());
        kept.into_iter()
            .chain(agreed)
            .chain(self.other_forms.iter().map(String::as_str))
            .filter(|form| !form.trim().is_empty())
    }

    /// Whether a translation without an allowed form is refused, not only shown: a person has confirmed an exact term.
    pub const fn is_binding(&self) -> bool {
        matches!(self.standing, EntryState::Confirmed)
            && matches!(self.strictness, Strictness::Exact | Strictness::KeepSource)
    }
}
