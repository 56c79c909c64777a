//! Characters of all pieces, one for each person, with every fact from the moment a reader knows it.

use super::{add_evidence, elected, folded};
use crate::survey::Learnt;
use book::edit::Edit;
use book::id::{BookId, CharacterId, Mint};
use book::knowledge::character::{Address, Character, Fact, Name};
use book::knowledge::evidence::{EntryState, StoryPosition};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use task::survey::found::{CharacterClaim, Citation, FoundCharacter, SurveyFindings};

const MAX_DESCRIPTIONS: usize = 12;

/// People to be written.
pub(super) struct People {
    new: Vec<Character>,
    grown: Vec<Character>,
}

impl People {
    pub(super) fn edits(&self) -> impl Iterator<Item = Edit> + '_ {
        let new = self.new.iter().cloned().map(Edit::create);
        new.chain(self.grown.iter().cloned().map(Edit::upsert))
    }

    /// Every name of a person, old or new.
    pub(super) fn names(&self, known: &[Character]) -> HashSet<String> {
        let usable = known.iter().filter(|one| one.standing.is_usable());
        let all = usable.chain(&self.new).chain(&self.grown);
        all.flat_map(Character::names).map(|name| folded(&name.source)).collect()
    }
}

/// What is to be written about people.
pub(super) fn learn(
    found: &[&SurveyFindings],
    known: &[Character],
    book: BookId,
    mint: &mut Mint,
    learnt: &mut Learnt,
) -> People {
    let mut taken: HashSet<CharacterId> = known.iter().map(|one| one.id).collect();
    let mut cast: Vec<Character> = known.to_vec();
    let groups = groups(found);
    let mut members: Vec<(CharacterId, Vec<&FoundCharacter>)> = Vec::new();
    for group in groups {
        let Some(first) = group.first() else { continue };
        let named_so = |one: &&Character| one.names().any(|name| folded(&name.source) == folded(&first.name));
        let id = if let Some(one) = cast.iter().find(named_so) {
            one.id
        } else {
            let id = mint.character(|id| taken.contains(&id));
            taken.insert(id);
            let translation = elected(group.iter().map(|one| one.translation.as_str())).unwrap_or_default();
            let spelling = elected(group.iter().map(|one| one.name.as_str())).unwrap_or(&first.name);
            let mut name = Name::new(spelling.to_owned(), translation.to_owned());
            name.known_from = group.iter().map(|one| one.cited.moment).min().unwrap_or_default();
            cast.push(Character::new(id, name));
            id
        };
        members.push((id, group));
    }
    let ids: BTreeMap<String, CharacterId> = members
        .iter()
        .flat_map(|(id, group)| group.iter().map(|one| (folded(&one.name), *id)))
        .chain(cast.iter().flat_map(|one| one.names().map(|name| (folded(&name.source), one.id))))
        .collect();
    let mut people = People { new: Vec::new(), grown: Vec::new() };
    for (id, group) in members {
        let Some(before) = cast.iter().find(|one| one.id == id) else { continue };
        if before.standing != EntryState::Proposed {
            learnt.n_settled += 1;
            continue;
        }
        let mut after = before.clone();
        for one in &group {
            add_evidence(&mut after.evidence, book, &one.cited);
            add_facts(&mut after, one, &ids, book);
        }
        if !known.iter().any(|one| one.id == id) {
            learnt.n_characters += 1;
            people.new.push(after);
        } else if after != *before {
            learnt.n_grown += 1;
            people.grown.push(after);
        }
    }
    people
}

