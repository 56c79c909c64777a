//! Google Gemini, whose thoughts come signed and must go back on the very part they came with.

use serde_json::{Map, Value, json};

use super::assembly::Assembly;
use super::{
    Call, Decode, Dialect, Quirk, Target, arguments_object, number, response_schema, stored_reasoning, text,
};
use crate::{
    ChatMessage, Failure, ReasoningBlock, Request, StopReason, ThinkingStyle, ToolCall, ToolChoice, Usage,
    thinking,
};

/// What the service accepts in place of the signature of a call it did not make itself.
const NO_SIGNATURE: &str = "skip_thought_signature_validator";

pub(super) fn call(target: &Target, request: &Request) -> Call {
    let mut body = Map::new();
    if !request.system.is_empty() {
        body.insert("systemInstruction".into(), json!({"parts": [{"text": &*request.system}]}));
    }
    body.insert(
        "contents".into(),
        Value::Array(request.messages.iter().map(|message| content(target, message)).collect()),
    );
    if !request.tools.is_empty() {
        let schema =
            if target.quirks.has(Quirk::PlainSchema) { "parameters" } else { "parametersJsonSchema" };
        let declarations = request
            .tools
            .iter()
            .map(|tool| json!({"name": tool.name, "description": tool.description, schema: tool.parameters}));
        let declarations: Vec<Value> = declarations.collect();
        body.insert("tools".into(), json!([{"functionDeclarations": declarations}]));
        let config = match &request.tool_choice {
            ToolChoice::Auto => json!({"mode": "AUTO"}),
            ToolChoice::Required | ToolChoice::Named(_) if target.quirks.has(Quirk::NoRequiredChoice) => {
                json!({"mode": "AUTO"})
            }
            ToolChoice::Required => json!({"mode": "ANY"}),
            ToolChoice::Forbidden => json!({"mode": "NONE"}),
            ToolChoice::Named(name) => json!({"mode": "ANY", "allowedFunctionNames": [name]}),
        };
        body.insert("toolConfig".into(), json!({"functionCallingConfig": config}));
    }
    let mut generation = Map::new();
    if let Some(limit) = request.max_output_tokens {
        generation.insert("maxOutputTokens".into(), json!(limit));
    }
    if let Some(temperature) = target.temperature(request) {
        generation.insert("temperature".into(), json!(temperature));
    }
    if let Some(schema) = response_schema(target, request) {
        generation.insert("responseMimeType".into(), json!("application/json"));
        generation.insert("responseJsonSchema".into(), schema.clone());
    }
    thinking::add_to_body(target, ThinkingStyle::ThinkingLevel, &mut generation);
    if !generation.is_empty() {
        body.insert("generationConfig".into(), Value::Object(generation));
    }
    let method = if target.streaming { "streamGenerateContent?alt=sse" } else { "generateContent" };
    let path = format!("/models/{}:{method}", target.model);
    Call { path, body: Value::Object(body) }
}

fn content(target: &Target, message: &ChatMessage) -> Value {
    match message {
        ChatMessage::User { text } => json!({"role": "user", "parts": [{"text": &**text}]}),
        ChatMessage::Assistant { text, reasoning, tool_calls } => {
            let mut parts = Vec::new();
            parts.extend(text_parts(text, reasoning));
            let n_before = parts.len();
            parts.extend((0_u64..).zip(tool_calls).map(|(place, call)| call_part(place, call, reasoning)));
            let is_signed = parts.iter().any(|part| part.get("thoughtSignature").is_some());
            if let (Some(Value::Object(first)), false, true) =
                (parts.get_mut(n_before), is_signed, target.quirks.has(Quirk::SignedCalls))
            {
                first.insert("thoughtSignature".into(), json!(NO_SIGNATURE));
            }
            json!({"role": "model", "parts": parts})
        }
        ChatMessage::ToolResults { results } => {
            let parts = results.iter().map(|result| {
                let answer: Value = serde_json::from_str(&result.content).unwrap_or(Value::Null);
                let answer = if answer.is_object() { answer } else { json!({"result": &*result.content}) };
                json!({"functionResponse": {"name": result.name, "response": answer}})
            });
            json!({"role": "user", "parts": parts.collect::<Vec<_>>()})
        }
    }
}

