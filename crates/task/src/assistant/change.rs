//! What edits would change, put so that a person can judge it: what it is about, before and after.

use book::edit::Edit;
use book::id::BookId;
use book::knowledge::entry::{Entry, EntryKey};
use book::knowledge::evidence::EntryState;
use serde::{Deserialize, Serialize};
use store::error::StoreError;
use store::library::Library;

/// The most changes shown one by one; the rest is counted.
const MAX_SHOWN: usize = 200;

/// One thing that changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownChange {
    /// What it is about: a paragraph, a title, an entry.
    pub about: String,
    /// What stands there now.
    #[serde(default)]
    pub before: Option<String>,
    /// What will stand there.
    #[serde(default)]
    pub after: Option<String>,
}

/// A change a person has to agree to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposal {
    /// The tool that would make it.
    pub tool: String,
    /// What changes, the first of them.
    pub changes: Vec<ShownChange>,
    /// How many there are in all.
    pub n_changes: usize,
}

/// Whether a person must agree first: more than one place changes, or something goes away.
pub(super) fn needs_a_yes(edits: &[Edit]) -> bool {
    let goes_away = |edit: &Edit| match edit {
        Edit::SelectVersion { version, .. } => version.is_none(),
        Edit::SetChapterTitle { translation, .. } | Edit::SetBookTitle { translation } => {
            translation.is_none()
        }
        Edit::RemoveEntry { .. }
        | Edit::CorrectBookTitle { .. }
        | Edit::SetTargetLanguage { .. }
        | Edit::SetInstructions { .. } => true,
        Edit::AddVersion { .. }
        | Edit::Expect { .. }
        | Edit::SetLock { .. }
        | Edit::SetReview { .. }
        | Edit::SetReviewOfMany { .. }
        | Edit::CarryReview { .. }
        | Edit::RejectVersion { .. }
        | Edit::NoteChecks { .. }
        | Edit::Acknowledge { .. }
        | Edit::PutEntry { .. } => false,
    };
    edits.len() > 1 || edits.iter().any(goes_away)
}

/// Whether an edit changes what a person has settled: their title, or an entry they confirmed or turned down.
pub(super) async fn overrules_person(
    library: &Library,
    book: BookId,
    edits: &[Edit],
) -> Result<bool, StoreError> {
    for edit in edits {
        let is_settled = match edit {
            Edit::SetChapterTitle { chapter, .. } => library.chapter(book, *chapter).await?.title_by_person,
            Edit::SetBookTitle { .. } => library.book(book).await?.title_by_person,
            Edit::PutEntry { entry, .. } => is_settled(known(library, book, entry.key()).await?),
            Edit::RemoveEntry { key, .. } => is_settled(known(library, book, *key).await?),
            Edit::CorrectBookTitle { .. } | Edit::SetTargetLanguage { .. } | Edit::SetInstructions { .. } => {
                true
            }
            Edit::AddVersion { .. }
            | Edit::Expect { .. }
            | Edit::SelectVersion { .. }
            | Edit::SetLock { .. }
            | Edit::SetReview { .. }
            | Edit::SetReviewOfMany { .. }
            | Edit::CarryReview { .. }
            | Edit::RejectVersion { .. }
            | Edit::NoteChecks { .. }
            | Edit::Acknowledge { .. } => false,
        };
        if is_settled {
            return Ok(true);
        }
    }
    Ok(false)
}

fn is_settled(entry: Option<Entry>) -> bool {
    entry.is_some_and(|entry| entry.standing() != EntryState::Proposed)
}

/// The first [`MAX_SHOWN`] changes, before and after.
pub(super) async fn shown_changes(
    library: &Library,
    book: BookId,
    edits: &[Edit],
) -> Result<Vec<ShownChange>, StoreError> {
    let mut changes = Vec::new();
    for edit in edits.iter().take(MAX_SHOWN) {
        changes.extend(shown_change(library, book, edit).await?);
    }
    Ok(changes)
}

