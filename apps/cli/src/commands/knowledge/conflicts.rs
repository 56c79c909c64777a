//! `conflicts`: what cannot all be true, for a person to decide.

use super::KnowledgeCmd;
use crate::exit::Exit;
use crate::output::word;
use book::id::CharacterId;
use book::knowledge::character::{Fact, Gender};
use book::knowledge::conflict::{Conflict, Side, conflicts};
use messages::Message;
use serde_json::{Value, json};

impl KnowledgeCmd<'_> {
    pub(super) fn conflicts(&self) -> anyhow::Result<Exit> {
        let found = conflicts(&self.knowledge.terms, &self.knowledge.characters);
        if self.printer.is_json() {
            self.printer.json(&found.iter().map(|one| self.conflict_as_json(one)).collect::<Vec<_>>())?;
            return Ok(Exit::Done);
        }
        if found.is_empty() {
            self.printer.notify(&Message::new("nothing_contradicts"));
            return Ok(Exit::Done);
        }
        let lines: Vec<String> = found.iter().map(|one| self.describe_conflict(one)).collect();
        self.printer.long_result(&lines.join("\n"))?;
        self.printer.hint(&Message::new("conflicts_next").with("book", self.book.id));
        Ok(Exit::Done)
    }

    fn describe_conflict(&self, conflict: &Conflict) -> String {
        let printer = self.printer;
        let or = printer.text_of(&Message::new("or"));
        printer.text_of(&match conflict {
            Conflict::Gender { character, from } => {
                let facts = self.knowledge.characters.iter().find(|one| one.id == *character);
                let said: Vec<String> = facts
                    .into_iter()
                    .flat_map(|one| &one.gender)
                    .filter(|fact| fact.standing.is_usable())
                    .map(|fact| self.dated_gender(fact))
                    .collect();
                Message::new("conflict_gender")
                    .with("name", self.name_of(*character))
                    .with("from", self.clock.remark(*from, printer))
                    .with("sides", said.join(&or))
            }
            Conflict::Address { character, to, source, translations } => Message::new("conflict_address")
                .with("name", self.name_of(*character))
                .with("other", self.name_of(*to))
                .with("source", source)
                .with("sides", translations.join(&or)),
            Conflict::Rendering { source, sides } => {
                let side = |side: &Side| {
                    let told = Message::new("conflict_side").with("translation", &side.translation);
                    let told = told.with("entry", side.entry);
                    printer.text_of(&told.part("standing", word("standing", side.standing.as_str())))
                };
                let said: Vec<String> = sides.iter().map(side).collect();
                Message::new("conflict_rendering").with("source", source).with("sides", said.join(&or))
            }
        })
    }

    /// A gender, and from when it is known.
    pub(super) fn dated_gender(&self, fact: &Fact<Gender>) -> String {
        let gender = self.printer.text_of(&word("gender", fact.value.as_str()));
        format!("{gender}{}", self.clock.remark(fact.known_from, self.printer))
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
