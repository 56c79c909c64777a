//! As OpenAI Responses says it.

use serde_json::{Value, json};

use super::{Frame, Kind, ReplyRenderer};
use llm::StopReason;

pub(super) fn frames(renderer: ReplyRenderer<'_>) -> Vec<Frame> {
    let mut writer = FrameWriter { frames: Vec::new() };
    writer.write(
        Kind::Plain,
        json!({"type": "response.created", "response": {"id": "resp_1", "status": "in_progress"}}),
    );
    let mut slot = 0;
    if !renderer.reply.reasoning.is_empty() {
        for piece in renderer.pieces(&renderer.reply.reasoning) {
            writer.write(
                Kind::Plain,
                json!({"type": "response.reasoning_summary_text.delta",
                "output_index": slot, "summary_index": 0, "delta": piece}),
            );
        }
        let done =
            json!({"type": "response.output_item.done", "output_index": slot, "item": reasoning(renderer)});
        writer.write(Kind::Plain, done);
        slot += 1;
    }
    if !renderer.reply.text.is_empty() {
        for piece in renderer.pieces(&renderer.reply.text) {
            writer.write(
                Kind::Plain,
                json!({"type": "response.output_text.delta", "output_index": slot,
                "content_index": 0, "delta": piece}),
            );
        }
        writer.write(
            Kind::Plain,
            json!({"type": "response.output_text.done", "output_index": slot,
            "content_index": 0, "text": renderer.reply.text}),
        );
        slot += 1;
    }
    for (number, call) in renderer.reply.tool_calls.iter().enumerate() {
        let slot = slot + number;
        let mut item = json!({"type": "function_call", "id": format!("fc_{number}"), "call_id": call.id,
            "name": call.name, "arguments": "", "status": "in_progress"});
        let added = json!({"type": "response.output_item.added", "output_index": slot, "item": item});
        writer.write(Kind::CallStart(number), added);
        for piece in renderer.pieces(&call.arguments) {
            writer.write(
                Kind::CallPiece(number),
                json!({"type": "response.function_call_arguments.delta",
                "output_index": slot, "delta": piece}),
            );
        }
        writer.write(
            Kind::CallPiece(number),
            json!({"type": "response.function_call_arguments.done",
            "output_index": slot, "arguments": call.arguments}),
        );
        if let Value::Object(fields) = &mut item {
            fields.insert("arguments".into(), json!(call.arguments));
            fields.insert("status".into(), json!("completed"));
        }
        let done = json!({"type": "response.output_item.done", "output_index": slot, "item": item});
        writer.write(Kind::CallPiece(number), done);
    }
    let response = whole(renderer);
    let incomplete = response.get("status") == Some(&json!("incomplete"));
    let kind = if incomplete { "response.incomplete" } else { "response.completed" };
    writer.write(Kind::Close, json!({"type": kind, "response": response}));
    writer.frames
}

pub(super) fn whole(renderer: ReplyRenderer<'_>) -> Value {
    let mut output = Vec::new();
    if !renderer.reply.reasoning.is_empty() {
        output.push(reasoning(renderer));
    }
    if !renderer.reply.text.is_empty() {
        let content = json!([{"type": "output_text", "text": renderer.reply.text, "annotations": []}]);
        output.push(json!({"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": content}));
    }
    for (number, call) in renderer.reply.tool_calls.iter().enumerate() {
        output.push(json!({"type": "function_call", "id": format!("fc_{number}"), "call_id": call.id,
            "name": call.name, "arguments": call.arguments, "status": "completed"}));
    }
    let (status, why) = match renderer.stop() {
        StopReason::EndTurn | StopReason::ToolCalls => ("completed", Value::Null),
        StopReason::MaxTokens | StopReason::ModelLimit => {
            ("incomplete", json!({"reason": "max_output_tokens"}))
        }
        StopReason::Refused => ("incomplete", json!({"reason": "content_filter"})),
        StopReason::Other(other) => ("incomplete", json!({"reason": other})),
    };
    let usage = renderer.reply.usage;
    let usage = json!({
        "input_tokens": usage.total_input(),
        "input_tokens_details": {"cached_tokens": usage.cached_input},
        "output_tokens": usage.output,
        "output_tokens_details": {"reasoning_tokens": usage.reasoning},
        "total_tokens": usage.total(),
    });
    json!({"id": "resp_1", "object": "response", "status": status, "error": null, "incomplete_details": why,
        "model": "test", "output": output, "usage": if renderer.tells_usage { usage } else { Value::Null }})
}

fn reasoning(renderer: ReplyRenderer<'_>) -> Value {
    json!({"type": "reasoning", "id": "rs_1", "encrypted_content": renderer.signature("opaque"),
        "summary": [{"type": "summary_text", "text": renderer.reply.reasoning}]})
}

struct FrameWriter {
    frames: Vec<Frame>,
}

impl FrameWriter {
    fn write(&mut self, kind: Kind, mut data: Value) {
        if let Value::Object(fields) = &mut data {
            fields.insert("sequence_number".into(), json!(self.frames.len()));
        }
        self.frames.push(Frame::new(kind, &data));
    }
}
