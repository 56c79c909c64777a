//! A model that only writes text: it never calls a tool, and it writes numbered lines where it is asked for them.

use serde_json::{Map, Value};

use llm::{ChatMessage, Rehearsal, Request, ScriptedReply, ToolSpec, Usage};

/// What the model does to the lines it writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slip {
    Nothing,
    /// It leaves out every tenth line.
    LosesTenth,
    /// It leaves out the second line of a longer answer and numbers on, so that all others are one place off.
    Shifts,
    /// Nothing; and where it is asked for an object, it writes one.
    WritesObjects,
    /// It was trained to translate: it answers with as many lines as it was given after the last colon, whatever else it
    /// is told.
    Tuned,
    /// It writes objects, and always breaks the closing quotation mark of the third value.
    BreaksQuote,
}

/// What it says to a request, with tokens as the program would count them.
pub(crate) async fn reply(request: &Request, slip: Slip) -> ScriptedReply {
    let mut reply = text_reply(request, slip).await;
    let (input, output) = (llm::estimate_request(request), llm::estimate_tokens(&reply.text));
    reply.usage = Usage { input, output, ..Usage::default() };
    reply
}

async fn text_reply(request: &Request, slip: Slip) -> ScriptedReply {
    let labels = labels(request);
    if slip == Slip::Tuned {
        return ScriptedReply::text(line_by_line(request).await);
    }
    if let (Slip::WritesObjects | Slip::BreaksQuote, Some(asked)) = (slip, object(request)) {
        return ScriptedReply::text(written_object(request, slip, &asked).await);
    }
    if !request.tools.is_empty() || labels.is_empty() {
        return ScriptedReply::text("I will gladly translate this text for you.");
    }
    let mut lines = Vec::new();
    for (place, (label, text)) in labels.iter().enumerate() {
        let is_lost = match slip {
            Slip::Nothing | Slip::Tuned | Slip::WritesObjects | Slip::BreaksQuote => false,
            Slip::LosesTenth => place % 10 == 9,
            Slip::Shifts => place == 1 && labels.len() > 2,
        };
        let translation = translated(&request.system, text).await;
        let shown = if slip == Slip::Shifts { lines.len() + 1 } else { *label };
        lines.extend((!is_lost).then(|| format!("[{shown}] {translation}")));
    }
    ScriptedReply::text(lines.join("\n"))
}

async fn line_by_line(request: &Request) -> String {
    let Some(ChatMessage::User { text }) = request.messages.last() else { return String::new() };
    let text = text.rsplit_once('：').map_or(&**text, |(_, text)| text);
    let mut lines = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        lines.push(translated(&request.system, line).await);
    }
    lines.join("\n")
}

/// The object at the end of the last message.
fn object(request: &Request) -> Option<Map<String, Value>> {
    let Some(ChatMessage::User { text }) = request.messages.last() else { return None };
    let (_, object) = text.rsplit_once("\n{")?;
    serde_json::from_str(&format!("{{{object}")).ok()
}

async fn written_object(request: &Request, slip: Slip, asked: &Map<String, Value>) -> String {
    let mut values = Vec::new();
    for (place, (key, text)) in asked.iter().enumerate() {
        let text = text.as_str().or_else(|| text.get("source")?.as_str()).unwrap_or_default();
        let mut value = Value::from(translated(&request.system, text).await).to_string();
        if slip == Slip::BreaksQuote && place == 2 {
            value.pop();
        }
        values.push(format!("{}: {value}", Value::from(key.as_str())));
    }
    format!("{{{}}}", values.join(",\n"))
}

/// The numbered lines of the last message.
fn labels(request: &Request) -> Vec<(usize, String)> {
    let Some(ChatMessage::User { text }) = request.messages.last() else { return Vec::new() };
    let label = |line: &str| {
        let (number, text) = line.strip_prefix('[')?.split_once("] ")?;
        Some((number.parse().ok()?, text.to_owned()))
    };
    text.lines().filter_map(label).collect()
}

/// What the rehearsing model makes of a text.
async fn translated(system: &str, text: &str) -> String {
    let tag = if system.contains("Chinese") || system.contains("中文") { "zh-Hans" } else { "en" };
    let tool = ToolSpec {
        name: String::from("add_translation_batch"),
        description: String::new(),
        parameters: Value::Null,
    };
    let request = Request {
        system: format!("Target language: {tag}").into(),
        messages: vec![ChatMessage::user(format!("<work>\n[0] [ID: a] {text}\n</work>"))],
        tools: vec![tool].into(),
        ..Request::default()
    };
    let Ok(reply) = Rehearsal.reply(&request).await else { return String::new() };
    let arguments = reply.tool_calls.first().map(|call| call.arguments.as_str()).unwrap_or_default();
    let arguments: Value = serde_json::from_str(arguments).unwrap_or_default();
    let text = arguments.pointer("/paragraphs/0/translated_text").and_then(Value::as_str);
    text.unwrap_or_default().to_owned()
}