/// Groups characters with the same name. A name that is an alias of a known character joins them, unless it was used on its
/// own before that was revealed.
fn groups<'f>(found: &[&'f SurveyFindings]) -> Vec<Vec<&'f FoundCharacter>> {
    let mut by_name: BTreeMap<String, Vec<&FoundCharacter>> = BTreeMap::new();
    let mut order: Vec<String> = Vec::new();
    for one in found.iter().flat_map(|found| &found.characters) {
        let name = folded(&one.name);
        if !by_name.contains_key(&name) {
            order.push(name.clone());
        }
        by_name.entry(name).or_default().push(one);
    }
    let mut aliases: BTreeMap<String, BTreeSet<(String, StoryPosition)>> = BTreeMap::new();
    for (name, group) in &by_name {
        for fact in group.iter().flat_map(|one| &one.facts) {
            if let CharacterClaim::Alias { name: alias, .. } = &fact.claim {
                aliases.entry(folded(alias)).or_default().insert((name.clone(), fact.cited.moment));
            }
        }
    }
    for name in order.clone() {
        let owners: BTreeSet<&String> = aliases
            .get(&name)
            .into_iter()
            .flatten()
            .map(|(owner, _)| owner)
            .filter(|owner| **owner != name)
            .collect();
        let [owner] = owners.into_iter().collect::<Vec<_>>()[..] else { continue };
        let revealed = aliases.get(&name).into_iter().flatten().map(|(_, moment)| *moment).min();
        let begins = by_name.get(&name).into_iter().flatten().map(|one| one.cited.moment).min();
        if begins >= revealed && by_name.contains_key(owner) {
            let joining = by_name.remove(&name).unwrap_or_default();
            let owner = owner.clone();
            by_name.entry(owner).or_default().extend(joining);
        }
    }
    order.iter().filter_map(|name| by_name.remove(name)).collect()
}

fn add_facts(
    character: &mut Character,
    found: &FoundCharacter,
    ids: &BTreeMap<String, CharacterId>,
    book: BookId,
) {
    // A name that joined another person's is an alias of theirs.
    if folded(&found.name) != folded(&character.name.source) {
        add_alias(character, &found.name, &found.translation, found.cited.moment);
    }
    for fact in &found.facts {
        let cited = &fact.cited;
        match &fact.claim {
            CharacterClaim::Alias { name, translation } => {
                add_alias(character, name, translation, cited.moment);
            }
            CharacterClaim::Gender { gender } => add_fact(&mut character.gender, *gender, cited, book),
            CharacterClaim::Description { text } if character.description.len() < MAX_DESCRIPTIONS => {
                add_fact(&mut character.description, text.clone(), cited, book);
            }
            CharacterClaim::Voice { register } if character.voice.register.is_empty() => {
                character.voice.register.clone_from(register);
            }
            CharacterClaim::Description { .. } | CharacterClaim::Voice { .. } => {}
            CharacterClaim::Address { to, form, translation } => {
                let to = ids.get(&folded(to)).copied().filter(|to| *to != character.id);
                if let Some(to) = to {
                    add_address(character, to, form, translation, cited, book);
                }
            }
        }
    }
}

fn add_alias(character: &mut Character, name: &str, translation: &str, moment: StoryPosition) {
    let known = std::iter::once(&mut character.name).chain(&mut character.aliases);
    let mut same = known.filter(|known| folded(&known.source) == folded(name));
    if let Some(known) = same.next() {
        if known.translation.is_empty() {
            translation.clone_into(&mut known.translation);
        }
        known.known_from = known.known_from.min(moment);
        return;
    }
    drop(same);
    let mut alias = Name::new(name.to_owned(), translation.to_owned());
    alias.known_from = moment;
    character.aliases.push(alias);
}

/// The same claim again is borne out better and may be known earlier; another one stands beside it.
fn add_fact<T: PartialEq>(facts: &mut Vec<Fact<T>>, value: T, cited: &Citation, book: BookId) {
    if let Some(known) = facts.iter_mut().find(|fact| fact.value == value) {
        if known.standing == EntryState::Proposed {
            known.known_from = known.known_from.min(cited.moment);
            add_evidence(&mut known.evidence, book, cited);
        }
        return;
    }
    let mut evidence = Vec::new();
    add_evidence(&mut evidence, book, cited);
    facts.push(Fact { value, evidence, known_from: cited.moment, standing: EntryState::Proposed });
}

fn add_address(
    character: &mut Character,
    to: CharacterId,
    form: &str,
    translation: &str,
    cited: &Citation,
    book: BookId,
) {
    // Pieces are read apart from each other; the first translation of a form stands until a person says otherwise.
    let same = |known: &&mut Address| known.to == to && known.source == form;
    if let Some(known) = character.addresses.iter_mut().find(same) {
        known.from = known.from.min(cited.moment);
        add_evidence(&mut known.evidence, book, cited);
        return;
    }
    let mut evidence = Vec::new();
    add_evidence(&mut evidence, book, cited);
    character.addresses.push(Address {
        to,
        source: form.to_owned(),
        translation: translation.to_owned(),
        from: cited.moment,
        until: None,
        evidence,
        standing: EntryState::Proposed,
    });
}
