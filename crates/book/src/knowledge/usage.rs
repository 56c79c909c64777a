//! What a translation was made with: the entries a task was told of, so that a later change of one finds its translations.

use super::entry::{EntryKey, Mark, Revision};
use serde::{Deserialize, Serialize};

/// What a task was told about the book.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct KnowledgeUsed {
    /// The state of the series' knowledge it was taken from.
    pub revision: Revision,
    /// The entries it was told of.
    pub entries: Vec<UsedEntry>,
}

/// One entry a task was told of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsedEntry {
    /// The entry.
    pub key: EntryKey,
    /// What it told.
    pub mark: Mark,
    /// The words of the source by which it was found in the chunk; empty for what concerns the whole chunk.
    pub found_as: Vec<String>,
}
