//! Keys of the library, as they travel: names, never a key.

use crate::api::people::Person;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A key the library has.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LibraryKey {
    /// The name it is kept under.
    pub(crate) variable: String,
    /// The service it is for; null where no service here looks for it.
    pub(crate) service: Option<String>,
    /// What people call the service.
    pub(crate) service_name: Option<String>,
    /// Whether this server can use it; otherwise it was sealed with another master key.
    pub(crate) is_opened: bool,
    /// Who set it; null where that was done at the command line.
    pub(crate) set_by: Option<Person>,
    /// When, in milliseconds since 1970.
    pub(crate) updated_at_ms: i64,
}

/// A service that takes a key.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct KeyService {
    pub(crate) id: String,
    /// What people call it.
    pub(crate) name: String,
}

/// The keys of the library, and what keys can be set.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LibraryKeys {
    pub(crate) items: Vec<LibraryKey>,
    /// Whether this server has a master key; without one no key can be set or used.
    pub(crate) can_seal: bool,
    /// The services that take a key.
    pub(crate) services: Vec<KeyService>,
}

/// A key to be kept.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct KeyRequest {
    #[schema(write_only)]
    pub(crate) key: String,
}
