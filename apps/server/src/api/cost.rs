//! What work has cost, as it travels.

use serde::Serialize;
use utoipa::ToSchema;

/// What a book has cost, in rows that a chart can add up any way.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Cost {
    /// One row for each run, chapter and model, newest run first.
    pub(crate) rows: Vec<CostRow>,
    /// What second opinions have cost, one row for each model; they belong to no run.
    pub(crate) opinions: Vec<OpinionCostRow>,
    /// All rows together, second opinions included.
    pub(crate) total: Usage,
}

/// What second opinions of one model have cost.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct OpinionCostRow {
    /// The model.
    pub(crate) model: String,
    /// How many requests it answered.
    pub(crate) n_requests: i64,
    /// When it was last asked, in milliseconds since 1970.
    pub(crate) updated_at_ms: i64,
    /// What it used.
    #[serde(flatten)]
    pub(crate) usage: Usage,
}

/// What one run used in one chapter with one model.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct CostRow {
    /// The run.
    pub(crate) run: String,
    /// `translation`, `polish`, `proofreading`, `survey` or `fix`.
    pub(crate) kind: String,
    /// The model that was paid: the run's own, or one it fell back on.
    pub(crate) model: String,
    /// The chapter's id.
    pub(crate) chapter_id: String,
    /// The chapter's number, from one; zero for one the book no longer has.
    pub(crate) chapter: u32,
    /// How many tasks.
    pub(crate) n_tasks: u64,
    /// When the run began, in milliseconds since 1970.
    pub(crate) created_at_ms: i64,
    /// What it used.
    #[serde(flatten)]
    pub(crate) usage: Usage,
}

/// Tokens and money.
#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
pub(crate) struct Usage {
    /// Tokens sent, cached ones included.
    pub(crate) input_tokens: i64,
    /// Tokens of those that came from a provider's cache.
    pub(crate) cached_input_tokens: i64,
    /// Tokens received, reasoning included.
    pub(crate) output_tokens: i64,
    /// Tokens of those that were reasoning.
    pub(crate) reasoning_tokens: i64,
    /// Money, in millionths of a dollar.
    pub(crate) cost_micros: i64,
}

impl From<store::work::StepUsage> for Usage {
    fn from(usage: store::work::StepUsage) -> Self {
        Self {
            input_tokens: usage.input,
            cached_input_tokens: usage.cached_input,
            output_tokens: usage.output,
            reasoning_tokens: usage.reasoning,
            cost_micros: usage.cost_micros,
        }
    }
}