/// The text, cut where signed parts of it came, each with its signature. A signed part without words comes last, as the
/// service sends it.
fn text_parts(text: &str, reasoning: &[ReasoningBlock]) -> Vec<Value> {
    let mut parts = Vec::new();
    let mut rest = text;
    for data in stored_reasoning(reasoning, Dialect::Gemini) {
        let signed = data.get("text").and_then(Value::as_str).zip(data.get("thoughtSignature"));
        let Some((words, signature)) = signed else { continue };
        let Some((before, after)) = rest.split_once(words) else { continue };
        let (before, after) = if words.is_empty() { (rest, "") } else { (before, after) };
        if !before.is_empty() {
            parts.push(json!({"text": before}));
        }
        parts.push(json!({"text": words, "thoughtSignature": signature}));
        rest = after;
    }
    if !rest.is_empty() {
        parts.push(json!({"text": rest}));
    }
    parts
}

/// A call with its signature. It is found by its place, because the caller may give calls other ids; transcripts of
/// 0.1 have the id alone.
fn call_part(place: u64, call: &ToolCall, reasoning: &[ReasoningBlock]) -> Value {
    let function = json!({"name": call.name, "args": arguments_object(&call.arguments)});
    let signature = stored_reasoning(reasoning, Dialect::Gemini)
        .find(|data| match data.get("place").and_then(Value::as_u64) {
            Some(kept) => kept == place,
            None => text(data, "call") == Some(&call.id),
        })
        .and_then(|data| data.get("thoughtSignature"));
    match signature {
        Some(signature) => json!({"functionCall": function, "thoughtSignature": signature}),
        None => json!({"functionCall": function}),
    }
}

/// Reads chunks and whole replies alike: they have the same shape.
pub(super) struct Decoder;

impl Decode for Decoder {
    fn message(&mut self, message: &Value, assembly: &mut Assembly) -> Result<(), Failure> {
        let parts = message.pointer("/candidates/0/content/parts").and_then(Value::as_array);
        for part in parts.into_iter().flatten() {
            tell_part(part, assembly);
        }
        // A blocked prompt is paid for too, so what it cost is told first.
        if let Some(usage) = message.get("usageMetadata") {
            let prompt = number(usage, "/promptTokenCount") + number(usage, "/toolUsePromptTokenCount");
            let cached = number(usage, "/cachedContentTokenCount").min(prompt);
            let thoughts = number(usage, "/thoughtsTokenCount");
            assembly.usage(Usage {
                input: prompt - cached,
                cached_input: cached,
                cache_write: 0,
                output: number(usage, "/candidatesTokenCount") + thoughts,
                reasoning: thoughts,
            });
        }
        if let Some(reason) = message.pointer("/promptFeedback/blockReason").and_then(Value::as_str) {
            let detail = format!("the prompt was blocked with `{reason}`");
            return Err(Failure::Refused { service: assembly.service.to_string(), detail });
        }
        if let Some(reason) = message.pointer("/candidates/0/finishReason").and_then(Value::as_str) {
            assembly.stop(stop_reason(reason, assembly)?);
        }
        Ok(())
    }

    fn whole(&mut self, body: &Value, assembly: &mut Assembly) -> Result<(), Failure> {
        self.message(body, assembly)
    }
}

fn tell_part(part: &Value, assembly: &mut Assembly) {
    if let Some(function) = part.get("functionCall") {
        let arguments = function.get("args").map_or_else(|| String::from("{}"), ToString::to_string);
        let id =
            assembly.whole_call(text(function, "id"), text(function, "name").unwrap_or_default(), &arguments);
        if let (Some(id), Some(signature)) = (id, part.get("thoughtSignature")) {
            let place = assembly.n_calls().saturating_sub(1);
            let data = json!({"call": id, "place": place, "thoughtSignature": signature});
            assembly.reasoning_block(Dialect::Gemini, data);
        }
    } else if part.get("thought") == Some(&Value::Bool(true)) {
        assembly.reasoning(text(part, "text").unwrap_or_default());
    } else {
        let words = text(part, "text").unwrap_or_default();
        assembly.text(words);
        if let Some(signature) = part.get("thoughtSignature") {
            let data = json!({"text": words, "thoughtSignature": signature});
            assembly.reasoning_block(Dialect::Gemini, data);
        }
    }
}

fn stop_reason(reason: &str, assembly: &Assembly) -> Result<StopReason, Failure> {
    Ok(match reason {
        "STOP" => StopReason::EndTurn,
        "MAX_TOKENS" => StopReason::MaxTokens,
        "SAFETY" | "RECITATION" | "PROHIBITED_CONTENT" | "BLOCKLIST" | "SPII" | "LANGUAGE" => {
            StopReason::Refused
        }
        "MALFORMED_FUNCTION_CALL" | "UNEXPECTED_TOOL_CALL" => {
            return Err(assembly.malformed(format!("the model stopped with `{reason}`")));
        }
        other => StopReason::Other(other.to_owned()),
    })
}
