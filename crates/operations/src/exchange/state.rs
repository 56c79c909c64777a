//! How far a paragraph is, between the library and the files: the only place that maps one to the other.

use book::edit::Edit;
use book::id::{BookId, ParagraphId};
use book::text::review::ReviewState;
use formats::exchange::UnitState;
use std::collections::HashMap;
use store::error::StoreError;
use store::library::Library;
use store::record::{CommentRecord, ParagraphRecord};

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
        // Files know no state above it; what comes back never takes an approval away.
        ReviewState::Reviewed | ReviewState::Approved => UnitState::Reviewed,
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
        UnitState::Reviewed => (!paragraph.review.is_reviewed()).then(|| review(ReviewState::Reviewed)),
        UnitState::NeedsWork => {
            (paragraph.review != ReviewState::NeedsWork).then(|| review(ReviewState::NeedsWork))
        }
        UnitState::Untranslated | UnitState::Draft | UnitState::Translated => None,
    }
}

/// What is said about the paragraphs of a book.
pub(super) struct Comments(HashMap<ParagraphId, Vec<CommentRecord>>);

/// Reads what is said about the paragraphs of a book.
pub(super) async fn comments(library: &Library, book: BookId) -> Result<Comments, StoreError> {
    let mut of_paragraph: HashMap<ParagraphId, Vec<CommentRecord>> = HashMap::new();
    for comment in library.comments(book).await? {
        of_paragraph.entry(comment.paragraph).or_default().push(comment);
    }
    Ok(Comments(of_paragraph))
}

impl Comments {
    fn of_paragraph(&self, paragraph: &ParagraphRecord) -> &[CommentRecord] {
        self.0.get(&paragraph.id).map(Vec::as_slice).unwrap_or_default()
    }

    /// What is said about a paragraph on its way out: why it is stale, and every remark that is open.
    pub(super) fn outgoing(&self, paragraph: &ParagraphRecord) -> String {
        let open = self.of_paragraph(paragraph).iter().filter(|comment| comment.resolved_at.is_none());
        let said = stale_line(paragraph).into_iter().chain(open.map(|comment| comment.text.clone()));
        said.collect::<Vec<_>>().join("\n")
    }

    /// The lines of a comment that came back which were not said before.
    pub(super) fn new_in(&self, paragraph: &ParagraphRecord, comment: &str) -> String {
        let known: Vec<&str> = self
            .of_paragraph(paragraph)
            .iter()
            .flat_map(|comment| comment.text.lines())
            .map(str::trim)
            .collect();
        let stale = stale_line(paragraph).unwrap_or_default();
        let is_new = |line: &&str| *line != stale && !known.contains(line);
        let lines = comment.lines().map(str::trim).filter(is_new);
        lines.collect::<Vec<_>>().join("\n").trim().to_owned()
    }
}

fn stale_line(paragraph: &ParagraphRecord) -> Option<String> {
    paragraph.freshness.reason().map(|reason| format!("stale: {}", reason.as_str()))
}
