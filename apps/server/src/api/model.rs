//! Models and settings as they travel. Keys go in and never come out.

use super::model_settings::{DeliveryChoiceWord, DeliveryWord};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A model that can be used.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Model {
    /// The name to hire it by, as in `openai/gpt-5.4`; one that ends in `/…` stands for any model of that service.
    pub(crate) name: String,
    /// What people call the service.
    pub(crate) service: String,
    /// Where the service is.
    pub(crate) base_url: Option<String>,
    /// What it speaks.
    pub(crate) dialect: Option<String>,
    /// Whether it can be used right now.
    pub(crate) key: KeyState,
    /// Tokens it can read and write together.
    pub(crate) window: Option<u64>,
    /// Tokens it can write in one reply.
    pub(crate) max_output: Option<u64>,
    /// Dollars for a million tokens sent.
    pub(crate) usd_per_million_input: Option<f64>,
    /// Dollars for a million tokens received.
    pub(crate) usd_per_million_output: Option<f64>,
    /// The day that price was true.
    pub(crate) priced_on: Option<String>,
    /// Whether it is used when none is named.
    pub(crate) is_default: bool,
    /// Whether the person added it, so that it can be removed.
    pub(crate) is_own: bool,
    /// The form in which a run with it begins to have its work handed over: `tools`, `structured` or `lines`; null where
    /// only tools are possible.
    pub(crate) delivery: Option<String>,
    /// How that is known: `default`, `setting`, `prompt` or `learned`.
    pub(crate) delivery_from: Option<String>,
    /// Why, where it was learnt.
    pub(crate) delivery_why: Option<String>,
    /// The prompt of its own that the model is asked with, if it has one.
    pub(crate) prompt: Option<String>,
    /// What its last test showed.
    pub(crate) tested: Option<ModelTrial>,
}

/// What is to be known about a model.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ModelPatch {
    /// The model.
    pub(crate) name: String,
    /// Dollars for a million tokens sent; with the other price, or not at all.
    #[serde(default)]
    #[schema(minimum = 0)]
    pub(crate) usd_per_million_input: Option<f64>,
    /// Dollars for a million tokens received.
    #[serde(default)]
    #[schema(minimum = 0)]
    pub(crate) usd_per_million_output: Option<f64>,
    /// How it hands over its work; as it is where left out.
    #[serde(default)]
    pub(crate) delivery: Option<DeliveryChoiceWord>,
}

/// A model to remove.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct RemovedModel {
    /// The model.
    pub(crate) name: String,
}

/// What is known about a key. The key itself is never told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum KeyState {
    /// None is needed.
    NotNeeded,
    /// There is one.
    Present,
    /// There is none.
    Missing,
}

/// A model, key or endpoint to keep.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewModel {
    /// `service/model`, or a name of the person's own when `base_url` is given.
    pub(crate) name: String,
    /// The endpoint.
    #[serde(default)]
    pub(crate) base_url: Option<String>,
    /// The dialect it speaks.
    #[serde(default)]
    pub(crate) dialect: Option<String>,
    /// The model's name at that endpoint.
    #[serde(default)]
    pub(crate) model: Option<String>,
    /// The key; kept in a file that only its owner can read, and never told again.
    #[serde(default)]
    #[schema(write_only)]
    pub(crate) key: Option<String>,
    /// Whether it is used when none is named.
    #[serde(default)]
    pub(crate) is_default: bool,
}

/// A model that was kept.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AddedModel {
    /// The name to hire it by.
    pub(crate) name: String,
    /// Whether it can be used right now.
    pub(crate) key: KeyState,
}

/// A model to try.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TrialRequest {
    /// The model; the usual one when left out.
    #[serde(default)]
    pub(crate) model: Option<String>,
}

/// What a test showed.
#[expect(clippy::struct_excessive_bools, reason = "each is one thing a person wants to know about a model")]
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ModelTrial {
    /// The model.
    pub(crate) model: String,
    /// When, in milliseconds since 1970.
    pub(crate) tested_ms: i64,
    /// Whether it can be used.
    pub(crate) works: bool,
    /// Why it could not even be asked.
    pub(crate) failure: Option<String>,
    /// Whether it calls tools.
    pub(crate) tools: bool,
    /// Whether it calls several at once.
    pub(crate) parallel_calls: bool,
    /// The first form in which it hands over its work whole.
    #[schema(value_type = Option<DeliveryWord>)]
    pub(crate) delivery: Option<DeliveryWord>,
    /// Whether it answers piece by piece.
    pub(crate) streaming: bool,
    /// Whether it thinks before it answers.
    pub(crate) thinking: bool,
    /// Whether an answer keeps to a JSON schema; nothing where its service takes none.
    pub(crate) structured_output: Option<bool>,
    /// Whether a limit cut the answer off, so that it says little about the model.
    pub(crate) cut_off: bool,
    /// Tokens it can read and write together.
    pub(crate) window: Option<u64>,
    /// What its service says it can do, in the service's words.
    pub(crate) capabilities: Vec<String>,
    /// Output tokens per second, from the first word on.
    pub(crate) tokens_per_second: Option<f64>,
    /// Dollars for a million tokens sent.
    pub(crate) usd_per_million_input: Option<f64>,
    /// Dollars for a million tokens received.
    pub(crate) usd_per_million_output: Option<f64>,
    /// What it said, shortened.
    pub(crate) answer: String,
    /// Milliseconds to the first word.
    pub(crate) first_event_ms: u64,
    /// Milliseconds in all.
    pub(crate) ms: u64,
    /// What the request cost, in millionths of a dollar, where that is known.
    pub(crate) cost_micros: Option<u64>,
}

/// The person's settings.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Settings {
    /// The model used when none is named.
    pub(crate) default_model: Option<String>,
    /// Ask before a run that may cost more than this many dollars.
    pub(crate) ask_above_usd: f64,
}

/// What is to change; what is left out stays.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SettingsPatch {
    /// The model used when none is named; an empty text for none.
    #[serde(default)]
    pub(crate) default_model: Option<String>,
    /// Ask before a run that may cost more than this many dollars.
    #[serde(default)]
    #[schema(minimum = 0)]
    pub(crate) ask_above_usd: Option<f64>,
}

/// What a model is told first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Prompt {
    /// What kind of work.
    pub(crate) kind: String,
    /// `zh` or `en`.
    pub(crate) language: String,
    /// The system message.
    pub(crate) system: String,
    /// What is asked of the chapter; it is told with each chunk of it.
    pub(crate) chapter_instructions: Option<String>,
    /// The tools it may call.
    pub(crate) tools: Vec<PromptTool>,
}

/// A tool as a model sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PromptTool {
    /// Its name.
    pub(crate) name: String,
    /// What it does.
    pub(crate) description: String,
    /// The schema of what it is given.
    #[schema(value_type = Object)]
    pub(crate) parameters: serde_json::Value,
}
