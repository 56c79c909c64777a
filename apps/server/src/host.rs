//! What the server needs from outside: models with their keys, the user's settings, the time. The embedding program
//! provides it, because only the outermost program reads an environment.

use async_trait::async_trait;
use checks::dictionary::Dictionaries;
use llm::Budget;
use messages::{Explain, Message};
use runner::run::{ClaimOwner, RunModel};
use runner::spec::RunSpec;
use secrecy::SecretString;
use serde_json::{Map, Value};
use std::sync::Arc;

/// Where models and settings come from.
///
/// An implementer promises that nothing it returns contains a key, and that what it refuses is said in the words of
/// the command line: what happened, then after `hint:` what to do.
#[async_trait]
pub trait Host: Send + Sync + 'static {
    /// The models that can be used, in the order they are shown.
    fn models(&self) -> Result<Vec<ModelInfo>, HostError>;

    /// The model used when none is named.
    fn default_model(&self) -> Result<Option<String>, HostError>;

    /// Opens the model of a run, and then those it falls back on. They spend from the budget.
    fn open_models(&self, spec: &RunSpec, budget: &Arc<Budget>) -> Result<Vec<RunModel>, HostError>;

    /// Notes what a request named itself, so that a run that is resumed gets no more than was asked for here.
    fn note_typed(&self, spec: &RunSpec) -> Result<(), HostError>;

    /// Keeps a key, an endpoint or a default. Gives back the name to use the model by.
    fn add_model(&self, new: NewModel) -> Result<String, HostError>;

    /// Changes what is known about a model: what it costs.
    fn price_model(&self, name: &str, price: llm::Price) -> Result<(), HostError>;

    /// Sets how a model hands over its work.
    fn set_delivery(&self, name: &str, choice: llm::DeliveryChoice) -> Result<(), HostError>;

    /// Forgets an endpoint of the person's own; what is built in stays.
    fn remove_model(&self, name: &str) -> Result<(), HostError>;

    /// Sends a few tiny requests and keeps what they show.
    async fn test_model(&self, name: &str) -> Result<ModelTestReport, HostError>;

    /// What is set for a service, or for a model as `service/model`.
    fn model_settings(&self, name: &str) -> Result<ModelSettingsInfo, HostError>;

    /// Changes what is set as a JSON merge patch does: `null` removes, what is not named stays.
    fn change_model_settings(&self, name: &str, patch: &Map<String, Value>) -> Result<(), HostError>;

    /// Asks a service which models it has.
    async fn offered_models(&self, service: &str) -> Result<Vec<llm::OfferedModel>, HostError>;

    /// The services that take a key.
    fn key_services(&self) -> Result<Vec<KeyService>, HostError>;

    /// Whether there is a master key, under which keys of the library are sealed.
    fn can_seal(&self) -> bool;

    /// Seals a key of a service for the library.
    fn seal_key(&self, service: &str, key: &SecretString) -> Result<LibraryKeySeal, HostError>;

    /// Uses these keys of the library from now on, and no others of it.
    fn use_library_keys(&self, keys: &[LibraryKeySeal]) -> Result<(), HostError>;

    /// Whether the library's key under this name is used.
    fn has_library_key(&self, variable: &str) -> bool;

    /// The person's settings.
    fn settings(&self) -> Result<HostSettings, HostError>;

    /// Changes settings; what is `None` stays.
    fn change_settings(&self, change: SettingsChange) -> Result<(), HostError>;

    /// Where bilingual dictionaries come from; always the same, so that each is loaded once.
    fn dictionaries(&self) -> Arc<dyn Dictionaries>;

    /// Who works on books here, as other programs see it.
    fn holder(&self) -> ClaimOwner;

    /// The time, in milliseconds since 1970.
    fn now_ms(&self) -> i64;
}

/// Why the host refused or failed.
#[derive(Debug)]
pub enum HostError {
    /// What was asked for makes no sense or is not there.
    Refused(Message),
    /// It should have worked.
    Failed(Message),
    /// There is no room on the disk.
    DiskFull(Message),
}

impl Explain for HostError {
    fn message(&self) -> Message {
        let (Self::Refused(message) | Self::Failed(message) | Self::DiskFull(message)) = self;
        message.clone()
    }
}

messages::shown_as_message!(HostError);

