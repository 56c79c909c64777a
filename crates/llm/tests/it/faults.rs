//! Every fault in every dialect, over a real socket: what comes of it, after how many attempts, at what cost.

use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;
use llm::{
    Budget, BudgetLimit, ChatMessage, DegenerationGuard, Dialect, Gate, Http, HttpConfig, Metered, Model,
    Provider, Reply, Request, ResolvedModel, RetryPolicy, Retrying, ScriptedReply, Usage, Vendors,
    local_servers, offered_models,
};
use llm_test_server::{Plan, RefusalKind, TestServer, Turn, WireFault};
use serde_json::json;

const USAGE: Usage = Usage { input: 60, cached_input: 40, cache_write: 0, output: 30, reasoning: 0 };

fn good_reply() -> ScriptedReply {
    let mut reply = ScriptedReply::text("雪が降る👘。")
        .and_call("get_term", &json!({"q": "島村", "note": "a longer text, so that it comes in pieces"}))
        .and_call("add_term", &json!({"q": "駒子", "note": "another longer text, so that it does too"}))
        .costing(USAGE);
    reply.piece = 8;
    reply
}

/// What a dialect can tell of the usage.
fn told_usage(dialect: Dialect) -> Usage {
    match dialect {
        Dialect::Ollama => Usage { input: 100, cached_input: 0, ..USAGE },
        Dialect::OpenaiChat | Dialect::OpenaiResponses | Dialect::Anthropic | Dialect::Gemini => USAGE,
    }
}

struct Stack {
    model: Retrying,
    budget: Arc<Budget>,
}

fn http() -> Http {
    let config = HttpConfig {
        first_byte_timeout: Duration::from_secs(20),
        idle_timeout: Duration::from_millis(300),
        max_reply_bytes: 200_000,
        ..HttpConfig::default()
    };
    Http::new(Gate::anywhere(), config).unwrap()
}

fn stack(http: &Http, server: &TestServer, dialect: Dialect) -> Stack {
    let resolved = ResolvedModel::anywhere(&server.base_url(dialect), dialect, "test");
    let provider = Provider::new(http.clone(), resolved.endpoint(None)).unwrap();
    let budget = Budget::new(BudgetLimit::default());
    let guarded = DegenerationGuard::new(Arc::new(provider));
    let metered = Metered::new(Arc::new(guarded), Arc::clone(&budget), None);
    let policy =
        RetryPolicy { max_attempts: 3, first_delay: Duration::from_millis(1), ..RetryPolicy::default() };
    Stack { model: Retrying::new(Arc::new(metered), policy), budget }
}

fn request() -> Request {
    Request {
        system: Arc::from("s"),
        messages: vec![ChatMessage::user("hello")],
        max_output_tokens: Some(100),
        ..Request::default()
    }
}

fn check_reply(reply: &Reply, context: &str) {
    assert_eq!(reply.text, good_reply().text, "{context}");
    let calls: Vec<(&str, serde_json::Value)> = reply
        .tool_calls
        .iter()
        .map(|call| (call.name.as_str(), serde_json::from_str(&call.arguments).unwrap()))
        .collect();
    let expected: Vec<(&str, serde_json::Value)> = vec![
        ("get_term", json!({"q": "島村", "note": "a longer text, so that it comes in pieces"})),
        ("add_term", json!({"q": "駒子", "note": "another longer text, so that it does too"})),
    ];
    assert_eq!(calls, expected, "{context}");
}

/// Faults that a client survives, with the number of attempts that takes.
const SURVIVABLE: &[(WireFault, usize)] = &[
    (WireFault::Nothing, 1),
    (WireFault::Latency(Duration::from_millis(5)), 1),
    (WireFault::RateLimited { retry_after: None }, 2),
    (WireFault::RateLimited { retry_after: Some(0) }, 2),
    (WireFault::Status(500), 2),
    (WireFault::Status(502), 2),
    (WireFault::Status(503), 2),
    (WireFault::Status(529), 2),
    (WireFault::Reset, 2),
    (WireFault::EveryByte, 1),
    (WireFault::CarriageReturns, 1),
    (WireFault::NoDone, 1),
    (WireFault::Duplicates, 1),
    (WireFault::OutOfOrder, 1),
    (WireFault::EmptyBody, 2),
    (WireFault::EmptyReply, 2),
    (WireFault::NoUsage, 1),
    (WireFault::HtmlPage(200), 2),
    (WireFault::HtmlPage(502), 2),
    (WireFault::Huge(400_000), 2),
    (WireFault::SlowDrip(Duration::from_millis(1)), 1),
    (WireFault::Stall, 2),
];

