//! What services refuse, in their own words: requests that would fail there fail here.

mod rules;

use std::fmt;

use llm::{Dialect, ScriptedReply};
use serde_json::{Value, json};

use crate::SeenRequest;
use crate::response::{ThinkingForm, Voice};

/// What a service that thinks between texts says first.
pub(crate) const FIRST_WORDS: &str = "I see.";
/// What every thinking service thinks.
const THOUGHT: &str = "Let me think about this for a moment.";
/// What stands in place of a signature that Gemini did not make itself.
const NO_SIGNATURE: &str = "skip_thought_signature_validator";
/// The window of the strict Ollama's model.
const OLLAMA_WINDOW: u64 = 40_960;

/// A service whose refusals are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Service {
    /// Thinks; wants its thinking back and cannot be forced to call a tool.
    Deepseek,
    /// The same with other words and one temperature.
    Kimi,
    /// Claude of today with thinking between texts.
    Anthropic,
    /// Wants `reasoning_details` back in one piece.
    OpenRouter,
    /// Nine letters in an id, nothing unknown in a message, no user after a tool.
    Mistral,
    /// Wants calls back signed.
    Gemini,
    /// A small window unless told otherwise.
    Ollama,
    /// Tools through Responses only, items as they came.
    OpenaiNewest,
    /// Nothing unknown in a message; samples a broken call once.
    Groq,
    /// Nobody has listed it, and it refuses five parts of a body, one after the other.
    Unlisted,
}

impl Service {
    /// How the program lists it: the vendor and one of its models.
    pub const fn listed(self) -> (&'static str, &'static str) {
        match self {
            Self::Deepseek => ("deepseek", "deepseek-flash"),
            Self::Kimi => ("moonshot", "kimi-k2.6"),
            Self::Anthropic => ("anthropic", "claude-sonnet-5-5"),
            Self::OpenRouter => ("openrouter", "anthropic/claude-sonnet-5.5"),
            Self::Mistral => ("mistral", "mistral-large-latest"),
            Self::Gemini => ("google", "gemini-3.8-flash"),
            Self::Ollama => ("ollama", "qwen3"),
            Self::OpenaiNewest => ("openai", "gpt-5.6-terra"),
            Self::Groq => ("groq", "some-model"),
            Self::Unlisted => ("custom", "new-model"),
        }
    }

    /// Every one that the program lists.
    pub const ALL: &[Self] = &[
        Self::Deepseek,
        Self::Kimi,
        Self::Anthropic,
        Self::OpenRouter,
        Self::Mistral,
        Self::Gemini,
        Self::Ollama,
        Self::OpenaiNewest,
        Self::Groq,
    ];

    /// The dialect to ask it in.
    pub fn dialect(self) -> Dialect {
        match self {
            Self::Anthropic => Dialect::Anthropic,
            Self::Gemini => Dialect::Gemini,
            Self::Ollama => Dialect::Ollama,
            Self::Deepseek
            | Self::Kimi
            | Self::OpenRouter
            | Self::Mistral
            | Self::OpenaiNewest
            | Self::Groq
            | Self::Unlisted => Dialect::OpenaiChat,
        }
    }

    /// Why a request is refused, if it is. `before` are the refusals so far.
    pub(crate) fn refusal(self, seen: &SeenRequest, before: &[String]) -> Option<(u16, String)> {
        let body = &seen.body;
        match self {
            Self::Deepseek => rules::thinking_chat(
                body,
                "Thinking mode does not support this tool_choice",
                "The `reasoning_content` in the thinking mode must be passed back to the API.",
            ),
            Self::Kimi => {
                let wrong_temperature = body.get("temperature").is_some_and(|value| value != &json!(1));
                let temperature =
                    rules::refuse(wrong_temperature, "invalid temperature: only 1 is allowed for this model");
                temperature.or_else(|| {
                    rules::thinking_chat(
                        body,
                        "tool_choice 'specified' is incompatible with thinking enabled",
                        "thinking is enabled but reasoning_content is missing in assistant tool call message",
                    )
                })
            }
            Self::Anthropic => rules::anthropic(body),
            Self::OpenRouter => rules::openrouter(body),
            Self::Mistral => rules::mistral(body),
            Self::Gemini => rules::gemini(&seen.path, body),
            Self::Ollama => rules::ollama(body),
            Self::OpenaiNewest => rules::openai(seen),
            Self::Groq => rules::groq(body, before),
            Self::Unlisted => rules::unlisted(body),
        }
    }
}

impl fmt::Display for Service {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Deepseek => "DeepSeek",
            Self::Kimi => "Kimi",
            Self::Anthropic => "Anthropic",
            Self::OpenRouter => "OpenRouter",
            Self::Mistral => "Mistral",
            Self::Gemini => "Gemini",
            Self::Ollama => "Ollama",
            Self::OpenaiNewest => "OpenAI, newest models",
            Self::Groq => "Groq",
            Self::Unlisted => "an endpoint nobody listed",
        })
    }
}

/// A reply as the service would give it: with thinking, in its own form and signed with the model's name.
pub(crate) fn embellished(
    service: Option<Service>,
    request: &SeenRequest,
    mut reply: ScriptedReply,
) -> (ScriptedReply, Voice) {
    let form = match service {
        None | Some(Service::Mistral | Service::Ollama | Service::Groq | Service::Unlisted) => {
            return (reply, Voice::default());
        }
        Some(Service::Anthropic) => ThinkingForm::Interleaved,
        Some(Service::OpenRouter) => ThinkingForm::Details,
        Some(Service::Deepseek | Service::Kimi | Service::Gemini | Service::OpenaiNewest) => {
            ThinkingForm::Usual
        }
    };
    if reply.reasoning.is_empty() {
        THOUGHT.clone_into(&mut reply.reasoning);
    }
    let signature = Some(signature(&model_of(&request.path, &request.body)));
    (reply, Voice { signature, form })
}

/// The models the server says it has; `OpenRouter` tells their prices, by the token.
pub(crate) fn listing(service: Option<Service>) -> String {
    if let Some(Service::OpenRouter) = service {
        let (_, model) = Service::OpenRouter.listed();
        let pricing = json!({"prompt": "0.000003", "completion": "0.000015"});
        return json!({"data": [{"id": model, "context_length": 200_000, "pricing": pricing}]}).to_string();
    }
    json!({"data": [{"id": "test"}], "models": [{"name": "test"}]}).to_string()
}

/// What the server tells of a model: the status and the page.
pub(crate) fn description(service: Option<Service>) -> (u16, String) {
    if service != Some(Service::Ollama) {
        return (404, json!({"error": "not found"}).to_string());
    }
    let page = json!({"capabilities": ["completion", "tools"], "model_info":
        {"general.architecture": "test", "test.context_length": OLLAMA_WINDOW}});
    (200, page.to_string())
}

/// A signature that names the model; valid as base64, which some SDKs demand.
fn signature(model: &str) -> String {
    let letters = model.chars().filter(char::is_ascii_alphanumeric);
    let mut signature: String = "signedBy".chars().chain(letters).collect();
    while !signature.len().is_multiple_of(4) {
        signature.push('A');
    }
    signature
}

fn model_of(path: &str, body: &Value) -> String {
    let in_path = path.split("/models/").nth(1).and_then(|rest| rest.split(':').next());
    let named = body.get("model").and_then(Value::as_str).or(in_path);
    named.unwrap_or_default().to_owned()
}
