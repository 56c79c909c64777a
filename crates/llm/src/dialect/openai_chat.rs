//! OpenAI Chat Completions, and the many services that speak it with an accent.

use serde_json::{Map, Value, json};

use super::assembly::{Assembly, CallPiece};
use super::frame::Piece;
use super::{
    Call, Decode, Dialect, Quirk, SCHEMA_NAME, Target, arguments_text, number, reasoning_details,
    response_schema, stored_reasoning, text,
};
use crate::{
    ChatMessage, Failure, ReasoningBlock, Request, StopReason, ThinkingStyle, ToolChoice, Usage, thinking,
};

pub(super) fn call(target: &Target, request: &Request) -> Call {
    let quirks = &target.quirks;
    let mut body = Map::new();
    body.insert("model".into(), json!(target.model));
    body.insert("messages".into(), Value::Array(messages(target, request)));
    if !request.tools.is_empty() {
        body.insert("tools".into(), Value::Array(tools(request)));
        body.insert("tool_choice".into(), tool_choice(target, &request.tool_choice));
        if !quirks.has(Quirk::NoParallelOption) {
            body.insert("parallel_tool_calls".into(), json!(request.parallel_tool_calls));
        }
    }
    if let Some(limit) = request.max_output_tokens {
        let field =
            if quirks.has(Quirk::MaxCompletionTokens) { "max_completion_tokens" } else { "max_tokens" };
        body.insert(field.into(), json!(limit));
    }
    if let Some(temperature) = target.temperature(request) {
        body.insert("temperature".into(), json!(temperature));
    }
    if let Some(schema) = response_schema(target, request) {
        let schema = json!({"name": SCHEMA_NAME, "strict": true, "schema": schema});
        body.insert("response_format".into(), json!({"type": "json_schema", "json_schema": schema}));
    }
    thinking::add_to_body(target, ThinkingStyle::ReasoningEffort, &mut body);
    body.insert("stream".into(), json!(target.streaming));
    if target.streaming && !quirks.has(Quirk::NoStreamOptions) {
        body.insert("stream_options".into(), json!({"include_usage": true}));
    }
    if target.streaming && quirks.has(Quirk::PromptProgress) {
        body.insert("return_progress".into(), json!(true));
    }
    Call { path: String::from("/chat/completions"), body: Value::Object(body) }
}

fn messages(target: &Target, request: &Request) -> Vec<Value> {
    let mut messages = Vec::with_capacity(request.messages.len() + 1);
    if !request.system.is_empty() {
        let role = if target.quirks.has(Quirk::DeveloperRole) { "developer" } else { "system" };
        messages.push(json!({"role": role, "content": &*request.system}));
    }
    let returns_reasoning = returns_reasoning(target, request);
    let mut after_tools = false;
    for message in &request.messages {
        let follows_tools =
            std::mem::replace(&mut after_tools, matches!(message, ChatMessage::ToolResults { .. }));
        match message {
            ChatMessage::User { text } => {
                if follows_tools && target.quirks.has(Quirk::AssistantAfterTools) {
                    messages.push(json!({"role": "assistant", "content": "…"}));
                }
                messages.push(json!({"role": "user", "content": &**text}));
            }
            ChatMessage::Assistant { text, reasoning, tool_calls } => {
                let mut entry = Map::new();
                entry.insert("role".into(), json!("assistant"));
                let content = if text.is_empty() { Value::Null } else { json!(&**text) };
                entry.insert("content".into(), content);
                put_reasoning(&mut entry, reasoning, returns_reasoning);
                if !tool_calls.is_empty() {
                    if returns_reasoning {
                        entry.entry("reasoning_content").or_insert_with(|| json!(""));
                    }
                    let calls = tool_calls.iter().map(|call| {
                        json!({"id": call.id, "type": "function",
                            "function": {"name": call.name, "arguments": call.arguments}})
                    });
                    entry.insert("tool_calls".into(), Value::Array(calls.collect()));
                }
                messages.push(Value::Object(entry));
            }
            ChatMessage::ToolResults { results } => messages.extend(results.iter().map(
                |result| json!({"role": "tool", "tool_call_id": result.call_id, "content": &*result.content}),
            )),
        }
    }
    messages
}

