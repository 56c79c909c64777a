//! The languages providers speak, each a pure translation both ways: no clock, no socket, no key.

mod anthropic;
mod assembly;
mod gemini;
mod lines;
mod ollama;
mod openai_chat;
mod openai_responses;
mod reader;
mod refusal;
mod sse;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Failure, Request};

pub use reader::Reader;
pub(crate) use refusal::{Refusal, failure_of};

use assembly::Assembly;

/// A provider's language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dialect {
    /// OpenAI Chat Completions and everything compatible with it.
    #[serde(rename = "openai", alias = "openai-chat")]
    OpenaiChat,
    /// OpenAI Responses.
    OpenaiResponses,
    /// Anthropic Messages.
    Anthropic,
    /// Google Gemini.
    Gemini,
    /// Ollama's own API.
    Ollama,
}

/// A request in a provider's language, before the key is put to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// What follows the base URL, query included.
    pub path: String,
    /// The body.
    pub body: Value,
}

/// What a dialect must know about the model it writes to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Target {
    /// The provider's name for the model.
    pub model: String,
    /// Whether the reply is wanted piece by piece.
    pub streaming: bool,
    /// Where this service differs from its dialect.
    pub quirks: Quirks,
    /// Put into the body as they are, last, so that a person has the final word.
    pub extra_body: Map<String, Value>,
}

/// Where a service or a model differs from its dialect. None means the dialect as documented.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Quirks(pub BTreeSet<Quirk>);

impl Quirks {
    /// Whether this quirk is there.
    pub fn has(&self, quirk: Quirk) -> bool {
        self.0.contains(&quirk)
    }
}

/// One difference between a service and the dialect it claims to speak.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quirk {
    /// `max_completion_tokens` instead of `max_tokens`.
    MaxCompletionTokens,
    /// The service stumbles over `stream_options`.
    NoStreamOptions,
    /// The model accepts its default temperature only.
    NoTemperature,
    /// The service stumbles over `parallel_tool_calls`.
    NoParallelOption,
    /// The service knows no `required` tool choice; `auto` is asked instead.
    NoRequiredChoice,
    /// The thinking of the turns since the last user message must come back as `reasoning_content`.
    ReturnsReasoning,
    /// The service knows `parameters` only, not `parametersJsonSchema`.
    PlainSchema,
    /// The system text goes into a `developer` message.
    DeveloperRole,
}

impl Dialect {
    /// Every dialect.
    pub const ALL: &[Self] =
        &[Self::OpenaiChat, Self::OpenaiResponses, Self::Anthropic, Self::Gemini, Self::Ollama];

    /// The name used in configuration and records.
    pub fn name(self) -> &'static str {
        match self {
            Self::OpenaiChat => "openai",
            Self::OpenaiResponses => "openai-responses",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
            Self::Ollama => "ollama",
        }
    }

    /// Headers of every request; the key's header is not among them.
    pub fn headers(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Anthropic => &[("anthropic-version", "2023-06-01")],
            Self::OpenaiChat | Self::OpenaiResponses | Self::Gemini | Self::Ollama => &[],
        }
    }

    /// Translates a request.
    pub fn call(self, target: &Target, request: &Request) -> Call {
        let mut call = match self {
            Self::OpenaiChat => openai_chat::call(target, request),
            Self::OpenaiResponses => openai_responses::call(target, request),
            Self::Anthropic => anthropic::call(target, request),
            Self::Gemini => gemini::call(target, request),
            Self::Ollama => ollama::call(target, request),
        };
        if let Value::Object(body) = &mut call.body {
            merge(body, &target.extra_body);
        }
        call
    }

    /// A fresh reader of one reply from a service of this name. `turn` becomes part of the ids made up for
    /// calls where the provider gives none, so that they differ from turn to turn.
    pub fn reader(self, service: &str, turn: usize) -> Reader {
        let decoder: Box<dyn Decode> = match self {
            Self::OpenaiChat => Box::new(openai_chat::Decoder::default()),
            Self::OpenaiResponses => Box::new(openai_responses::Decoder::default()),
            Self::Anthropic => Box::new(anthropic::Decoder::default()),
            Self::Gemini => Box::new(gemini::Decoder),
            Self::Ollama => Box::new(ollama::Decoder),
        };
        Reader::new(decoder, Assembly::new(service, turn), self == Self::Ollama)
    }
}

/// Reads the messages of one reply in one dialect.
///
/// An implementer tells the assembly what it finds and ignores what it does not know: providers add
/// fields and message types at any time.
trait Decode: Send {
    /// One message of a streamed reply.
    fn message(&mut self, message: &Value, assembly: &mut Assembly) -> Result<(), Failure>;

    /// A reply that came in one piece.
    fn whole(&mut self, body: &Value, assembly: &mut Assembly) -> Result<(), Failure>;
}

/// Puts one object over another; objects inside objects are merged, everything else is replaced.
fn merge(into: &mut Map<String, Value>, over: &Map<String, Value>) {
    for (key, value) in over {
        match (into.get_mut(key), value) {
            (Some(Value::Object(inner)), Value::Object(value)) => merge(inner, value),
            _ => {
                into.insert(key.clone(), value.clone());
            }
        }
    }
}

/// The number at a path of keys, 0 when it is not there.
fn number(value: &Value, pointer: &str) -> u64 {
    value.pointer(pointer).and_then(Value::as_u64).unwrap_or(0)
}

/// The text at a key, nothing when it is missing, empty or no text.
fn text<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    value.get(key).and_then(Value::as_str).filter(|text| !text.is_empty())
}

/// Arguments as an object, for dialects that want a value rather than JSON text.
fn arguments_object(arguments: &str) -> Value {
    match serde_json::from_str(arguments) {
        Ok(Value::Object(object)) => Value::Object(object),
        Ok(_) | Err(_) => Value::Object(Map::new()),
    }
}

/// Arguments as JSON text, whether the provider sent text or a value.
fn arguments_text(arguments: Option<&Value>) -> Option<String> {
    let arguments = arguments.filter(|arguments| !arguments.is_null())?;
    Some(arguments.as_str().map_or_else(|| arguments.to_string(), str::to_owned))
}
