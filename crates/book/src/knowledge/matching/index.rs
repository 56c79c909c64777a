//! Where everything occurs in a book, kept for one state of the knowledge and mended when one entry changes.

use super::{Capitals, Findable, Matcher, Occurrence, Options, Scratch, Singles};
use crate::id::ParagraphId;
use crate::knowledge::entry::Revision;
use crate::text::markup::Marked;
use std::collections::HashMap;

/// All occurrences in one book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OccurrenceIndex {
    revision: Revision,
    paragraphs: HashMap<ParagraphId, Box<[Occurrence]>>,
}

impl OccurrenceIndex {
    /// Looks through a whole book. `revision` is the state of the knowledge the matcher was built from.
    pub fn build<'a>(
        matcher: &Matcher,
        revision: Revision,
        book: impl IntoIterator<Item = (ParagraphId, &'a Marked)>,
    ) -> Self {
        let mut scratch = Scratch::default();
        let paragraphs = book.into_iter().filter_map(|(id, text)| {
            let found = matcher.occurrences_with(text, &mut scratch);
            (!found.is_empty()).then(|| (id, found.into_boxed_slice()))
        });
        Self { revision, paragraphs: paragraphs.collect() }
    }

    /// Looks again only where a changed entry stands or stood. The result is what [`Self::build`] would give.
    pub fn update<'a>(
        &mut self,
        change: &Change,
        matcher: &Matcher,
        revision: Revision,
        book: impl IntoIterator<Item = (ParagraphId, &'a Marked)>,
    ) {
        let mut scratch = Scratch::default();
        for (id, text) in book {
            if !change.touches(text, &mut scratch) {
                continue;
            }
            let found = matcher.occurrences_with(text, &mut scratch);
            if found.is_empty() {
                self.paragraphs.remove(&id);
            } else {
                self.paragraphs.insert(id, found.into_boxed_slice());
            }
        }
        self.revision = revision;
    }

    /// The state of the knowledge it shows.
    pub const fn revision(&self) -> Revision {
        self.revision
    }

    /// What stands in a paragraph, in order.
    pub fn occurrences_in(&self, paragraph: ParagraphId) -> &[Occurrence] {
        self.paragraphs.get(&paragraph).map_or(&[], AsRef::as_ref)
    }
}

/// What one change of the knowledge can touch: the entry as it was and as it is.
#[derive(Debug)]
pub struct Change {
    before: Matcher,
    after: Matcher,
}

impl Change {
    /// A change of one entry; a new one was nothing before, a removed one is nothing after.
    pub fn between(before: Option<Findable<'_>>, after: Option<Findable<'_>>, options: &Options) -> Self {
        // An entry can put another one in doubt where it is not found itself, for the sake of its capitals.
        let widest = Options { capitals: Capitals::Ignored, singles: Singles::Anywhere, ..*options };
        Self { before: Matcher::for_entries(before, &widest), after: Matcher::for_entries(after, &widest) }
    }

    /// Whether a paragraph may have other occurrences than before.
    pub fn touches(&self, text: &Marked, scratch: &mut Scratch) -> bool {
        scratch.0.fill(text, self.before.options.folding);
        self.before.finds_any(text, &scratch.0) || self.after.finds_any(text, &scratch.0)
    }
}
