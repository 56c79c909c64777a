//! `confirm` and `reject`: a person's word on what was proposed.

use super::KnowledgeCmd;
use crate::args::knowledge::JudgeArgs;
use crate::exit::Exit;
use crate::output::counted;
use book::edit::Edit;
use book::knowledge::entry::Entry;
use book::knowledge::evidence::EntryState;
use messages::Message;
use serde_json::json;

/// What is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Noun {
    Term,
    Character,
    Memory,
}

impl Noun {
    /// The count as the history keeps it.
    fn counted(self, n: usize) -> Message {
        match self {
            Self::Term => counted(n, "n_terms"),
            Self::Character => counted(n, "n_characters"),
            Self::Memory => counted(n, "n_memories"),
        }
    }

    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Term => "term",
            Self::Character => "character",
            Self::Memory => "memory",
        }
    }
}

impl KnowledgeCmd<'_> {
    pub(super) async fn judge(
        &self,
        noun: Noun,
        args: &JudgeArgs,
        standing: EntryState,
    ) -> anyhow::Result<Exit> {
        let entries = if args.all { self.proposed(noun) } else { self.entries(noun, &args.entries)? };
        let judged: Vec<Entry> = entries.into_iter().map(|entry| with_standing(entry, standing)).collect();
        let edits: Vec<Edit> = judged.iter().cloned().map(Edit::upsert).collect();
        let verb = match standing {
            EntryState::Confirmed => "confirmed",
            EntryState::Rejected => "rejected",
            EntryState::Proposed => "proposed",
        };
        let note = match judged.as_slice() {
            [one] => format!("{verb} {} {}", noun.word(), name(one)),
            several => format!("{verb} {}", noun.counted(several.len())),
        };
        let ids: Vec<String> = judged.iter().map(id).collect();
        self.change(&edits, &note, json!({verb: ids})).await
    }

    /// The entries a person names.
    pub(super) fn entries(&self, noun: Noun, texts: &[String]) -> anyhow::Result<Vec<Entry>> {
        texts
            .iter()
            .map(|text| {
                Ok(match noun {
                    Noun::Term => Entry::Term(self.term(text)?.clone()),
                    Noun::Character => Entry::Character(self.character(text)?.clone()),
                    Noun::Memory => Entry::Memory(self.memory(text)?.clone()),
                })
            })
            .collect()
    }

    fn proposed(&self, noun: Noun) -> Vec<Entry> {
        let known = &self.knowledge;
        let all: Vec<Entry> = match noun {
            Noun::Term => known.terms.iter().cloned().map(Entry::Term).collect(),
            Noun::Character => known.characters.iter().cloned().map(Entry::Character).collect(),
            Noun::Memory => known.memories.iter().cloned().map(Entry::Memory).collect(),
        };
        all.into_iter().filter(|entry| entry.standing() == EntryState::Proposed).collect()
    }

    /// Takes entries out.
    pub(super) async fn remove(&self, noun: Noun, texts: &[String]) -> anyhow::Result<Exit> {
        let entries = self.entries(noun, texts)?;
        let edits: Vec<Edit> = entries.iter().map(|entry| Edit::remove(entry.key())).collect();
        let note = match entries.as_slice() {
            [one] => format!("removed {} {}", noun.word(), name(one)),
            several => format!("removed {}", noun.counted(several.len())),
        };
        let ids: Vec<String> = entries.iter().map(id).collect();
        self.change(&edits, &note, json!({"removed": ids})).await
    }
}

/// What an entry is called in a line.
pub(super) fn name(entry: &Entry) -> String {
    match entry {
        Entry::Term(term) => term.source.clone(),
        Entry::Character(character) => character.name.source.clone(),
        Entry::Memory(memory) => format!("“{}”", crate::output::fit(&memory.text, 40)),
        Entry::Summary(summary) => summary.chapter.to_string(),
    }
}

fn id(entry: &Entry) -> String {
    match entry {
        Entry::Term(term) => term.id.to_string(),
        Entry::Character(character) => character.id.to_string(),
        Entry::Memory(memory) => memory.id.to_string(),
        Entry::Summary(summary) => summary.chapter.to_string(),
    }
}

/// The entry with a person's decision on it. Confirming a character confirms the facts about them too; what was rejected
/// before stays rejected.
fn with_standing(entry: Entry, standing: EntryState) -> Entry {
    match entry {
        Entry::Term(mut term) => {
            term.standing = standing;
            Entry::Term(term)
        }
        Entry::Character(mut character) => {
            character.standing = standing;
            if standing == EntryState::Confirmed {
                let facts = character.gender.iter_mut().map(|fact| &mut fact.standing);
                let facts = facts.chain(character.description.iter_mut().map(|fact| &mut fact.standing));
                for fact in facts.chain(character.addresses.iter_mut().map(|address| &mut address.standing)) {
                    if *fact == EntryState::Proposed {
                        *fact = standing;
                    }
                }
            }
            Entry::Character(character)
        }
        Entry::Memory(mut memory) => {
            memory.standing = standing;
            Entry::Memory(memory)
        }
        Entry::Summary(mut summary) => {
            summary.standing = standing;
            Entry::Summary(summary)
        }
    }
}
