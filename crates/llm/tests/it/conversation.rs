//! A stored conversation is made ready for the model that continues it.

use llm::{
    ChatMessage, Dialect, Model, Provider, Quirk, Quirks, Request, ResolvedModel, ToolCall, ToolResult,
};
use serde_json::Value;

use crate::canned_service::{Answer, CannedService, REPLY};

fn request() -> Request {
    let calls = ["functions.get:0", "call_1"].map(|id| ToolCall {
        id: id.to_owned(),
        name: String::from("get"),
        arguments: String::from("{}"),
    });
    let results = calls.each_ref().map(|call| ToolResult {
        call_id: call.id.clone(),
        name: call.name.clone(),
        content: "ok".into(),
        is_error: false,
    });
    let messages =
        vec![ChatMessage::assistant("", calls.to_vec()), ChatMessage::tool_results(results.to_vec())];
    Request { messages, ..Request::default() }
}

/// The ids of the calls and of the results in the body of a request.
fn ids(body: &Value) -> (Vec<String>, Vec<String>) {
    fn collect(value: &Value, found: &mut (Vec<String>, Vec<String>)) {
        let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        found.0.extend(text("id"));
        found.1.extend(text("tool_call_id").or_else(|| text("tool_use_id")));
        match value {
            Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
            Value::Object(fields) => fields.values().for_each(|field| collect(field, found)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    let mut found = (Vec::new(), Vec::new());
    collect(&body["messages"], &mut found);
    found
}

/// The ids that a service gets to see.
async fn sent_ids(model: &str, dialect: Dialect, quirks: Quirks) -> (Vec<String>, Vec<String>) {
    let service = CannedService::new([Answer::new(200, REPLY)]);
    let mut endpoint = ResolvedModel::anywhere("http://service.example/v1", dialect, model).endpoint(None);
    endpoint.target.quirks = quirks;
    let provider = Provider::new(service.http(), endpoint).unwrap();
    drop(provider.stream(&request()).await.unwrap());
    ids(&service.bodies()[0])
}

#[tokio::test]
async fn ids_a_service_refuses_are_replaced_in_calls_and_results_alike() {
    let short = Quirks([Quirk::ShortCallIds].into());
    let (calls, results) = sent_ids("mistral/m", Dialect::OpenaiChat, short).await;
    assert_eq!(calls, results);
    assert!(calls.iter().all(|id| id.len() == 9 && id.chars().all(|one| one.is_ascii_alphanumeric())));
    assert_ne!(calls[0], calls[1]);
    let (calls, results) = sent_ids("anthropic/m", Dialect::Anthropic, Quirks::default()).await;
    assert_eq!(calls, results);
    assert!(calls[0].len() == 9 && calls[1] == "call_1", "{calls:?}");
    let (calls, _) = sent_ids("kimi/m", Dialect::OpenaiChat, Quirks::default()).await;
    assert_eq!(calls[0], "functions.get:0");
}
