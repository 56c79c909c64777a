//! Series as they travel: which books share what they know.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A series.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Series {
    /// The series' id.
    pub(crate) id: String,
    /// Its name.
    pub(crate) name: String,
    /// What is asked of every translation of its books; empty where nothing is.
    pub(crate) instructions: String,
    /// Its books by id, in their order.
    pub(crate) books: Vec<String>,
    /// How many terms it knows.
    pub(crate) n_terms: u32,
    /// How many characters.
    pub(crate) n_characters: u32,
    /// How many memories.
    pub(crate) n_memories: u32,
    /// How many of all these wait for a person's decision.
    pub(crate) n_proposed: u32,
}

/// Where a book is to go.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveRequest {
    /// The name of the series; it is made where there is none.
    pub(crate) name: String,
}

/// What came of moving a book.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Moved {
    /// The id of the series it is in now.
    pub(crate) series_id: String,
    /// The name of the series.
    pub(crate) name: String,
    /// How many terms, characters and memories went along.
    pub(crate) n_taken: u32,
    /// How many stayed behind, because the series has its own or because they are about other books.
    pub(crate) n_left: u32,
}
