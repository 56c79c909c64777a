//! The languages providers speak, each a pure translation both ways: no clock, no socket, no key.

mod anthropic;
mod assembly;
mod frame;
mod gemini;
mod lines;
mod ollama;
mod openai_chat;
mod openai_responses;
mod reader;
mod reasoning_details;
mod refusal;
mod sse;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Failure, ReasoningBlock, Request, Thinking, ThinkingStyle, ToolCall};

pub use reader::Reader;
pub(crate) use refusal::{Refusal, failure_of};

use assembly::Assembly;
use frame::Piece;

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
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Target {
    /// The provider's name for the model.
    pub model: String,
    /// Whether the reply is wanted piece by piece.
    pub streaming: bool,
    /// Where this service differs from its dialect.
    pub quirks: Quirks,
    /// Put into the body as they are, last, so that a person has the final word.
    pub extra_body: Map<String, Value>,
    /// How much the model is to think; `None` leaves it to the model.
    pub thinking: Option<Thinking>,
    /// How this service wants that said; `None` means as the dialect's own provider does.
    pub thinking_style: Option<ThinkingStyle>,
    /// The least effort the service takes, where it refuses to leave thinking.
    pub least_thinking: Option<String>,
    /// A person's temperature; goes before the request's.
    pub temperature: Option<f32>,
    /// Tokens the model can read and write together.
    pub window: Option<u64>,
    /// Tokens the model can write in one reply.
    pub max_output: Option<u32>,
    /// Tokens of context a local server has already been asked for; a smaller number would make it load the
    /// model again.
    pub min_context: u64,
}

impl Target {
    /// The temperature to send, if any.
    fn temperature(&self, request: &Request) -> Option<f32> {
        let wanted = self.temperature.or(request.temperature);
        wanted.filter(|_| !self.quirks.has(Quirk::NoTemperature))
    }
}

/// The schema to send, if any.
fn response_schema<'a>(target: &Target, request: &'a Request) -> Option<&'a Value> {
    request.response_schema.as_deref().filter(|_| !target.quirks.has(Quirk::NoResponseSchema))
}

/// Where a service or a model differs from its dialect. None means the dialect as documented.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Quirks(pub BTreeSet<Quirk>);

impl Quirks {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

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
    /// Every turn that called tools must come back with `reasoning_content`, if only an empty one.
    ReturnsReasoning,
    /// The service refuses `reasoning_content` in what it is sent.
    NoReasoningContent,
    /// Ids of tool calls must be nine letters or digits.
    ShortCallIds,
    /// Calls made by another model must carry a signature; the one that skips validation is sent.
    SignedCalls,
    /// No user message may follow a tool result directly; a short assistant message goes between.
    AssistantAfterTools,
    /// The service knows `parameters` only, not `parametersJsonSchema`.
    PlainSchema,
    /// The system text goes into a `developer` message.
    DeveloperRole,
    /// The service holds no answer to a schema.
    NoResponseSchema,
    /// The server tells how much of the prompt it has read, where `return_progress` asks for it.
    PromptProgress,
}

impl Dialect {
    /// Every dialect.
    pub const ALL: &[Self] =
        &[Self::OpenaiChat, Self::OpenaiResponses, Self::Anthropic, Self::Gemini, Self::Ollama];

    /// Whether its services can hold an answer to a schema.
    pub const fn constrains_answers(self) -> bool {
        match self {
            Self::OpenaiChat | Self::OpenaiResponses | Self::Gemini | Self::Ollama => true,
            Self::Anthropic => false,
        }
    }

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

    /// The piece that a message of a streamed reply brings, if it brings nothing else: the same message with other words would
    /// bring those, whatever came before it.
    fn only_piece<'a>(&self, _message: &'a Value) -> Option<Piece<'a>> {
        None
    }

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

/// The name a schema goes by where it needs one.
const SCHEMA_NAME: &str = "answer";

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

/// The values a dialect keeps of a reply, to be sent back as they came. Only those of the model that is asked
/// are left in a request when it reaches a dialect.
fn stored_reasoning(blocks: &[ReasoningBlock], dialect: Dialect) -> impl Iterator<Item = &Value> {
    blocks.iter().filter(move |block| &*block.dialect == dialect.name()).map(|block| &block.data)
}

/// The calls of a message by their place in a kept list of parts: `{"call": 0}` stands for the first. Calls no
/// part stands for come last.
struct CallsByPlace<'a> {
    calls: Vec<Option<&'a ToolCall>>,
}

impl<'a> CallsByPlace<'a> {
    fn new(calls: &'a [ToolCall]) -> Self {
        Self { calls: calls.iter().map(Some).collect() }
    }

    fn take(&mut self, part: &Value) -> Option<&'a ToolCall> {
        let place = part.get("call")?.as_u64().and_then(|place| usize::try_from(place).ok())?;
        self.calls.get_mut(place)?.take()
    }

    fn rest(self) -> impl Iterator<Item = &'a ToolCall> {
        self.calls.into_iter().flatten()
    }
}

/// Whether two texts differ in white space at most.
fn is_same_text<'a>(parts: impl Iterator<Item = &'a str>, text: &str) -> bool {
    let visible = |text: &'a str| text.chars().filter(|character| !character.is_whitespace());
    parts.flat_map(visible).eq(text.chars().filter(|character| !character.is_whitespace()))
}

/// Arguments as JSON text, whether the provider sent text or a value.
fn arguments_text(arguments: Option<&Value>) -> Option<String> {
    let arguments = arguments.filter(|arguments| !arguments.is_null())?;
    Some(arguments.as_str().map_or_else(|| arguments.to_string(), str::to_owned))
}
