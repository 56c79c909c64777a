//! Characters, both ways.

use super::clock::Clock;
use super::field::{fact, standing, text, texts, unknown};
use crate::api::knowledge as wire;
use crate::problem::Problem;
use book::id::CharacterId;
use book::knowledge::character::{Address, Character, FactState, Gender, Name, Voice};
use book::knowledge::evidence::{EntryState, StoryPosition};
use messages::Message;
use store::knowledge::Versioned;

pub(crate) fn character(kept: &Versioned<Character>, clock: Clock) -> wire::Character {
    let one = &kept.value;
    let gender = match one.gender_at(clock.end()) {
        FactState::Settled(gender) => Some(gender.as_str().to_owned()),
        FactState::Nothing | FactState::Conflict => None,
    };
    let addresses = one.addresses.iter().map(|address| wire::Address {
        to: address.to.to_string(),
        source: address.source.clone(),
        translation: address.translation.clone(),
        from_chapter: clock.chapter_number(address.from),
        until_chapter: address.until.and_then(|until| clock.chapter_number(until)),
    });
    wire::Character {
        id: one.id.to_string(),
        name: name(&one.name),
        aliases: one.aliases.iter().map(name).collect(),
        gender,
        description: described(one),
        voice: wire::Voice {
            register: one.voice.register.clone(),
            endings: one.voice.endings.clone(),
            samples: one.voice.samples.clone(),
        },
        addresses: addresses.collect(),
        standing: one.standing.as_str().to_owned(),
        revision: kept.revision.0,
    }
}

fn described(character: &Character) -> String {
    let usable = character.description.iter().filter(|fact| fact.standing.is_usable());
    usable.map(|fact| fact.value.as_str()).collect::<Vec<_>>().join("\n")
}

fn name(name: &Name) -> wire::Name {
    wire::Name {
        source: name.source.clone(),
        reading: name.reading.clone(),
        translation: name.translation.clone(),
    }
}

/// The character with what a person wrote put in. What was not changed keeps where it was learnt and since when it is known.
pub(crate) fn written_character(
    mut one: Character,
    request: &wire::CharacterRequest,
    clock: Clock,
) -> Result<Character, Problem> {
    if let Some(name) = &request.name {
        one.name = written_name(name, std::slice::from_ref(&one.name))?;
    }
    if let Some(aliases) = &request.aliases {
        one.aliases =
            aliases.iter().map(|alias| written_name(alias, &one.aliases)).collect::<Result<_, _>>()?;
    }
    if let Some(word) = &request.gender {
        let before = match one.gender_at(clock.end()) {
            FactState::Settled(gender) => gender.as_str(),
            FactState::Nothing | FactState::Conflict => "",
        };
        if word != before {
            one.gender = match word.as_str() {
                "" => Vec::new(),
                word => vec![fact(Gender::from_word(word).ok_or_else(|| unknown("gender", word))?)],
            };
        }
    }
    if let Some(description) = request.description.as_ref().filter(|text| **text != described(&one)) {
        let lines = description.lines().map(str::trim).filter(|line| !line.is_empty());
        one.description =
            lines.map(|line| Ok(fact(text("description", line)?))).collect::<Result<_, Problem>>()?;
    }
    if let Some(voice) = &request.voice {
        one.voice = Voice {
            register: text("register", &voice.register)?,
            endings: texts("endings", &voice.endings)?,
            samples: texts("samples", &voice.samples)?,
        };
    }
    if let Some(addresses) = &request.addresses {
        let before = std::mem::take(&mut one.addresses);
        one.addresses = addresses
            .iter()
            .map(|address| written_address(address, &before, clock))
            .collect::<Result<_, _>>()?;
    }
    if let Some(word) = &request.standing {
        one.standing = standing(word)?;
    }
    if one.name.source.is_empty() {
        return Err(Problem::wrong("character", Message::new("character_without_name")));
    }
    Ok(one)
}

fn written_name(given: &wire::Name, before: &[Name]) -> Result<Name, Problem> {
    let source = text("source", &given.source)?;
    if source.is_empty() {
        return Err(Problem::wrong("name", Message::new("name_empty")));
    }
    let known_from =
        before.iter().find(|name| name.source == source).map_or(StoryPosition(0), |name| name.known_from);
    Ok(Name {
        reading: given
            .reading
            .as_deref()
            .map(|reading| text("reading", reading))
            .transpose()?
            .filter(|text| !text.is_empty()),
        translation: text("translation", &given.translation)?,
        known_from,
        source,
    })
}

fn written_address(given: &wire::Address, before: &[Address], clock: Clock) -> Result<Address, Problem> {
    let to: CharacterId = given.to.parse().map_err(|_| unknown("to", &given.to))?;
    let (source, translation) = (text("source", &given.source)?, text("translation", &given.translation)?);
    let same = before.iter().find(|one| {
        one.to == to
            && one.source == source
            && clock.chapter_number(one.from) == given.from_chapter
            && one.until.and_then(|until| clock.chapter_number(until)) == given.until_chapter
    });
    if let Some(same) = same {
        return Ok(Address { translation, ..same.clone() });
    }
    Ok(Address {
        to,
        source,
        translation,
        from: given.from_chapter.map_or(StoryPosition(0), |chapter| clock.read(chapter)),
        until: given.until_chapter.map(|chapter| clock.read(chapter)),
        evidence: Vec::new(),
        standing: EntryState::Confirmed,
    })
}