async fn shown_change(
    library: &Library,
    book: BookId,
    edit: &Edit,
) -> Result<Option<ShownChange>, StoreError> {
    let text = |marked: &book::text::markup::Marked| marked.as_str().to_owned();
    Ok(Some(match edit {
        Edit::AddVersion { paragraph, text: after, .. } => {
            let before = library.paragraph(book, *paragraph).await?.translation.as_ref().map(text);
            ShownChange { about: paragraph.to_string(), before, after: Some(after.clone()) }
        }
        Edit::SelectVersion { paragraph, version } => {
            let before = library.paragraph(book, *paragraph).await?.translation.as_ref().map(text);
            let versions = library.versions(book, *paragraph).await?;
            let chosen = versions.iter().find(|known| Some(known.id) == *version);
            let after = chosen.map(|known| text(&known.text));
            ShownChange { about: paragraph.to_string(), before, after }
        }
        Edit::SetChapterTitle { chapter, translation } => {
            let record = library.chapter(book, *chapter).await?;
            ShownChange { about: record.title, before: record.title_translation, after: translation.clone() }
        }
        Edit::SetBookTitle { translation } => {
            let record = library.book(book).await?;
            ShownChange { about: record.title, before: record.title_translation, after: translation.clone() }
        }
        Edit::PutEntry { entry: after, .. } => entry(library, book, after.key(), Some(after)).await?,
        Edit::RemoveEntry { key, .. } => entry(library, book, *key, None).await?,
        Edit::SetLock { .. }
        | Edit::SetReview { .. }
        | Edit::SetReviewOfMany { .. }
        | Edit::CarryReview { .. }
        | Edit::SetTargetLanguage { .. }
        | Edit::Expect { .. }
        | Edit::RejectVersion { .. }
        | Edit::NoteChecks { .. }
        | Edit::CorrectBookTitle { .. }
        | Edit::SetInstructions { .. }
        | Edit::Acknowledge { .. } => {
            return Ok(None);
        }
    }))
}

/// An entry of what the series knows, in a few words.
async fn entry(
    library: &Library,
    book: BookId,
    key: EntryKey,
    after: Option<&Entry>,
) -> Result<ShownChange, StoreError> {
    let before = known(library, book, key).await?;
    let about = before.as_ref().or(after).map(name).unwrap_or_default();
    Ok(ShownChange { about, before: before.as_ref().map(entry_text), after: after.map(entry_text) })
}

/// What stands for an entry now.
async fn known(library: &Library, book: BookId, key: EntryKey) -> Result<Option<Entry>, StoreError> {
    let series = library.series_of(book).await?;
    Ok(match key {
        EntryKey::Term { id } => library.term(series, id).await?.map(|kept| Entry::Term(kept.value)),
        EntryKey::Character { id } => {
            library.character(series, id).await?.map(|kept| Entry::Character(kept.value))
        }
        EntryKey::Memory { id } => library.memory(series, id).await?.map(|kept| Entry::Memory(kept.value)),
        EntryKey::Summary { book, chapter } => {
            library.summary(book, chapter).await?.map(|kept| Entry::Summary(kept.value))
        }
    })
}

fn name(entry: &Entry) -> String {
    match entry {
        Entry::Term(term) => term.source.clone(),
        Entry::Character(character) => character.name.source.clone(),
        Entry::Memory(memory) => memory.id.to_string(),
        Entry::Summary(summary) => summary.chapter.to_string(),
    }
}

fn entry_text(entry: &Entry) -> String {
    match entry {
        Entry::Term(term) => [term.translation.as_str(), term.note.as_str()].join(" ").trim().to_owned(),
        Entry::Character(character) => {
            let names = character.names().map(|name| name.translation.as_str());
            names.collect::<Vec<_>>().join(", ")
        }
        Entry::Memory(memory) => memory.text.clone(),
        Entry::Summary(summary) => summary.text.clone(),
    }
}
