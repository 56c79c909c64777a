//! Notes that concern a chunk: those attached to what is in it, and those that speak of it.

use super::block::{ContextItem, ContextList, fit, short};
use super::found::KnowledgeInText;
use book::id::{BookId, ChapterId};
use book::knowledge::entry::EntryKey;
use book::knowledge::evidence::EntryState;
use book::knowledge::memory::{Memory, Subject};
use book::text::fold::fold;
use tools::series_knowledge::KnowledgeAt;
use tools::text::PromptLanguage;

pub(super) const MAX_TOKENS: u64 = 300;
const MAX_MEMORIES: usize = 8;
const LONGEST: usize = 240;

/// Renders the best notes. Those that got in are given with the block.
pub(super) fn memories(
    language: PromptLanguage,
    known: &KnowledgeAt<'_>,
    found: &KnowledgeInText,
    (book, chapter): (BookId, ChapterId),
    cap: u64,
) -> (ContextList, Vec<EntryKey>) {
    let words = names_in_chunk(known, found);
    let mut scored: Vec<(u64, &Memory)> = known
        .series
        .memories()
        .iter()
        .filter(|memory| memory.known_from <= known.moment)
        .filter_map(|memory| Some((score(memory, found, book, chapter, &words)?, memory)))
        .collect();
    // The best first, and of equals the one learnt last.
    scored.sort_by_key(|(score, memory)| (std::cmp::Reverse(*score), std::cmp::Reverse(memory.id)));
    let mut chosen: Vec<&Memory> = Vec::new();
    let mut texts: Vec<String> = Vec::new();
    for (_, memory) in scored {
        let text = letters(&memory.text);
        if !texts.iter().any(|known| known.contains(&text) || text.contains(known)) {
            texts.push(text);
            chosen.push(memory);
        }
    }
    let n_beyond = chosen.len().saturating_sub(MAX_MEMORIES);
    chosen.truncate(MAX_MEMORIES);
    let items: Vec<ContextItem> =
        (0..).zip(&chosen).map(|(rank, memory)| ContextItem { line: line(language, memory), rank }).collect();
    let block = fit(language.choose("备忘：", "Notes:"), &items, cap.min(MAX_TOKENS), |n| {
        more(language, n + n_beyond)
    });
    let mut block = block;
    if n_beyond > 0 && block.shown.len() == items.len() {
        block.text.push('\n');
        block.text.push_str(&more(language, n_beyond));
    }
    let used =
        block.shown.iter().filter_map(|place| chosen.get(*place)).map(|memory| memory.id.into()).collect();
    (block, used)
}

fn more(language: PromptLanguage, n: usize) -> String {
    match language {
        PromptLanguage::Chinese => format!("- 另有 {n} 条备忘"),
        PromptLanguage::English => format!("- and {n} more notes"),
    }
}

/// How much a note concerns the chunk; `None` if it does not.
fn score(
    memory: &Memory,
    found: &KnowledgeInText,
    book: BookId,
    chapter: ChapterId,
    words: &[String],
) -> Option<u64> {
    let attached = match memory.subject {
        Subject::Chapter { book: of, chapter: one } if of == book && one == chapter => 50,
        Subject::Term { term } if found.terms.contains_key(&term) => 40,
        Subject::Character { character } if found.people.contains_key(&character) => 40,
        Subject::Book { book: of } if of == book => 20,
        Subject::Series => 20,
        // What is about another chapter or book is somewhere else's business, and may be to come.
        Subject::Chapter { .. } | Subject::Book { .. } => return None,
        // What is about something that is not here concerns it only if it speaks of what is.
        Subject::Term { .. } | Subject::Character { .. } => 0,
    };
    let text = fold(&memory.text);
    let mentions = words.iter().filter(|word| text.contains(word.as_str())).count().min(4);
    let score = attached + 10 * u64::try_from(mentions).unwrap_or(0);
    let trust = u64::from(memory.standing == EntryState::Confirmed) * 5;
    (score > 0).then_some(score + trust)
}

/// What the notes may call the things of the chunk: source names and translations.
fn names_in_chunk(known: &KnowledgeAt<'_>, found: &KnowledgeInText) -> Vec<String> {
    let terms = found.terms.keys().filter_map(|id| known.series.term(*id));
    let terms = terms.flat_map(|term| [term.source.as_str(), term.translation.as_str()]);
    let people = found.people.keys().filter_map(|id| known.series.character(*id));
    let people = people
        .flat_map(|character| character.names_at(known.moment))
        .flat_map(|name| [name.source.as_str(), name.translation.as_str()]);
    let mut words: Vec<String> = terms
        .chain(people)
        .map(|word| fold(word.trim()))
        .filter(|word| word.chars().nth(1).is_some())
        .collect();
    words.sort_unstable();
    words.dedup();
    words
}

fn letters(text: &str) -> String {
    fold(text).chars().filter(|c| c.is_alphanumeric()).collect()
}

fn line(language: PromptLanguage, memory: &Memory) -> String {
    let proposed = match memory.standing {
        EntryState::Proposed => language.choose("（待确认）", " (proposed)"),
        EntryState::Confirmed | EntryState::Rejected => "",
    };
    format!("- {}{proposed}", short(&memory.text, LONGEST))
}
