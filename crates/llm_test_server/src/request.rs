//! A request read back from each dialect, as far as the rehearsing model needs it.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;

use llm::{ChatMessage, Dialect, Request, ToolCall, ToolResult, ToolSpec};

/// What a body asks.
pub(crate) fn parse(dialect: Dialect, body: &Value) -> Request {
    let list = |key: &str| body.get(key).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let entries = match dialect {
        Dialect::OpenaiChat | Dialect::Anthropic | Dialect::Ollama => list("messages"),
        Dialect::OpenaiResponses => list("input"),
        Dialect::Gemini => list("contents"),
    };
    let mut parser = RequestParser::default();
    for key in ["system", "systemInstruction", "instructions"] {
        if let Some(system) = body.get(key) {
            parser.system.push_str(&text_in(system));
        }
    }
    for entry in entries {
        parser.entry(entry);
    }
    parser.flush();
    let tools = list("tools").iter().flat_map(|tool| match tool.get("functionDeclarations") {
        Some(Value::Array(declarations)) => declarations.iter().collect::<Vec<_>>(),
        _ => vec![tool.get("function").unwrap_or(tool)],
    });
    let tools: Vec<ToolSpec> = tools.filter_map(tool_spec).collect();
    Request {
        system: Arc::from(parser.system),
        messages: parser.messages,
        tools: Arc::from(tools),
        ..Request::default()
    }
}

fn tool_spec(tool: &Value) -> Option<ToolSpec> {
    let schemas = ["parameters", "input_schema", "parametersJsonSchema"];
    Some(ToolSpec {
        name: tool.get("name")?.as_str()?.to_owned(),
        description: String::new(),
        parameters: schemas.iter().find_map(|key| tool.get(*key)).cloned().unwrap_or_default(),
    })
}

/// Puts the entries of a conversation back together, whichever dialect they are in.
#[derive(Default)]
struct RequestParser {
    system: String,
    messages: Vec<ChatMessage>,
    calls: Vec<ToolCall>,
    results: Vec<ToolResult>,
    /// Ids of calls not answered yet, by name: some dialects match by name and order.
    unanswered: HashMap<String, Vec<String>>,
    n_calls: usize,
}

impl RequestParser {
    fn entry(&mut self, entry: &Value) {
        let role =
            entry.get("role").or_else(|| entry.get("type")).and_then(Value::as_str).unwrap_or_default();
        match role {
            "system" | "developer" => self.system.push_str(&text_in(entry)),
            "assistant" | "model" | "function_call" => {
                self.flush_results();
                self.add_calls(entry);
            }
            "tool" | "function_call_output" => {
                self.flush_calls();
                self.result(entry);
            }
            _ => {
                self.flush_calls();
                let parts = entry.get("content").or_else(|| entry.get("parts")).and_then(Value::as_array);
                let answers: Vec<&Value> = parts
                    .into_iter()
                    .flatten()
                    .filter_map(|part| {
                        let is_result = part.get("type") == Some(&Value::from("tool_result"));
                        part.get("functionResponse").or_else(|| is_result.then_some(part))
                    })
                    .collect();
                if answers.is_empty() {
                    self.flush();
                    self.messages.push(ChatMessage::user(text_in(entry)));
                }
                for answer in answers {
                    self.result(answer);
                }
            }
        }
    }

    fn add_calls(&mut self, entry: &Value) {
        let lists = ["tool_calls", "content", "parts"].iter().filter_map(|key| entry.get(*key)?.as_array());
        let mut found: Vec<Value> = lists.flatten().cloned().collect();
        if entry.get("type") == Some(&Value::from("function_call")) {
            found.push(entry.clone());
        }
        for item in found {
            let call = item.get("function").or_else(|| item.get("functionCall")).unwrap_or(&item);
            let Some(name) = call.get("name").and_then(Value::as_str) else { continue };
            self.n_calls += 1;
            let id = ["call_id", "id"].iter().find_map(|key| item.get(*key)?.as_str());
            let id = id.map_or_else(|| format!("parsed_{}", self.n_calls), str::to_owned);
            let arguments = ["arguments", "args", "input"].iter().find_map(|key| call.get(*key));
            let arguments =
                arguments.map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
            self.unanswered.entry(name.to_owned()).or_default().push(id.clone());
            self.calls.push(ToolCall { id, name: name.to_owned(), arguments: arguments.unwrap_or_default() });
        }
    }

    fn result(&mut self, answer: &Value) {
        let text = |keys: &[&str]| keys.iter().find_map(|key| answer.get(*key)?.as_str()).map(str::to_owned);
        let name = text(&["tool_name", "name"]).unwrap_or_default();
        let waiting = self.unanswered.get_mut(&name).filter(|ids| !ids.is_empty()).map(|ids| ids.remove(0));
        let id = text(&["tool_call_id", "tool_use_id", "call_id"]).or(waiting);
        let content = match answer.get("response") {
            Some(response) => response.to_string(),
            None => text(&["content", "output"]).unwrap_or_else(|| text_in(answer)),
        };
        let call_id = id.unwrap_or_default();
        self.results.push(ToolResult { call_id, name, content: Arc::from(content), is_error: false });
    }

    fn flush_calls(&mut self) {
        if !self.calls.is_empty() {
            self.messages.push(ChatMessage::assistant("", std::mem::take(&mut self.calls)));
        }
    }

    fn flush_results(&mut self) {
        if !self.results.is_empty() {
            self.messages.push(ChatMessage::tool_results(std::mem::take(&mut self.results)));
        }
    }

    fn flush(&mut self) {
        self.flush_calls();
        self.flush_results();
    }
}

/// All text in a value, wherever the dialect puts it.
fn text_in(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(text_in).collect(),
        Value::Object(fields) => {
            let keys = ["content", "parts", "text"];
            keys.iter().filter_map(|key| fields.get(*key)).map(text_in).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => String::new(),
    }
}
