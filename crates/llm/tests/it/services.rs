//! Whole conversations with servers that refuse what the real services refuse.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use llm::{
    Budget, BudgetLimit, ChatMessage, ClientConfig, Gate, Http, HttpConfig, LearnedFacts, Learner, Limits,
    Model, Quirk, Request, ResolvedModel, RetryPolicy, ScriptedReply, StopReason, ToolChoice, ToolResult,
    ToolSpec, Vendors, connect,
};
use llm_test_server::{Plan, Service, TestServer, Turn};
use serde_json::json;

/// Two replies of calls, an answer, a second question with a call, an answer.
fn plan() -> Plan {
    let look_up = |word: &str| ScriptedReply::call("look_up", &json!({"word": word}));
    Plan::turns([
        Turn::reply(look_up("snow")),
        Turn::reply(look_up("country").and_call("look_up", &json!({"word": "train"}))),
        Turn::reply(ScriptedReply::text("Snow country.")),
        Turn::reply(look_up("night")),
        Turn::reply(ScriptedReply::text("At night.")),
    ])
}

/// The rest of the plan from a turn on, for the model that takes over.
fn rest(from: usize) -> Plan {
    Plan::turns(plan().turns.into_iter().skip(from))
}

fn resolve_listed(service: Service, server: &TestServer) -> ResolvedModel {
    let (vendor, model) = service.listed();
    let table = format!("[{vendor}]\nbase_url = '{}'", server.base_url(service.dialect()));
    let vendors = Vendors::with_overrides(&toml::from_str(&table).unwrap(), None).unwrap();
    vendors.resolve(&format!("{vendor}/{model}")).unwrap()
}

fn open(model: &ResolvedModel, learner: &Arc<Learner>) -> Arc<dyn Model> {
    let config = ClientConfig {
        http: Http::new(Gate::anywhere(), HttpConfig::default()).unwrap(),
        limits: Limits {
            requests_per_minute: None,
            tokens_per_minute: None,
            start_concurrency: 1,
            max_concurrency: 1,
        },
        budget: Budget::new(BudgetLimit::default()),
        retry: RetryPolicy { first_delay: std::time::Duration::ZERO, ..RetryPolicy::default() },
        learner: Arc::clone(learner),
    };
    connect(model, Vec::new(), &config).unwrap()
}

fn request(messages: Vec<ChatMessage>, tool_choice: ToolChoice) -> Request {
    let tool = ToolSpec {
        name: String::from("look_up"),
        description: String::from("Looks a word up."),
        parameters: json!({"type": "object", "properties": {"word": {"type": "string"}}}),
    };
    Request {
        system: Arc::from("You translate."),
        messages,
        tools: Arc::from([tool]),
        tool_choice,
        max_output_tokens: Some(2000),
        temperature: Some(0.3),
        parallel_tool_calls: true,
        ..Request::default()
    }
}

/// Asks until so many replies were given, answering calls and asking a second question after the first answer.
async fn converse(model: &dyn Model, messages: &mut Vec<ChatMessage>, n_replies: usize) {
    for _ in 0..n_replies {
        let is_first = messages.len() == 1;
        let choice = if is_first { ToolChoice::Named(String::from("look_up")) } else { ToolChoice::Auto };
        let reply = model.complete(&request(messages.clone(), choice)).await.unwrap();
        messages.push(reply.to_message());
        if reply.tool_calls.is_empty() {
            assert_eq!(reply.stop, StopReason::EndTurn);
            messages.push(ChatMessage::user("And when?"));
            continue;
        }
        let results = reply.tool_calls.iter().map(|call| ToolResult {
            call_id: call.id.clone(),
            name: call.name.clone(),
            content: Arc::from("{\"success\":true}"),
            is_error: false,
        });
        messages.push(ChatMessage::tool_results(results.collect()));
        if messages.len() == 5 {
            messages.push(ChatMessage::user("Go on, please."));
        }
    }
}

#[tokio::test]
async fn a_listed_service_refuses_nothing_of_a_whole_conversation() {
    for service in Service::ALL {
        let server = TestServer::start_as(*service, plan()).await.unwrap();
        let model = open(&resolve_listed(*service, &server), &Arc::default());
        let mut messages = vec![ChatMessage::user("Translate: 雪国")];
        converse(model.as_ref(), &mut messages, 5).await;
        let refusals: Vec<String> =
            server.refusals().into_iter().filter(|refusal| !refusal.contains("tool_use_failed")).collect();
        assert!(refusals.is_empty(), "{service}: {refusals:?}");
    }
}

