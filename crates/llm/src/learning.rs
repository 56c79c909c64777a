//! What a service taught by refusing: a parameter or choice refused by name is left out, so that a model nobody listed
//! works without a new release.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Delivery, Dialect, Quirk, Quirks, ThinkingStyle, ToolProtocol, thinking};

/// What was learnt about one model, in the form a caller stores and hands in again.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LearnedFacts {
    /// Where it differs from what was known of it.
    #[serde(skip_serializing_if = "Quirks::is_empty")]
    pub quirks: Quirks,
    /// Parameters of the body it refuses.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub omitted: BTreeSet<String>,
    /// The dialect it answers in, where it refused the one it was asked in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dialect: Option<Dialect>,
    /// How it wants to be told how much to think.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thinking_style: Option<ThinkingStyle>,
    /// How its tool calls travel, where it refused tools.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tools: Option<ToolProtocol>,
    /// The form in which it hands over its work.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delivery: Option<Delivery>,
    /// Why that form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delivery_why: Option<String>,
    /// What it read in its last run by tools, in thousandths of the least its work takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reads: Option<u32>,
    /// The least thinking it takes a word for, where it refuses to leave it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least_thinking: Option<String>,
    /// Tokens it can read and write together, as its server told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<u64>,
}

impl LearnedFacts {
    /// Whether nothing was learnt.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Adds what is new in `more`; false if nothing is.
    fn add(&mut self, more: Self) -> bool {
        let before = self.clone();
        self.quirks.0.extend(more.quirks.0);
        self.omitted.extend(more.omitted);
        self.dialect = more.dialect.or(self.dialect);
        self.thinking_style = more.thinking_style.or(self.thinking_style);
        self.tools = more.tools.or(self.tools);
        self.reads = more.reads.or(self.reads);
        self.least_thinking = more.least_thinking.or_else(|| self.least_thinking.take());
        self.delivery = more.delivery.or(self.delivery);
        self.delivery_why = more.delivery_why.or_else(|| self.delivery_why.take());
        self.window = more.window.or(self.window);
        *self != before
    }
}

/// Called with everything known of a model whenever something new was learnt.
pub type OnLearned = Box<dyn Fn(&LearnedFacts) + Send + Sync>;

/// What is known of one model from experience, shared by all its keys.
#[derive(Default)]
pub struct Learner {
    facts: Mutex<LearnedFacts>,
    on_learned: Option<OnLearned>,
}

impl Learner {
    /// Starts from what was learnt before, and tells what is learnt from now on.
    pub fn new(facts: LearnedFacts, on_learned: OnLearned) -> Self {
        Self { facts: Mutex::new(facts), on_learned: Some(on_learned) }
    }

    /// Everything learnt so far.
    pub fn facts(&self) -> LearnedFacts {
        self.facts.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Keeps the form in which the model hands over its work.
    pub fn learn_delivery(&self, delivery: Delivery, why: &str) {
        let delivery_why = Some(why.to_owned()).filter(|why| !why.is_empty());
        self.learn(LearnedFacts { delivery: Some(delivery), delivery_why, ..LearnedFacts::default() });
    }

    /// Keeps how much the model read in a run.
    pub fn learn_reading(&self, permille: u32) {
        self.learn(LearnedFacts { reads: Some(permille), ..LearnedFacts::default() });
    }

    /// Takes in a lesson; false if it was known. The callback runs after the lock was released.
    pub(crate) fn learn(&self, lesson: LearnedFacts) -> bool {
        let mut facts = self.facts.lock().unwrap_or_else(PoisonError::into_inner);
        if !facts.add(lesson) {
            return false;
        }
        let all = facts.clone();
        drop(facts);
        if let Some(on_learned) = &self.on_learned {
            on_learned(&all);
        }
        true
    }
}

impl fmt::Debug for Learner {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Learner").field("facts", &self.facts()).finish_non_exhaustive()
    }
}

