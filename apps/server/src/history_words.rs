//! What a change was for, as the history tells it. A library keeps it as an English note; here the note becomes the
//! message that a person reads, in the language of the request.

use crate::language;
use messages::Message;

/// The messages of notes, and those that tell them.
const TOLD_AS: &[(&str, &str)] = &[
    ("kept_undo", "change_undo"),
    ("kept_edited_one", "change_edited_one"),
    ("kept_edited_several", "change_edited_several"),
    ("kept_edited_file", "change_edited_file"),
    ("kept_edited_chapter", "change_edited_chapter"),
    ("kept_selected", "change_selected"),
    ("kept_locked", "change_locked"),
    ("kept_unlocked", "change_unlocked"),
    ("kept_accepted", "change_accepted"),
    ("kept_rejected", "change_rejected"),
    ("kept_review_draft", "change_review_draft"),
    ("kept_review_needs_work", "change_review_needs_work"),
    ("kept_review_reviewed", "change_review_reviewed"),
    ("kept_review_approved", "change_review_approved"),
    ("kept_suggestions", "change_suggestions"),
    ("kept_converted", "change_converted"),
    ("kept_bundle", "change_bundle"),
    ("kept_titled_book", "change_titled_book"),
    ("kept_titled_chapter", "change_titled_chapter"),
    ("kept_added_term", "change_added_term"),
    ("kept_changed_term", "change_changed_term"),
    ("kept_retranslated_term", "change_retranslated_term"),
    ("kept_removed_term", "change_removed_term"),
    ("kept_added_character", "change_added_character"),
    ("kept_added_character_as", "change_added_character_as"),
    ("kept_changed_character", "change_changed_character"),
    ("kept_retranslated_character", "change_retranslated_character"),
    ("kept_removed_character", "change_removed_character"),
    ("kept_noted", "change_noted"),
    ("kept_changed_memory", "change_changed_memory"),
    ("kept_removed_memory", "change_removed_memory"),
    ("kept_confirmed_term", "change_confirmed_term"),
    ("kept_rejected_term", "change_rejected_term"),
    ("kept_confirmed_character", "change_confirmed_character"),
    ("kept_rejected_character", "change_rejected_character"),
    ("kept_confirmed_memory", "change_confirmed_memory"),
    ("kept_rejected_memory", "change_rejected_memory"),
    ("kept_confirmed_several", "change_confirmed_several"),
    ("kept_rejected_several", "change_rejected_several"),
    ("kept_removed_several", "change_removed_several"),
    ("kept_summary", "change_summary"),
    ("kept_summarised", "change_summary"),
    ("kept_summary_removed", "change_summary_removed"),
    ("kept_instructions_of_series", "change_instructions_of_series"),
    ("kept_instructions_of_book", "change_instructions_of_book"),
    ("kept_instructions_of_chapter", "change_instructions_of_chapter"),
    ("kept_no_instructions_of_series", "change_no_instructions_of_series"),
    ("kept_no_instructions_of_book", "change_no_instructions_of_book"),
    ("kept_no_instructions_of_chapter", "change_no_instructions_of_chapter"),
    ("kept_replaced", "change_replaced"),
    ("kept_renamed", "change_renamed"),
    ("kept_acknowledged", "change_ignored"),
    ("kept_withdrawn", "change_reopened"),
    ("kept_survey_decisions", "change_decisions"),
    ("kept_surveyed", "change_surveyed"),
    ("kept_survey_accepted", "change_survey_accepted"),
    ("kept_survey_rejected", "change_survey_rejected"),
    ("kept_survey_merged", "change_survey_merged"),
    ("kept_took", "change_took"),
    ("kept_took_translations", "change_took_translations"),
    ("kept_titles", "change_titles"),
    ("kept_reused", "change_reused"),
    ("kept_mended", "change_fixed"),
    ("kept_conversation_tool", "change_tool"),
    ("kept_conversation", "change_conversation"),
    ("kept_tool", "change_tool"),
    ("kept_translation", "change_translation"),
    ("kept_polish", "change_polish"),
    ("kept_proofreading", "change_proofreading"),
    ("kept_survey", "change_survey"),
    ("kept_fix", "change_fix"),
    ("kept_newer_edition", "change_newer_edition"),
];

/// A note in words.
pub(crate) struct NoteWords {
    /// As a person reads it.
    pub(crate) words: String,
    /// What it is in the catalogue.
    pub(crate) message: Option<Message>,
}

/// What a note says; words that the catalogue does not know stay as they are.
pub(crate) fn of_note(note: &str) -> NoteWords {
    let Some(kept) = messages::recognise(note) else {
        return NoteWords { words: note.to_owned(), message: None };
    };
    let told = TOLD_AS.iter().find(|(code, _)| *code == kept.code);
    let message = Message { code: told.map_or(kept.code, |(_, code)| code), params: kept.params };
    NoteWords { words: language::render(&message).text, message: Some(message) }
}
