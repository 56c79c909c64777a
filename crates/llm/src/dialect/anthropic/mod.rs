//! Anthropic Messages, with cache breakpoints where the request says that it will repeat itself.

mod decoder;

use serde_json::{Map, Value, json};

use super::{
    Call, CallsByPlace, Dialect, Quirk, Target, arguments_object, is_same_text, stored_reasoning, text,
};
use crate::{
    ChatMessage, ReasoningBlock, Request, StablePrefix, ThinkingStyle, ToolCall, ToolChoice, thinking,
};

pub(super) use decoder::Decoder;

/// The service demands a limit; this one is for models nothing is known about.
const DEFAULT_MAX_TOKENS: u32 = 8192;

pub(super) fn call(target: &Target, request: &Request) -> Call {
    let mut body = Map::new();
    body.insert("model".into(), json!(target.model));
    let limit = request.max_output_tokens.or(target.max_output).unwrap_or(DEFAULT_MAX_TOKENS);
    body.insert("max_tokens".into(), json!(limit));
    let cached = request.stable_prefix != StablePrefix::Nothing;
    if !request.tools.is_empty() {
        let mut tools: Vec<Value> = request
            .tools
            .iter()
            .map(|tool| json!({"name": tool.name, "description": tool.description, "input_schema": tool.parameters}))
            .collect();
        // The system text comes after the tools, so its mark covers them too.
        if cached && request.system.is_empty() {
            tools.last_mut().into_iter().for_each(mark);
        }
        body.insert("tools".into(), Value::Array(tools));
        body.insert("tool_choice".into(), tool_choice(target, request));
    }
    if !request.system.is_empty() {
        let mut block = json!({"type": "text", "text": &*request.system});
        if cached {
            mark(&mut block);
        }
        body.insert("system".into(), json!([block]));
    }
    body.insert("messages".into(), Value::Array(messages(request)));
    thinking::add_to_body(target, ThinkingStyle::BudgetTokens, &mut body);
    // A model that thinks accepts its own temperature only.
    if let (Some(temperature), false) = (target.temperature(request), body.contains_key("thinking")) {
        body.insert("temperature".into(), json!(temperature));
    }
    body.insert("stream".into(), json!(target.streaming));
    Call { path: String::from("/v1/messages"), body: Value::Object(body) }
}

fn messages(request: &Request) -> Vec<Value> {
    let mut messages: Vec<Value> = request.messages.iter().filter_map(message).collect();
    let stable = match request.stable_prefix {
        StablePrefix::Nothing => return messages,
        StablePrefix::System => None,
        StablePrefix::Messages(n_messages) => n_messages.checked_sub(1),
    };
    let last = messages.len().checked_sub(1);
    // The stable part, and the whole conversation for the next turn of the same task.
    for position in [stable, last].into_iter().flatten().collect::<std::collections::BTreeSet<_>>() {
        let content = messages.get_mut(position).and_then(|message| message.get_mut("content"));
        let blocks = content.and_then(Value::as_array_mut);
        // Thinking must go back untouched, so the mark goes on what stands before it.
        let markable = |block: &&mut Value| !is_thinking(block);
        blocks.and_then(|blocks| blocks.iter_mut().rev().find(markable)).into_iter().for_each(mark);
    }
    messages
}

/// A message as the service wants it; nothing for one that says nothing, which it would refuse.
fn message(message: &ChatMessage) -> Option<Value> {
    Some(match message {
        ChatMessage::User { text } => {
            json!({"role": "user", "content": [{"type": "text", "text": &**text}]})
        }
        ChatMessage::Assistant { text, reasoning, tool_calls } => {
            let content = replayed(text, reasoning, tool_calls)
                .unwrap_or_else(|| in_usual_order(text, reasoning, tool_calls));
            if content.is_empty() {
                return None;
            }
            json!({"role": "assistant", "content": content})
        }
        ChatMessage::ToolResults { results } => {
            let blocks = results.iter().map(|result| {
                let mut block = json!({"type": "tool_result", "tool_use_id": result.call_id,
                    "content": &*result.content});
                if let (true, Value::Object(fields)) = (result.is_error, &mut block) {
                    fields.insert("is_error".into(), json!(true));
                }
                block
            });
            json!({"role": "user", "content": blocks.collect::<Vec<_>>()})
        }
    })
}

/// The blocks of a reply of this very model, in the order they came in; nothing where none were kept, or where the
/// message was changed since.
fn replayed(message_text: &str, reasoning: &[ReasoningBlock], tool_calls: &[ToolCall]) -> Option<Vec<Value>> {
    let kept =
        stored_reasoning(reasoning, Dialect::Anthropic).find_map(|data| data.get("content")?.as_array())?;
    if !is_same_text(kept.iter().filter_map(|block| text(block, "text")), message_text) {
        return None;
    }
    let mut calls = CallsByPlace::new(tool_calls);
    let mut content = Vec::with_capacity(kept.len());
    for block in kept {
        if block.get("call").is_some() {
            content.extend(calls.take(block).map(tool_use));
        } else {
            content.push(block.clone());
        }
    }
    content.extend(calls.rest().map(tool_use));
    Some(content)
}

fn in_usual_order(message_text: &str, reasoning: &[ReasoningBlock], tool_calls: &[ToolCall]) -> Vec<Value> {
    let blocks = stored_reasoning(reasoning, Dialect::Anthropic).flat_map(|data| {
        let content = data.get("content").and_then(Value::as_array);
        content.map_or(std::slice::from_ref(data), Vec::as_slice)
    });
    let mut content: Vec<Value> = blocks.filter(|block| is_thinking(block)).cloned().collect();
    if !message_text.trim().is_empty() {
        content.push(json!({"type": "text", "text": message_text}));
    }
    content.extend(tool_calls.iter().map(tool_use));
    content
}

fn tool_use(call: &ToolCall) -> Value {
    json!({"type": "tool_use", "id": call.id, "name": call.name, "input": arguments_object(&call.arguments)})
}

fn is_thinking(block: &Value) -> bool {
    matches!(text(block, "type"), Some("thinking" | "redacted_thinking"))
}

fn mark(block: &mut Value) {
    if let Value::Object(fields) = block {
        fields.insert("cache_control".into(), json!({"type": "ephemeral"}));
    }
}

fn tool_choice(target: &Target, request: &Request) -> Value {
    // A model that thinks, and the newest ones always, cannot be forced to call a tool.
    let is_free = target.quirks.has(Quirk::NoRequiredChoice) || thinking::is_on(target);
    let mut choice = match &request.tool_choice {
        ToolChoice::Auto => json!({"type": "auto"}),
        ToolChoice::Required | ToolChoice::Named(_) if is_free => json!({"type": "auto"}),
        ToolChoice::Required => json!({"type": "any"}),
        ToolChoice::Forbidden => return json!({"type": "none"}),
        ToolChoice::Named(name) => json!({"type": "tool", "name": name}),
    };
    if let (false, Value::Object(fields)) = (request.parallel_tool_calls, &mut choice) {
        fields.insert("disable_parallel_tool_use".into(), json!(true));
    }
    choice
}
