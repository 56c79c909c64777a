//! What counts as a call in text, and what does not.

use std::sync::Arc;

use llm::{ChatMessage, Model, Reply, Request, Scripted, ScriptedReply, TextTools, ToolProtocol, ToolSpec};
use serde_json::json;

/// The reply that a text amounts to, where the model has these tools.
async fn read(text: &str, tools: &[&str]) -> Reply {
    let tool = |name: &&str| ToolSpec {
        name: (*name).to_owned(),
        description: String::new(),
        parameters: json!({"type": "object"}),
    };
    let request = Request {
        messages: vec![ChatMessage::user("Go on.")],
        tools: tools.iter().map(tool).collect(),
        ..Request::default()
    };
    let scripted = Scripted::replies([ScriptedReply::text(text)]);
    TextTools::new(Arc::new(scripted), ToolProtocol::Text).complete(&request).await.unwrap()
}

async fn check(text: &str, prose: &str, calls: &[(&str, &str)]) {
    let found = read(text, &["submit", "look_up"]).await;
    let found_calls: Vec<(&str, &str)> =
        found.tool_calls.iter().map(|call| (call.name.as_str(), call.arguments.as_str())).collect();
    assert_eq!((found.text.trim(), found_calls.as_slice()), (prose, calls), "in: {text}");
}

#[tokio::test]
async fn every_form_models_use_is_understood() {
    let one = [("submit", r#"{"a":1}"#)];
    check(r#"<tool_call>{"name":"submit","arguments":{"a":1}}</tool_call>"#, "", &one).await;
    check("<tool_call>\n{\"name\": \"submit\", \"arguments\": \"{\\\"a\\\": 1}\"}\n</tool_call>", "", &one)
        .await;
    check(
        "Sure!\n```json\n{\"name\":\"submit\",\"arguments\":{\"a\":1}}\n```\nDone.",
        "Sure!\n\nDone.",
        &one,
    )
    .await;
    check("```\n{\"function\":{\"name\":\"submit\",\"arguments\":{\"a\":1}}}\n```", "", &one).await;
    check(r#"{"name":"submit","parameters":{"a":1}}"#, "", &one).await;
    check(r#"  {"tool":"submit","args":{"a":1}}"#, "", &one).await;
    check(r#"[TOOL_CALLS][{"name":"submit","arguments":{"a":1}}]"#, "", &one).await;
    check(
        "```tool_call\n<tool_call>{\"name\":\"submit\",\"arguments\":{\"a\":1}}</tool_call>\n```",
        "",
        &one,
    )
    .await;
    check(r#"<tool_call>{"name":"submit","arguments":{"a":1}}"#, "", &one).await;
}

#[tokio::test]
async fn several_calls_keep_their_order() {
    let both = [("look_up", r#"{"q":"雪"}"#), ("submit", r#"{"a":1}"#)];
    let array = r#"[{"name":"look_up","arguments":{"q":"雪"}},{"name":"submit","arguments":{"a":1}}]"#;
    check(array, "", &both).await;
    check(&format!("```json\n{array}\n```"), "", &both).await;
    let tags = "<tool_call>{\"name\":\"look_up\",\"arguments\":{\"q\":\"雪\"}}</tool_call>\nand\n<tool_call>{\"name\":\"submit\",\"arguments\":{\"a\":1}}</tool_call>";
    check(tags, "and", &both).await;
    let lines =
        "{\"name\":\"look_up\",\"arguments\":{\"q\":\"雪\"}}\n{\"name\":\"submit\",\"arguments\":{\"a\":1}}";
    check(lines, "", &both).await;
}

#[tokio::test]
async fn an_unknown_tool_in_tags_is_a_call_that_can_be_answered() {
    check(r#"<tool_call>{"name":"dance"}</tool_call>"#, "", &[("dance", "{}")]).await;
}

#[tokio::test]
async fn a_reply_of_nothing_but_openings_is_read_in_no_time() {
    for opening in ["<tool_call>", "{\n", "```json\n", "[TOOL_CALLS]", "[\n", "<tool_call>{\"name\":"] {
        let noise = opening.repeat(100_000);
        assert!(read(&noise, &["submit"]).await.tool_calls.is_empty());
    }
}

#[tokio::test]
async fn what_is_not_certainly_a_call_stays_text() {
    for text in [
        r#"{"name":"Alice","arguments":{"a":1}}"#,
        r#"{"name":"submit"}"#,
        r#"{"name":"submit","arguments":"not json"}"#,
        r#"{"name":"submit","arguments":[1]}"#,
        r#"He said {"name":"submit","arguments":{}} aloud"#,
        "```python\nprint(1)\n```",
        r#"<tool_call>{"name":"submit","arguments":{"a":</tool_call>"#,
        r#"{"name":"submit","arguments":{"a":1"#,
        "<tool_call>submit(a=1)</tool_call>",
        r#"[{"name":"submit","arguments":{}}, {"name":"Alice"}]"#,
    ] {
        check(text, text, &[]).await;
    }
}
