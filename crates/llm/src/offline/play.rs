//! Plays one turn of the agent protocol with whatever can turn a paragraph into another.

use async_trait::async_trait;
use serde_json::{Map, Value};

use super::protocol::{self, Turn, WorkItem};
use crate::estimate::{estimate_request, estimate_tokens};
use crate::{ChatMessage, Failure, Request, ScriptedReply, ToolChoice, ToolSpec, Usage};

/// Turns paragraphs into other paragraphs.
///
/// An implementer gives one text per item, in order, with the item's inline tags kept.
#[async_trait]
pub(super) trait Translator: Send + Sync {
    /// Translates; `language` is the target, if the request names it.
    async fn translate(&self, items: &[WorkItem], language: Option<&str>) -> Result<Vec<String>, Failure>;

    /// Whether it reads the whole request, as a model does; a program sees the texts alone, and only they count.
    fn reads_prompts(&self) -> bool {
        true
    }
}

/// The reply to a request.
pub(super) async fn play(request: &Request, translator: &dyn Translator) -> Result<ScriptedReply, Failure> {
    let language = protocol::target_language(request);
    let (mut n_read, mut n_written) = (0, 0);
    let reply = match protocol::next_turn(request) {
        Turn::Submit { stages_first, items, titles } => {
            let (kept, mut open): (Vec<WorkItem>, Vec<WorkItem>) =
                items.into_iter().partition(|item| item.is_translated);
            let n_open = open.len();
            open.extend(titles.iter().map(|(_, title)| WorkItem::plain(title.clone())));
            n_read = open.iter().map(|item| estimate_tokens(&item.source)).sum();
            let mut texts = translator.translate(&open, language.as_deref()).await?;
            n_written = texts.iter().map(|text| estimate_tokens(text)).sum();
            let translated_titles = texts.split_off(n_open.min(texts.len()));
            let translated: Vec<(String, String)> = open.into_iter().map(|item| item.id).zip(texts).collect();
            let kept: Vec<String> = kept.into_iter().map(|item| item.id).collect();
            let stages = stages_first.into_iter().map(protocol::status);
            let named = titles.iter().zip(&translated_titles);
            let titles = named.map(|((tool, _), title)| protocol::title(tool, title));
            calling(stages.chain(titles).chain([protocol::submission(&translated, &kept)]))
        }
        Turn::Move { stages } => calling(stages.into_iter().map(protocol::status)),
        Turn::Done => ScriptedReply::text("OK"),
        Turn::Unknown => freely(request, translator, language.as_deref()).await?,
    };
    let calls = reply.tool_calls.iter().map(|call| estimate_tokens(&call.arguments) + 8);
    let output = estimate_tokens(&reply.text) + calls.sum::<u64>();
    let input = if translator.reads_prompts() { estimate_request(request) } else { n_read };
    // A reply that tells no usage at all would be estimated by whoever pays for it.
    let output = if translator.reads_prompts() { output } else { n_written.max(1) };
    let usage = Usage { input, output, ..Usage::default() };
    // Ids differ from turn to turn, as providers' do.
    let mut reply = reply.costing(usage);
    for call in &mut reply.tool_calls {
        call.id = format!("{}_{}", call.id, request.messages.len());
    }
    Ok(reply)
}

fn calling(calls: impl Iterator<Item = (&'static str, Value)>) -> ScriptedReply {
    calls.fold(ScriptedReply::default(), |reply, (name, arguments)| reply.and_call(name, &arguments))
}

/// Outside the protocol: calls a tool if one must be called, and otherwise hands the last words back.
async fn freely(
    request: &Request,
    translator: &dyn Translator,
    language: Option<&str>,
) -> Result<ScriptedReply, Failure> {
    let tool = match &request.tool_choice {
        ToolChoice::Required => request.tools.first(),
        ToolChoice::Named(name) => request.tools.iter().find(|tool| tool.name == *name),
        ToolChoice::Auto | ToolChoice::Forbidden => None,
    };
    let has_results = matches!(request.messages.last(), Some(ChatMessage::ToolResults { .. }));
    if let Some(ToolSpec { name, parameters, .. }) = tool.filter(|_| !has_results) {
        return Ok(ScriptedReply::call(name, &sample(parameters)));
    }
    let last = request.messages.iter().rev().find_map(|message| match message {
        ChatMessage::User { text } => Some(&**text),
        ChatMessage::Assistant { .. } | ChatMessage::ToolResults { .. } => None,
    });
    let source: String = last.unwrap_or("OK").chars().take(2000).collect();
    let texts = translator.translate(&[WorkItem::plain(source)], language).await?;
    Ok(ScriptedReply::text(texts.concat()))
}

/// A small value that fits a schema, as far as the schema is simple.
fn sample(schema: &Value) -> Value {
    if let Some(first) = schema.pointer("/enum/0") {
        return first.clone();
    }
    match schema.get("type").and_then(Value::as_str).unwrap_or("object") {
        "string" => Value::from("rehearsal"),
        "integer" | "number" => Value::from(1),
        "boolean" => Value::from(true),
        "array" => Value::Array(schema.get("items").map(sample).into_iter().collect()),
        _ => {
            let properties = schema.get("properties").and_then(Value::as_object);
            let required = schema.get("required").and_then(Value::as_array);
            let names = required.into_iter().flatten().filter_map(Value::as_str);
            let fields = names.filter_map(|name| Some((name.to_owned(), sample(properties?.get(name)?))));
            Value::Object(fields.collect::<Map<_, _>>())
        }
    }
}
