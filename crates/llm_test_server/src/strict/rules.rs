//! The rules of each service: what it refuses, and how it says so.

use llm::{Dialect, estimate_tokens};
use serde_json::{Value, json};

use super::{FIRST_WORDS, NO_SIGNATURE, OLLAMA_WINDOW, THOUGHT, model_of, signature};
use crate::SeenRequest;

pub(super) fn refuse(is_refused: bool, message: &str) -> Option<(u16, String)> {
    is_refused.then(|| (400, message.to_owned()))
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn role(message: &Value) -> &str {
    message.get("role").and_then(Value::as_str).unwrap_or_default()
}

fn is_forced(body: &Value) -> bool {
    body.get("tool_choice").is_some_and(|choice| choice != "auto" && choice != "none")
}

pub(super) fn thinking_chat(body: &Value, about_choice: &str, about_thinking: &str) -> Option<(u16, String)> {
    let lacks_thinking = list(body, "messages").iter().any(|message| {
        let thinking = message.get("reasoning_content").and_then(Value::as_str);
        message.get("tool_calls").is_some()
            && !thinking.is_some_and(|text| text.is_empty() || text == THOUGHT)
    });
    refuse(is_forced(body), about_choice).or_else(|| refuse(lacks_thinking, about_thinking))
}

pub(super) fn anthropic(body: &Value) -> Option<(u16, String)> {
    let kind = |block: &Value| block.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
    let own = signature(&model_of("", body));
    for message in list(body, "messages") {
        let blocks = list(message, "content");
        let kinds: Vec<String> = blocks.iter().map(kind).collect();
        let texts = || blocks.iter().filter_map(|block| block.get("text").and_then(Value::as_str));
        if texts().any(|text| text.trim().is_empty()) {
            return refuse(true, "messages: text content blocks must contain non-whitespace text");
        }
        let is_own = role(message) == "assistant" && texts().next() == Some(FIRST_WORDS);
        let thinking = blocks.iter().find(|block| kind(block) == "thinking");
        if is_own && kinds.get(1).map(String::as_str) != Some("thinking") {
            return refuse(
                true,
                "messages: `thinking` blocks in the latest assistant message cannot be modified",
            );
        }
        let is_foreign = thinking.is_some_and(|block| block.get("signature") != Some(&json!(own)));
        if is_foreign {
            return refuse(true, "messages: Invalid `signature` in `thinking` block");
        }
        let is_odd = |id: &str| !id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
        if blocks.iter().filter_map(|block| block.get("id")?.as_str()).any(is_odd) {
            return refuse(true, "messages: tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'");
        }
    }
    let is_forced =
        body.pointer("/tool_choice/type").is_some_and(|choice| choice != "auto" && choice != "none");
    refuse(body.get("max_tokens").is_none(), "max_tokens: Field required")
        .or_else(|| refuse(body.get("temperature").is_some(), "`temperature` is deprecated for this model."))
        .or_else(|| refuse(is_forced, "Thinking may not be enabled when tool_choice forces tool use."))
}

pub(super) fn openrouter(body: &Value) -> Option<(u16, String)> {
    let own = json!(signature(&model_of("", body)));
    let is_broken = list(body, "messages").iter().any(|message| {
        let details = list(message, "reasoning_details");
        details.len() > 1
            || details
                .iter()
                .any(|one| one.get("text") != Some(&json!(THOUGHT)) || one.get("signature") != Some(&own))
    });
    refuse(is_broken, "Provider returned error: Invalid `signature` in `thinking` block")
}

pub(super) fn mistral(body: &Value) -> Option<(u16, String)> {
    let messages = list(body, "messages");
    let known = ["role", "content", "tool_calls", "tool_call_id", "name", "prefix"];
    let mut before = "";
    for message in messages {
        if message.as_object().is_some_and(|fields| fields.keys().any(|key| !known.contains(&key.as_str()))) {
            return Some((
                422,
                String::from("Extra inputs are not permitted in assistant message (extra_forbidden)"),
            ));
        }
        if role(message) == "user" && before == "tool" {
            return refuse(true, "Unexpected role 'user' after role 'tool'");
        }
        before = role(message);
        let of_calls = list(message, "tool_calls").iter().filter_map(|call| call.get("id")?.as_str());
        let ids = of_calls.chain(message.get("tool_call_id").and_then(Value::as_str));
        for id in ids {
            if id.len() != 9 || !id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
                let message = format!("Tool call id was {id} but must be a-z, A-Z, 0-9, with a length of 9.");
                return refuse(true, &message);
            }
        }
    }
    refuse(body.get("stream_options").is_some(), "Extra inputs are not permitted: stream_options")
}

