//! As Anthropic Messages says it.

use serde_json::{Value, json};

use super::{Frame, Kind, ReplyRenderer, ThinkingForm, value_of};
use crate::strict::FIRST_WORDS;
use llm::StopReason;

pub(super) fn frames(renderer: ReplyRenderer<'_>) -> Vec<Frame> {
    let mut frames = Vec::new();
    let mut message = json!({"id": "msg_1", "type": "message", "role": "assistant", "model": "test",
        "content": [], "stop_reason": null, "stop_sequence": null});
    if let (true, Value::Object(fields)) = (renderer.tells_usage, &mut message) {
        let usage = renderer.reply.usage;
        let usage = json!({"input_tokens": usage.input, "cache_creation_input_tokens": usage.cache_write,
            "cache_read_input_tokens": usage.cached_input, "output_tokens": 1});
        fields.insert("usage".into(), usage);
    }
    frames.push(event("message_start", Kind::Plain, &json!({"type": "message_start", "message": message})));
    frames.push(event("ping", Kind::Plain, &json!({"type": "ping"})));
    let mut index = 0;
    let is_interleaved = renderer.voice.form == ThinkingForm::Interleaved;
    if is_interleaved {
        let deltas = [json!({"type": "text_delta", "text": FIRST_WORDS})];
        frames.extend(block_frames(index, &json!({"type": "text", "text": ""}), &deltas, None));
        index += 1;
    }
    if !renderer.reply.reasoning.is_empty() {
        let block = json!({"type": "thinking", "thinking": "", "signature": ""});
        let mut deltas: Vec<Value> = renderer
            .pieces(&renderer.reply.reasoning)
            .into_iter()
            .map(|piece| json!({"type": "thinking_delta", "thinking": piece}))
            .collect();
        deltas.push(json!({"type": "signature_delta", "signature": renderer.signature("EqQBsigned")}));
        frames.extend(block_frames(index, &block, &deltas, None));
        index += 1;
    }
    if is_interleaved {
        let deltas = [json!({"type": "text_delta", "text": "\n\n"})];
        frames.extend(block_frames(index, &json!({"type": "text", "text": ""}), &deltas, None));
        index += 1;
    }
    if !renderer.reply.text.is_empty() {
        let deltas = renderer.pieces(&renderer.reply.text);
        let deltas: Vec<Value> =
            deltas.into_iter().map(|piece| json!({"type": "text_delta", "text": piece})).collect();
        frames.extend(block_frames(index, &json!({"type": "text", "text": ""}), &deltas, None));
        index += 1;
    }
    for (number, call) in renderer.reply.tool_calls.iter().enumerate() {
        let block = json!({"type": "tool_use", "id": call.id, "name": call.name, "input": {}});
        let deltas = renderer.pieces(&call.arguments);
        let deltas: Vec<Value> = deltas
            .into_iter()
            .map(|piece| json!({"type": "input_json_delta", "partial_json": piece}))
            .collect();
        frames.extend(block_frames(index + number, &block, &deltas, Some(number)));
    }
    let mut close = json!({"type": "message_delta",
        "delta": {"stop_reason": stop(renderer), "stop_sequence": null}});
    if let (true, Value::Object(fields)) = (renderer.tells_usage, &mut close) {
        fields.insert("usage".into(), json!({"output_tokens": renderer.reply.usage.output}));
    }
    frames.push(event("message_delta", Kind::Close, &close));
    frames.push(event("message_stop", Kind::Done, &json!({"type": "message_stop"})));
    frames
}

pub(super) fn whole(renderer: ReplyRenderer<'_>) -> Value {
    let mut content = Vec::new();
    if !renderer.reply.reasoning.is_empty() {
        content.push(
            json!({"type": "thinking", "thinking": renderer.reply.reasoning, "signature": "EqQBsigned"}),
        );
    }
    if !renderer.reply.text.is_empty() {
        content.push(json!({"type": "text", "text": renderer.reply.text}));
    }
    content.extend(renderer.reply.tool_calls.iter().map(|call| {
        json!({"type": "tool_use", "id": call.id, "name": call.name, "input": value_of(&call.arguments)})
    }));
    let usage = renderer.reply.usage;
    let usage = json!({"input_tokens": usage.input, "cache_creation_input_tokens": usage.cache_write,
        "cache_read_input_tokens": usage.cached_input, "output_tokens": usage.output});
    json!({"id": "msg_1", "type": "message", "role": "assistant", "model": "test", "content": content,
        "stop_reason": stop(renderer), "usage": if renderer.tells_usage { usage } else { Value::Null }})
}

fn block_frames(index: usize, block: &Value, deltas: &[Value], call: Option<usize>) -> Vec<Frame> {
    let start = json!({"type": "content_block_start", "index": index, "content_block": block});
    let mut frames = vec![event("content_block_start", call.map_or(Kind::Plain, Kind::CallStart), &start)];
    let piece = call.map_or(Kind::Plain, Kind::CallPiece);
    frames.extend(deltas.iter().map(|delta| {
        let data = json!({"type": "content_block_delta", "index": index, "delta": delta});
        event("content_block_delta", piece, &data)
    }));
    let stop = json!({"type": "content_block_stop", "index": index});
    frames.push(event("content_block_stop", piece, &stop));
    frames
}

fn event(name: &'static str, kind: Kind, data: &Value) -> Frame {
    Frame { event: Some(name), ..Frame::new(kind, data) }
}

fn stop(renderer: ReplyRenderer<'_>) -> String {
    match renderer.stop() {
        StopReason::EndTurn => String::from("end_turn"),
        StopReason::ToolCalls => String::from("tool_use"),
        StopReason::MaxTokens | StopReason::ModelLimit => String::from("max_tokens"),
        StopReason::Refused => String::from("refusal"),
        StopReason::Other(other) => other,
    }
}