#[tokio::test]
async fn an_endpoint_nobody_listed_is_learnt_from_its_refusals() {
    for service in Service::ALL {
        let server = TestServer::start_as(*service, plan()).await.unwrap();
        let base_url = server.base_url(service.dialect());
        let learner = Arc::new(Learner::default());
        let model = open(&ResolvedModel::anywhere(&base_url, service.dialect(), "new-model"), &learner);
        converse(model.as_ref(), &mut vec![ChatMessage::user("Translate: 雪国")], 5).await;
        let n_refused = server.refusals().len();
        // What was learnt is enough for a later run, which is refused nothing.
        let stored = serde_json::to_string(&learner.facts()).unwrap();
        let facts: LearnedFacts = serde_json::from_str(&stored).unwrap();
        let again = TestServer::start_as(*service, plan()).await.unwrap();
        let base_url = again.base_url(service.dialect());
        let learner = Arc::new(Learner::new(facts, Box::new(|_| {})));
        let model = open(&ResolvedModel::anywhere(&base_url, service.dialect(), "new-model"), &learner);
        converse(model.as_ref(), &mut vec![ChatMessage::user("Translate: 雪国")], 5).await;
        let refused: Vec<String> =
            again.refusals().into_iter().filter(|refusal| !refusal.contains("tool_use_failed")).collect();
        assert!(refused.is_empty(), "{service}: {n_refused} refusals before, then {refused:?}");
    }
}

/// A refusal that teaches nothing new is told, not tried again: each thing learnt is worth one more request.
#[tokio::test]
async fn a_request_is_sent_again_once_for_each_thing_that_was_learnt() {
    for service in Service::ALL {
        let server = TestServer::start_as(*service, plan()).await.unwrap();
        let base_url = server.base_url(service.dialect());
        let learner = Arc::new(Learner::default());
        let model = open(&ResolvedModel::anywhere(&base_url, service.dialect(), "new-model"), &learner);
        converse(model.as_ref(), &mut vec![ChatMessage::user("Translate: 雪国")], 1).await;
        let refusals = server.refusals();
        // A slip of sampling teaches nothing, and is retried as such.
        let taught: Vec<&String> =
            refusals.iter().filter(|refusal| !refusal.contains("tool_use_failed")).collect();
        let distinct: std::collections::BTreeSet<&&String> = taught.iter().collect();
        assert_eq!(server.requests().len(), 1, "{service}: one is taken: {refusals:?}");
        assert_eq!(taught.len(), distinct.len(), "{service}: refused twice for the same: {refusals:?}");
    }
}

#[tokio::test]
async fn a_conversation_begun_by_one_model_is_continued_by_any_other() {
    for first in Service::ALL {
        let server = TestServer::start_as(*first, plan()).await.unwrap();
        let model = open(&resolve_listed(*first, &server), &Arc::default());
        let mut begun = vec![ChatMessage::user("Translate: 雪国")];
        converse(model.as_ref(), &mut begun, 2).await;
        // As the store keeps it.
        let stored = serde_json::to_string(&begun).unwrap();
        for second in Service::ALL {
            let server = TestServer::start_as(*second, rest(2)).await.unwrap();
            let model = open(&resolve_listed(*second, &server), &Arc::default());
            let mut messages: Vec<ChatMessage> = serde_json::from_str(&stored).unwrap();
            converse(model.as_ref(), &mut messages, 3).await;
            let refusals: Vec<String> = server
                .refusals()
                .into_iter()
                .filter(|refusal| !refusal.contains("tool_use_failed"))
                .collect();
            assert!(refusals.is_empty(), "from {first} to {second}: {refusals:?}");
        }
    }
}

#[tokio::test]
async fn thinking_goes_back_word_for_word_also_after_a_later_question() {
    let server = TestServer::start_as(Service::Deepseek, plan()).await.unwrap();
    let model = open(&resolve_listed(Service::Deepseek, &server), &Arc::default());
    converse(model.as_ref(), &mut vec![ChatMessage::user("Translate: 雪国")], 5).await;
    let last = server.requests().pop().unwrap().body;
    let assistants =
        last["messages"].as_array().unwrap().iter().filter(|message| message["role"] == "assistant");
    let thoughts: Vec<&str> =
        assistants.map(|message| message["reasoning_content"].as_str().unwrap()).collect();
    assert_eq!(thoughts, vec!["Let me think about this for a moment."; 4]);
}

