//! Who is where in a book right now, as it travels.

use crate::api::people::Person;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Where a page is.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PresenceRequest {
    /// The name the page gave itself when it began to follow the library, as `client`.
    pub(crate) client: String,
    /// The chapter; null where it is in none.
    pub(crate) chapter_id: Option<String>,
    /// The paragraph.
    #[serde(default)]
    pub(crate) paragraph_id: Option<String>,
    /// Whether its translation is being written.
    #[serde(default)]
    pub(crate) is_editing: bool,
}

/// Somebody who is in a chapter.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Present {
    pub(crate) person: Person,
    /// The page: one person may have several.
    pub(crate) client: String,
    pub(crate) chapter_id: String,
    /// The paragraph; null where none is chosen.
    pub(crate) paragraph_id: Option<String>,
    /// Whether its translation is being written.
    pub(crate) is_editing: bool,
}
