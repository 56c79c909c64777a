//! Contradictions in what is known: each is a question for a person, and until it is answered neither side is used.

use super::character::{Address, Character, Fact, FactState};
use super::entry::EntryKey;
use super::evidence::{EntryState, StoryPosition};
use super::term::Term;
use crate::id::CharacterId;
use std::collections::BTreeMap;

/// Two or more things that cannot all be true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conflict {
    /// Facts about a character's gender contradict each other.
    Gender {
        /// The character.
        character: CharacterId,
        /// The first moment of the story at which they do.
        from: StoryPosition,
    },
    /// A character addresses another in the same words, and they are translated in two ways at the same time.
    Address {
        /// The speaker.
        character: CharacterId,
        /// The one spoken to.
        to: CharacterId,
        /// The form in the source.
        source: String,
        /// The translations, in the order they were given.
        translations: Vec<String>,
    },
    /// The same words of the source are translated in several ways.
    Rendering {
        /// The words.
        source: String,
        /// Who says what, as given.
        sides: Vec<Side>,
    },
}

/// One translation of words that have several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side {
    /// The term or character that says so.
    pub entry: EntryKey,
    /// The translation.
    pub translation: String,
    /// How far it is trusted.
    pub standing: EntryState,
}

/// Every open question in these terms and characters. Where a person has confirmed one translation, proposals that differ
/// are no question any more. Descriptions are sentences beside each other, not answers to one question.
pub fn conflicts(terms: &[Term], characters: &[Character]) -> Vec<Conflict> {
    let mut found = Vec::new();
    for character in characters.iter().filter(|character| character.standing.is_usable()) {
        found.extend(gender(character));
        found.extend(addresses(character));
    }
    found.extend(renderings(terms, characters));
    found
}

fn gender(character: &Character) -> Option<Conflict> {
    let mut moments: Vec<StoryPosition> = character.gender.iter().map(|fact| fact.known_from).collect();
    moments.sort_unstable();
    let from =
        moments.into_iter().find(|moment| Fact::settle(&character.gender, *moment) == FactState::Conflict)?;
    Some(Conflict::Gender { character: character.id, from })
}

fn addresses(character: &Character) -> Vec<Conflict> {
    let mut forms: BTreeMap<(CharacterId, &str), Vec<&Address>> = BTreeMap::new();
    for address in character.addresses.iter().filter(|address| address.standing.is_usable()) {
        forms.entry((address.to, address.source.as_str())).or_default().push(address);
    }
    let mut found = Vec::new();
    for ((to, source), forms) in forms {
        let contradicts = |form: &Address| {
            forms.iter().any(|other| other.translation != form.translation && overlap(form, other))
        };
        let translations: Vec<String> =
            forms.iter().filter(|form| contradicts(form)).map(|form| form.translation.clone()).collect();
        if !translations.is_empty() {
            let source = source.to_owned();
            found.push(Conflict::Address { character: character.id, to, source, translations });
        }
    }
    found
}

fn overlap(one: &Address, other: &Address) -> bool {
    let ends_before = |one: &Address, other: &Address| one.until.is_some_and(|until| until < other.from);
    !ends_before(one, other) && !ends_before(other, one)
}

fn renderings(terms: &[Term], characters: &[Character]) -> Vec<Conflict> {
    let mut by_source: BTreeMap<&str, Vec<Side>> = BTreeMap::new();
    for term in terms.iter().filter(|term| term.standing.is_usable()) {
        let translation = term.allowed_forms().next().unwrap_or_default().to_owned();
        let side = Side { entry: term.id.into(), translation, standing: term.standing };
        by_source.entry(term.source.trim()).or_default().push(side);
    }
    for character in characters.iter().filter(|character| character.standing.is_usable()) {
        for name in character.names() {
            let translation = name.translation.clone();
            let side = Side { entry: character.id.into(), translation, standing: character.standing };
            by_source.entry(name.source.trim()).or_default().push(side);
        }
    }
    by_source.into_iter().filter_map(|(source, sides)| rendering(source, sides)).collect()
}

/// What is confirmed settles the matter unless two confirmed ones differ; without any, proposals that differ do not.
fn rendering(source: &str, mut sides: Vec<Side>) -> Option<Conflict> {
    sides.retain(|side| !side.translation.trim().is_empty());
    if sides.iter().any(|side| side.standing == EntryState::Confirmed) {
        sides.retain(|side| side.standing == EntryState::Confirmed);
    }
    let first = sides.first()?;
    let differ = sides.iter().any(|side| side.translation != first.translation);
    differ.then(|| Conflict::Rendering { source: source.to_owned(), sides: sides.clone() })
}
