//! Characters of a file held against the characters that are known.

use super::super::character::{Address, Character, Fact, Gender, Name};
use super::super::draft::Identity;
use super::super::entry::{Entry, EntryKey};
use super::compare::Comparison;
use super::{MergePolicy, MergeVerdict, Merging, folded};
use crate::id::{CharacterId, Mint};
use std::collections::{BTreeMap, BTreeSet};

impl Merging<'_> {
    /// Finds out who of the file is who here, before anyone is compared: they speak to one another by id.
    pub(super) fn name_characters(&mut self, characters: &[Character], mint: &mut Mint) {
        let mut names: BTreeMap<String, Vec<CharacterId>> = BTreeMap::new();
        let mut ids = BTreeSet::new();
        for known in &self.characters {
            names.entry(folded(&known.name.source)).or_default().push(known.id);
            ids.insert(known.id);
        }
        for character in characters {
            let named = names.entry(folded(&character.name.source)).or_default();
            let free: Vec<CharacterId> =
                named.iter().copied().filter(|id| !self.taken_characters.contains(id)).collect();
            let by_id = self.identity == Identity::Ids;
            let same = free.iter().copied().find(|id| by_id && *id == character.id);
            let id = same.or_else(|| free.first().copied()).unwrap_or_else(|| {
                let keeps_id = by_id && !ids.contains(&character.id);
                if keeps_id { character.id } else { mint.character(|id| ids.contains(&id)) }
            });
            if ids.insert(id) {
                named.push(id);
            }
            if by_id {
                self.taken_characters.insert(id);
            }
            self.character_ids.insert(character.id, id);
        }
    }

    pub(super) fn character(&mut self, draft: &Character) {
        let Some(id) = self.character_ids.get(&draft.id).copied() else { return };
        let draft = self.at_home_here(draft, id);
        let key = EntryKey::Character { id };
        let Some(at) = self.places.get(&key).copied() else {
            self.places.insert(key, self.characters.len());
            self.characters.push(draft.clone());
            let name = draft.name.source.clone();
            self.push(&name, Some(key), MergeVerdict::Added(Box::new(Entry::Character(draft))));
            return;
        };
        let Some(present) = self.characters.get(at) else { return };
        let mut character = present.clone();
        let comparison = compare(&mut character, &draft, self.policy);
        if comparison.is_changed {
            Comparison::evidence(&mut character.evidence, &draft.evidence);
        }
        let verdict = self.verdict(comparison, character.clone());
        if let (Some(_), Some(place)) = (verdict.entry(), self.characters.get_mut(at)) {
            *place = character;
        }
        self.push(&draft.name.source, Some(key), verdict);
    }

    /// The character with the ids of this library: its own, of those it speaks to, and of places in books.
    fn at_home_here(&mut self, draft: &Character, id: CharacterId) -> Character {
        let mut character = draft.clone();
        character.id = id;
        character.evidence = self.at_home(&draft.evidence);
        for fact in &mut character.gender {
            fact.evidence = self.at_home(&fact.evidence);
        }
        for fact in &mut character.description {
            fact.evidence = self.at_home(&fact.evidence);
        }
        // Nobody can be spoken to who is neither in the file nor here.
        character.addresses.retain(|address| self.character_ids.contains_key(&address.to));
        for address in &mut character.addresses {
            address.evidence = self.at_home(&address.evidence);
            if let Some(to) = self.character_ids.get(&address.to) {
                address.to = *to;
            }
        }
        character
    }
}

fn compare(character: &mut Character, draft: &Character, policy: MergePolicy) -> Comparison {
    let mut comparison = Comparison::default();
    name(&mut comparison, "translation", &mut character.name, &draft.name);
    for alias in &draft.aliases {
        let word = folded(&alias.source);
        if let Some(known) = character.aliases.iter_mut().find(|known| folded(&known.source) == word) {
            name(&mut comparison, "alias", known, alias);
        } else {
            character.aliases.push(alias.clone());
            comparison.is_changed = true;
        }
    }
    gender(&mut comparison, &mut character.gender, &draft.gender, policy);
    comparison.text("voice", &mut character.voice.register, Some(&draft.voice.register));
    comparison.list(&mut character.voice.endings, &draft.voice.endings);
    comparison.list(&mut character.voice.samples, &draft.voice.samples);
    for fact in &draft.description {
        if !character.description.iter().any(|known| known.value.trim() == fact.value.trim()) {
            character.description.push(fact.clone());
            comparison.is_changed = true;
        }
    }
    for form in &draft.addresses {
        address(&mut comparison, &mut character.addresses, form);
    }
    comparison.standing(&mut character.standing, Some(draft.standing));
    comparison
}

fn name(comparison: &mut Comparison, field: &'static str, here: &mut Name, there: &Name) {
    comparison.text(field, &mut here.translation, Some(&there.translation));
    comparison.maybe("reading", &mut here.reading, there.reading.as_deref());
}

/// Genders that contradict are never both taken; the file's replace all of them, or none.
fn gender(
    comparison: &mut Comparison,
    here: &mut Vec<Fact<Gender>>,
    there: &[Fact<Gender>],
    policy: MergePolicy,
) {
    let is_known = |fact: &Fact<Gender>| {
        here.iter().any(|known| known.value == fact.value && known.known_from <= fact.known_from)
    };
    let new: Vec<&Fact<Gender>> = there.iter().filter(|fact| !is_known(fact)).collect();
    if new.is_empty() {
        return;
    }
    let contradicts = here
        .iter()
        .any(|known| known.standing.is_usable() && new.iter().any(|fact| fact.value != known.value));
    comparison.is_changed = true;
    if contradicts {
        let said = |facts: &[Fact<Gender>]| {
            facts.iter().map(|fact| fact.value.as_str()).collect::<Vec<_>>().join(", ")
        };
        comparison.differ("gender", &said(here), &said(there));
        if policy == MergePolicy::Overwrite {
            *here = there.to_vec();
        }
        return;
    }
    here.extend(new.into_iter().cloned());
}

fn address(comparison: &mut Comparison, here: &mut Vec<Address>, there: &Address) {
    let same = |known: &&mut Address| {
        known.to == there.to
            && known.source == there.source
            && known.from == there.from
            && known.until == there.until
    };
    if let Some(known) = here.iter_mut().find(same) {
        comparison.text("address", &mut known.translation, Some(&there.translation));
    } else {
        here.push(there.clone());
        comparison.is_changed = true;
    }
}
