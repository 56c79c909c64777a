//! Anthropic Messages, with cache breakpoints where the request says that it will repeat itself.

use serde_json::{Map, Value, json};

use super::assembly::{Assembly, CallPiece};
use super::{Call, Decode, Dialect, Quirk, Target, arguments_object, number, text};
use crate::{Failure, Message, Request, StablePrefix, StopReason, ToolChoice, Usage};

/// The service demands a limit; this one is within every current model's reach.
const DEFAULT_MAX_TOKENS: u32 = 8192;

pub(super) fn call(target: &Target, request: &Request) -> Call {
    let mut body = Map::new();
    body.insert("model".into(), json!(target.model));
    body.insert("max_tokens".into(), json!(request.max_output_tokens.unwrap_or(DEFAULT_MAX_TOKENS)));
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
        body.insert("tool_choice".into(), tool_choice(request));
    }
    if !request.system.is_empty() {
        let mut block = json!({"type": "text", "text": &*request.system});
        if cached {
            mark(&mut block);
        }
        body.insert("system".into(), json!([block]));
    }
    body.insert("messages".into(), Value::Array(messages(request)));
    if let (Some(temperature), false) = (request.temperature, target.quirks.has(Quirk::NoTemperature)) {
        body.insert("temperature".into(), json!(temperature));
    }
    body.insert("stream".into(), json!(target.streaming));
    Call { path: String::from("/v1/messages"), body: Value::Object(body) }
}

fn messages(request: &Request) -> Vec<Value> {
    let mut messages: Vec<Value> = request.messages.iter().map(message).collect();
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
        blocks.and_then(|blocks| blocks.last_mut()).into_iter().for_each(mark);
    }
    messages
}

