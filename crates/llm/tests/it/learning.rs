//! Refusals as services word them, and what each teaches.

use std::sync::{Arc, Mutex};

use llm::{
    ChatMessage, Dialect, LearnedFacts, Learner, Model, Provider, Quirk, Quirks, Request, ResolvedModel,
    Thinking, ToolChoice, ToolSpec,
};
use serde_json::{Value, json};

use crate::canned_service::{Answer, CannedService, REPLY};

/// Everything a service can refuse: a tool that must be called, a limit, a temperature, thinking.
fn full_request() -> Request {
    let tool = ToolSpec {
        name: String::from("f"),
        description: String::new(),
        parameters: json!({"type": "object", "properties": {}}),
    };
    Request {
        messages: vec![ChatMessage::user("hello")],
        tools: Arc::from([tool]),
        tool_choice: ToolChoice::Named(String::from("f")),
        max_output_tokens: Some(10),
        temperature: Some(0.3),
        parallel_tool_calls: true,
        ..Request::default()
    }
}

fn provider(dialect: Dialect, service: &CannedService, learner: Arc<Learner>) -> Provider {
    let mut resolved = ResolvedModel::anywhere("http://service.example/v1", dialect, "m");
    resolved.vendor.extra_body.insert(String::from("top_k"), json!(5));
    resolved.vendor.settings.thinking = Some(Thinking::Low);
    let mut endpoint = resolved.endpoint(None);
    endpoint.target.window = Some(100_000);
    endpoint.learner = learner;
    Provider::new(service.http(), endpoint).unwrap()
}

/// What a service teaches that refuses a request in these words, and then takes it. Gives the refused body as well.
async fn learnt(dialect: Dialect, request: &Request, explanation: &str) -> (Option<LearnedFacts>, Value) {
    let service = CannedService::new([Answer::new(400, explanation), Answer::new(200, REPLY)]);
    let learner = Arc::new(Learner::default());
    let replied = provider(dialect, &service, Arc::clone(&learner)).stream(request).await;
    let facts = Some(learner.facts()).filter(|facts| !facts.is_empty());
    assert_eq!(replied.is_ok(), facts.is_some(), "what is learnt is tried at once: {explanation}");
    (facts, service.bodies()[0].clone())
}

async fn check(dialect: Dialect, explanation: &str, expected: Option<&LearnedFacts>) {
    let (found, body) = learnt(dialect, &full_request(), explanation).await;
    assert_eq!(found.as_ref(), expected, "{explanation}");
    if dialect == Dialect::OpenaiChat {
        let mut sent: Vec<&str> = body.as_object().unwrap().keys().map(String::as_str).collect();
        sent.sort_unstable();
        assert_eq!(sent, SENT);
    }
}

/// The parts of a full request to a chat service.
const SENT: [&str; 11] = [
    "max_tokens",
    "messages",
    "model",
    "parallel_tool_calls",
    "reasoning_effort",
    "stream",
    "stream_options",
    "temperature",
    "tool_choice",
    "tools",
    "top_k",
];

fn quirk(quirk: Quirk) -> LearnedFacts {
    LearnedFacts { quirks: Quirks([quirk].into()), ..LearnedFacts::default() }
}

fn omitted(name: &str) -> LearnedFacts {
    LearnedFacts { omitted: [name.to_owned()].into(), ..LearnedFacts::default() }
}

#[tokio::test]
async fn every_known_wording_of_a_refusal_teaches_what_it_means() {
    let chat = Dialect::OpenaiChat;
    let quirks: &[(&str, Quirk)] = &[
        ("Thinking mode does not support this tool_choice", Quirk::NoRequiredChoice),
        ("tool_choice 'specified' is incompatible with thinking enabled", Quirk::NoRequiredChoice),
        (
            "The `reasoning_content` in the thinking mode must be passed back to the API.",
            Quirk::ReturnsReasoning,
        ),
        (
            "thinking is enabled but reasoning_content is missing in assistant tool call message at index 2",
            Quirk::ReturnsReasoning,
        ),
        (
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
            Quirk::MaxCompletionTokens,
        ),
        (
            "Unsupported value: 'temperature' does not support 0.3 with this model. Only the default (1) value is supported.",
            Quirk::NoTemperature,
        ),
        ("invalid temperature: only 1 is allowed for this model", Quirk::NoTemperature),
        ("`temperature` is deprecated for this model.", Quirk::NoTemperature),
        ("Unrecognized request argument supplied: stream_options", Quirk::NoStreamOptions),
        ("Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.", Quirk::ShortCallIds),
        ("Unexpected role 'user' after role 'tool'", Quirk::AssistantAfterTools),
    ];
    for (explanation, expected) in quirks {
        check(chat, explanation, Some(&quirk(*expected))).await;
    }
    check(chat, "Unknown parameter: 'reasoning_effort'.", Some(&omitted("reasoning_effort"))).await;
    check(
        chat,
        r#"{"error":{"message":"no such thing","param":"reasoning_effort"}}"#,
        Some(&omitted("reasoning_effort")),
    )
    .await;
    check(
        chat,
        r#"{"error":{"message":"Unknown parameter: 'max_tokens' beside temperature","param":"max_tokens"}}"#,
        Some(&omitted("max_tokens")),
    )
    .await;
    let dialect = Some(Dialect::OpenaiResponses);
    check(
        chat,
        "Function tools with reasoning are not supported for gpt-5.5 in /v1/chat/completions. Please use /v1/responses instead.",
        Some(&LearnedFacts { dialect, ..LearnedFacts::default() }),
    ).await;
}