pub(super) fn gemini(path: &str, body: &Value) -> Option<(u16, String)> {
    let own = signature(&model_of(path, body));
    for content in list(body, "contents") {
        let first = list(content, "parts").iter().find(|part| part.get("functionCall").is_some());
        let Some(first) = first else { continue };
        match first.get("thoughtSignature").and_then(Value::as_str) {
            None => {
                return refuse(true, "Function call is missing a thought_signature in functionCall parts.");
            }
            Some(signature) if signature != own && signature != NO_SIGNATURE => {
                return refuse(true, "Thought signature is not valid.");
            }
            Some(_) => {}
        }
    }
    None
}

pub(super) fn ollama(body: &Value) -> Option<(u16, String)> {
    let context = body.pointer("/options/num_ctx").and_then(Value::as_u64).unwrap_or(4096);
    let prompt: u64 =
        list(body, "messages").iter().map(|message| estimate_tokens(&message.to_string())).sum();
    // The real server would cut the oldest message and say nothing; a test must see it.
    let is_cut = prompt > context || body.get("truncate") != Some(&json!(false));
    refuse(is_cut, "the input length exceeds the context length")
        .or_else(|| refuse(context > OLLAMA_WINDOW, "requested context is larger than the model's"))
}

pub(super) fn openai(seen: &SeenRequest) -> Option<(u16, String)> {
    let body = &seen.body;
    if seen.dialect == Dialect::OpenaiChat {
        let message = "Function tools with reasoning_effort are not supported for this model in /v1/chat/completions. Please use /v1/responses instead.";
        return refuse(!list(body, "tools").is_empty(), message);
    }
    let own = json!(signature(&model_of("", body)));
    let mut follows_reasoning = false;
    for item in list(body, "input") {
        let kind = item.get("type").and_then(Value::as_str).unwrap_or_default();
        if kind == "reasoning" && item.get("encrypted_content") != Some(&own) {
            return refuse(true, "The encrypted content could not be verified.");
        }
        let is_listed = item.get("id").is_some() && kind != "reasoning";
        if is_listed && !follows_reasoning {
            return refuse(true, "Item was provided without its required 'reasoning' item.");
        }
        let is_incomplete = kind == "message" && (item.get("id").is_none() || item.get("status").is_none());
        if is_incomplete {
            return refuse(true, "Missing required parameter: 'input.id'.");
        }
        follows_reasoning = kind == "reasoning" || (follows_reasoning && is_listed);
    }
    let message = "Unsupported parameter: 'temperature' is not supported with this model.";
    refuse(body.get("temperature").is_some(), message)
}

pub(super) fn groq(body: &Value, before: &[String]) -> Option<(u16, String)> {
    let slip = "Failed to call a function. Please adjust your prompt. (tool_use_failed)";
    let unknown = list(body, "messages").iter().any(|message| {
        message.get("reasoning_content").is_some() || message.get("reasoning_details").is_some()
    });
    refuse(unknown, "property 'reasoning_content' is unsupported")
        .or_else(|| refuse(before.is_empty() && list(body, "messages").len() > 2, slip))
}

/// What an endpoint refuses that nobody listed, in the words of different programs.
const UNLISTED: [(&str, &str); 5] = [
    ("parallel_tool_calls", "Unrecognized request argument supplied: parallel_tool_calls"),
    ("max_tokens", "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
    ("stream_options", "body.stream_options: Extra inputs are not permitted"),
    ("return_progress", "unknown field `return_progress`"),
    ("tool_choice", "property 'tool_choice' is unsupported"),
];

pub(super) fn unlisted(body: &Value) -> Option<(u16, String)> {
    let refused = UNLISTED.iter().find(|(key, _)| body.get(key).is_some());
    refused.and_then(|(_, words)| refuse(true, words))
}
