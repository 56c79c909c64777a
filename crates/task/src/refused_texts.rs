//! Which paragraphs of a run the service refused, so that no other request is refused for their sake.

use book::id::ParagraphId;
use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use store::record::ParagraphRecord;

/// What the run has seen refused. Filters read the whole prompt, so what was refused is shown to nobody as context; and from
/// the first refusal on, nothing is that was not yet taken, because it may be the next.
#[derive(Debug, Default)]
pub struct RefusedTexts(Mutex<Seen>);

#[derive(Debug, Default)]
struct Seen {
    /// Whether anything was refused at all.
    is_any: bool,
    /// What was refused by itself.
    paragraphs: HashSet<ParagraphId>,
}

impl RefusedTexts {
    /// A request was refused; whether it is the first of the run.
    pub fn note_refusal(&self) -> bool {
        !std::mem::replace(&mut self.seen().is_any, true)
    }

    /// These paragraphs were refused each by itself.
    pub fn note_paragraphs(&self, paragraphs: impl IntoIterator<Item = ParagraphId>) {
        self.seen().paragraphs.extend(paragraphs);
    }

    /// Whether a paragraph may be shown beside the work of a request.
    pub fn may_show(&self, paragraph: &ParagraphRecord) -> bool {
        let seen = self.seen();
        !seen.is_any || (paragraph.translation.is_some() && !seen.paragraphs.contains(&paragraph.id))
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
