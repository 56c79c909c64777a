//! As Google Gemini says it.

use serde_json::{Value, json};

use super::{Frame, Kind, Speech, value_of};
use crate::StopReason;

pub(super) fn frames(speech: Speech<'_>) -> Vec<Frame> {
    let mut frames = Vec::new();
    for piece in speech.pieces(&speech.reply.reasoning) {
        frames.push(chunk(Kind::Plain, &json!({"text": piece, "thought": true})));
    }
    for piece in speech.pieces(&speech.reply.text) {
        frames.push(chunk(Kind::Plain, &json!({"text": piece})));
    }
    for (number, part) in calls(speech).into_iter().enumerate() {
        frames.push(chunk(Kind::CallStart(number), &part));
    }
    frames.push(Frame::new(Kind::Close, &closing(speech, &json!([{"text": ""}]))));
    frames
}

pub(super) fn whole(speech: Speech<'_>) -> Value {
    let mut parts = Vec::new();
    if !speech.reply.reasoning.is_empty() {
        parts.push(json!({"text": speech.reply.reasoning, "thought": true}));
    }
    if !speech.reply.text.is_empty() {
        parts.push(json!({"text": speech.reply.text}));
    }
    parts.extend(calls(speech));
    closing(speech, &Value::Array(parts))
}

fn calls(speech: Speech<'_>) -> Vec<Value> {
    let calls = speech.reply.tool_calls.iter().map(|call| {
        let function = json!({"id": call.id, "name": call.name, "args": value_of(&call.arguments)});
        json!({"functionCall": function, "thoughtSignature": "c2lnbmVk"})
    });
    calls.collect()
}

fn chunk(kind: Kind, part: &Value) -> Frame {
    let candidates = json!([{"content": {"role": "model", "parts": [part]}, "index": 0}]);
    Frame::new(kind, &json!({"candidates": candidates, "modelVersion": "test"}))
}

fn closing(speech: Speech<'_>, parts: &Value) -> Value {
    let reason = match speech.stop() {
        StopReason::EndTurn | StopReason::ToolCalls => String::from("STOP"),
        StopReason::MaxTokens => String::from("MAX_TOKENS"),
        StopReason::Refused => String::from("PROHIBITED_CONTENT"),
        StopReason::Other(other) => other,
    };
    let mut closing = json!({"modelVersion": "test", "candidates": [
        {"content": {"role": "model", "parts": parts}, "finishReason": reason, "index": 0}]});
    if let (true, Value::Object(fields)) = (speech.tells_usage, &mut closing) {
        let usage = speech.reply.usage;
        let usage = json!({"promptTokenCount": usage.total_input(), "cachedContentTokenCount": usage.cached_input,
            "candidatesTokenCount": usage.output - usage.reasoning.min(usage.output),
            "thoughtsTokenCount": usage.reasoning, "totalTokenCount": usage.total()});
        fields.insert("usageMetadata".into(), usage);
    }
    closing
}
