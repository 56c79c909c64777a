//! Conversations with the assistant as they travel.

use super::cost::Usage;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// A conversation.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Chat {
    /// Its id.
    pub(crate) id: String,
    /// Its first words.
    pub(crate) title: String,
    /// How many lines it has.
    pub(crate) n_lines: u32,
    /// Whether a turn is under way in this program.
    pub(crate) at_work: bool,
    /// What it used.
    #[serde(flatten)]
    pub(crate) usage: Usage,
    /// When it began, in milliseconds since 1970.
    pub(crate) created_at_ms: i64,
    /// When something was last said in it, in milliseconds since 1970.
    pub(crate) updated_at_ms: i64,
}

/// Something said in a conversation.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChatLine {
    /// Its number, from zero.
    pub(crate) number: u32,
    /// The change of the book that was made with it.
    pub(crate) change_id: Option<String>,
    /// What was said: `said` is `person`, `reply`, `result`, `summary` or `broken_off`.
    #[schema(value_type = Object)]
    pub(crate) said: Value,
    /// When, in milliseconds since 1970.
    pub(crate) created_at_ms: i64,
}

/// What a person says.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TurnRequest {
    /// Their words.
    #[schema(min_length = 1, max_length = 20000)]
    pub(crate) message: String,
    /// The conversation; a new one begins without it.
    pub(crate) session: Option<String>,
    /// The chapter on the page.
    pub(crate) chapter: Option<String>,
    /// The paragraphs they have chosen.
    #[serde(default)]
    pub(crate) paragraphs: Vec<String>,
    /// The words they have marked, quoted before their own.
    #[schema(max_length = 5000)]
    pub(crate) selection: Option<String>,
    /// The model; the usual one without it.
    pub(crate) model: Option<String>,
    /// The most this turn may cost, in millionths of a dollar.
    #[schema(minimum = 0)]
    pub(crate) max_cost_micros: Option<u64>,
}

/// Whether a proposed change may be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Agreement {
    /// Yes or no.
    pub(crate) agree: bool,
}
