//! Translations made before something was decided about the series: with a term or person that says something else now, or
//! without one that a person confirmed later. What follows the decision already is not among them.

use crate::stale::prompt::{Reason, Stale};
use async_recursion::async_recursion as boxed;
use book::id::{ChapterId, ParagraphId};
use book::knowledge::character::Character;
use book::knowledge::entry::EntryKey;
use book::knowledge::evidence::EntryState;
use book::knowledge::matching::{self, Findable, Form, Matcher, Options, Scratch};
use book::knowledge::term::Term;
use book::text::fold::fold;
use checks::terms::matching::is_form_of;
use std::collections::{BTreeMap, HashMap, HashSet};
use store::error::StoreError;
use store::knowledge::{Knowledge, OutdatedTask};
use store::library::Library;
use store::record::{BookSummary, Freshness, ParagraphRecord};

/// The translations of a book that were made with other knowledge and do not follow what was decided since, in reading
/// order. Only decisions count: what is proposed waits for a person.
#[boxed]
pub async fn made_with_other_knowledge(
    library: &Library,
    book: &BookSummary,
) -> Result<Vec<Stale>, StoreError> {
    let outdated = library.outdated(book.id).await?;
    not_following(library, book, &outdated).await
}

/// The same among some paragraphs; what it costs does not depend on the book.
#[boxed]
pub async fn made_with_other_knowledge_among(
    library: &Library,
    book: &BookSummary,
    paragraphs: &[ParagraphId],
) -> Result<Vec<Stale>, StoreError> {
    let outdated = library.outdated_among(book.id, paragraphs).await?;
    not_following(library, book, &outdated).await
}

/// Those translations that do not follow the decisions made since.
async fn not_following(
    library: &Library,
    book: &BookSummary,
    outdated: &[OutdatedTask],
) -> Result<Vec<Stale>, StoreError> {
    if outdated.is_empty() {
        return Ok(Vec::new());
    }
    let knowledge = library.knowledge(book.series.id).await?;
    let numbers: BTreeMap<ChapterId, u32> =
        library.chapters(book.id).await?.into_iter().map(|chapter| (chapter.id, chapter.number)).collect();
    let wanted: Vec<ParagraphId> = outdated.iter().flat_map(|one| one.paragraphs.iter().copied()).collect();
    let paragraphs: HashMap<ParagraphId, ParagraphRecord> =
        library.paragraphs(book.id, &wanted).await?.into_iter().map(|one| (one.id, one)).collect();
    let decided = DecidedEntries::new(&knowledge, outdated);
    let mut scratch = Scratch::default();
    let mut found = Vec::new();
    for one in outdated {
        for id in &one.paragraphs {
            let Some(paragraph) = paragraphs.get(id) else { continue };
            // What is stale for another reason is listed for that.
            if paragraph.locked || paragraph.freshness != Freshness::Fresh {
                continue;
            }
            let names = decided.against(paragraph, one, &mut scratch);
            if !names.is_empty() {
                let chapter = numbers.get(&paragraph.chapter).copied().unwrap_or_default();
                let reason = Reason::Knowledge { names };
                found.push(Stale { paragraph: paragraph.clone(), chapter, reason, newer_waits: false });
            }
        }
    }
    found.sort_by_key(|one| one.paragraph.position);
    Ok(found)
}

/// What was decided, ready to be held against paragraphs.
struct DecidedEntries<'a> {
    terms: HashMap<EntryKey, &'a Term>,
    characters: HashMap<EntryKey, &'a Character>,
    added: Matcher,
}

