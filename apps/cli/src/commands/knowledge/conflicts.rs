//! `conflicts`: what cannot all be true, for a person to decide.

use super::KnowledgeCmd;
use crate::exit::Exit;
use book::id::CharacterId;
use book::knowledge::conflict::{Conflict, conflicts};
use serde_json::{Value, json};

impl KnowledgeCmd<'_> {
    pub(super) fn conflicts(&self) -> anyhow::Result<Exit> {
        let found = conflicts(&self.knowledge.terms, &self.knowledge.characters);
        if self.printer.is_json() {
            self.printer.json(&found.iter().map(|one| self.conflict_as_json(one)).collect::<Vec<_>>())?;
            return Ok(Exit::Done);
        }
        if found.is_empty() {
            self.printer.say("nothing contradicts");
            return Ok(Exit::Done);
        }
        let lines: Vec<String> = found.iter().map(|one| self.told(one)).collect();
        self.printer.long_result(&lines.join("\n"))?;
        self.printer.say(&format!(
            "hint: `tsumugi terms {id} reject TERM` or `tsumugi characters {id} edit NAME` decides",
            id = self.book.id
        ));
        Ok(Exit::Done)
    }

    fn told(&self, conflict: &Conflict) -> String {
        match conflict {
            Conflict::Gender { character, from } => {
                let facts = self.knowledge.characters.iter().find(|one| one.id == *character);
                let said: Vec<String> = facts
                    .into_iter()
                    .flat_map(|one| &one.gender)
                    .filter(|fact| fact.standing.is_usable())
                    .map(|fact| format!("{}{}", fact.value.as_str(), self.clock.remark(fact.known_from)))
                    .collect();
                format!(
                    "{}: gender{}: {}",
                    self.name_of(*character),
                    self.clock.remark(*from),
                    said.join(" or ")
                )
            }
            Conflict::Address { character, to, source, translations } => format!(
                "{} to {}: `{source}` is {}",
                self.name_of(*character),
                self.name_of(*to),
                translations.join(" or ")
            ),
            Conflict::Rendering { source, sides } => {
                let said: Vec<String> = sides
                    .iter()
                    .map(|side| format!("{} ({}, {})", side.translation, side.entry, side.standing.as_str()))
                    .collect();
                format!("{source}: {}", said.join(" or "))
            }
        }
    }

    fn conflict_as_json(&self, conflict: &Conflict) -> Value {
        match conflict {
            Conflict::Gender { character, from } => {
                json!({"about": "gender", "character": character, "name": self.name_of(*character), "from": from})
            }
            Conflict::Address { character, to, source, translations } => json!({
                "about": "address", "character": character, "to": to, "source": source, "translations": translations,
            }),
            Conflict::Rendering { source, sides } => {
                let sides: Vec<Value> = sides
                    .iter()
                    .map(|side| json!({"entry": side.entry, "translation": side.translation, "standing": side.standing}))
                    .collect();
                json!({"about": "translation", "source": source, "sides": sides})
            }
        }
    }

    /// What a character is called in a line.
    pub(super) fn name_of(&self, id: CharacterId) -> String {
        let found = self.knowledge.characters.iter().find(|one| one.id == id);
        found.map_or_else(|| id.to_string(), |one| one.name.source.clone())
    }
}