#[tokio::test]
async fn what_teaches_nothing_and_what_a_person_asked_for_is_left_alone() {
    let chat = Dialect::OpenaiChat;
    check(chat, "The model `m` does not exist or you do not have access to it.", None).await;
    check(chat, "This model's maximum context length is 8192 tokens.", None).await;
    check(chat, "tools param requires --jinja flag", None).await;
    check(chat, "Unsupported parameter: 'top_k'", None).await;
    check(chat, "`tools` is not supported by this model", None).await;
    check(Dialect::Anthropic, "max_tokens: unsupported value", None).await;
}

#[tokio::test]
async fn what_was_learnt_is_told_once_and_survives_storing() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&told);
    let learner = Arc::new(Learner::new(
        LearnedFacts::default(),
        Box::new(move |facts| seen.lock().unwrap().push(facts.clone())),
    ));
    let demands_thinking = Answer::new(400, "The `reasoning_content` must be passed back to the API.");
    let service = CannedService::new([demands_thinking]);
    let model = provider(Dialect::OpenaiChat, &service, Arc::clone(&learner));
    assert!(model.stream(&full_request()).await.is_err());
    assert_eq!(service.bodies().len(), 2, "what was known is not tried again");
    assert_eq!(told.lock().unwrap().as_slice(), [quirk(Quirk::ReturnsReasoning)]);
    let refuses_effort = Answer::new(400, "Unknown parameter: 'reasoning_effort'.");
    let service = CannedService::new([refuses_effort, Answer::new(200, REPLY)]);
    let model = provider(Dialect::OpenaiChat, &service, Arc::clone(&learner));
    assert!(model.stream(&full_request()).await.is_ok());
    let told = told.lock().unwrap();
    assert_eq!(told.len(), 2);
    let stored = serde_json::to_string(&told[1]).unwrap();
    assert_eq!(stored, r#"{"quirks":["returns_reasoning"],"omitted":["reasoning_effort"]}"#);
    assert_eq!(serde_json::from_str::<LearnedFacts>(&stored).unwrap(), learner.facts());
}

#[tokio::test]
async fn a_refused_schema_is_left_out_from_then_on() {
    let bare = Request { messages: vec![ChatMessage::user("hello")], ..Request::default() };
    let schema = json!({"type": "object", "properties": {}});
    let with_schema = Request { response_schema: Some(Arc::new(schema)), ..bare.clone() };
    let refusals = [
        (Dialect::OpenaiChat, "/response_format", "This response_format type is unavailable now"),
        (
            Dialect::OpenaiChat,
            "/response_format",
            "Json mode response is not supported when enable_thinking is true",
        ),
        (
            Dialect::Gemini,
            "/generationConfig/responseJsonSchema",
            "Unknown name \"responseJsonSchema\" at 'generation_config': Cannot find field.",
        ),
        (
            Dialect::Ollama,
            "/format",
            "json: cannot unmarshal object into Go struct field ChatRequest.format: unknown 'format'",
        ),
    ];
    for (dialect, place, explanation) in refusals {
        let (found, body) = learnt(dialect, &with_schema, explanation).await;
        assert!(body.pointer(place).is_some(), "{body}");
        assert_eq!(found, Some(quirk(Quirk::NoResponseSchema)), "{explanation}");
    }
    let (found, _) = learnt(Dialect::OpenaiChat, &bare, "This response_format type is unavailable now").await;
    assert_eq!(found, None, "what was not sent cannot have been refused");
}

#[tokio::test]
async fn where_thinking_cannot_be_left_the_least_of_it_is_asked_for() {
    let refusal = "Unsupported value: 'none' is not supported with the 'm' model. Supported values are: 'minimal', 'low', 'medium', and 'high'.";
    for (dialect, place) in
        [(Dialect::OpenaiChat, "/reasoning_effort"), (Dialect::OpenaiResponses, "/reasoning/effort")]
    {
        let service = CannedService::new([Answer::new(400, refusal), Answer::new(200, REPLY)]);
        let mut endpoint = ResolvedModel::anywhere("http://service.example/v1", dialect, "m").endpoint(None);
        endpoint.target.thinking = Some(Thinking::Off);
        let model = Provider::new(service.http(), endpoint).unwrap();
        let _events = model.stream(&full_request()).await;
        let sent: Vec<Value> =
            service.bodies().iter().map(|body| body.pointer(place).cloned().unwrap()).collect();
        assert_eq!(sent, [json!("none"), json!("minimal")]);
    }
}
