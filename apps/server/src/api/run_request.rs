//! What a person wants done, as it travels, and what that will take.

use super::model_settings::DeliveryChoiceWord;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a run is to do; what is left out is as usual.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is a field of the request")]
#[schema(as = WishRequest)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunRequest {
    /// What kind of work.
    #[serde(default)]
    pub(crate) kind: Kind,
    /// The language to translate into; remembered for the book.
    #[serde(default)]
    pub(crate) target_language: Option<String>,
    /// Begin although the book is in that language already; refused with `same_language` otherwise.
    #[serde(default)]
    pub(crate) same_language: bool,
    /// The model; the usual one when left out.
    #[serde(default)]
    pub(crate) model: Option<String>,
    /// Models to turn to when the first one fails at a chunk.
    #[serde(default)]
    #[schema(max_items = 8)]
    pub(crate) fallbacks: Vec<String>,
    /// How much ceremony.
    #[serde(default)]
    pub(crate) effort: EffortWord,
    /// How far a task may read.
    #[serde(default)]
    pub(crate) reads: ReadsWord,
    /// How the model hands over its work.
    #[serde(default)]
    pub(crate) delivery: DeliveryChoiceWord,
    /// Only these chapters, by id; all when empty.
    #[serde(default)]
    pub(crate) chapters: Vec<String>,
    /// Only these paragraphs, by id; all when empty. They are done again if they are translated.
    #[serde(default)]
    pub(crate) paragraphs: Vec<String>,
    /// Tokens of source in a chunk.
    #[serde(default)]
    #[schema(minimum = 64, maximum = 100_000)]
    pub(crate) chunk_tokens: Option<u64>,
    /// How many chapters at once.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 256)]
    pub(crate) concurrency: Option<u16>,
    /// Hand the requests in as batches: half the price, answered within a day. The service of the model must have them.
    #[serde(default)]
    pub(crate) batch: bool,
    /// At most so many millionths of a dollar.
    #[serde(default)]
    #[schema(minimum = 0)]
    pub(crate) max_cost_micros: Option<i64>,
    /// At most so many tokens, read and written together.
    #[serde(default)]
    pub(crate) max_tokens: Option<u64>,
    /// At most so many millionths of a dollar for each chapter.
    #[serde(default)]
    #[schema(minimum = 0)]
    pub(crate) chapter_max_cost_micros: Option<i64>,
    /// At most so many tokens for each chapter, read and written together.
    #[serde(default)]
    pub(crate) chapter_max_tokens: Option<u64>,
    /// The temperature, where another than the model's own is wanted.
    #[serde(default)]
    pub(crate) temperature: Option<f32>,
    /// Do again what is translated.
    #[serde(default)]
    pub(crate) again: bool,
    /// Do only what is stale.
    #[serde(default)]
    pub(crate) stale: bool,
    /// With `stale`: also what was translated with other instructions to the model than it would get today.
    #[serde(default)]
    pub(crate) strict: bool,
    /// What is asked for beyond the usual rules.
    #[serde(default)]
    pub(crate) instructions: Option<String>,
    /// Take the translation of the same words elsewhere without asking a model; yes when left out.
    #[serde(default)]
    pub(crate) reuse: Option<bool>,
    /// Ask for up to so many translations where the source predicts trouble or a check found something; the best is taken.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 8)]
    pub(crate) candidates: Option<u32>,
    /// An endpoint instead of a known service.
    #[serde(default)]
    pub(crate) base_url: Option<String>,
    /// The dialect that endpoint speaks.
    #[serde(default)]
    pub(crate) dialect: Option<String>,
}

/// A kind of work.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    /// From source to target.
    #[default]
    Translation,
    /// A translation, for style.
    Polish,
    /// A translation, for faults.
    Proofreading,
}

/// How much ceremony.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EffortWord {
    /// No preparing, no review.
    Quick,
    /// A review only where a check found something.
    #[default]
    Standard,
    /// Every stage explicit.
    Careful,
}

/// How far a task may read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReadsWord {
    /// Anywhere in the book.
    #[default]
    Book,
    /// Neighbours only inside the chunk.
    Chunk,
}

/// What a wish will take.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Estimate {
    /// The model it was made for.
    pub(crate) model: String,
    /// Paragraphs to do.
    pub(crate) n_paragraphs: u64,
    /// Chunks they make.
    pub(crate) n_chunks: u64,
    /// Chapters they are in.
    pub(crate) n_chapters: u64,
    /// Tokens of source.
    pub(crate) source_tokens: u64,
    /// Tokens sent, at least and at most.
    pub(crate) input_tokens: [u64; 2],
    /// Tokens received, at least and at most.
    pub(crate) output_tokens: [u64; 2],
    /// Millionths of a dollar, at least and at most; null where no price is known.
    pub(crate) cost_micros: Option<[u64; 2]>,
}