/// A refused request.
pub(crate) struct RefusedCall<'a> {
    pub(crate) dialect: Dialect,
    pub(crate) status: u16,
    /// The body that was sent.
    pub(crate) body: &'a Value,
    /// The parts of it a person asked for; they are never left out.
    pub(crate) extra_body: &'a Map<String, Value>,
    /// The body that came back.
    pub(crate) explanation: &'a str,
}

/// Words by which services say that they do not take something.
const REFUSING: &[&str] = &[
    "unsupported",
    "not support",
    "n't support",
    "unrecognized",
    "not recognized",
    "not accept",
    "no such",
    "invalid field",
    "forbidden",
    "不支持",
    "未知",
    "unknown",
    "unexpected",
    "not permitted",
    "not allowed",
    "not available",
    "deprecated",
    "extra inputs",
    "extra_forbidden",
    "extra fields",
    "invalid param",
    "incompatible",
    "only the default",
    "may only be",
    "is allowed for this",
    "cannot be used",
    "may not be",
];

/// Parts of a body without which it would be another request.
const ESSENTIAL: &[&str] = &[
    "model",
    "messages",
    "input",
    "contents",
    "system",
    "instructions",
    "systemInstruction",
    "tools",
    "toolConfig",
    "generationConfig",
    "options",
    "stream",
    "include",
    "store",
];

/// Whether a request refused with this status may be taken in other words.
pub(crate) const fn can_teach(status: u16) -> bool {
    matches!(status, 400 | 404 | 405 | 422 | 500 | 501)
}

/// What a refusal teaches, if anything.
pub(crate) fn lesson(refused: &RefusedCall<'_>) -> Option<LearnedFacts> {
    if !can_teach(refused.status) {
        return None;
    }
    let words = refused.explanation.to_lowercase();
    // A server that was started without an option says so; leaving parameters out does not help.
    if words.contains("requires --") || words.contains("requires \"--") {
        return None;
    }
    let refuses = REFUSING.iter().any(|word| words.contains(word));
    by_meaning(refused, &words, refuses).or_else(|| by_name(refused, &words, refuses))
}

fn quirk(quirk: Quirk) -> LearnedFacts {
    LearnedFacts { quirks: Quirks([quirk].into()), ..LearnedFacts::default() }
}

/// Refusals whose remedy is more than leaving a parameter out.
fn by_meaning(refused: &RefusedCall<'_>, words: &str, refuses: bool) -> Option<LearnedFacts> {
    let has = |needle: &str| words.contains(needle);
    if refused.dialect == Dialect::OpenaiChat && has("v1/responses") {
        return Some(LearnedFacts { dialect: Some(Dialect::OpenaiResponses), ..LearnedFacts::default() });
    }
    if has("reasoning_content") {
        let is_sent = refused.body.to_string().contains("\"reasoning_content\":");
        let demands = ["must be", "missing", "passed back", "required"].iter().any(|word| has(word));
        return match (demands, is_sent && refuses) {
            (_, true) => Some(quirk(Quirk::NoReasoningContent)),
            (true, false) => Some(quirk(Quirk::ReturnsReasoning)),
            (false, false) => None,
        };
    }
    if has("thought_signature") || has("thoughtsignature") {
        return Some(quirk(Quirk::SignedCalls));
    }
    if has("length of 9") && has("id") {
        return Some(quirk(Quirk::ShortCallIds));
    }
    if has("after role 'tool'") || has("after role \\\"tool") {
        return Some(quirk(Quirk::AssistantAfterTools));
    }
    if has("max_completion_tokens") && refused.body.get("max_tokens").is_some() {
        return Some(quirk(Quirk::MaxCompletionTokens));
    }
    if has("parametersjsonschema") {
        return Some(quirk(Quirk::PlainSchema));
    }
    if sends_schema(refused.body) && SCHEMA_WORDS.iter().any(|word| has(word)) {
        return Some(quirk(Quirk::NoResponseSchema));
    }
    if let Some(least) = least_thinking(refused.body, words) {
        let least_thinking = Some(least.to_owned());
        return Some(LearnedFacts { least_thinking, ..LearnedFacts::default() });
    }
    if refused.body.get("thinking").is_some() && has("adaptive") && has("thinking") {
        let style = Some(ThinkingStyle::Adaptive);
        return Some(LearnedFacts { thinking_style: style, ..LearnedFacts::default() });
    }
    let about_choice =
        ["tool_choice", "tool choice", "forced tool", "forces tool", "function calling config"];
    if is_forced(refused.body) && about_choice.iter().any(|word| has(word)) {
        return Some(quirk(Quirk::NoRequiredChoice));
    }
    None
}