/// Whether thinking goes back as `reasoning_content`: where the service is known to demand it, and where its own
/// replies had it.
fn returns_reasoning(target: &Target, request: &Request) -> bool {
    let had_reasoning = |message: &ChatMessage| match message {
        ChatMessage::Assistant { reasoning, .. } => stored_reasoning(reasoning, Dialect::OpenaiChat)
            .any(|data| data.get("reasoning_content").is_some()),
        ChatMessage::User { .. } | ChatMessage::ToolResults { .. } => false,
    };
    let is_wanted = target.quirks.has(Quirk::ReturnsReasoning) || request.messages.iter().any(had_reasoning);
    is_wanted && !target.quirks.has(Quirk::NoReasoningContent)
}

fn put_reasoning(entry: &mut Map<String, Value>, blocks: &[ReasoningBlock], returns_reasoning: bool) {
    for data in stored_reasoning(blocks, Dialect::OpenaiChat) {
        if let Some(details) = data.get("reasoning_details").and_then(Value::as_array) {
            entry.insert("reasoning_details".into(), Value::Array(reasoning_details::merge(details)));
        }
        if let (Some(thinking), true) = (data.get("reasoning_content"), returns_reasoning) {
            entry.insert("reasoning_content".into(), thinking.clone());
        }
    }
}

pub(super) fn tools(request: &Request) -> Vec<Value> {
    let tools = request.tools.iter().map(|tool| {
        json!({"type": "function", "function":
            {"name": tool.name, "description": tool.description, "parameters": tool.parameters}})
    });
    tools.collect()
}

fn tool_choice(target: &Target, choice: &ToolChoice) -> Value {
    match choice {
        ToolChoice::Auto => json!("auto"),
        ToolChoice::Forbidden => json!("none"),
        ToolChoice::Required | ToolChoice::Named(_) if target.quirks.has(Quirk::NoRequiredChoice) => {
            json!("auto")
        }
        ToolChoice::Required => json!("required"),
        ToolChoice::Named(name) => json!({"type": "function", "function": {"name": name}}),
    }
}

/// Reads chunks and whole completions alike: a whole one carries `message` where a chunk carries `delta`.
#[derive(Default)]
pub(super) struct Decoder {
    /// Thinking that came as `reasoning_content`, the field that must go back.
    reasoning_content: String,
    details: Vec<Value>,
    has_told_thinking: bool,
}

impl Decode for Decoder {
    fn message(&mut self, message: &Value, assembly: &mut Assembly) -> Result<(), Failure> {
        if let Some(progress) = message.get("prompt_progress") {
            assembly.reading(number(progress, "/processed"), number(progress, "/total"));
        }
        if let Some(choice) = message.pointer("/choices/0") {
            let delta = choice.get("delta").or_else(|| choice.get("message")).unwrap_or(&Value::Null);
            self.delta(delta, assembly);
            if let Some(reason) = text(choice, "finish_reason") {
                self.tell_thinking(assembly);
                assembly.stop(stop_reason(reason, &assembly.service)?);
            }
            if let Some(usage) = choice.get("usage").and_then(read_usage) {
                assembly.usage(usage);
            }
        }
        let usage = message.get("usage").or_else(|| message.pointer("/x_groq/usage"));
        if let Some(usage) = usage.and_then(read_usage) {
            assembly.usage(usage);
        }
        Ok(())
    }

    fn only_piece<'a>(&self, message: &'a Value) -> Option<Piece<'a>> {
        let is_absent = |value: &Value, key: &str| value.get(key).is_none_or(Value::is_null);
        let [choice] = message.get("choices")?.as_array()?.as_slice() else { return None };
        let brings_more = ["usage", "x_groq", "prompt_progress"].iter().any(|key| !is_absent(message, key))
            || ["usage", "finish_reason"].iter().any(|key| !is_absent(choice, key));
        let delta = choice.get("delta")?;
        let is_known = |key: &str| ["role", "content", "tool_calls"].contains(&key);
        if brings_more || !delta.as_object()?.iter().all(|(key, value)| is_known(key) || value.is_null()) {
            return None;
        }
        if is_absent(delta, "tool_calls") {
            return text(delta, "content").map(Piece::Text);
        }
        let [call] = delta.get("tool_calls")?.as_array()?.as_slice() else { return None };
        let function = call.get("function")?;
        let is_more = is_absent(call, "id") && is_absent(function, "name");
        let slot = u32::try_from(call.get("index")?.as_u64()?).ok()?;
        let arguments = text(function, "arguments").filter(|_| is_more && is_silent(delta))?;
        Some(Piece::Arguments { slot, arguments })
    }

    fn whole(&mut self, body: &Value, assembly: &mut Assembly) -> Result<(), Failure> {
        self.message(body, assembly)
    }
}

