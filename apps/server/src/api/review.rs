//! How far translations are, as it travels, and what people say about it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How far a translation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReviewState {
    /// Nobody has said anything about it.
    Draft,
    /// A person wants it changed.
    NeedsWork,
    /// A person has read it and lets it stand. No model replaces it.
    Reviewed,
    /// An editor has approved it. Nobody but editors replaces it.
    Approved,
}

impl From<book::text::review::ReviewState> for ReviewState {
    fn from(state: book::text::review::ReviewState) -> Self {
        match state {
            book::text::review::ReviewState::Draft => Self::Draft,
            book::text::review::ReviewState::NeedsWork => Self::NeedsWork,
            book::text::review::ReviewState::Reviewed => Self::Reviewed,
            book::text::review::ReviewState::Approved => Self::Approved,
        }
    }
}

impl From<ReviewState> for book::text::review::ReviewState {
    fn from(state: ReviewState) -> Self {
        match state {
            ReviewState::Draft => Self::Draft,
            ReviewState::NeedsWork => Self::NeedsWork,
            ReviewState::Reviewed => Self::Reviewed,
            ReviewState::Approved => Self::Approved,
        }
    }
}

/// A person's word on the translation of one paragraph.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReviewRequest {
    /// How far it is.
    pub(crate) state: ReviewState,
    /// The selected version the person was looking at; without it, whatever is selected.
    #[serde(default)]
    pub(crate) based_on: Option<String>,
}

/// A person's word on the translations of several paragraphs.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReviewsRequest {
    /// How far they are.
    pub(crate) state: ReviewState,
    /// These paragraphs; each must have a translation.
    #[serde(default)]
    pub(crate) paragraphs: Vec<String>,
    /// Every translation of this chapter.
    #[serde(default)]
    pub(crate) chapter: Option<String>,
}

/// What came of it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReviewsChanged {
    /// How many paragraphs are so far now.
    pub(crate) n_paragraphs: u64,
    /// The change, to undo it; null when there was nothing to do.
    pub(crate) change_id: Option<String>,
}
