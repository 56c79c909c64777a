//! Refusals as services word them, and what each teaches.

use serde_json::json;

use super::*;

fn check(dialect: Dialect, explanation: &str, expected: Option<&LearnedFacts>) {
    let body = json!({"model": "m", "messages": [], "tools": [], "max_tokens": 10, "temperature": 0.3,
        "tool_choice": {"type": "function", "function": {"name": "f"}}, "parallel_tool_calls": true,
        "stream": true, "stream_options": {"include_usage": true}, "reasoning_effort": "low", "top_k": 5});
    let extra_body = json!({"top_k": 5}).as_object().unwrap().clone();
    let refused = RefusedCall { dialect, status: 400, body: &body, extra_body: &extra_body, explanation };
    assert_eq!(lesson(&refused).as_ref(), expected, "{explanation}");
}

fn omitted(name: &str) -> LearnedFacts {
    LearnedFacts { omitted: [name.to_owned()].into(), ..LearnedFacts::default() }
}

#[test]
fn every_known_wording_of_a_refusal_teaches_what_it_means() {
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
        check(chat, explanation, Some(&quirk(*expected)));
    }
    check(chat, "Unknown parameter: 'reasoning_effort'.", Some(&omitted("reasoning_effort")));
    check(
        chat,
        r#"{"error":{"message":"no such thing","param":"reasoning_effort"}}"#,
        Some(&omitted("reasoning_effort")),
    );
    let dialect = Some(Dialect::OpenaiResponses);
    check(
        chat,
        "Function tools with reasoning are not supported for gpt-5.5 in /v1/chat/completions. Please use /v1/responses instead.",
        Some(&LearnedFacts { dialect, ..LearnedFacts::default() }),
    );
}

#[test]
fn what_teaches_nothing_and_what_a_person_asked_for_is_left_alone() {
    let chat = Dialect::OpenaiChat;
    check(chat, "The model `m` does not exist or you do not have access to it.", None);
    check(chat, "This model's maximum context length is 8192 tokens.", None);
    check(chat, "tools param requires --jinja flag", None);
    check(chat, "Unsupported parameter: 'top_k'", None);
    check(chat, "`tools` is not supported by this model", None);
    check(Dialect::Anthropic, "max_tokens: unsupported value", None);
}

#[test]
fn what_was_learnt_is_told_once_and_survives_storing() {
    let told = std::sync::Arc::new(Mutex::new(Vec::new()));
    let seen = std::sync::Arc::clone(&told);
    let learner = Learner::new(
        LearnedFacts::default(),
        Box::new(move |facts| seen.lock().unwrap().push(facts.clone())),
    );
    assert!(learner.learn(quirk(Quirk::NoTemperature)));
    assert!(!learner.learn(quirk(Quirk::NoTemperature)));
    assert!(learner.learn(omitted("seed")));
    let told = told.lock().unwrap();
    assert_eq!(told.len(), 2);
    let stored = serde_json::to_string(&told[1]).unwrap();
    assert_eq!(stored, r#"{"quirks":["no_temperature"],"omitted":["seed"]}"#);
    assert_eq!(serde_json::from_str::<LearnedFacts>(&stored).unwrap(), learner.facts());
}

#[test]
fn a_refused_schema_is_left_out_from_then_on() {
    let bodies = [
        (
            Dialect::OpenaiChat,
            json!({"model": "m", "messages": [], "response_format": {"type": "json_schema"}}),
        ),
        (Dialect::Gemini, json!({"contents": [], "generationConfig": {"responseJsonSchema": {}}})),
        (Dialect::Ollama, json!({"model": "m", "messages": [], "format": {}})),
    ];
    let explanations = [
        "This response_format type is unavailable now",
        "Unknown name \"responseJsonSchema\" at 'generation_config': Cannot find field.",
        "json: cannot unmarshal object into Go struct field ChatRequest.format: unknown 'format'",
    ];
    for ((dialect, body), explanation) in bodies.iter().zip(explanations) {
        let refused =
            RefusedCall { dialect: *dialect, status: 400, body, extra_body: &Map::new(), explanation };
        assert_eq!(lesson(&refused), Some(quirk(Quirk::NoResponseSchema)), "{explanation}");
    }
    let without = json!({"model": "m", "messages": []});
    let refused = RefusedCall {
        dialect: Dialect::OpenaiChat,
        status: 400,
        body: &without,
        extra_body: &Map::new(),
        explanation: "This response_format type is unavailable now",
    };
    assert_eq!(lesson(&refused), None, "what was not sent cannot have been refused");
}