#[tokio::test]
async fn one_fault_is_survived_and_nothing_is_lost_or_counted_twice() {
    let http = http();
    for dialect in Dialect::ALL {
        for (fault, n_attempts) in SURVIVABLE {
            let context = format!("{fault:?} in {}", dialect.name());
            let turns = [Turn::reply(good_reply()).with(*fault), Turn::reply(good_reply())];
            let server = TestServer::start(Plan::turns(turns)).await.unwrap();
            let stack = stack(&http, &server, *dialect);
            let reply = stack
                .model
                .complete(&request())
                .await
                .unwrap_or_else(|failure| panic!("{context}: {failure}"));
            check_reply(&reply, &context);
            assert_eq!(server.requests().len(), *n_attempts, "attempts, {context}");
            let spent = stack.budget.spent();
            assert_eq!(spent.usage, reply.usage, "the meter and the reply agree, {context}");
            if *fault == WireFault::NoUsage {
                assert_eq!(spent.n_estimated, 1, "{context}");
                assert!(spent.usage.input > 0 && spent.usage.output > 0, "{context}");
            } else if *n_attempts == 1 {
                assert_eq!(spent.usage, told_usage(*dialect), "{context}");
            } else {
                let told = told_usage(*dialect);
                assert!(
                    spent.usage.output >= told.output && spent.usage.total() >= told.total(),
                    "{context}"
                );
            }
            let is_free =
                matches!(fault, WireFault::RateLimited { .. } | WireFault::Status(_) | WireFault::EmptyBody)
                    || matches!(fault, WireFault::HtmlPage(_));
            if is_free {
                assert_eq!(spent.usage, told_usage(*dialect), "a refusal costs nothing, {context}");
                assert_eq!(spent.n_requests, 1, "{context}");
            }
        }
    }
}

/// Faults that stay, with the failure they amount to and the number of attempts made.
const FATAL: &[(WireFault, &str, usize)] = &[
    (WireFault::Status(401), "authentication", 1),
    (WireFault::Status(403), "authentication", 1),
    (WireFault::Status(404), "rejected", 1),
    (WireFault::Status(400), "rejected", 1),
    (WireFault::Refusal(RefusalKind::Quota), "quota", 1),
    (WireFault::Refusal(RefusalKind::ContextTooLong), "context_too_long", 1),
    (WireFault::Refusal(RefusalKind::ContentFilter), "refused", 1),
    (WireFault::RateLimited { retry_after: Some(0) }, "rate_limited", 3),
    (WireFault::RateLimited { retry_after: Some(86_400) }, "rate_limited", 1),
    (WireFault::Status(500), "server", 3),
    (WireFault::HtmlPage(502), "server", 3),
    (WireFault::HtmlPage(200), "blocked", 2),
    (WireFault::Reset, "network", 3),
    (WireFault::EmptyBody, "malformed", 2),
    (WireFault::EmptyReply, "malformed", 2),
    (WireFault::Huge(400_000), "degenerate", 2),
];

#[tokio::test]
async fn a_lasting_fault_ends_as_the_failure_it_is() {
    let http = http();
    for dialect in Dialect::ALL {
        for (fault, kind, n_attempts) in FATAL {
            let context = format!("{fault:?} in {}", dialect.name());
            let plan = Plan { turns: Vec::new(), then: Some(Turn::reply(good_reply()).with(*fault)) };
            let server = TestServer::start(plan).await.unwrap();
            let stack = stack(&http, &server, *dialect);
            let failure = stack.model.complete(&request()).await.expect_err(&context);
            assert_eq!(failure.kind(), *kind, "{context}: {failure}");
            assert_eq!(server.requests().len(), *n_attempts, "{context}");
            assert!(failure.to_string().contains("; hint: "), "{failure}");
        }
    }
}

