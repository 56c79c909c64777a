//! OpenAI Responses, used without server-side state: everything travels in every request.

use serde_json::{Map, Value, json};

use super::assembly::{Assembly, CallPiece};
use super::{
    Call, CallsByPlace, Decode, Dialect, Quirk, SCHEMA_NAME, Target, is_same_text, number, refusal,
    response_schema, stored_reasoning, text,
};
use crate::{
    ChatMessage, Failure, ReasoningBlock, Request, StopReason, ThinkingStyle, ToolCall, ToolChoice, Usage,
    thinking,
};

pub(super) fn call(target: &Target, request: &Request) -> Call {
    let mut body = Map::new();
    body.insert("model".into(), json!(target.model));
    if !request.system.is_empty() {
        body.insert("instructions".into(), json!(&*request.system));
    }
    body.insert("input".into(), Value::Array(request.messages.iter().flat_map(items).collect()));
    if !request.tools.is_empty() {
        let tools = request.tools.iter().map(|tool| {
            json!({"type": "function", "name": tool.name, "description": tool.description,
                "parameters": tool.parameters, "strict": false})
        });
        body.insert("tools".into(), Value::Array(tools.collect()));
        let choice = match &request.tool_choice {
            ToolChoice::Auto => json!("auto"),
            ToolChoice::Required | ToolChoice::Named(_) if target.quirks.has(Quirk::NoRequiredChoice) => {
                json!("auto")
            }
            ToolChoice::Required => json!("required"),
            ToolChoice::Forbidden => json!("none"),
            ToolChoice::Named(name) => json!({"type": "function", "name": name}),
        };
        body.insert("tool_choice".into(), choice);
        body.insert("parallel_tool_calls".into(), json!(request.parallel_tool_calls));
    }
    if let Some(limit) = request.max_output_tokens {
        body.insert("max_output_tokens".into(), json!(limit));
    }
    if let Some(temperature) = target.temperature(request) {
        body.insert("temperature".into(), json!(temperature));
    }
    if let Some(schema) = response_schema(target, request) {
        let format = json!({"type": "json_schema", "name": SCHEMA_NAME, "strict": true, "schema": schema});
        body.insert("text".into(), json!({"format": format}));
    }
    thinking::add_to_body(target, ThinkingStyle::Reasoning, &mut body);
    body.insert("store".into(), json!(false));
    body.insert("include".into(), json!(["reasoning.encrypted_content"]));
    body.insert("stream".into(), json!(target.streaming));
    Call { path: String::from("/responses"), body: Value::Object(body) }
}

fn items(message: &ChatMessage) -> Vec<Value> {
    match message {
        ChatMessage::User { text } => {
            vec![json!({"role": "user", "content": [{"type": "input_text", "text": &**text}]})]
        }
        ChatMessage::Assistant { text, reasoning, tool_calls } => {
            replayed(text, reasoning, tool_calls).unwrap_or_else(|| {
                // Transcripts of 0.1 kept the items of thinking one by one.
                let mine = stored_reasoning(reasoning, Dialect::OpenaiResponses)
                    .filter(|item| item.get("type").is_some());
                let mut items: Vec<Value> = mine.cloned().collect();
                if !text.trim().is_empty() {
                    items.push(json!({"role": "assistant", "content": &**text}));
                }
                items.extend(tool_calls.iter().map(|call| function_call(call, None)));
                items
            })
        }
        ChatMessage::ToolResults { results } => {
            let outputs = results.iter().map(|result| {
                json!({"type": "function_call_output", "call_id": result.call_id, "output": &*result.content})
            });
            outputs.collect()
        }
    }
}

/// The items of a reply of this very model, as they came; nothing where none were kept, or where the message was
/// changed since.
fn replayed(message_text: &str, reasoning: &[ReasoningBlock], tool_calls: &[ToolCall]) -> Option<Vec<Value>> {
    let kept = stored_reasoning(reasoning, Dialect::OpenaiResponses)
        .find_map(|data| data.get("output")?.as_array())?;
    let parts = kept.iter().filter_map(|item| item.get("content")?.as_array()).flatten();
    if !is_same_text(parts.filter_map(|part| text(part, "text")), message_text) {
        return None;
    }
    let mut calls = CallsByPlace::new(tool_calls);
    let mut items = Vec::with_capacity(kept.len());
    for item in kept {
        if item.get("call").is_some() {
            items.extend(calls.take(item).map(|call| function_call(call, item.get("id"))));
        } else {
            items.push(item.clone());
        }
    }
    items.extend(calls.rest().map(|call| function_call(call, None)));
    Some(items)
}

fn function_call(call: &ToolCall, id: Option<&Value>) -> Value {
    let mut item =
        json!({"type": "function_call", "call_id": call.id, "name": call.name, "arguments": call.arguments});
    if let (Value::Object(fields), Some(id)) = (&mut item, id) {
        fields.insert("id".into(), id.clone());
    }
    item
}

/// Reads the typed events of a streamed response.
#[derive(Default)]
pub(super) struct Decoder {
    /// The event before this one: events are numbered, so an equal one is a repetition.
    last: Option<Value>,
    /// The finished items with their numbers.
    items: Vec<(u32, Value)>,
}

