//! Reads the replies of Anthropic Messages, and keeps their blocks in order where they must go back so.

use serde_json::{Value, json};

use super::is_thinking;
use crate::dialect::assembly::{Assembly, CallPiece};
use crate::dialect::{Decode, Dialect, number, text};
use crate::{Failure, StopReason, Usage};

/// Reads the typed events of a streamed message.
#[derive(Default)]
pub(in crate::dialect) struct Decoder {
    /// The blocks so far with their numbers; a call is kept as its type alone.
    blocks: Vec<(u64, Value)>,
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
            "message_delta" => {
                tell_usage(message.get("usage"), assembly);
                if let Some(reason) = message.pointer("/delta/stop_reason").and_then(Value::as_str) {
                    self.tell_blocks(assembly);
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
            self.keep(index, block);
            match text(block, "type").unwrap_or_default() {
                "text" => assembly.text(text(block, "text").unwrap_or_default()),
                "thinking" => assembly.reasoning(text(block, "thinking").unwrap_or_default()),
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
        self.tell_blocks(assembly);
        if let Some(reason) = text(body, "stop_reason") {
            assembly.stop(stop_reason(reason));
        }
        Ok(())
    }
}

impl Decoder {
    fn start(&mut self, index: u64, block: &Value, assembly: &mut Assembly) {
        self.keep(index, block);
        match text(block, "type").unwrap_or_default() {
            "text" => assembly.text(text(block, "text").unwrap_or_default()),
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
            "text_delta" => {
                let said = text(delta, "text").unwrap_or_default();
                assembly.text(said);
                self.append(index, "text", said);
            }
            "input_json_delta" => assembly.call(CallPiece {
                slot: slot(index),
                arguments: text(delta, "partial_json"),
                ..CallPiece::default()
            }),
            "thinking_delta" => {
                let thinking = text(delta, "thinking").unwrap_or_default();
                assembly.reasoning(thinking);
                self.append(index, "thinking", thinking);
            }
            "signature_delta" => {
                self.append(index, "signature", text(delta, "signature").unwrap_or_default());
            }
            _ => {}
        }
    }

    /// Keeps a block; one told twice counts once.
    fn keep(&mut self, index: u64, block: &Value) {
        if self.blocks.iter().all(|(known, _)| *known != index) {
            let is_call = text(block, "type") == Some("tool_use");
            self.blocks.push((index, if is_call { json!({"type": "tool_use"}) } else { block.clone() }));
        }
    }

    fn append(&mut self, index: u64, key: &str, more: &str) {
        let block = self.blocks.iter_mut().find(|(known, _)| *known == index);
        if let Some((_, Value::Object(block))) = block {
            let mut all = block.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
            all.push_str(more);
            block.insert(key.to_owned(), Value::String(all));
        }
    }

    /// Tells the blocks in their order if there is thinking among them; without it the usual order will do.
    fn tell_blocks(&mut self, assembly: &mut Assembly) {
        let mut blocks = std::mem::take(&mut self.blocks);
        if !blocks.iter().any(|(_, block)| is_thinking(block)) {
            return;
        }
        blocks.sort_by_key(|(index, _)| *index);
        let mut n_calls = 0_u64;
        let mut content = Vec::with_capacity(blocks.len());
        for (_, block) in blocks {
            match text(&block, "type") {
                Some("tool_use") => {
                    content.push(json!({"type": "tool_use", "call": n_calls}));
                    n_calls += 1;
                }
                // The service itself writes texts of white space, and refuses them when they come back.
                Some("text") if text(&block, "text").is_none_or(|text| text.trim().is_empty()) => {}
                _ => content.push(block),
            }
        }
        assembly.reasoning_block(Dialect::Anthropic, json!({"content": content}));
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
