//! A character as it is written in an editor.

use super::super::KnowledgeCmd;
use super::super::sheet::{line, lines, remark};
use crate::exit::WrongUsage;
use book::knowledge::character::{Address, Character, Fact, Gender, Name, Voice};
use book::knowledge::evidence::EntryState;
use messages::Message;
use serde::Deserialize;
use std::fmt::Write;

/// The whole sheet.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sheet {
    name: String,
    translation: String,
    #[serde(default)]
    reading: String,
    standing: EntryState,
    #[serde(default)]
    voice: VoiceSheet,
    #[serde(default)]
    alias: Vec<AliasSheet>,
    #[serde(default)]
    gender: Vec<FactSheet<Gender>>,
    #[serde(default)]
    description: Vec<FactSheet<String>>,
    #[serde(default)]
    address: Vec<AddressSheet>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct VoiceSheet {
    register: String,
    endings: Vec<String>,
    samples: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AliasSheet {
    source: String,
    translation: String,
    #[serde(default)]
    reading: String,
    #[serde(default)]
    known_from: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FactSheet<T> {
    value: T,
    #[serde(default)]
    known_from: String,
    #[serde(default = "confirmed")]
    standing: EntryState,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AddressSheet {
    to: String,
    source: String,
    translation: String,
    #[serde(default)]
    from: String,
    #[serde(default)]
    until: String,
    #[serde(default = "confirmed")]
    standing: EntryState,
}

const fn confirmed() -> EntryState {
    EntryState::Confirmed
}

impl Sheet {
    /// The character that was written. Facts and forms that stayed keep their evidence.
    pub(super) fn character(&self, cmd: &KnowledgeCmd<'_>, before: &Character) -> anyhow::Result<Character> {
        let mut character = Character {
            standing: self.standing,
            evidence: before.evidence.clone(),
            voice: Voice {
                register: self.voice.register.trim().to_owned(),
                endings: self.voice.endings.clone(),
                samples: self.voice.samples.clone(),
            },
            ..Character::new(
                before.id,
                Name {
                    source: self.name.trim().to_owned(),
                    reading: non_empty(&self.reading),
                    translation: self.translation.trim().to_owned(),
                    known_from: before.name.known_from,
                },
            )
        };
        for alias in &self.alias {
            character.aliases.push(Name {
                source: alias.source.trim().to_owned(),
                reading: non_empty(&alias.reading),
                translation: alias.translation.trim().to_owned(),
                known_from: cmd.clock.read(&alias.known_from)?,
            });
        }
        character.gender = facts(cmd, &self.gender, &before.gender)?;
        character.description = facts(cmd, &self.description, &before.description)?;
        for form in &self.address {
            character.addresses.push(form.address(cmd, before)?);
        }
        Ok(character)
    }
}

impl AddressSheet {
    fn address(&self, cmd: &KnowledgeCmd<'_>, before: &Character) -> anyhow::Result<Address> {
        // `凛 (k7hd2m)` names a character by id, whatever the others are called.
        let by_id = self.to.rsplit_once('(').and_then(|(_, id)| id.strip_suffix(')'));
        let to = match by_id.and_then(|id| id.parse().ok()) {
            Some(id) => id,
            None => cmd.character(&self.to)?.id,
        };
        if self.source.trim().is_empty() || self.translation.trim().is_empty() {
            return Err(WrongUsage(Message::new("address_without_words").with("to", &self.to)).into());
        }
        let known = before.addresses.iter().find(|known| known.to == to && known.source == self.source);
        Ok(Address {
            to,
            source: self.source.trim().to_owned(),
            translation: self.translation.trim().to_owned(),
            from: cmd.clock.read(&self.from)?,
            until: non_empty(&self.until).map(|until| cmd.clock.read(&until)).transpose()?,
            evidence: known.map(|known| known.evidence.clone()).unwrap_or_default(),
            standing: self.standing,
        })
    }
}

fn facts<T: Clone + PartialEq>(
    cmd: &KnowledgeCmd<'_>,
    written: &[FactSheet<T>],
    before: &[Fact<T>],
) -> anyhow::Result<Vec<Fact<T>>> {
    written
        .iter()
        .map(|fact| {
            let known = before.iter().find(|known| known.value == fact.value);
            Ok(Fact {
                value: fact.value.clone(),
                evidence: known.map(|known| known.evidence.clone()).unwrap_or_default(),
                known_from: cmd.clock.read(&fact.known_from)?,
                standing: fact.standing,
            })
        })
        .collect()
}

fn non_empty(text: &str) -> Option<String> {
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// The sheet of a character.
pub(super) fn write(cmd: &KnowledgeCmd<'_>, one: &Character) -> String {
    let mut text = String::new();
    remark(&mut text, "character_sheet", cmd.printer);
    line(&mut text, "name", &one.name.source);
    line(&mut text, "translation", &one.name.translation);
    line(&mut text, "reading", one.name.reading.as_deref().unwrap_or_default());
    line(&mut text, "standing", one.standing.as_str());
    text.push('\n');
    remark(&mut text, "character_sheet_voice", cmd.printer);
    text.push_str("[voice]\n");
    line(&mut text, "register", &one.voice.register);
    lines(&mut text, "endings", &one.voice.endings);
    lines(&mut text, "samples", &one.voice.samples);
    for alias in &one.aliases {
        text.push_str("\n[[alias]]\n");
        line(&mut text, "source", &alias.source);
        line(&mut text, "translation", &alias.translation);
        line(&mut text, "reading", alias.reading.as_deref().unwrap_or_default());
        line(&mut text, "known_from", &cmd.clock.write(alias.known_from));
    }
    for fact in &one.gender {
        write_fact(cmd, &mut text, "gender", fact.value.as_str(), fact);
    }
    for fact in &one.description {
        write_fact(cmd, &mut text, "description", &fact.value, fact);
    }
    for form in &one.addresses {
        text.push_str("\n[[address]]\n");
        line(&mut text, "to", &format!("{} ({})", cmd.name_of(form.to), form.to));
        line(&mut text, "source", &form.source);
        line(&mut text, "translation", &form.translation);
        line(&mut text, "from", &cmd.clock.write(form.from));
        line(&mut text, "until", &form.until.map(|until| cmd.clock.write(until)).unwrap_or_default());
        line(&mut text, "standing", form.standing.as_str());
    }
    text.push('\n');
    remark(&mut text, "character_sheet_more", cmd.printer);
    let _ = write!(
        text,
        "# [[alias]]\n# source = \"\"\n# translation = \"\"\n# [[gender]]\n# value = \"female\"\n\
         # [[description]]\n# value = \"\"\n# [[address]]\n# to = \"\"\n# source = \"\"\n# translation = \"\"\n"
    );
    text
}

fn write_fact<T>(cmd: &KnowledgeCmd<'_>, text: &mut String, table: &str, value: &str, fact: &Fact<T>) {
    let _ = write!(text, "\n[[{table}]]\n");
    line(text, "value", value);
    line(text, "known_from", &cmd.clock.write(fact.known_from));
    line(text, "standing", fact.standing.as_str());
}
