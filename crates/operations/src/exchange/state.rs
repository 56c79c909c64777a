//! How far a paragraph is, between the library and the files: the only place that maps one to the other.

use book::edit::Edit;
use book::text::review::ReviewState;
use formats::exchange::UnitState;
use store::record::ParagraphRecord;

/// The state a paragraph goes out with.
pub(super) const fn state_of(paragraph: &ParagraphRecord) -> UnitState {
    if paragraph.translation.is_none() {
        return UnitState::Untranslated;
    }
    if paragraph.locked {
        return UnitState::Locked;
    }
    match paragraph.review {
        ReviewState::Draft => UnitState::Translated,
        ReviewState::NeedsWork => UnitState::NeedsWork,
        ReviewState::Reviewed => UnitState::Reviewed,
    }
}

/// What a state that came back asks for. A file locks and reviews what was not, and never takes either back: a tool that knows
/// no states says of everything that it is only translated.
pub(super) fn edit_of(paragraph: &ParagraphRecord, wanted: UnitState) -> Option<Edit> {
    let review = |state| Edit::SetReview { paragraph: paragraph.id, state };
    match wanted {
        UnitState::Locked => {
            (!paragraph.locked).then_some(Edit::SetLock { paragraph: paragraph.id, locked: true })
        }
        UnitState::Reviewed => {
            (paragraph.review != ReviewState::Reviewed).then(|| review(ReviewState::Reviewed))
        }
        UnitState::NeedsWork => {
            (paragraph.review != ReviewState::NeedsWork).then(|| review(ReviewState::NeedsWork))
        }
        UnitState::Untranslated | UnitState::Draft | UnitState::Translated => None,
    }
}

/// What is said about a paragraph on its way out.
pub(super) fn comment_of(paragraph: &ParagraphRecord) -> String {
    paragraph.freshness.reason().map(|reason| format!("stale: {}", reason.as_str())).unwrap_or_default()
}
