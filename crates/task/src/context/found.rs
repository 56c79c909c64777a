//! Which terms and people stand in a chunk, and by which names.

use book::id::{CharacterId, TermId};
use book::knowledge::entry::EntryKey;
use book::knowledge::matching::{Form, Occurrence, Scratch};
use book::text::markup::Marked;
use std::collections::{BTreeMap, BTreeSet};
use tools::series_knowledge::KnowledgeAt;

/// What was found.
#[derive(Debug, Default)]
pub(super) struct KnowledgeInText {
    pub(super) terms: BTreeMap<TermId, FoundEntry>,
    pub(super) people: BTreeMap<CharacterId, FoundEntry>,
    /// Names of people of which a reader does not know yet whose they are.
    pub(super) unrevealed: BTreeMap<(CharacterId, usize), FoundEntry>,
    /// People who are named only just before the chunk.
    pub(super) before: BTreeSet<CharacterId>,
}

/// How something was found.
#[derive(Debug, Default)]
pub(super) struct FoundEntry {
    pub(super) n_times: u64,
    /// Which of its names.
    pub(super) names: BTreeSet<usize>,
    /// Whether it was found by a reading.
    pub(super) by_reading: bool,
    /// Whether another entry has the same name.
    pub(super) is_shared: bool,
    /// The words as they stand in the text.
    pub(super) words: BTreeSet<String>,
}

/// Looks through a chunk and what stands before it.
pub(super) fn find(known: &KnowledgeAt<'_>, texts: &[&Marked], before: &[&Marked]) -> KnowledgeInText {
    let mut found = KnowledgeInText::default();
    let mut scratch = Scratch::default();
    for text in texts {
        for occurrence in known.series.matcher().occurrences_with(text, &mut scratch) {
            let Some(seen) = place(&mut found, known, &occurrence) else { continue };
            let (Form::Name(number) | Form::Reading(number) | Form::Part(number)) = occurrence.form;
            seen.n_times += 1;
            seen.names.insert(number);
            seen.by_reading |= matches!(occurrence.form, Form::Reading(_));
            seen.is_shared |= KnowledgeAt::is_shared(&occurrence);
            seen.words.extend(word(known, text, &occurrence));
        }
    }
    for text in before {
        for occurrence in known.series.matcher().occurrences_with(text, &mut scratch) {
            if let EntryKey::Character { id } = occurrence.entry
                && known.is_known(&occurrence)
                && !found.people.contains_key(&id)
            {
                found.before.insert(id);
            }
        }
    }
    found
}

fn place<'f>(
    found: &'f mut KnowledgeInText,
    known: &KnowledgeAt<'_>,
    occurrence: &Occurrence,
) -> Option<&'f mut FoundEntry> {
    match occurrence.entry {
        EntryKey::Term { id } => Some(found.terms.entry(id).or_default()),
        EntryKey::Character { id } if known.is_known(occurrence) => Some(found.people.entry(id).or_default()),
        EntryKey::Character { id } => match occurrence.form {
            Form::Name(number) => Some(found.unrevealed.entry((id, number)).or_default()),
            Form::Reading(_) | Form::Part(_) => None,
        },
        EntryKey::Memory { .. } | EntryKey::Summary { .. } => None,
    }
}

/// The words as they stand in the plain text; where marks are between them, as the entry has them.
fn word(known: &KnowledgeAt<'_>, text: &Marked, occurrence: &Occurrence) -> Option<String> {
    let written = text.as_str().get(occurrence.span())?;
    if !written.contains(['<', '｜', '《', '&']) {
        return Some(written.to_owned());
    }
    match occurrence.entry {
        EntryKey::Term { id } => known.series.term(id).map(|term| term.source.clone()),
        EntryKey::Character { id } => {
            let (Form::Name(number) | Form::Reading(number) | Form::Part(number)) = occurrence.form;
            let character = known.series.character(id)?;
            character.names().nth(number).map(|name| name.source.clone())
        }
        EntryKey::Memory { .. } | EntryKey::Summary { .. } => None,
    }
}
