//! Memories and summaries of a file held against those that are known.

use super::super::draft::Identity;
use super::super::entry::{Entry, EntryKey};
use super::super::memory::{Memory, Subject};
use super::super::summary::Summary;
use super::compare::Comparison;
use super::{MergeVerdict, Merging};
use crate::id::{MemoryId, Mint};

impl Merging<'_> {
    /// A memory is the same if it says the same of the same; it never contradicts.
    pub(super) fn memory(&mut self, draft: &Memory, mint: &mut Mint) {
        let name: String = draft.text.chars().take(40).collect();
        let Some(subject) = self.subject(draft.subject) else {
            self.push(&name, None, MergeVerdict::LeftOut { why: "it is about something that is not here" });
            return;
        };
        let words = (subject, draft.text.trim().to_owned());
        if let Some(id) = self.memories.get(&words).copied() {
            self.push(&name, Some(EntryKey::Memory { id }), MergeVerdict::Same);
            return;
        }
        let is_taken = |id: MemoryId| self.memory_ids.contains(&id);
        let keeps_id = self.identity == Identity::Ids && !is_taken(draft.id);
        let id = if keeps_id { draft.id } else { mint.memory(is_taken) };
        let evidence = self.at_home(&draft.evidence);
        let memory = Memory { id, subject, evidence, ..draft.clone() };
        self.memory_ids.insert(id);
        self.memories.insert(words, id);
        self.push(&name, Some(EntryKey::Memory { id }), MergeVerdict::Added(Box::new(Entry::Memory(memory))));
    }

    fn subject(&self, subject: Subject) -> Option<Subject> {
        match subject {
            Subject::Series => Some(subject),
            Subject::Book { book } | Subject::Chapter { book, .. } => {
                self.books.contains(&book).then_some(subject)
            }
            Subject::Term { term } => self.term_ids.get(&term).map(|term| Subject::Term { term: *term }),
            Subject::Character { character } => {
                let character = self.character_ids.get(&character)?;
                Some(Subject::Character { character: *character })
            }
        }
    }

    pub(super) fn summary(&mut self, draft: &Summary, present: &[Summary]) {
        let name: String = draft.text.chars().take(40).collect();
        if !self.books.contains(&draft.book) {
            self.push(&name, None, MergeVerdict::LeftOut { why: "its book is not here" });
            return;
        }
        let key = EntryKey::Summary { book: draft.book, chapter: draft.chapter };
        let known = present.iter().find(|one| one.book == draft.book && one.chapter == draft.chapter);
        let Some(known) = known else {
            self.push(&name, Some(key), MergeVerdict::Added(Box::new(Entry::Summary(draft.clone()))));
            return;
        };
        let mut summary = known.clone();
        let mut comparison = Comparison::default();
        comparison.text("summary", &mut summary.text, Some(&draft.text));
        if comparison.is_changed {
            summary.made_from.clone_from(&draft.made_from);
        }
        let verdict = self.verdict(comparison, summary);
        self.push(&name, Some(key), verdict);
    }
}
