//! Everything the series knows that concerns one chunk, within a budget, in an order that does not change.

use super::addresses::addresses;
use super::found::find;
use super::glossary::glossary;
use super::memories::memories;
use super::people::people;
use super::summary::summary;
use super::terms::terms;
use crate::model_prompts::GlossaryEntry;
use book::id::{BookId, ChapterId, CharacterId};
use book::knowledge::entry::{Entry, EntryKey, Mark};
use book::knowledge::summary::Summary;
use book::knowledge::usage::{KnowledgeUsed, UsedEntry};
use book::text::markup::Marked;
use tools::series_knowledge::KnowledgeAt;
use tools::text::PromptLanguage;

/// What the pack may take, whatever the chunk.
const LEAST_BUDGET: u64 = 500;
const MOST_BUDGET: u64 = 1800;

/// What a pack is made for.
pub(crate) struct KnowledgeQuery<'a> {
    pub(crate) language: PromptLanguage,
    pub(crate) known: KnowledgeAt<'a>,
    pub(crate) book: BookId,
    pub(crate) chapter: ChapterId,
    /// What the chunk shows: its paragraphs and the chapter's title.
    pub(crate) texts: &'a [&'a Marked],
    /// What stands just before it.
    pub(crate) before: &'a [&'a Marked],
    /// The summary of the chapter before, if it is current.
    pub(crate) summary: Option<&'a Summary>,
    /// Tokens of the work block: a small chunk gets a small pack.
    pub(crate) work_tokens: u64,
}

/// A pack, and what went into it.
pub(crate) struct KnowledgeBlock {
    pub(crate) fragments: Vec<String>,
    pub(crate) used: KnowledgeUsed,
    /// The same words and names as a plain glossary.
    pub(crate) glossary: Vec<GlossaryEntry>,
}

/// Packs. What must be followed gets its room first; the block shows what changes least first.
pub(crate) fn knowledge_block(asked: &KnowledgeQuery<'_>) -> KnowledgeBlock {
    let (language, known) = (asked.language, &asked.known);
    let found = find(known, asked.texts, asked.before);
    let mut left = asked.work_tokens.clamp(LEAST_BUDGET, MOST_BUDGET);
    let (terms, used_terms) = terms(language, known, &found, left);
    left -= terms.tokens;
    let (people, used_people) = people(language, known, &found, left);
    left -= people.tokens;
    let (addresses, speakers) = addresses(language, known, &found, asked.texts, left);
    left -= addresses.tokens;
    let (memories, used_memories) = memories(language, known, &found, (asked.book, asked.chapter), left);
    left -= memories.tokens.min(left);
    let summary_block = summary(language, asked.summary, left);
    let mut used = UsedEntries::default();
    for (key, words) in used_terms.into_iter().chain(used_people) {
        used.add(key, words, known.series.mark(key));
    }
    for speaker in speakers {
        let key = CharacterId::into(speaker);
        used.add(key, Vec::new(), known.series.mark(key));
    }
    for key in used_memories {
        used.add(key, Vec::new(), known.series.mark(key));
    }
    if let Some(summary) = asked.summary.filter(|_| !summary_block.text.is_empty()) {
        let entry = Entry::Summary(summary.clone());
        used.add(entry.key(), Vec::new(), Some(entry.mark()));
    }
    KnowledgeBlock {
        glossary: glossary(known, &found),
        fragments: vec![summary_block.text, memories.text, people.text, addresses.text, terms.text],
        used: KnowledgeUsed { revision: known.series.revision(), entries: used.0 },
    }
}

#[derive(Default)]
struct UsedEntries(Vec<UsedEntry>);

impl UsedEntries {
    fn add(&mut self, key: EntryKey, words: Vec<String>, mark: Option<Mark>) {
        let Some(mark) = mark else { return };
        match self.0.iter_mut().find(|known| known.key == key) {
            Some(known) => known.found_as.extend(words),
            None => self.0.push(UsedEntry { key, mark, found_as: words }),
        }
    }
}
