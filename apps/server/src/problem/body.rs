//! A problem as it travels.

use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// What went wrong, to what, and what to do.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProblemBody {
    /// Always `about:blank`; `code` tells problems apart.
    #[serde(rename = "type")]
    pub(crate) kind: &'static str,
    /// The status in words.
    pub(crate) title: String,
    /// The HTTP status.
    pub(crate) status: u16,
    /// What happened, and to what.
    pub(crate) detail: String,
    /// What to do next.
    pub(crate) hint: Option<String>,
    /// A word for programs.
    pub(crate) code: String,
    /// What is said, by its name in the catalogue of messages.
    pub(crate) message: &'static str,
    /// What the message is about, by name: programs can word it themselves.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(value_type = std::collections::HashMap<String, ParamValue>)]
    pub(crate) params: BTreeMap<&'static str, ParamValue>,
    /// The book it is about, where that helps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) book: Option<String>,
    /// Both texts, when it was changed elsewhere since.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) conflict: Option<Conflict>,
}

/// What a message is about: a text or a number.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum ParamValue {
    /// A name, a path, somebody's own words.
    Text(String),
    /// A number.
    Number(i64),
}

/// Two people changed one paragraph: both texts.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Conflict {
    /// The version that is selected now.
    pub(crate) version: Option<String>,
    /// What it says.
    pub(crate) translation: Option<String>,
    /// Who made it.
    pub(crate) author: Option<String>,
    /// The version this request was based on.
    pub(crate) based_on: Option<String>,
    /// What this request wanted to be there.
    pub(crate) yours: Option<String>,
}
