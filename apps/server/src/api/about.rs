//! What the page asks first: which program this is, and what it can translate into.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The program and its library.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct About {
    /// The version of the program.
    pub(crate) version: String,
    /// The file the library is in.
    pub(crate) library: String,
    /// Whether requests need a token.
    pub(crate) token_required: bool,
    /// Whether people log in with accounts of their own.
    pub(crate) is_team: bool,
    /// What the service is called through which members can log in, where there is one.
    pub(crate) login_service: Option<String>,
    /// The largest file that can be uploaded, in bytes.
    pub(crate) max_upload_bytes: u64,
    /// Languages with a name, to choose from; any other tag works too.
    pub(crate) languages: Vec<Language>,
}

/// A language.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Language {
    /// Its tag, as in `zh-Hant`.
    pub(crate) tag: String,
    /// Its English name.
    pub(crate) english_name: String,
    /// Its Chinese name.
    pub(crate) chinese_name: String,
}

/// A token, to be kept by the browser in a cookie the page cannot read.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct SessionRequest {
    /// The token `tsumugi serve` printed.
    #[schema(write_only)]
    pub(crate) token: String,
}