/// Whether a delta has no text.
fn is_silent(delta: &Value) -> bool {
    delta.get("content").is_none_or(|content| content.is_null() || content.as_str() == Some(""))
}

impl Decoder {
    fn delta(&mut self, delta: &Value, assembly: &mut Assembly) {
        let reasoning_content = text(delta, "reasoning_content");
        self.reasoning_content.push_str(reasoning_content.unwrap_or_default());
        if let Some(thinking) = reasoning_content.or_else(|| text(delta, "reasoning")) {
            assembly.reasoning(thinking);
        }
        if let Some(details) = delta.get("reasoning_details").and_then(Value::as_array) {
            self.details.extend(details.iter().cloned());
        }
        if let Some(content) = text(delta, "content") {
            assembly.text(content);
        } else if let Some(parts) = delta.get("content").and_then(Value::as_array) {
            parts.iter().filter_map(|part| text(part, "text")).for_each(|part| assembly.text(part));
        }
        if text(delta, "refusal").is_some() {
            assembly.stop(StopReason::Refused);
        }
        let calls = delta.get("tool_calls").and_then(Value::as_array);
        for (position, call) in (0_u32..).zip(calls.into_iter().flatten()) {
            let slot = call.get("index").and_then(Value::as_u64).and_then(|slot| u32::try_from(slot).ok());
            let function = call.get("function").unwrap_or(&Value::Null);
            let arguments = arguments_text(function.get("arguments"));
            assembly.call(CallPiece {
                slot: slot.unwrap_or(position),
                id: text(call, "id"),
                name: text(function, "name"),
                arguments: arguments.as_deref(),
            });
        }
    }

    fn tell_thinking(&mut self, assembly: &mut Assembly) {
        if self.has_told_thinking || (self.reasoning_content.is_empty() && self.details.is_empty()) {
            return;
        }
        self.has_told_thinking = true;
        let mut data = Map::new();
        if !self.reasoning_content.is_empty() {
            data.insert("reasoning_content".into(), json!(self.reasoning_content));
        }
        if !self.details.is_empty() {
            data.insert("reasoning_details".into(), Value::Array(reasoning_details::merge(&self.details)));
        }
        assembly.reasoning_block(Dialect::OpenaiChat, Value::Object(data));
    }
}

fn stop_reason(reason: &str, service: &str) -> Result<StopReason, Failure> {
    Ok(match reason {
        "stop" | "eos" | "end_turn" | "stop_sequence" => StopReason::EndTurn,
        "tool_calls" | "function_call" | "tool_use" => StopReason::ToolCalls,
        "length" | "max_tokens" | "model_length" => StopReason::MaxTokens,
        "content_filter" | "sensitive" | "refusal" | "safety" => StopReason::Refused,
        "insufficient_system_resource" | "network_error" | "error" => {
            return Err(Failure::Server {
                service: service.to_owned(),
                status: 503,
                detail: format!("the reply stopped with `{reason}`"),
                retry_after: None,
            });
        }
        other => StopReason::Other(other.to_owned()),
    })
}

/// Reads the usage of all services that speak this dialect; each has its own place for cached tokens.
fn read_usage(usage: &Value) -> Option<Usage> {
    let prompt = usage.get("prompt_tokens")?.as_u64()?;
    let mut output = number(usage, "/completion_tokens");
    let reasoning = number(usage, "/completion_tokens_details/reasoning_tokens");
    let cached = number(usage, "/prompt_tokens_details/cached_tokens")
        .max(number(usage, "/prompt_cache_hit_tokens"))
        .max(number(usage, "/cached_tokens"))
        .min(prompt);
    let written = number(usage, "/prompt_tokens_details/cache_write_tokens").min(prompt - cached);
    // Some services count the thinking beside the completion rather than in it; the total tells.
    if reasoning > 0 && number(usage, "/total_tokens") == prompt + output + reasoning {
        output += reasoning;
    }
    Some(Usage {
        input: prompt - cached - written,
        cached_input: cached,
        cache_write: written,
        output,
        reasoning,
    })
}