impl Decode for Decoder {
    fn message(&mut self, message: &Value, assembly: &mut Assembly) -> Result<(), Failure> {
        if number(message, "/sequence_number") > 0 {
            if self.last.as_ref() == Some(message) {
                return Ok(());
            }
            self.last = Some(message.clone());
        }
        let slot = u32::try_from(number(message, "/output_index")).unwrap_or(u32::MAX);
        let delta = text(message, "delta").unwrap_or_default();
        match text(message, "type").unwrap_or_default() {
            "response.output_text.delta" => assembly.text(delta),
            "response.reasoning_summary_text.delta" | "response.reasoning_text.delta" => {
                assembly.reasoning(delta);
            }
            "response.refusal.delta" => assembly.stop(StopReason::Refused),
            "response.output_item.added" => {
                if let Some(item) = message.get("item").filter(|item| is_call(item)) {
                    let (id, name) = (text(item, "call_id"), text(item, "name"));
                    assembly.call(CallPiece { slot, id, name, arguments: None });
                }
            }
            "response.function_call_arguments.delta" => {
                assembly.call(CallPiece { slot, arguments: Some(delta), ..CallPiece::default() });
            }
            "response.function_call_arguments.done" => {
                assembly.call_arguments_done(slot, text(message, "arguments").unwrap_or_default());
            }
            "response.output_item.done" => {
                let item = message.get("item").unwrap_or(&Value::Null);
                if is_call(item) {
                    let (id, name) = (text(item, "call_id"), text(item, "name"));
                    assembly.call(CallPiece { slot, id, name, arguments: None });
                    assembly.call_arguments_done(slot, text(item, "arguments").unwrap_or_default());
                }
                if self.items.iter().all(|(known, _)| *known != slot) {
                    self.items.push((slot, item.clone()));
                }
            }
            "response.completed" | "response.incomplete" | "response.failed" => {
                let response = message.get("response").unwrap_or(&Value::Null);
                let output =
                    response.get("output").and_then(Value::as_array).filter(|items| !items.is_empty());
                let mut items = std::mem::take(&mut self.items);
                items.sort_by_key(|(slot, _)| *slot);
                let items = items.into_iter().map(|(_, item)| item).collect::<Vec<_>>();
                tell_items(output.unwrap_or(&items), assembly);
                close(response, assembly)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn whole(&mut self, body: &Value, assembly: &mut Assembly) -> Result<(), Failure> {
        let output = body.get("output").and_then(Value::as_array);
        for (slot, item) in (0_u32..).zip(output.into_iter().flatten()) {
            match text(item, "type").unwrap_or_default() {
                "function_call" => assembly.call(CallPiece {
                    slot,
                    id: text(item, "call_id"),
                    name: text(item, "name"),
                    arguments: text(item, "arguments"),
                }),
                "reasoning" => {
                    let summary = item.get("summary").and_then(Value::as_array);
                    let parts = summary.into_iter().flatten().filter_map(|part| text(part, "text"));
                    parts.for_each(|part| assembly.reasoning(part));
                }
                "message" => {
                    let content = item.get("content").and_then(Value::as_array);
                    for part in content.into_iter().flatten() {
                        if text(part, "refusal").is_some() {
                            assembly.stop(StopReason::Refused);
                        }
                        assembly.text(text(part, "text").unwrap_or_default());
                    }
                }
                _ => {}
            }
        }
        tell_items(output.map_or(&[], Vec::as_slice), assembly);
        close(body, assembly)
    }
}

fn is_call(item: &Value) -> bool {
    text(item, "type") == Some("function_call")
}

/// Keeps the items of a reply, for the next request must bring them back as they are. A message without the thinking
/// it belongs to is refused, and without its encrypted part the service cannot use the thinking: then none is kept.
fn tell_items(items: &[Value], assembly: &mut Assembly) {
    let mut n_calls = 0_u64;
    let mut output = Vec::with_capacity(items.len());
    for item in items {
        match text(item, "type").unwrap_or_default() {
            "function_call" => {
                output.push(json!({"type": "function_call", "id": item.get("id"), "call": n_calls}));
                n_calls += 1;
            }
            "reasoning" if text(item, "encrypted_content").is_none() => return,
            "reasoning" => {
                let mut item = item.clone();
                if let Value::Object(fields) = &mut item {
                    fields.remove("status");
                }
                output.push(item);
            }
            "message" => output.push(item.clone()),
            _ => {}
        }
    }
    if output.iter().any(|item| item.get("call").is_none()) {
        assembly.reasoning_block(Dialect::OpenaiResponses, json!({"output": output}));
    }
}

fn close(response: &Value, assembly: &mut Assembly) -> Result<(), Failure> {
    if let Some(usage) = response.get("usage").filter(|usage| usage.is_object()) {
        let input = number(usage, "/input_tokens");
        let cached = number(usage, "/input_tokens_details/cached_tokens").min(input);
        let written = number(usage, "/input_tokens_details/cache_write_tokens").min(input - cached);
        assembly.usage(Usage {
            input: input - cached - written,
            cached_input: cached,
            cache_write: written,
            output: number(usage, "/output_tokens"),
            reasoning: number(usage, "/output_tokens_details/reasoning_tokens"),
        });
    }
    if let Some(failure) = refusal::in_reply(&assembly.service, response) {
        return Err(failure);
    }
    let why = response.pointer("/incomplete_details/reason").and_then(Value::as_str);
    let stop = match (text(response, "status").unwrap_or("completed"), why) {
        ("incomplete", Some("content_filter")) => StopReason::Refused,
        ("incomplete", Some("max_output_tokens" | "max_tokens") | None) => StopReason::MaxTokens,
        ("incomplete", Some(other)) => StopReason::Other(other.to_owned()),
        ("failed", _) => return Err(assembly.malformed("it failed without an explanation")),
        _ => StopReason::EndTurn,
    };
    assembly.stop(stop);
    Ok(())
}
