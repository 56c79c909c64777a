//! As OpenAI Chat Completions says it.

use serde_json::{Value, json};

use super::{Frame, Kind, ReplyRenderer, ThinkingForm};
use llm::StopReason;

pub(super) fn frames(renderer: ReplyRenderer<'_>) -> Vec<Frame> {
    let mut frames = vec![chunk(Kind::Plain, &json!({"role": "assistant", "content": ""}), &Value::Null)];
    for processed in [400, 1000].iter().filter(|_| renderer.tells_progress) {
        let data = json!({"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "test",
            "choices": [{"index": 0, "delta": {"role": "assistant", "content": null}, "finish_reason": null}],
            "prompt_progress": {"total": 1000, "cache": 0, "processed": processed, "time_ms": 1}});
        frames.push(Frame::new(Kind::Plain, &data));
    }
    for piece in renderer.pieces(&renderer.reply.reasoning) {
        let delta = match renderer.voice.form {
            ThinkingForm::Details => json!({"reasoning": piece, "reasoning_details":
                [{"type": "reasoning.text", "index": 0, "text": piece, "signature": null}]}),
            ThinkingForm::Usual | ThinkingForm::Interleaved => json!({"reasoning_content": piece}),
        };
        frames.push(chunk(Kind::Plain, &delta, &Value::Null));
    }
    if renderer.voice.form == ThinkingForm::Details {
        let signature = renderer.signature("signed");
        let delta = json!({"reasoning_details":
            [{"type": "reasoning.text", "index": 0, "text": "", "signature": signature}]});
        frames.push(chunk(Kind::Plain, &delta, &Value::Null));
    }
    for piece in renderer.pieces(&renderer.reply.text) {
        frames.push(chunk(Kind::Plain, &json!({"content": piece}), &Value::Null));
    }
    for (index, call) in renderer.reply.tool_calls.iter().enumerate() {
        let start = json!({"tool_calls": [{"index": index, "id": call.id, "type": "function",
            "function": {"name": call.name, "arguments": ""}}]});
        frames.push(chunk(Kind::CallStart(index), &start, &Value::Null));
        for piece in renderer.pieces(&call.arguments) {
            let delta = json!({"tool_calls": [{"index": index, "function": {"arguments": piece}}]});
            frames.push(chunk(Kind::CallPiece(index), &delta, &Value::Null));
        }
    }
    frames.push(chunk(Kind::Close, &json!({}), &json!(finish(renderer))));
    if renderer.tells_usage {
        let data = json!({"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "test",
            "choices": [], "usage": usage(renderer)});
        frames.push(Frame::new(Kind::Plain, &data));
    }
    frames.push(Frame { kind: Kind::Done, event: None, data: String::from("[DONE]") });
    frames
}

pub(super) fn whole(renderer: ReplyRenderer<'_>) -> Value {
    let calls: Vec<Value> = renderer
        .reply
        .tool_calls
        .iter()
        .map(|call| {
            json!({"id": call.id, "type": "function",
                "function": {"name": call.name, "arguments": call.arguments}})
        })
        .collect();
    let mut message = json!({"role": "assistant", "content": renderer.reply.text});
    if let Value::Object(fields) = &mut message {
        if !renderer.reply.reasoning.is_empty() {
            fields.insert("reasoning_content".into(), json!(renderer.reply.reasoning));
        }
        if !calls.is_empty() {
            fields.insert("tool_calls".into(), Value::Array(calls));
        }
    }
    let choices = json!([{"index": 0, "message": message, "finish_reason": finish(renderer)}]);
    let usage = if renderer.tells_usage { usage(renderer) } else { Value::Null };
    json!({"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "test",
        "choices": choices, "usage": usage})
}

fn chunk(kind: Kind, delta: &Value, finish: &Value) -> Frame {
    let choices = json!([{"index": 0, "delta": delta, "finish_reason": finish}]);
    let data = json!({"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "test",
        "choices": choices});
    Frame::new(kind, &data)
}

fn finish(renderer: ReplyRenderer<'_>) -> String {
    match renderer.stop() {
        StopReason::EndTurn => String::from("stop"),
        StopReason::ToolCalls => String::from("tool_calls"),
        StopReason::MaxTokens | StopReason::ModelLimit => String::from("length"),
        StopReason::Refused => String::from("content_filter"),
        StopReason::Other(other) => other,
    }
}

fn usage(renderer: ReplyRenderer<'_>) -> Value {
    let usage = renderer.reply.usage;
    json!({
        "prompt_tokens": usage.total_input(),
        "completion_tokens": usage.output,
        "total_tokens": usage.total(),
        "prompt_tokens_details": {"cached_tokens": usage.cached_input, "cache_write_tokens": usage.cache_write},
        "completion_tokens_details": {"reasoning_tokens": usage.reasoning},
    })
}
