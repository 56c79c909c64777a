//! Writes tools, calls and results as text, for a model that knows only text.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::{ChatMessage, Request, TextToolLanguage, ToolChoice, ToolResult};

const TOOLS_ENGLISH: &str = include_str!("../prompts/text_tools.en.md");
const TOOLS_CHINESE: &str = include_str!("../prompts/text_tools.zh.md");
const MUST_CALL_ENGLISH: &str = include_str!("../prompts/must_call.en.md");
const MUST_CALL_CHINESE: &str = include_str!("../prompts/must_call.zh.md");

/// The same request without tools: they are described in the system text, and past calls and results
/// are written out.
pub(super) fn in_text(request: &Request) -> Request {
    Request {
        system: system(request),
        messages: request.messages.iter().map(message).collect(),
        tools: Arc::from([]),
        tool_choice: ToolChoice::Auto,
        ..request.clone()
    }
}

fn system(request: &Request) -> Arc<str> {
    if request.tools.is_empty() || request.tool_choice == ToolChoice::Forbidden {
        return Arc::clone(&request.system);
    }
    let (about_tools, must_call) = match request.language {
        TextToolLanguage::English => (TOOLS_ENGLISH, MUST_CALL_ENGLISH),
        TextToolLanguage::Chinese => (TOOLS_CHINESE, MUST_CALL_CHINESE),
    };
    let lines = request.tools.iter().map(|tool| {
        json!({"name": tool.name, "description": tool.description, "parameters": tool.parameters}).to_string()
    });
    let tools = about_tools.replace("{tools}", &lines.collect::<Vec<_>>().join("\n"));
    let names = match &request.tool_choice {
        ToolChoice::Required => Some(request.tools.iter().map(|tool| tool.name.as_str()).collect()),
        ToolChoice::Named(name) => Some(vec![name.as_str()]),
        ToolChoice::Auto | ToolChoice::Forbidden => None,
    };
    let must = names.map(|names| must_call.replace("{tools}", &names.join(", ")));
    let parts = [Some(request.system.to_string()), Some(tools), must];
    let parts = parts.iter().flatten().map(|part| part.trim_end()).filter(|part| !part.is_empty());
    let parts: Vec<&str> = parts.collect();
    Arc::from(parts.join("\n\n"))
}

fn message(message: &ChatMessage) -> ChatMessage {
    match message {
        ChatMessage::User { .. } => message.clone(),
        ChatMessage::Assistant { text, tool_calls, reasoning: _ } => {
            let calls = tool_calls.iter().map(|call| {
                let arguments: Value = serde_json::from_str(&call.arguments).unwrap_or(Value::Null);
                let call = json!({"name": call.name, "arguments": arguments});
                format!("<tool_call>\n{call}\n</tool_call>")
            });
            let said = std::iter::once(text.to_string()).filter(|text| !text.is_empty());
            ChatMessage::assistant(said.chain(calls).collect::<Vec<_>>().join("\n"), Vec::new())
        }
        ChatMessage::ToolResults { results } => {
            ChatMessage::user(results.iter().map(result).collect::<Vec<_>>().join("\n"))
        }
    }
}

/// A result between tags it cannot close itself: what a tool says may quote a hostile book.
fn result(result: &ToolResult) -> String {
    let content = result.content.replace("</tool_result", "<\\/tool_result");
    format!("<tool_result name=\"{}\">\n{content}\n</tool_result>", result.name)
}