#[tokio::test]
async fn a_transcript_of_0_1_still_loads_and_goes_on() {
    let old = json!([
        {"role": "user", "text": "Translate"},
        {"role": "assistant", "text": "", "reasoning": [
            {"dialect": "anthropic", "data": {"type": "thinking", "thinking": "hm", "signature": "s"}},
            {"dialect": "openai", "data": {"reasoning_content": "hm"}}],
         "tool_calls": [{"id": "c1", "name": "look_up", "arguments": "{}"}]},
        {"role": "tool_results", "results": [{"call_id": "c1", "name": "look_up", "content": "{}"}]},
    ]);
    let messages: Vec<ChatMessage> = serde_json::from_value(old).unwrap();
    let server = TestServer::start(Plan::turns([Turn::reply(ScriptedReply::text("Done."))])).await.unwrap();
    let base_url = server.base_url(llm::Dialect::Anthropic);
    let model = open(&ResolvedModel::anywhere(&base_url, llm::Dialect::Anthropic, "m"), &Arc::default());
    let reply = model.complete(&request(messages, ToolChoice::Auto)).await.unwrap();
    assert_eq!(reply.text, "Done.");
    let sent = server.requests().pop().unwrap().body;
    assert_eq!(sent["messages"][1]["content"][0]["thinking"], "hm");
}

#[expect(clippy::disallowed_methods, reason = "only the environment knows whether this is the build server")]
fn is_build_server() -> bool {
    std::env::var_os("CI").is_some_and(|ci| ci == "true")
}

/// Every request of whole conversations with every service, as the official SDKs type them.
#[tokio::test]
async fn captured_requests_satisfy_the_types_of_the_official_sdks() {
    let mut captured = String::new();
    for service in Service::ALL {
        let server = TestServer::start_as(*service, plan()).await.unwrap();
        let model = open(&resolve_listed(*service, &server), &Arc::default());
        converse(model.as_ref(), &mut vec![ChatMessage::user("Translate: 雪国")], 5).await;
        for seen in server.requests() {
            captured.push_str(&json!({"dialect": seen.dialect.name(), "body": seen.body}).to_string());
            captured.push('\n');
        }
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sdk/check.py");
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/python/bin/python");
    if !python.exists() {
        assert!(
            !is_build_server(),
            "the build server must have `target/python`; `scripts/setup-tests` makes it"
        );
        eprintln!("skipped: captured_requests_satisfy_the_types_of_the_official_sdks (no `target/python`)");
        return;
    }
    let mut command = Command::new(python);
    command.arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(captured.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let refused = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && refused.is_empty(),
        "{refused}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[tokio::test]
async fn the_context_of_a_local_server_fits_the_prompt_and_the_models_window() {
    let server = TestServer::start_as(Service::Ollama, plan()).await.unwrap();
    let learner = Arc::new(Learner::default());
    let model = open(&resolve_listed(Service::Ollama, &server), &learner);
    let long = "word ".repeat(9000);
    converse(model.as_ref(), &mut vec![ChatMessage::user(long)], 1).await;
    converse(model.as_ref(), &mut vec![ChatMessage::user("short")], 1).await;
    let contexts: Vec<u64> =
        server.requests().iter().map(|seen| seen.body["options"]["num_ctx"].as_u64().unwrap()).collect();
    // A smaller one for the second would make the server load the model again.
    assert_eq!(contexts, [32768, 32768]);
    assert_eq!(learner.facts().window, Some(40_960));
}

#[tokio::test]
async fn a_reply_cut_by_our_limit_differs_from_one_cut_by_the_models_own() {
    let cut = |output| {
        let usage = llm::Usage { input: 10, output, ..llm::Usage::default() };
        Turn::reply(ScriptedReply {
            stop: Some(StopReason::MaxTokens),
            usage,
            ..ScriptedReply::text("half a sen")
        })
    };
    let server = TestServer::start(Plan::turns([cut(2000), cut(900)])).await.unwrap();
    let base_url = server.base_url(llm::Dialect::OpenaiChat);
    let model = open(&ResolvedModel::anywhere(&base_url, llm::Dialect::OpenaiChat, "m"), &Arc::default());
    let request = request(vec![ChatMessage::user("Translate")], ToolChoice::Auto);
    assert_eq!(model.complete(&request).await.unwrap().stop, StopReason::MaxTokens);
    assert_eq!(model.complete(&request).await.unwrap().stop, StopReason::ModelLimit);
}

#[tokio::test]
async fn a_person_keeps_the_last_word_when_a_parameter_is_refused() {
    let server = TestServer::start_as(Service::Kimi, plan()).await.unwrap();
    let mut resolved = resolve_listed(Service::Kimi, &server);
    resolved.facts.quirks = Some(llm::Quirks([Quirk::NoRequiredChoice, Quirk::NoTemperature].into()));
    resolved.facts.extra_body.insert(String::from("temperature"), json!(0.5));
    let model = open(&resolved, &Arc::default());
    let failure =
        model.complete(&request(vec![ChatMessage::user("Hi")], ToolChoice::Auto)).await.unwrap_err();
    assert!(failure.to_string().contains("invalid temperature"), "{failure}");
}