/// The least effort a refusal names, where the request asked for none.
fn least_thinking(body: &Value, words: &str) -> Option<&'static str> {
    let places = ["/reasoning_effort", "/reasoning/effort"];
    let asked = places.iter().find_map(|place| body.pointer(place)?.as_str())?;
    let least = ["minimal", "low", "medium", "high"].into_iter().find(|word| names(words, word))?;
    (asked == thinking::NO_EFFORT && names(words, asked)).then_some(least)
}

/// Words in refusals of a schema for the answer.
const SCHEMA_WORDS: &[&str] = &[
    "json mode",
    "json_object",
    "response_format",
    "response format",
    "json_schema",
    "responsejsonschema",
    "response_json_schema",
    "responsemimetype",
    "text.format",
    "structured output",
    "guided",
    "grammar",
    "`format`",
    "'format'",
    "\"format\"",
];

/// Whether the request sent a schema for the answer.
fn sends_schema(body: &Value) -> bool {
    let places = ["/response_format", "/text/format", "/format", "/generationConfig/responseJsonSchema"];
    places.iter().any(|place| body.pointer(place).is_some())
}

/// Whether the request demanded a call.
fn is_forced(body: &Value) -> bool {
    let choice = body.get("tool_choice").map(|choice| choice.get("type").unwrap_or(choice));
    let mode = body.pointer("/toolConfig/functionCallingConfig/mode");
    let is_free = |choice: &Value| ["auto", "none"].contains(&choice.as_str().unwrap_or_default());
    choice.is_some_and(|choice| !is_free(choice)) || mode.is_some_and(|mode| mode == "ANY")
}

/// A parameter refused by its name.
fn by_name(refused: &RefusedCall<'_>, words: &str, refuses: bool) -> Option<LearnedFacts> {
    let explained: Value = serde_json::from_str(refused.explanation).unwrap_or(Value::Null);
    let parameter = explained.pointer("/error/param").and_then(Value::as_str).unwrap_or_default();
    let mut sent: Vec<&str> = refused.body.as_object()?.keys().map(String::as_str).collect();
    for nested in ["generationConfig", "options"] {
        sent.extend(
            refused.body.get(nested).and_then(Value::as_object).into_iter().flatten().map(|(key, _)| &**key),
        );
    }
    let is_needed = |key: &str| {
        let is_demanded = key == "max_tokens" && refused.dialect == Dialect::Anthropic;
        ESSENTIAL.contains(&key) || is_demanded || refused.extra_body.contains_key(key)
    };
    sent.retain(|key| !is_needed(key));
    let first = parameter.split(['.', '[']).next().unwrap_or_default();
    // What the service itself points at goes before what its words mention.
    let pointed_at = sent.iter().find(|key| **key == first);
    let named =
        pointed_at.or_else(|| sent.iter().find(|key| refuses && names(words, &key.to_lowercase())))?;
    Some(match *named {
        "temperature" => quirk(Quirk::NoTemperature),
        "stream_options" => quirk(Quirk::NoStreamOptions),
        "parallel_tool_calls" => quirk(Quirk::NoParallelOption),
        other => LearnedFacts { omitted: [other.to_owned()].into(), ..LearnedFacts::default() },
    })
}

/// Whether a text names a parameter, as a word of its own.
fn names(words: &str, parameter: &str) -> bool {
    let is_part = |character: char| character.is_ascii_alphanumeric() || character == '_';
    words.match_indices(parameter).any(|(start, _)| {
        let before = words.get(..start).and_then(|text| text.chars().next_back());
        let after = words.get(start + parameter.len()..).and_then(|text| text.chars().next());
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}
