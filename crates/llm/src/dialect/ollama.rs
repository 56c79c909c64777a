//! Ollama's own API: JSON lines, calls in one piece, no ids.

use serde_json::{Map, Value, json};

use super::assembly::Assembly;
use super::{
    Call, Decode, Dialect, Target, arguments_object, arguments_text, number, openai_chat, response_schema,
    stored_reasoning, text,
};
use crate::estimate::estimate_request;
use crate::{ChatMessage, Failure, Request, StopReason, ThinkingStyle, ToolChoice, Usage, thinking};

/// The smallest context asked for; the server's own default on small cards.
const MIN_CONTEXT: u64 = 4096;
/// Room for the reply where the request sets no limit.
const USUAL_OUTPUT: u64 = 2048;

pub(super) fn call(target: &Target, request: &Request) -> Call {
    let mut body = Map::new();
    body.insert("model".into(), json!(target.model));
    body.insert("messages".into(), Value::Array(messages(request)));
    // There is no tool choice here: tools are offered or they are not.
    if !request.tools.is_empty() && request.tool_choice != ToolChoice::Forbidden {
        body.insert("tools".into(), Value::Array(openai_chat::tools(request)));
    }
    if let Some(schema) = response_schema(target, request) {
        body.insert("format".into(), schema.clone());
    }
    let mut options = Map::new();
    options.insert("num_ctx".into(), json!(context_size(target, request)));
    if let Some(limit) = request.max_output_tokens {
        options.insert("num_predict".into(), json!(limit));
    }
    if let Some(temperature) = target.temperature(request) {
        options.insert("temperature".into(), json!(temperature));
    }
    body.insert("options".into(), Value::Object(options));
    // Without this the server drops the oldest message of a prompt that is too long, and says nothing.
    body.insert("truncate".into(), json!(false));
    thinking::add_to_body(target, ThinkingStyle::Think, &mut body);
    body.insert("stream".into(), json!(target.streaming));
    Call { path: String::from("/api/chat"), body: Value::Object(body) }
}

/// The context to ask for: what the prompt and the reply need with a quarter to spare, because tokens are estimated,
/// as a power of two, because the server loads the model again for every other size.
pub(super) fn context_size(target: &Target, request: &Request) -> u64 {
    let output = request.max_output_tokens.map_or(USUAL_OUTPUT, u64::from);
    let needed = estimate_request(request).saturating_mul(5) / 4 + output;
    let size = needed.checked_next_power_of_two().unwrap_or(needed).max(MIN_CONTEXT).max(target.min_context);
    target.window.map_or(size, |window| size.min(window))
}

fn messages(request: &Request) -> Vec<Value> {
    let mut messages = Vec::with_capacity(request.messages.len() + 1);
    if !request.system.is_empty() {
        messages.push(json!({"role": "system", "content": &*request.system}));
    }
    for message in &request.messages {
        match message {
            ChatMessage::User { text } => messages.push(json!({"role": "user", "content": &**text})),
            ChatMessage::Assistant { text, reasoning, tool_calls } => {
                let mut entry = Map::new();
                entry.insert("role".into(), json!("assistant"));
                entry.insert("content".into(), json!(&**text));
                let thinking =
                    stored_reasoning(reasoning, Dialect::Ollama).find_map(|data| data.get("thinking"));
                if let Some(thinking) = thinking {
                    entry.insert("thinking".into(), thinking.clone());
                }
                if !tool_calls.is_empty() {
                    let calls = tool_calls.iter().map(|call| {
                        json!({"function": {"name": call.name, "arguments": arguments_object(&call.arguments)}})
                    });
                    entry.insert("tool_calls".into(), Value::Array(calls.collect()));
                }
                messages.push(Value::Object(entry));
            }
            ChatMessage::ToolResults { results } => messages.extend(results.iter().map(
                |result| json!({"role": "tool", "tool_name": result.name, "content": &*result.content}),
            )),
        }
    }
    messages
}

/// Reads lines and whole replies alike: they have the same shape.
pub(super) struct Decoder;

impl Decode for Decoder {
    fn message(&mut self, message: &Value, assembly: &mut Assembly) -> Result<(), Failure> {
        let inner = message.get("message").unwrap_or(&Value::Null);
        if !assembly.has_stopped() {
            assembly.reasoning(text(inner, "thinking").unwrap_or_default());
            assembly.text(text(inner, "content").unwrap_or_default());
        }
        let calls = inner.get("tool_calls").and_then(Value::as_array);
        for call in calls.into_iter().flatten() {
            let function = call.get("function").unwrap_or(&Value::Null);
            let arguments = arguments_text(function.get("arguments")).unwrap_or_else(|| String::from("{}"));
            assembly.whole_call(text(call, "id"), text(function, "name").unwrap_or_default(), &arguments);
        }
        if message.get("done") == Some(&Value::Bool(true)) {
            if message.get("prompt_eval_count").is_some() || message.get("eval_count").is_some() {
                assembly.usage(Usage {
                    input: number(message, "/prompt_eval_count"),
                    output: number(message, "/eval_count"),
                    ..Usage::default()
                });
            }
            assembly.stop(match text(message, "done_reason").unwrap_or("stop") {
                "stop" => StopReason::EndTurn,
                "length" => StopReason::MaxTokens,
                other => StopReason::Other(other.to_owned()),
            });
        }
        Ok(())
    }

    fn whole(&mut self, body: &Value, assembly: &mut Assembly) -> Result<(), Failure> {
        self.message(body, assembly)
    }
}
