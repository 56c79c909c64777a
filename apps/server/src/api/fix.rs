//! Mending what the checks found, as it travels.

use crate::api::run_request::{EffortWord, Estimate, Kind, ReadsWord, RunRequest};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What is to be mended; what is left out is as usual.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct FixRequest {
    /// Only findings at least this grave.
    pub(crate) severity: Grave,
    /// Only of these checks, by code; all when empty.
    pub(crate) checks: Vec<String>,
    /// Only in these chapters, by id; in all when empty.
    pub(crate) chapters: Vec<String>,
    /// Only these paragraphs, by id; all when empty.
    pub(crate) paragraphs: Vec<String>,
    /// The model; the usual one when left out.
    pub(crate) model: Option<String>,
    /// Models to turn to when the first one fails.
    #[schema(max_items = 8)]
    pub(crate) fallbacks: Vec<String>,
    /// How much ceremony.
    pub(crate) effort: EffortWord,
    /// How far a task may read.
    pub(crate) reads: ReadsWord,
    /// How many chapters at once.
    #[schema(minimum = 1, maximum = 256)]
    pub(crate) concurrency: Option<u16>,
    /// At most so many millionths of a dollar.
    #[schema(minimum = 0)]
    pub(crate) max_cost_micros: Option<i64>,
    /// At most so many tokens, read and written together.
    pub(crate) max_tokens: Option<u64>,
    /// The temperature, where another than the model's own is wanted.
    pub(crate) temperature: Option<f32>,
    /// What is asked for beyond the usual rules.
    pub(crate) instructions: Option<String>,
    /// An endpoint instead of a known service.
    pub(crate) base_url: Option<String>,
    /// The dialect that endpoint speaks.
    pub(crate) dialect: Option<String>,
}

/// What is worth mending.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Grave {
    /// What must not be exported as good.
    Block,
    /// What an editor should look at, and what is graver.
    #[default]
    Queue,
}

impl From<FixRequest> for RunRequest {
    fn from(request: FixRequest) -> Self {
        Self {
            // What is corrected in place is proofreading; what has to be made anew is translated.
            kind: Kind::Proofreading,
            chapters: request.chapters,
            paragraphs: request.paragraphs,
            model: request.model,
            fallbacks: request.fallbacks,
            effort: request.effort,
            reads: request.reads,
            concurrency: request.concurrency,
            max_cost_micros: request.max_cost_micros,
            max_tokens: request.max_tokens,
            temperature: request.temperature,
            instructions: request.instructions,
            base_url: request.base_url,
            dialect: request.dialect,
            ..Self::default()
        }
    }
}

/// What would be mended, and how.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FixPlan {
    /// Paragraphs with something to mend.
    pub(crate) n_flagged: u64,
    /// How many of them code mends, without a model.
    pub(crate) n_by_code: u64,
    /// How a model would mend the others.
    pub(crate) ways: Vec<FixWay>,
    /// Flagged paragraphs for which a suggestion already waits.
    pub(crate) n_waiting: u64,
    /// Findings that are left to a person, because no repair suits them.
    pub(crate) n_for_person: u64,
    /// The flagged paragraphs, at most a thousand.
    pub(crate) flagged: Vec<FlaggedParagraph>,
    /// What code would make of paragraphs, at most a thousand.
    pub(crate) by_code: Vec<MendedParagraph>,
    /// What a model would take; null when none is needed, or none is chosen.
    pub(crate) estimate: Option<Estimate>,
}

/// One way of mending.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FixWay {
    /// Its name.
    pub(crate) way: String,
    /// How many paragraphs.
    pub(crate) n: u64,
}

/// A paragraph with something to mend.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FlaggedParagraph {
    /// The paragraph.
    pub(crate) paragraph_id: String,
    /// The number of its chapter, from one.
    pub(crate) chapter: u32,
    /// The codes of the checks, gravest first.
    pub(crate) checks: Vec<String>,
    /// Whether a suggestion already waits for a person.
    pub(crate) waits: bool,
}

/// A paragraph before and after.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MendedParagraph {
    /// The paragraph.
    pub(crate) paragraph_id: String,
    /// The translation before.
    pub(crate) before: String,
    /// The translation after.
    pub(crate) after: String,
}

/// What was mended at once, and the run that mends the rest.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FixBegun {
    /// How many paragraphs code has mended.
    pub(crate) n_mended: u64,
    /// That change, to undo it; null when there was nothing to do.
    pub(crate) change_id: Option<String>,
    /// The run that mends the rest; null when nothing is left for a model.
    pub(crate) run: Option<String>,
}
