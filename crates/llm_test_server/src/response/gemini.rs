//! As Google Gemini says it.

use serde_json::{Value, json};

use super::{Frame, Kind, ReplyRenderer, value_of};
use llm::StopReason;

pub(super) fn frames(renderer: ReplyRenderer<'_>) -> Vec<Frame> {
    let mut frames = Vec::new();
    for piece in renderer.pieces(&renderer.reply.reasoning) {
        frames.push(chunk(Kind::Plain, &json!({"text": piece, "thought": true})));
    }
    for piece in renderer.pieces(&renderer.reply.text) {
        frames.push(chunk(Kind::Plain, &json!({"text": piece})));
    }
    for (number, part) in calls(renderer).into_iter().enumerate() {
        frames.push(chunk(Kind::CallStart(number), &part));
    }
    frames.push(Frame::new(Kind::Close, &closing(renderer, &json!([{"text": ""}]))));
    frames
}

pub(super) fn whole(renderer: ReplyRenderer<'_>) -> Value {
    let mut parts = Vec::new();
    if !renderer.reply.reasoning.is_empty() {
        parts.push(json!({"text": renderer.reply.reasoning, "thought": true}));
    }
    if !renderer.reply.text.is_empty() {
        parts.push(json!({"text": renderer.reply.text}));
    }
    parts.extend(calls(renderer));
    closing(renderer, &Value::Array(parts))
}

fn calls(renderer: ReplyRenderer<'_>) -> Vec<Value> {
    let calls = renderer.reply.tool_calls.iter().map(|call| {
        let function = json!({"id": call.id, "name": call.name, "args": value_of(&call.arguments)});
        json!({"functionCall": function, "thoughtSignature": renderer.signature("c2lnbmVk")})
    });
    calls.collect()
}

fn chunk(kind: Kind, part: &Value) -> Frame {
    let candidates = json!([{"content": {"role": "model", "parts": [part]}, "index": 0}]);
    Frame::new(kind, &json!({"candidates": candidates, "modelVersion": "test"}))
}

fn closing(renderer: ReplyRenderer<'_>, parts: &Value) -> Value {
    let reason = match renderer.stop() {
        StopReason::EndTurn | StopReason::ToolCalls => String::from("STOP"),
        StopReason::MaxTokens | StopReason::ModelLimit => String::from("MAX_TOKENS"),
        StopReason::Refused => String::from("PROHIBITED_CONTENT"),
        StopReason::Other(other) => other,
    };
    let mut closing = json!({"modelVersion": "test", "candidates": [
        {"content": {"role": "model", "parts": parts}, "finishReason": reason, "index": 0}]});
    if let (true, Value::Object(fields)) = (renderer.tells_usage, &mut closing) {
        let usage = renderer.reply.usage;
        let usage = json!({"promptTokenCount": usage.total_input(), "cachedContentTokenCount": usage.cached_input,
            "candidatesTokenCount": usage.output - usage.reasoning.min(usage.output),
            "thoughtsTokenCount": usage.reasoning, "totalTokenCount": usage.total()});
        fields.insert("usageMetadata".into(), usage);
    }
    closing
}
