//! One request in every dialect, word for word.

use std::collections::BTreeSet;
use std::sync::Arc;

use llm::{
    ChatMessage, Dialect, Quirk, Quirks, ReasoningBlock, Request, StablePrefix, Target, ToolCall, ToolChoice,
    ToolResult, ToolSpec,
};
use serde_json::{Value, json};

fn reasoning(dialect: Dialect, data: Value) -> ReasoningBlock {
    ReasoningBlock { dialect: Arc::from(dialect.name()), model: None, data }
}

/// A conversation with everything in it: thinking of every provider, two calls, a failed tool.
fn full_request() -> Request {
    let schema = json!({"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]});
    let tool = |name: &str, description: &str| ToolSpec {
        name: name.into(),
        description: description.into(),
        parameters: schema.clone(),
    };
    let call = |id: &str, q: &str| ToolCall {
        id: id.into(),
        name: "get_term".into(),
        arguments: json!({"q": q}).to_string(),
    };
    let result = |id: &str, content: &str, is_error| ToolResult {
        call_id: id.into(),
        name: "get_term".into(),
        content: Arc::from(content),
        is_error,
    };
    Request {
        system: Arc::from("You translate books."),
        messages: vec![
            ChatMessage::user("[0] [ID: abcd23] 雪国"),
            ChatMessage::Assistant {
                text: Arc::from("Looking up."),
                reasoning: vec![
                    reasoning(Dialect::OpenaiChat, json!({"reasoning_content": "hm"})),
                    reasoning(
                        Dialect::OpenaiResponses,
                        json!({"type": "reasoning", "id": "rs_1", "encrypted_content": "e", "summary": []}),
                    ),
                    reasoning(
                        Dialect::Anthropic,
                        json!({"type": "thinking", "thinking": "hm", "signature": "s"}),
                    ),
                    reasoning(Dialect::Gemini, json!({"call": "c1", "thoughtSignature": "g"})),
                    reasoning(Dialect::Ollama, json!({"thinking": "hm"})),
                ],
                tool_calls: vec![call("c1", "雪"), call("c2", "国")],
            },
            ChatMessage::tool_results(vec![
                result("c1", "{\"success\":true,\"term\":\"snow\"}", false),
                result("c2", "not found", true),
            ]),
        ],
        tools: Arc::from([tool("get_term", "Looks up a term."), tool("add_term", "Adds a term.")]),
        tool_choice: ToolChoice::Required,
        max_output_tokens: Some(2000),
        temperature: Some(0.5),
        stable_prefix: StablePrefix::Messages(1),
        parallel_tool_calls: true,
        ..Request::default()
    }
}

fn target(quirks: &[Quirk]) -> Target {
    let quirks = Quirks(quirks.iter().copied().collect::<BTreeSet<_>>());
    Target { model: String::from("the-model"), streaming: true, quirks, ..Target::default() }
}

fn check(name: &str, dialect: Dialect, target: &Target, request: &Request) {
    let call = dialect.call(target, request);
    insta::assert_json_snapshot!(
        format!("{}_{name}", dialect.name()),
        json!({"path": call.path, "headers": dialect.headers(), "body": call.body})
    );
}

#[test]
fn a_full_conversation_in_every_dialect() {
    for dialect in Dialect::ALL {
        check("full", *dialect, &target(&[]), &full_request());
    }
}

#[test]
fn the_smallest_request_in_every_dialect() {
    let request = Request { messages: vec![ChatMessage::user("Hi")], ..Request::default() };
    for dialect in Dialect::ALL {
        check("smallest", *dialect, &Target { streaming: false, ..target(&[]) }, &request);
    }
}

#[test]
fn quirks_change_what_they_name() {
    let all = [
        Quirk::MaxCompletionTokens,
        Quirk::NoStreamOptions,
        Quirk::NoTemperature,
        Quirk::NoParallelOption,
        Quirk::NoRequiredChoice,
        Quirk::ReturnsReasoning,
        Quirk::DeveloperRole,
    ];
    check("quirks", Dialect::OpenaiChat, &target(&all), &full_request());
    check("quirks", Dialect::Gemini, &target(&[Quirk::PlainSchema, Quirk::NoTemperature]), &full_request());
}

#[test]
fn a_person_has_the_last_word_on_the_body() {
    let mut target = target(&[]);
    target.extra_body = json!({"temperature": 0, "options": {"num_ctx": 8192}}).as_object().unwrap().clone();
    let body = Dialect::Ollama.call(&target, &full_request()).body;
    assert_eq!(body["options"]["num_ctx"], 8192);
    assert_eq!(body["options"]["num_predict"], 2000, "what was not named stays");
    assert_eq!(body["temperature"], 0);
}

#[test]
fn the_stable_part_is_the_same_bytes_from_chunk_to_chunk() {
    for dialect in Dialect::ALL {
        let mut other = full_request();
        other.messages = vec![ChatMessage::user("[7] [ID: zzzz99] 別の段落")];
        let bytes =
            |request: &Request| serde_json::to_string(&dialect.call(&target(&[]), request).body).unwrap();
        let (one, two) = (bytes(&full_request()), bytes(&other));
        let common = one.bytes().zip(two.bytes()).take_while(|(left, right)| left == right).count();
        let system = one.find("You translate books.").unwrap();
        assert!(common > system, "{} tells what varies before what does not", dialect.name());
    }
}

#[test]
fn a_schema_for_the_answer_goes_where_each_dialect_has_it() {
    let schema = json!({"type": "object", "properties": {"b": {"type": "string"}, "a": {"type": "string"}}});
    let request = Request { response_schema: Some(Arc::new(schema.clone())), ..Request::default() };
    let place = |dialect| match dialect {
        Dialect::OpenaiChat => Some("/response_format/json_schema/schema"),
        Dialect::OpenaiResponses => Some("/text/format/schema"),
        Dialect::Gemini => Some("/generationConfig/responseJsonSchema"),
        Dialect::Ollama => Some("/format"),
        Dialect::Anthropic => None,
    };
    for dialect in Dialect::ALL {
        assert_eq!(place(*dialect).is_some(), dialect.constrains_answers(), "{dialect:?}");
        let Some(place) = place(*dialect) else { continue };
        let body = dialect.call(&Target::default(), &request).body;
        let sent = body.pointer(place).unwrap().to_string();
        assert_eq!(sent, schema.to_string(), "in the order of the text: {dialect:?}");
        let refusing =
            Target { quirks: Quirks(BTreeSet::from([Quirk::NoResponseSchema])), ..Target::default() };
        assert!(dialect.call(&refusing, &request).body.pointer(place).is_none(), "{dialect:?}");
    }
}
