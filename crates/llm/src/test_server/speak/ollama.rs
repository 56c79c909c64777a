//! As Ollama says it.

use serde_json::{Map, Value, json};

use super::{Frame, Kind, Speech, value_of};
use crate::StopReason;

pub(super) fn frames(speech: Speech<'_>) -> Vec<Frame> {
    let mut frames = Vec::new();
    for piece in speech.pieces(&speech.reply.reasoning) {
        frames.push(line(Kind::Plain, &json!({"role": "assistant", "content": "", "thinking": piece})));
    }
    for piece in speech.pieces(&speech.reply.text) {
        frames.push(line(Kind::Plain, &json!({"role": "assistant", "content": piece})));
    }
    for (number, call) in calls(speech).into_iter().enumerate() {
        let message = json!({"role": "assistant", "content": "", "tool_calls": [call]});
        frames.push(line(Kind::CallStart(number), &message));
    }
    let message = json!({"role": "assistant", "content": ""});
    frames.push(Frame::new(Kind::Close, &closing(speech, &message)));
    frames
}

pub(super) fn whole(speech: Speech<'_>) -> Value {
    let mut message = Map::new();
    message.insert("role".into(), json!("assistant"));
    message.insert("content".into(), json!(speech.reply.text));
    if !speech.reply.reasoning.is_empty() {
        message.insert("thinking".into(), json!(speech.reply.reasoning));
    }
    let calls = calls(speech);
    if !calls.is_empty() {
        message.insert("tool_calls".into(), Value::Array(calls));
    }
    closing(speech, &Value::Object(message))
}

fn calls(speech: Speech<'_>) -> Vec<Value> {
    let calls = speech.reply.tool_calls.iter();
    calls
        .map(|call| json!({"function": {"name": call.name, "arguments": value_of(&call.arguments)}}))
        .collect()
}

fn line(kind: Kind, message: &Value) -> Frame {
    let data =
        json!({"model": "test", "created_at": "2026-01-01T00:00:00Z", "message": message, "done": false});
    Frame::new(kind, &data)
}

fn closing(speech: Speech<'_>, message: &Value) -> Value {
    let reason = match speech.stop() {
        StopReason::EndTurn | StopReason::ToolCalls | StopReason::Refused => String::from("stop"),
        StopReason::MaxTokens => String::from("length"),
        StopReason::Other(other) => other,
    };
    let mut closing = json!({"model": "test", "created_at": "2026-01-01T00:00:00Z", "message": message,
        "done": true, "done_reason": reason, "total_duration": 1});
    if let (true, Value::Object(fields)) = (speech.tells_usage, &mut closing) {
        fields.insert("prompt_eval_count".into(), json!(speech.reply.usage.total_input()));
        fields.insert("eval_count".into(), json!(speech.reply.usage.output));
    }
    closing
}
