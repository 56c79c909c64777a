//! Which entry a person means: by id, by its words, or by the beginning of its words.

use super::KnowledgeCmd;
use crate::exit::{WithMessage, WrongUsage};
use book::knowledge::character::Character;
use book::knowledge::evidence::EntryState;
use book::knowledge::memory::{Memory, Subject};
use book::knowledge::term::Term;
use book::text::fold::Folding;
use messages::Message;
use std::fmt::Display;

/// A term or a character.
pub(super) enum NamedEntry<'a> {
    Term(&'a Term),
    Character(&'a Character),
}

impl KnowledgeCmd<'_> {
    pub(super) fn term(&self, text: &str) -> anyhow::Result<&Term> {
        let terms = &self.knowledge.terms;
        let by_id = text.parse().ok().and_then(|id| terms.iter().find(|term| term.id == id));
        if let Some(term) = by_id {
            return Ok(term);
        }
        let word = folded(text);
        let ways: [&dyn Fn(&Term) -> bool; 3] =
            [&|term| folded(&term.source) == word, &|term| folded(&term.translation) == word, &|term| {
                folded(&term.source).starts_with(&word) || folded(&term.translation).starts_with(&word)
            }];
        let told = |term: &Term| {
            format!("{} {} → {} ({})", term.id, term.source, term.translation, term.kind.as_str())
        };
        only(terms, &ways, |term| term.standing, told, text, "term")
    }

    pub(super) fn character(&self, text: &str) -> anyhow::Result<&Character> {
        let characters = &self.knowledge.characters;
        let by_id = text.parse().ok().and_then(|id| characters.iter().find(|one| one.id == id));
        if let Some(character) = by_id {
            return Ok(character);
        }
        let word = folded(text);
        let ways: [&dyn Fn(&Character) -> bool; 4] = [
            &|one| folded(&one.name.source) == word,
            &|one| one.names().any(|name| folded(&name.source) == word),
            &|one| one.names().any(|name| folded(&name.translation) == word),
            &|one| one.names().any(|name| folded(&name.source).starts_with(&word)),
        ];
        let told = |one: &Character| format!("{} {} → {}", one.id, one.name.source, one.name.translation);
        only(characters, &ways, |one| one.standing, told, text, "character")
    }

    pub(super) fn memory(&self, text: &str) -> anyhow::Result<&Memory> {
        let memories = &self.knowledge.memories;
        let by_id = text.parse().ok().and_then(|id| memories.iter().find(|one| one.id == id));
        if let Some(memory) = by_id {
            return Ok(memory);
        }
        let word = folded(text);
        let ways: [&dyn Fn(&Memory) -> bool; 2] =
            [&|one| folded(&one.text).starts_with(&word), &|one| folded(&one.text).contains(&word)];
        let told = |one: &Memory| format!("{} {}", one.id, crate::output::fit(&one.text, 50));
        only(memories, &ways, |one| one.standing, told, text, "memory")
    }

    /// A term or a character; what is both by its words is the character, whose names are more.
    pub(super) fn named(&self, text: &str) -> anyhow::Result<NamedEntry<'_>> {
        match (self.character(text), self.term(text)) {
            (Ok(character), _) => Ok(NamedEntry::Character(character)),
            (Err(_), Ok(term)) => Ok(NamedEntry::Term(term)),
            (Err(_), Err(error)) => {
                Err(error).with_message(|| Message::new("no_character_either").with("text", text))
            }
        }
    }

    /// What a memory is about: `series`, `book`, `chapter:3`, or an entry.
    pub(super) async fn subject(&self, text: &str) -> anyhow::Result<Subject> {
        let book = self.book.id;
        if let Some(chapter) = text.strip_prefix("chapter:") {
            let chapter = super::super::chapter_choice::find(self.library(), book, chapter).await?.id;
            return Ok(Subject::Chapter { book, chapter });
        }
        Ok(match text {
            "series" => Subject::Series,
            "book" => Subject::Book { book },
            other => match self.named(other) {
                Ok(NamedEntry::Character(character)) => Subject::Character { character: character.id },
                Ok(NamedEntry::Term(term)) => Subject::Term { term: term.id },
                Err(_) => {
                    return Err(WrongUsage(Message::new("nothing_called").with("text", other)).into());
                }
            },
        })
    }
}

/// Words that fold to the same are the same.
pub(super) fn folded(text: &str) -> String {
    Folding::SOURCE.fold(text.trim())
}

/// The one entry that answers in the first way any answers; what was rejected answers last.
fn only<'a, T>(
    entries: &'a [T],
    ways: &[&dyn Fn(&T) -> bool],
    standing: impl Fn(&T) -> EntryState,
    told: impl Fn(&T) -> String,
    text: &str,
    noun: impl Display,
) -> anyhow::Result<&'a T> {
    for usable in [true, false] {
        for answers in ways.iter().filter(|_| !text.trim().is_empty()) {
            let found: Vec<&T> =
                entries.iter().filter(|one| standing(one).is_usable() == usable && answers(one)).collect();
            match found.as_slice() {
                [] => {}
                [one] => return Ok(one),
                several => {
                    let list: Vec<String> =
                        several.iter().take(8).map(|one| format!("\n  {}", told(one))).collect();
                    let message = Message::new("ambiguous_entry").with("text", text);
                    let message = message.count("n_entries", several.len()).with("list", list.concat());
                    return Err(WrongUsage(message).into());
                }
            }
        }
    }
    Err(WrongUsage(Message::new("no_entry_called").with("noun", noun).with("text", text)).into())
}
