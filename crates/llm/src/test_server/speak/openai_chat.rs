//! As OpenAI Chat Completions says it.

use serde_json::{Value, json};

use super::{Frame, Kind, Speech};
use crate::StopReason;

pub(super) fn frames(speech: Speech<'_>) -> Vec<Frame> {
    let mut frames = vec![chunk(Kind::Plain, &json!({"role": "assistant", "content": ""}), &Value::Null)];
    for piece in speech.pieces(&speech.reply.reasoning) {
        frames.push(chunk(Kind::Plain, &json!({"reasoning_content": piece}), &Value::Null));
    }
    for piece in speech.pieces(&speech.reply.text) {
        frames.push(chunk(Kind::Plain, &json!({"content": piece}), &Value::Null));
    }
    for (index, call) in speech.reply.tool_calls.iter().enumerate() {
        let start = json!({"tool_calls": [{"index": index, "id": call.id, "type": "function",
            "function": {"name": call.name, "arguments": ""}}]});
        frames.push(chunk(Kind::CallStart(index), &start, &Value::Null));
        for piece in speech.pieces(&call.arguments) {
            let delta = json!({"tool_calls": [{"index": index, "function": {"arguments": piece}}]});
            frames.push(chunk(Kind::CallPiece(index), &delta, &Value::Null));
        }
    }
    frames.push(chunk(Kind::Close, &json!({}), &json!(finish(speech))));
    if speech.tells_usage {
        let data = json!({"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "test",
            "choices": [], "usage": usage(speech)});
        frames.push(Frame::new(Kind::Plain, &data));
    }
    frames.push(Frame { kind: Kind::Done, event: None, data: String::from("[DONE]") });
    frames
}

pub(super) fn whole(speech: Speech<'_>) -> Value {
    let calls: Vec<Value> = speech
        .reply
        .tool_calls
        .iter()
        .map(|call| {
            json!({"id": call.id, "type": "function",
                "function": {"name": call.name, "arguments": call.arguments}})
        })
        .collect();
    let mut message = json!({"role": "assistant", "content": speech.reply.text});
    if let Value::Object(fields) = &mut message {
        if !speech.reply.reasoning.is_empty() {
            fields.insert("reasoning_content".into(), json!(speech.reply.reasoning));
        }
        if !calls.is_empty() {
            fields.insert("tool_calls".into(), Value::Array(calls));
        }
    }
    let choices = json!([{"index": 0, "message": message, "finish_reason": finish(speech)}]);
    let usage = if speech.tells_usage { usage(speech) } else { Value::Null };
    json!({"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "test",
        "choices": choices, "usage": usage})
}

fn chunk(kind: Kind, delta: &Value, finish: &Value) -> Frame {
    let choices = json!([{"index": 0, "delta": delta, "finish_reason": finish}]);
    let data = json!({"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "test",
        "choices": choices});
    Frame::new(kind, &data)
}

fn finish(speech: Speech<'_>) -> String {
    match speech.stop() {
        StopReason::EndTurn => String::from("stop"),
        StopReason::ToolCalls => String::from("tool_calls"),
        StopReason::MaxTokens => String::from("length"),
        StopReason::Refused => String::from("content_filter"),
        StopReason::Other(other) => other,
    }
}

fn usage(speech: Speech<'_>) -> Value {
    let usage = speech.reply.usage;
    json!({
        "prompt_tokens": usage.total_input(),
        "completion_tokens": usage.output,
        "total_tokens": usage.total(),
        "prompt_tokens_details": {"cached_tokens": usage.cached_input, "cache_write_tokens": usage.cache_write},
        "completion_tokens_details": {"reasoning_tokens": usage.reasoning},
    })
}