#[tokio::test]
async fn a_model_that_repeats_itself_is_stopped_before_it_has_said_everything() {
    let http = http();
    for dialect in Dialect::ALL {
        let stuck = ScriptedReply::text("そして、".repeat(8000)).costing(USAGE);
        let server =
            TestServer::start(Plan { turns: Vec::new(), then: Some(Turn::reply(stuck)) }).await.unwrap();
        let stack = stack(&http, &server, *dialect);
        let failure = stack.model.complete(&request()).await.unwrap_err();
        assert_eq!(failure.kind(), "degenerate", "{}: {failure}", dialect.name());
        assert!(stack.budget.spent().usage.output < 15_000, "two attempts, each stopped early");
    }
}

#[tokio::test]
async fn local_servers_are_found_and_say_what_they_have() {
    let server = TestServer::start(Plan::default()).await.unwrap();
    let address = server.base_url(Dialect::Ollama);
    let nobody = "http://127.0.0.1:1";
    let table = format!(
        "ollama.base_url = '{address}'\nllamacpp.base_url = '{nobody}'\nlmstudio.base_url = '{nobody}'\nvllm.base_url = '{address}/v1'"
    );
    let vendors = Vendors::with_overrides(&toml::from_str(&table).unwrap(), None).unwrap();
    let found = local_servers(&http(), &vendors).await;
    let found: Vec<(&str, &[String])> =
        found.iter().map(|server| (server.vendor_id.as_str(), server.models.as_slice())).collect();
    let test = [String::from("test")];
    assert_eq!(found, [("ollama", test.as_slice()), ("vllm", test.as_slice())]);
    let model = vendors.resolve("ollama/test").unwrap();
    assert_eq!(offered_models(&http(), &model, None).await.unwrap()[0].name, "test");
}

#[tokio::test]
async fn no_server_at_all_is_told_as_a_program_that_is_not_running() {
    let http = http();
    let server = TestServer::start(Plan::default()).await.unwrap();
    let stack = stack(&http, &server, Dialect::Ollama);
    drop(server);
    tokio::task::yield_now().await;
    let failure = stack.model.complete(&request()).await.unwrap_err();
    assert_eq!(failure.kind(), "not_running");
    assert!(failure.to_string().contains("is not running on http://127.0.0.1"), "{failure}");
}

#[tokio::test]
async fn a_reply_in_one_piece_is_the_same_reply() {
    for dialect in Dialect::ALL {
        let server = TestServer::start(Plan::turns([Turn::reply(good_reply())])).await.unwrap();
        let mut resolved = ResolvedModel::anywhere(&server.base_url(*dialect), *dialect, "test");
        resolved.vendor.streaming = false;
        let http = Http::new(Gate::anywhere(), HttpConfig::default()).unwrap();
        let reply = Provider::new(http, resolved.endpoint(None)).unwrap().complete(&request()).await.unwrap();
        check_reply(&reply, dialect.name());
        assert_eq!(reply.usage, told_usage(*dialect), "{}", dialect.name());
    }
}

#[tokio::test]
async fn dropping_a_reply_closes_its_connection() {
    let http = http();
    for dialect in Dialect::ALL {
        let turn = Turn::reply(good_reply()).with(WireFault::Stall);
        let server = TestServer::start(Plan { turns: Vec::new(), then: Some(turn) }).await.unwrap();
        let stack = stack(&http, &server, *dialect);
        let mut events = stack.model.stream(&request()).await.unwrap();
        assert!(events.next().await.unwrap().is_ok());
        drop(events);
        server.hung_up(1).await;
    }
}

#[tokio::test]
async fn a_connection_serves_again() {
    let http = http();
    for dialect in Dialect::ALL {
        let plan = Plan { turns: Vec::new(), then: Some(Turn::reply(good_reply())) };
        let server = TestServer::start(plan).await.unwrap();
        let stack = stack(&http, &server, *dialect);
        for _ in 0..5 {
            stack.model.complete(&request()).await.unwrap();
        }
        assert_eq!(server.n_connections(), 1, "{}", dialect.name());
    }
}
