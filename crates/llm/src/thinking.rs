//! How much a model thinks before it answers, in each provider's own words.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::Target;

/// How much a model thinks before it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Thinking {
    /// Not at all, as far as the model can leave it.
    Off,
    /// A little.
    Low,
    /// As much as most tasks need.
    Medium,
    /// As much as it can.
    High,
}

/// Where a service wants to be told how much to think.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThinkingStyle {
    /// `"reasoning_effort": "low"`: OpenAI Chat Completions and most services compatible with it.
    ReasoningEffort,
    /// `"reasoning": {"effort": "low"}`: OpenAI Responses, `OpenRouter`.
    Reasoning,
    /// `"thinking": {"type": "enabled"}`: `DeepSeek`, Kimi, GLM.
    ThinkingType,
    /// `"enable_thinking": true`: Qwen, `SiliconFlow`.
    EnableThinking,
    /// `"chat_template_kwargs": {"enable_thinking": true}`: llama.cpp, vLLM.
    Template,
    /// `"thinking": {"type": "enabled", "budget_tokens": 4096}`: Claude up to 4.5.
    BudgetTokens,
    /// `"thinking": {"type": "adaptive"}` with an effort: later Claude.
    Adaptive,
    /// `"thinkingConfig": {"thinkingLevel": "low"}`: Gemini 3.
    ThinkingLevel,
    /// `"thinkingConfig": {"thinkingBudget": 1024}`: Gemini 2.5.
    ThinkingBudget,
    /// `"think": "low"`: Ollama.
    Think,
}

/// The word for no thinking at all.
pub(crate) const NO_EFFORT: &str = "none";

impl Thinking {
    fn word(self) -> &'static str {
        match self {
            Self::Off => NO_EFFORT,
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }

    /// Tokens to think in, about; what services that want a number are told.
    pub const fn tokens(self) -> u32 {
        match self {
            Self::Off => 0,
            Self::Low => 2048,
            Self::Medium => 8192,
            Self::High => 24_576,
        }
    }
}

/// Whether the model was asked to think.
pub(crate) fn is_on(target: &Target) -> bool {
    matches!(target.thinking, Some(Thinking::Low | Thinking::Medium | Thinking::High))
}

/// Puts the wish for thinking into a body (or the part of it where the style belongs); nothing without a wish.
pub(crate) fn add_to_body(target: &Target, usual: ThinkingStyle, body: &mut Map<String, Value>) {
    let Some(thinking) = target.thinking else { return };
    let is_on = thinking != Thinking::Off;
    // A service that refuses to leave it is asked for the least it offers, not for its own measure.
    let effort = target.least_thinking.as_deref().filter(|_| !is_on).unwrap_or(thinking.word());
    let (key, value) = match target.thinking_style.unwrap_or(usual) {
        ThinkingStyle::ReasoningEffort => ("reasoning_effort", json!(effort)),
        ThinkingStyle::Reasoning => ("reasoning", json!({"effort": effort})),
        ThinkingStyle::ThinkingType => {
            ("thinking", json!({"type": if is_on { "enabled" } else { "disabled" }}))
        }
        ThinkingStyle::EnableThinking => ("enable_thinking", json!(is_on)),
        ThinkingStyle::Template => ("chat_template_kwargs", json!({"enable_thinking": is_on})),
        ThinkingStyle::BudgetTokens if is_on => {
            // The service demands less than `max_tokens`, and 1024 at least.
            let limit = body.get("max_tokens").and_then(Value::as_u64).unwrap_or(u64::MAX);
            let budget = u64::from(thinking.tokens()).min(limit / 2).max(1024);
            ("thinking", json!({"type": "enabled", "budget_tokens": budget}))
        }
        ThinkingStyle::Adaptive if is_on => {
            body.insert("output_config".into(), json!({"effort": thinking.word()}));
            ("thinking", json!({"type": "adaptive"}))
        }
        ThinkingStyle::BudgetTokens | ThinkingStyle::Adaptive => ("thinking", json!({"type": "disabled"})),
        // There is no "off": the lowest level comes nearest to it.
        ThinkingStyle::ThinkingLevel => {
            ("thinkingConfig", json!({"thinkingLevel": if is_on { thinking.word() } else { "low" }}))
        }
        ThinkingStyle::ThinkingBudget => ("thinkingConfig", json!({"thinkingBudget": thinking.tokens()})),
        ThinkingStyle::Think => ("think", if is_on { json!(thinking.word()) } else { json!(false) }),
    };
    body.insert(key.into(), value);
}
