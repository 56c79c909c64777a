//! Null characters: PostgreSQL keeps none in a text, and SQLite's JSON ends at one. Whatever is submitted with one gets the
//! character for what cannot be shown instead, in both databases, so that a library can be moved.

use book::edit::Edit;
use std::borrow::Cow;

const NUL: char = '\0';
const INSTEAD: &str = "\u{fffd}";

/// A text without null characters.
pub(super) fn text_without_nul(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.contains(NUL) { Cow::Owned(text.replace(NUL, INSTEAD)) } else { text }
}

/// The same edits without null characters in what they write.
pub(super) fn without_nul(edits: &[Edit]) -> Cow<'_, [Edit]> {
    let is_clean = |edit: &Edit| texts(edit).into_iter().flatten().all(|text| !text.contains(NUL));
    if edits.iter().all(is_clean) {
        return Cow::Borrowed(edits);
    }
    let mut edits = edits.to_vec();
    for edit in &mut edits {
        for text in texts_mut(edit).into_iter().flatten() {
            *text = text.replace(NUL, INSTEAD);
        }
    }
    Cow::Owned(edits)
}

/// What an edit writes as texts of its own. Entries and notes are kept as JSON, in which the character is written out.
fn texts(edit: &Edit) -> [Option<&String>; 2] {
    match edit {
        Edit::AddVersion { text, .. } | Edit::CorrectBookTitle { title: text } => [Some(text), None],
        Edit::SetChapterTitle { translation, .. } | Edit::SetBookTitle { translation } => {
            [translation.as_ref(), None]
        }
        Edit::SetInstructions { text, was, .. } => [text.as_ref(), was.as_ref()],
        Edit::Acknowledge { check, acknowledgement, .. } => {
            [Some(check), acknowledgement.as_ref().map(|given| &given.reason)]
        }
        Edit::Expect { .. }
        | Edit::SelectVersion { .. }
        | Edit::SetLock { .. }
        | Edit::SetReview { .. }
        | Edit::SetReviewOfMany { .. }
        | Edit::CarryReview { .. }
        | Edit::SetTargetLanguage { .. }
        | Edit::RejectVersion { .. }
        | Edit::NoteChecks { .. }
        | Edit::PutEntry { .. }
        | Edit::RemoveEntry { .. } => [None, None],
    }
}

fn texts_mut(edit: &mut Edit) -> [Option<&mut String>; 2] {
    match edit {
        Edit::AddVersion { text, .. } | Edit::CorrectBookTitle { title: text } => [Some(text), None],
        Edit::SetChapterTitle { translation, .. } | Edit::SetBookTitle { translation } => {
            [translation.as_mut(), None]
        }
        Edit::SetInstructions { text, was, .. } => [text.as_mut(), was.as_mut()],
        Edit::Acknowledge { check, acknowledgement, .. } => {
            [Some(check), acknowledgement.as_mut().map(|given| &mut given.reason)]
        }
        Edit::Expect { .. }
        | Edit::SelectVersion { .. }
        | Edit::SetLock { .. }
        | Edit::SetReview { .. }
        | Edit::SetReviewOfMany { .. }
        | Edit::CarryReview { .. }
        | Edit::SetTargetLanguage { .. }
        | Edit::RejectVersion { .. }
        | Edit::NoteChecks { .. }
        | Edit::PutEntry { .. }
        | Edit::RemoveEntry { .. } => [None, None],
    }
}
