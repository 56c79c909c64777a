//! A service that will not have certain words in a prompt: it refuses the request, or its model refuses in words.

use llm::{ScriptedReply, Usage, estimate_request};

use crate::{SeenRequest, request};

/// Which prompts are refused, and how.
#[derive(Debug, Clone)]
pub struct PromptFilter {
    /// A prompt with any of these texts anywhere in it is refused.
    pub texts: Vec<String>,
    /// How.
    pub how: Refusing,
}

/// How a prompt is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusing {
    /// By a status and these words, before any model sees it.
    WithStatus(u16, &'static str),
    /// By the model, which says this and nothing else.
    InWords(&'static str),
}

impl PromptFilter {
    /// Whether a request is refused.
    pub(crate) fn refuses(&self, seen: &SeenRequest) -> bool {
        let parsed = request::parse(seen.dialect, &seen.body);
        let prompt =
            format!("{}{}", parsed.system, serde_json::to_string(&parsed.messages).unwrap_or_default());
        self.texts.iter().any(|text| prompt.contains(text))
    }

    /// What the model says, where it is the model that refuses.
    pub(crate) fn reply(&self, seen: &SeenRequest) -> Option<ScriptedReply> {
        let Refusing::InWords(words) = self.how else { return None };
        let input = estimate_request(&request::parse(seen.dialect, &seen.body));
        let output = llm::estimate_tokens(words);
        Some(ScriptedReply::text(words).costing(Usage { input, output, ..Usage::default() }))
    }
}

/// A reply that thinks until its limit ends it.
pub(crate) fn runaway(seen: &SeenRequest) -> ScriptedReply {
    let places = [
        "/max_tokens",
        "/max_completion_tokens",
        "/max_output_tokens",
        "/generationConfig/maxOutputTokens",
        "/options/num_predict",
    ];
    let limit = places.iter().find_map(|place| seen.body.pointer(place)?.as_u64()).unwrap_or(128_000);
    let input = estimate_request(&request::parse(seen.dialect, &seen.body));
    ScriptedReply {
        reasoning: String::from("Now, what could this mean?"),
        stop: Some(llm::StopReason::MaxTokens),
        usage: Usage { input, output: limit, reasoning: limit, ..Usage::default() },
        ..ScriptedReply::default()
    }
}