fn message(message: &Message) -> Value {
    match message {
        Message::User { text } => {
            json!({"role": "user", "content": [{"type": "text", "text": &**text}]})
        }
        Message::Assistant { text, reasoning, tool_calls } => {
            let mine = reasoning.iter().filter(|block| &*block.dialect == Dialect::Anthropic.name());
            let mut content: Vec<Value> = mine.map(|block| block.data.clone()).collect();
            if !text.is_empty() {
                content.push(json!({"type": "text", "text": &**text}));
            }
            content.extend(tool_calls.iter().map(|call| {
                json!({"type": "tool_use", "id": call.id, "name": call.name,
                    "input": arguments_object(&call.arguments)})
            }));
            json!({"role": "assistant", "content": content})
        }
        Message::ToolResults { results } => {
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
    }
}

fn mark(block: &mut Value) {
    if let Value::Object(fields) = block {
        fields.insert("cache_control".into(), json!({"type": "ephemeral"}));
    }
}

fn tool_choice(request: &Request) -> Value {
    let mut choice = match &request.tool_choice {
        ToolChoice::Auto => json!({"type": "auto"}),
        ToolChoice::Required => json!({"type": "any"}),
        ToolChoice::Forbidden => return json!({"type": "none"}),
        ToolChoice::Named(name) => json!({"type": "tool", "name": name}),
    };
    if let (false, Value::Object(fields)) = (request.parallel_tool_calls, &mut choice) {
        fields.insert("disable_parallel_tool_use".into(), json!(true));
    }
    choice
}

/// Reads the typed events of a streamed message.
#[derive(Default)]
pub(super) struct Decoder {
    /// The thinking block being told, with its number.
    thinking: Option<(u64, Value)>,
}

impl Decode for Decoder {
    fn message(&mut self, message: &Value, assembly: &mut Assembly) -> Result<(), Failure> {
        let index = number(message, "/index");
        match text(message, "type").unwrap_or_default() {
            "message_start" => {
                tell_usage(message.pointer("/message/usage"), assembly);
            }
            "content_block_start" => {
                let block = message.get("content_block").unwrap_or(&Value::Null);
                self.start(index, block, assembly);
            }
            "content_block_delta" => {
                self.delta(index, message.get("delta").unwrap_or(&Value::Null), assembly);
            }
            "content_block_stop" => self.stop_block(index, assembly),
            "message_delta" => {
                tell_usage(message.get("usage"), assembly);
                if let Some(reason) = message.pointer("/delta/stop_reason").and_then(Value::as_str) {
                    assembly.stop(stop_reason(reason));
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn whole(&mut self, body: &Value, assembly: &mut Assembly) -> Result<(), Failure> {
        let content = body.get("content").and_then(Value::as_array);
        for (index, block) in (0_u64..).zip(content.into_iter().flatten()) {
            match text(block, "type").unwrap_or_default() {
                "text" => assembly.text(text(block, "text").unwrap_or_default()),
                "thinking" | "redacted_thinking" => {
                    assembly.reasoning(text(block, "thinking").unwrap_or_default());
                    assembly.reasoning_block(Dialect::Anthropic, block.clone());
                }
                "tool_use" => {
                    let input = block.get("input").map(ToString::to_string);
                    assembly.call(CallPiece {
                        slot: slot(index),
                        id: text(block, "id"),
                        name: text(block, "name"),
                        arguments: input.as_deref(),
                    });
                }
                _ => {}
            }
        }
        tell_usage(body.get("usage"), assembly);
        if let Some(reason) = text(body, "stop_reason") {
            assembly.stop(stop_reason(reason));
        }
        Ok(())
    }
}

impl Decoder {
    fn start(&mut self, index: u64, block: &Value, assembly: &mut Assembly) {
        match text(block, "type").unwrap_or_default() {
            "text" => assembly.text(text(block, "text").unwrap_or_default()),
            "thinking" | "redacted_thinking" => {
                let reopened = self.thinking.take_if(|(open, _)| *open == index);
                self.thinking = Some(reopened.unwrap_or_else(|| (index, block.clone())));
            }
            "tool_use" => {
                let input = block
                    .get("input")
                    .filter(|input| input.as_object().is_some_and(|fields| !fields.is_empty()));
                let input = input.map(ToString::to_string);
                assembly.call(CallPiece {
                    slot: slot(index),
                    id: text(block, "id"),
                    name: text(block, "name"),
                    arguments: input.as_deref(),
                });
            }
            _ => {}
        }
    }

    fn delta(&mut self, index: u64, delta: &Value, assembly: &mut Assembly) {
        match text(delta, "type").unwrap_or_default() {
            "text_delta" => assembly.text(text(delta, "text").unwrap_or_default()),
            "input_json_delta" => assembly.call(CallPiece {
                slot: slot(index),
                arguments: text(delta, "partial_json"),
                ..CallPiece::default()
            }),
            "thinking_delta" => {
                let thinking = text(delta, "thinking").unwrap_or_default();
                assembly.reasoning(thinking);
                self.append("thinking", thinking);
            }
            "signature_delta" => self.append("signature", text(delta, "signature").unwrap_or_default()),
            _ => {}
        }
    }

    fn append(&mut self, key: &str, more: &str) {
        if let Some((_, Value::Object(block))) = &mut self.thinking {
            let mut all = block.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
            all.push_str(more);
            block.insert(key.to_owned(), Value::String(all));
        }
    }

    fn stop_block(&mut self, index: u64, assembly: &mut Assembly) {
        if let Some((_, block)) = self.thinking.take_if(|(open, _)| *open == index) {
            assembly.reasoning_block(Dialect::Anthropic, block);
        }
    }
}

fn slot(index: u64) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// The start tells the input, the end the output, and either may tell both: the larger number holds.
fn tell_usage(usage: Option<&Value>, assembly: &mut Assembly) {
    let Some(usage) = usage.filter(|usage| usage.is_object()) else { return };
    let before = assembly.usage_so_far();
    assembly.usage(Usage {
        input: number(usage, "/input_tokens").max(before.input),
        cached_input: number(usage, "/cache_read_input_tokens").max(before.cached_input),
        cache_write: number(usage, "/cache_creation_input_tokens").max(before.cache_write),
        output: number(usage, "/output_tokens").max(before.output),
        reasoning: before.reasoning,
    });
}

fn stop_reason(reason: &str) -> StopReason {
    match reason {
        "end_turn" | "stop_sequence" => StopReason::EndTurn,
        "tool_use" => StopReason::ToolCalls,
        "max_tokens" | "model_context_window_exceeded" => StopReason::MaxTokens,
        "refusal" => StopReason::Refused,
        other => StopReason::Other(other.to_owned()),
    }
}