impl<'a> DecidedEntries<'a> {
    fn new(knowledge: &'a Knowledge, outdated: &[OutdatedTask]) -> Self {
        let added: HashSet<EntryKey> = outdated.iter().flat_map(|one| one.added.iter().copied()).collect();
        let terms: HashMap<EntryKey, &Term> =
            knowledge.terms.iter().map(|term| (term.id.into(), term)).collect();
        let characters: HashMap<EntryKey, &Character> =
            knowledge.characters.iter().map(|one| (one.id.into(), one)).collect();
        let findable = terms.values().map(|term| Findable::Term(term));
        let findable = findable.chain(characters.values().map(|one| Findable::Character(one)));
        let is_added = |one: &Findable<'_>| match one {
            Findable::Term(term) => added.contains(&term.id.into()),
            Findable::Character(one) => added.contains(&one.id.into()),
        };
        let added = Matcher::for_entries(findable.filter(is_added), &Options::USUAL);
        Self { terms, characters, added }
    }

    /// The names in a paragraph whose translation does not follow what was decided.
    fn against(
        &self,
        paragraph: &ParagraphRecord,
        made: &OutdatedTask,
        scratch: &mut Scratch,
    ) -> Vec<String> {
        let translation = paragraph.translation.as_ref().map(|text| fold(&text.plain())).unwrap_or_default();
        let mut names: Vec<String> = Vec::new();
        for (key, words) in &made.changed {
            names.extend(self.changed(*key, words, paragraph, &translation));
        }
        if !made.added.is_empty() {
            for occurrence in self.added.occurrences_with(&paragraph.text, scratch) {
                if made.added.contains(&occurrence.entry) {
                    names.extend(self.added(occurrence.entry, occurrence.form, &translation));
                }
            }
        }
        names.sort_unstable();
        names.dedup();
        names
    }

    fn changed(
        &self,
        key: EntryKey,
        words: &[String],
        paragraph: &ParagraphRecord,
        translation: &str,
    ) -> Option<String> {
        // Notes and summaries are told beside the text; they are not what a word is translated by.
        if !matches!(key, EntryKey::Term { .. } | EntryKey::Character { .. }) {
            return None;
        }
        let spellings: Vec<&str> = words.iter().map(String::as_str).collect();
        let found = matching::present(&paragraph.text.plain(), &spellings);
        let word = found.first().and_then(|at| words.get(*at))?;
        let is_open = match (self.terms.get(&key), self.characters.get(&key)) {
            (Some(term), _) if term.standing == EntryState::Proposed => false,
            (Some(term), _) if term.standing == EntryState::Confirmed => !follows(term, translation),
            (_, Some(one)) => one.standing == EntryState::Confirmed && is_renamed(one, word, translation),
            // Taken out or refused: what was made with it may be wrong.
            (Some(_) | None, None) => true,
        };
        is_open.then(|| word.clone())
    }

    fn added(&self, key: EntryKey, form: Form, translation: &str) -> Option<String> {
        if let Some(term) = self.terms.get(&key) {
            return (!follows(term, translation)).then(|| term.source.clone());
        }
        let character = self.characters.get(&key)?;
        let (Form::Name(number) | Form::Reading(number) | Form::Part(number)) = form;
        let name = character.names().nth(number)?;
        let is_open = !name.translation.is_empty() && !has_form(translation, &name.translation);
        // Of a part of a name only a part of the translation need be there.
        let is_part = matches!(form, Form::Part(_));
        let part_follows =
            is_part && name.translation.split_whitespace().any(|part| has_form(translation, part));
        (is_open && !part_follows).then(|| name.source.clone())
    }
}

/// Whether a person goes by another translated name now than the paragraph says.
fn is_renamed(character: &Character, word: &str, translation: &str) -> bool {
    let name = character.names().find(|name| name.source == word).unwrap_or(&character.name);
    !name.translation.is_empty() && !has_form(translation, &name.translation)
}

fn follows(term: &Term, translation: &str) -> bool {
    term.allowed_forms().any(|form| has_form(translation, form))
}

/// Whether a form stands in a folded translation, inflected or not.
fn has_form(translation: &str, form: &str) -> bool {
    let form = fold(form.trim());
    if form.is_empty() || translation.contains(&form) {
        return true;
    }
    let is_letter = |c: char| c.is_alphanumeric() || c == '\'';
    let mut parts = form.split(|c| !is_letter(c)).filter(|part| part.chars().count() > 2).peekable();
    parts.peek().is_some()
        && parts.all(|part| translation.split(|c| !is_letter(c)).any(|word| is_form_of(word, part, true)))
}
