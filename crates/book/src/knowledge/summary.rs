//! A chapter's summary, made from the source and valid only as long as the source stays as it was.

use super::evidence::EntryState;
use crate::id::{BookId, ChapterId};
use serde::{Deserialize, Serialize};

/// What happens in a chapter, in a few sentences.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// The book.
    pub book: BookId,
    /// The chapter in it.
    pub chapter: ChapterId,
    /// The summary.
    pub text: String,
    /// The digest of the source text it was made from.
    pub made_from: String,
    /// How far it is trusted. What a person has confirmed is not written anew by a model.
    #[serde(default)]
    pub standing: EntryState,
}

impl Summary {
    /// Whether the chapter's source is still the one that was summarised.
    pub fn is_current(&self, source_digest: &str) -> bool {
        self.made_from == source_digest
    }
}
