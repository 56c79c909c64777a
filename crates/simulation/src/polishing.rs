//! A model that polishes: in every other paragraph it says something else than it was shown, and keeps the rest.

use llm::{ChatMessage, Request, ScriptedReply};
use serde_json::{Map, Value, json};

/// What it adds to a sentence, and takes away again the next time.
const MORE: &str = ", then.";

/// The reply of a model that would have kept everything.
pub(crate) fn polished(request: &Request, mut reply: ScriptedReply) -> ScriptedReply {
    if !request.system.contains("polish the translation") {
        return reply;
    }
    // What was refused once is kept.
    if !request.messages.iter().any(|message| matches!(message, ChatMessage::ToolResults { .. })) {
        for call in reply.tool_calls.iter_mut().filter(|call| call.name == "add_translation_batch") {
            if let Ok(Value::Object(mut arguments)) = serde_json::from_str(&call.arguments) {
                submit_kept(request, &mut arguments);
                call.arguments = Value::Object(arguments).to_string();
            }
        }
    }
    reply.text = match serde_json::from_str::<Map<String, Value>>(&reply.text) {
        Ok(values) => {
            let values = values.into_iter().map(|(key, value)| {
                let better = value.as_str().filter(|_| is_chosen(&key)).and_then(better);
                (key, better.map_or(value, Value::from))
            });
            Value::Object(values.collect()).to_string()
        }
        Err(_) => reply.text.lines().map(polished_line).collect::<Vec<String>>().join("\n"),
    };
    reply
}

/// Moves every other paragraph from those that are kept to those that are handed in.
fn submit_kept(request: &Request, arguments: &mut Map<String, Value>) {
    let kept = arguments.get("keep").and_then(Value::as_array).cloned().unwrap_or_default();
    let (mut keep, mut changed) = (Vec::new(), Vec::new());
    for id in kept {
        let chosen = id.as_str().filter(|id| is_chosen(id));
        match chosen.and_then(|id| better(present(request, id)?)) {
            Some(text) => changed.push(json!({"paragraph_id": id, "translated_text": text})),
            None => keep.push(id),
        }
    }
    if let Some(paragraphs) = arguments.get_mut("paragraphs").and_then(Value::as_array_mut) {
        paragraphs.extend(changed);
    }
    if keep.is_empty() {
        arguments.remove("keep");
    } else {
        arguments.insert("keep".to_owned(), Value::Array(keep));
    }
}

/// The translation that stands under the label of a paragraph.
fn present<'a>(request: &'a Request, id: &str) -> Option<&'a str> {
    let label = format!("[ID: {id}] ");
    let texts = request.messages.iter().filter_map(|message| match message {
        ChatMessage::User { text } => Some(&**text),
        ChatMessage::Assistant { .. } | ChatMessage::ToolResults { .. } => None,
    });
    let mut lines = texts.flat_map(str::lines).skip_while(|line| !line.contains(&label)).skip(1);
    lines.next()?.trim_start().strip_prefix("=> ")
}

fn polished_line(line: &str) -> String {
    let parts = line.split_once("] ").filter(|(label, _)| is_chosen(label));
    let better = parts.and_then(|(label, text)| Some(format!("{label}] {}", better(text)?)));
    better.unwrap_or_else(|| line.to_owned())
}

fn better(text: &str) -> Option<String> {
    match text.strip_suffix(MORE) {
        Some(less) => Some(format!("{less}.")),
        None => Some(format!("{}{MORE}", text.strip_suffix('.')?)),
    }
}

fn is_chosen(name: &str) -> bool {
    name.bytes().fold(0, u8::wrapping_add).is_multiple_of(2)
}
