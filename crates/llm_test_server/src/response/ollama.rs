//! As Ollama says it.

use serde_json::{Map, Value, json};

use super::{Frame, Kind, ReplyRenderer, value_of};
use llm::StopReason;

pub(super) fn frames(renderer: ReplyRenderer<'_>) -> Vec<Frame> {
    let mut frames = Vec::new();
    for piece in renderer.pieces(&renderer.reply.reasoning) {
        frames.push(line(Kind::Plain, &json!({"role": "assistant", "content": "", "thinking": piece})));
    }
    for piece in renderer.pieces(&renderer.reply.text) {
        frames.push(line(Kind::Plain, &json!({"role": "assistant", "content": piece})));
    }
    for (number, call) in calls(renderer).into_iter().enumerate() {
        let message = json!({"role": "assistant", "content": "", "tool_calls": [call]});
        frames.push(line(Kind::CallStart(number), &message));
    }
    let message = json!({"role": "assistant", "content": ""});
    frames.push(Frame::new(Kind::Close, &closing(renderer, &message)));
    frames
}

pub(super) fn whole(renderer: ReplyRenderer<'_>) -> Value {
    let mut message = Map::new();
    message.insert("role".into(), json!("assistant"));
    message.insert("content".into(), json!(renderer.reply.text));
    if !renderer.reply.reasoning.is_empty() {
        message.insert("thinking".into(), json!(renderer.reply.reasoning));
    }
    let calls = calls(renderer);
    if !calls.is_empty() {
        message.insert("tool_calls".into(), Value::Array(calls));
    }
    closing(renderer, &Value::Object(message))
}

fn calls(renderer: ReplyRenderer<'_>) -> Vec<Value> {
    let calls = renderer.reply.tool_calls.iter();
    calls
        .map(|call| json!({"function": {"name": call.name, "arguments": value_of(&call.arguments)}}))
        .collect()
}

fn line(kind: Kind, message: &Value) -> Frame {
    let data =
        json!({"model": "test", "created_at": "2026-01-01T00:00:00Z", "message": message, "done": false});
    Frame::new(kind, &data)
}

fn closing(renderer: ReplyRenderer<'_>, message: &Value) -> Value {
    let reason = match renderer.stop() {
        StopReason::EndTurn | StopReason::ToolCalls | StopReason::Refused => String::from("stop"),
        StopReason::MaxTokens | StopReason::ModelLimit => String::from("length"),
        StopReason::Other(other) => other,
    };
    let mut closing = json!({"model": "test", "created_at": "2026-01-01T00:00:00Z", "message": message,
        "done": true, "done_reason": reason, "total_duration": 1});
    if let (true, Value::Object(fields)) = (renderer.tells_usage, &mut closing) {
        fields.insert("prompt_eval_count".into(), json!(renderer.reply.usage.total_input()));
        fields.insert("eval_count".into(), json!(renderer.reply.usage.output));
    }
    closing
}
