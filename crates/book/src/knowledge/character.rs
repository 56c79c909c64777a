//! A character: names, gender, voice and how they address others, each known from some chapter on.

use super::evidence::{EntryState, Evidence, StoryPosition};
use crate::id::CharacterId;
use serde::{Deserialize, Serialize};

/// Someone in the story.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Character {
    /// Its key, unique in its series.
    pub id: CharacterId,
    /// The full name.
    pub name: Name,
    /// Aliases, short forms and titles the person goes by, each with its own translation.
    pub aliases: Vec<Name>,
    /// What the text says about gender. More than one fact is a revelation or a contradiction, see [`Character::gender_at`].
    pub gender: Vec<Fact<Gender>>,
    /// How the person talks.
    pub voice: Voice,
    /// Who the person is, in sentences that each hold from some chapter on.
    pub description: Vec<Fact<String>>,
    /// How the person addresses others.
    pub addresses: Vec<Address>,
    /// Paragraphs the person is named in.
    #[serde(default)]
    pub evidence: Vec<Evidence>,
    /// How far it is trusted that there is such a person with these names. Facts have a standing of their own.
    #[serde(default)]
    pub standing: EntryState,
}

/// A name with its translation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Name {
    /// As in the source.
    pub source: String,
    /// How it is read, where the script does not say.
    pub reading: Option<String>,
    /// As in the translation.
    pub translation: String,
    /// The chapter from which a reader knows that it is this person's name. Before it, an alias must not give the
    /// person away.
    #[serde(default)]
    pub known_from: StoryPosition,
}

/// A gender as pronouns and grammar need it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gender {
    /// She.
    Female,
    /// He.
    Male,
    /// Neither, or a person who is to be spoken of neutrally.
    Neutral,
}

impl Gender {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Female, Self::Male, Self::Neutral];

    /// The word for it in lists and files.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Female => "female",
            Self::Male => "male",
            Self::Neutral => "neutral",
        }
    }

    /// The gender with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|gender| gender.as_str() == word)
    }
}

/// Something claimed about a character.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact<T> {
    /// The claim.
    pub value: T,
    /// Paragraphs that say so.
    pub evidence: Vec<Evidence>,
    /// The chapter from which a reader knows it. Before it, a translation must not give it away.
    pub known_from: StoryPosition,
    /// How far it is trusted.
    pub standing: EntryState,
}

/// What several facts about one question amount to at one moment of the story.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FactState<'a, T> {
    /// Nothing is known yet.
    Nothing,
    /// This is true as far as the reader knows.
    Settled(&'a T),
    /// Facts contradict each other; a person has to decide, until then none of them is used.
    Conflict,
}

/// How a character talks, as far as it should be heard in the translation.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Voice {
    /// The register in a few words: rough, courtly, childish.
    pub register: String,
    /// Endings and words that mark the voice in the translation, such as `じゃ` or `'tis`.
    pub endings: Vec<String>,
    /// A few lines that show it, from approved translations.
    pub samples: Vec<String>,
}

/// How one character addresses another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Address {
    /// The one spoken to.
    pub to: CharacterId,
    /// The form in the source.
    pub source: String,
    /// The form in the translation.
    pub translation: String,
    /// The chapter from which it holds.
    pub from: StoryPosition,
    /// The last chapter in which it holds, where it ends.
    pub until: Option<StoryPosition>,
    /// Paragraphs that show it.
    #[serde(default)]
    pub evidence: Vec<Evidence>,
    /// How far it is trusted.
    #[serde(default)]
    pub standing: EntryState,
}

impl Name {
    /// A name that is known from the beginning and whose reading nobody has noted.
    pub const fn new(source: String, translation: String) -> Self {
        Self { source, reading: None, translation, known_from: StoryPosition(0) }
    }
}

impl Character {
    /// Someone of whom nothing is known but the name.
    pub fn new(id: CharacterId, name: Name) -> Self {
        Self {
            id,
            name,
            aliases: Vec::new(),
            gender: Vec::new(),
            voice: Voice::default(),
            description: Vec::new(),
            addresses: Vec::new(),
            evidence: Vec::new(),
            standing: EntryState::Proposed,
        }
    }

    /// Every name the person goes by, the full one first.
    pub fn names(&self) -> impl Iterator<Item = &Name> {
        std::iter::once(&self.name).chain(&self.aliases)
    }

    /// The gender as a reader knows it at a moment of the story.
    pub fn gender_at(&self, moment: StoryPosition) -> FactState<'_, Gender> {
        Fact::settle(&self.gender, moment)
    }

    /// The names a reader knows to be this person's at a moment of the story, the full one first.
    pub fn names_at(&self, moment: StoryPosition) -> impl Iterator<Item = &Name> {
        self.names().filter(move |name| name.known_from <= moment)
    }
}

impl Address {
    /// Whether the form is in use at a moment of the story.
    pub fn holds_at(&self, moment: StoryPosition) -> bool {
        self.from <= moment && self.until.is_none_or(|until| moment <= until)
    }
}

impl<T: PartialEq> Fact<T> {
    /// What the facts amount to at a moment. Later revelations count only when a person has confirmed both them and
    /// what they overturn; every other difference is a conflict.
    pub fn settle(facts: &[Self], moment: StoryPosition) -> FactState<'_, T> {
        let visible = |fact: &&Self| fact.known_from <= moment && fact.standing.is_usable();
        let mut newest: Option<&Self> = None;
        let mut conflict = false;
        for fact in facts.iter().filter(visible) {
            match newest {
                None => newest = Some(fact),
                Some(known) if known.value == fact.value => {
                    if fact.known_from > known.known_from {
                        newest = Some(fact);
                    }
                }
                Some(known) => {
                    let both_confirmed =
                        known.standing == EntryState::Confirmed && fact.standing == EntryState::Confirmed;
                    conflict |= !both_confirmed || known.known_from == fact.known_from;
                    if fact.known_from > known.known_from {
                        newest = Some(fact);
                    }
                }
            }
        }
        match newest {
            _ if conflict => FactState::Conflict,
            Some(fact) => FactState::Settled(&fact.value),
            None => FactState::Nothing,
        }
    }
}
