//! How far a paragraph is, between the library and the files: the only place that maps one to the other.

use book::edit::Edit;
use formats::exchange::UnitState;
use store::record::ParagraphRecord;

/// The state a paragraph goes out with.
pub(super) const fn state_of(paragraph: &ParagraphRecord) -> UnitState {
    if paragraph.locked {
        UnitState::Locked
    } else if paragraph.translation.is_some() {
        UnitState::Translated
    } else {
        UnitState::Untranslated
    }
}

/// What a state that came back asks for. A file locks what was not locked, and never unlocks: a tool that knows no
/// locks says of everything that it is only translated.
pub(super) fn edit_of(paragraph: &ParagraphRecord, wanted: UnitState) -> Option<Edit> {
    let locks = wanted == UnitState::Locked && !paragraph.locked;
    locks.then_some(Edit::SetLock { paragraph: paragraph.id, locked: true })
}

/// What is said about a paragraph on its way out.
pub(super) fn comment_of(paragraph: &ParagraphRecord) -> String {
    paragraph.freshness.reason().map(|reason| format!("stale: {}", reason.as_str())).unwrap_or_default()
}