/// A model that can be used.
#[derive(Debug, Clone)]
pub struct ModelInfo {
    /// The name to use it by.
    pub name: String,
    /// What people call the service.
    pub service: String,
    /// Where the service is.
    pub base_url: Option<String>,
    /// What it speaks.
    pub dialect: Option<String>,
    /// What is known about its key.
    pub key: KeyStatus,
    /// Tokens it can read and write together.
    pub window: Option<u64>,
    /// Tokens it can write in one reply.
    pub max_output: Option<u64>,
    /// What it costs.
    pub price: Option<llm::Price>,
    /// The day that price was true.
    pub priced_on: Option<String>,
    /// Whether the person added it, so that it can be removed.
    pub is_own: bool,
    /// The form in which a run with it begins to have its work handed over; nothing where only tools are possible.
    pub delivery: Option<DeliveryInfo>,
    /// What its last test showed.
    pub tested: Option<ModelTestReport>,
}

/// The form a model is asked in.
#[derive(Debug, Clone)]
pub struct DeliveryInfo {
    pub form: llm::Delivery,
    /// How it is known: `default`, `setting`, `prompt` or `learned`.
    pub from: &'static str,
    /// Why, where it was learnt.
    pub why: Option<String>,
    /// The prompt the model has of its own.
    pub prompt: Option<String>,
}

/// What is set for a service or a model, without what looks like a secret.
#[derive(Debug, Clone)]
pub struct ModelSettingsInfo {
    /// The service, or `service/model`.
    pub name: String,
    /// What the person set at exactly this name.
    pub set: Map<String, Value>,
    /// What holds for it.
    pub effective: Map<String, Value>,
    /// What is set and not shown, as `headers.Authorization`.
    pub hidden: Vec<String>,
}

/// What is known about a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyStatus {
    /// None is needed.
    NotNeeded,
    /// There is one.
    Present,
    /// There is none.
    Missing,
}

/// A model, key or endpoint to keep.
pub struct NewModel {
    /// `service/model`, or the person's own name for an endpoint.
    pub name: String,
    /// The endpoint.
    pub base_url: Option<String>,
    /// The dialect it speaks.
    pub dialect: Option<String>,
    /// The model's name at that endpoint.
    pub model: Option<String>,
    pub key: Option<SecretString>,
    /// Whether it is used when none is named.
    pub is_default: bool,
}

/// A service that takes a key.
#[derive(Debug, Clone)]
pub struct KeyService {
    /// As it stands before the `/` in the name of a model.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// The name under which its key is looked up.
    pub variable: String,
}

/// A key of the library, sealed.
#[derive(Debug, Clone)]
pub struct LibraryKeySeal {
    /// The name under which it is looked up.
    pub variable: String,
    pub sealed: Vec<u8>,
}

/// What a test showed.
#[expect(clippy::struct_excessive_bools, reason = "each is one thing a person wants to know about a model")]
#[derive(Debug, Clone)]
pub struct ModelTestReport {
    /// When, in milliseconds since 1970.
    pub tested_ms: i64,
    /// Whether the model can be used.
    pub works: bool,
    /// Why it could not even be asked.
    pub failure: Option<String>,
    /// Whether it calls tools.
    pub tools: bool,
    /// Whether it calls several at once.
    pub parallel_calls: bool,
    /// The first form of delivery that works.
    pub delivery: Option<llm::Delivery>,
    /// Whether it answers piece by piece.
    pub is_streaming: bool,
    /// Whether it thinks before it answers.
    pub thinking: bool,
    /// Whether an answer keeps to a schema; nothing where that cannot be asked for.
    pub structured_output: Option<bool>,
    /// Whether a limit cut the answer off.
    pub cut_off: bool,
    /// Tokens it can read and write together.
    pub window: Option<u64>,
    /// What the service says it can do.
    pub capabilities: Vec<String>,
    /// Output tokens per second.
    pub tokens_per_second: Option<f64>,
    /// What it costs, in dollars for a million tokens in and out.
    pub price: Option<(f64, f64)>,
    /// What it said, shortened.
    pub answer: String,
    /// Milliseconds to the first word.
    pub first_event_ms: u64,
    /// Milliseconds in all.
    pub all_ms: u64,
    /// What the request cost in millionths of a dollar, where that is known.
    pub cost_micros: Option<u64>,
}

/// The person's settings.
#[derive(Debug, Clone)]
pub struct HostSettings {
    /// The model used when none is named.
    pub default_model: Option<String>,
    /// Ask before a run that may cost more than this many dollars.
    pub ask_above_usd: f64,
}

/// What is to change; `None` stays.
#[derive(Debug, Clone, Default)]
pub struct SettingsChange {
    /// The model used when none is named; an empty text for none.
    pub default_model: Option<String>,
    /// Ask before a run that may cost more than this many dollars.
    pub ask_above_usd: Option<f64>,
}
