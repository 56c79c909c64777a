//! A canary key is used, refused and echoed, and then looked for everywhere.

use std::fmt::Write as _;
use std::sync::Arc;

use llm::{
    Budget, BudgetLimit, ChatMessage, ClientConfig, Dialect, Gate, Http, HttpConfig, Limits, Model,
    Recording, Request, ResolvedModel, RetryPolicy, ScriptedReply, connect, redact, split_keys,
};
use llm_test_server::{Plan, TestServer, Turn, WireFault};
use secrecy::{ExposeSecret, SecretString};

use crate::cassettes::Tape;

const CANARY: &str = "canary-key-7f3a9c-do-not-show";

#[tokio::test]
async fn the_key_travels_in_its_header_and_shows_up_nowhere_else() {
    for dialect in Dialect::ALL {
        let echo = ScriptedReply::text(format!("your key is {CANARY}"));
        let faults = [WireFault::Nothing, WireFault::Status(401), WireFault::Status(400), WireFault::Reset];
        for fault in faults {
            let plan = Plan { turns: Vec::new(), then: Some(Turn::reply(echo.clone()).with(fault)) };
            let server = TestServer::start(plan).await.unwrap();
            let mut resolved = ResolvedModel::anywhere(&server.base_url(*dialect), *dialect, "test");
            resolved.vendor.headers.insert("X-Extra".into(), format!("{CANARY}-extra").into());
            let key = SecretString::from(CANARY);
            let endpoint = resolved.endpoint(Some(key.clone()));
            let mut shown =
                format!("{endpoint:?} {resolved:?} {}", serde_json::to_string(&resolved.vendor).unwrap());
            let provider =
                llm::Provider::new(Http::new(Gate::anywhere(), HttpConfig::default()).unwrap(), endpoint)
                    .unwrap();
            write!(shown, "{provider:?}").unwrap();
            let tape = Tape::default();
            let recording = Recording::new(Arc::new(provider), Box::new(tape.clone()), vec![key]);
            let request = Request { messages: vec![ChatMessage::user("hello")], ..Request::default() };
            match recording.complete(&request).await {
                Ok(_) => assert_eq!(fault, WireFault::Nothing),
                Err(failure) => {
                    write!(shown, "{failure} {failure:?} {}", serde_json::to_string(&failure).unwrap())
                        .unwrap();
                }
            }
            shown.push_str(&String::from_utf8(tape.bytes()).unwrap());
            assert!(!shown.contains(CANARY), "{fault:?} in {}: {shown}", dialect.name());
            let seen = &server.requests()[0];
            let carriers: Vec<&str> = seen
                .headers
                .iter()
                .filter(|(_, value)| value.contains(CANARY))
                .map(|(name, _)| name.as_str())
                .collect();
            let expected = match dialect {
                Dialect::Anthropic => ["x-api-key", "x-extra"],
                Dialect::Gemini => ["x-extra", "x-goog-api-key"],
                Dialect::OpenaiChat | Dialect::OpenaiResponses | Dialect::Ollama => {
                    ["authorization", "x-extra"]
                }
            };
            assert_eq!(carriers, expected);
            assert!(!seen.path.contains(CANARY) && !seen.body.to_string().contains(CANARY));
        }
    }
}

#[tokio::test]
async fn a_key_that_cannot_be_sent_is_not_shown_either() {
    let resolved = ResolvedModel::anywhere("http://127.0.0.1:9/v1", Dialect::OpenaiChat, "test");
    let config = ClientConfig {
        learner: std::sync::Arc::default(),
        http: Http::new(Gate::anywhere(), HttpConfig::default()).unwrap(),
        limits: Limits {
            requests_per_minute: None,
            tokens_per_minute: None,
            start_concurrency: 1,
            max_concurrency: 1,
        },
        budget: Budget::new(BudgetLimit::default()),
        retry: RetryPolicy::default(),
    };
    let broken = SecretString::from(format!("{CANARY}\nsecond line"));
    let error = connect(&resolved, vec![broken], &config).err().unwrap();
    assert!(error.to_string().contains("authorization") && !format!("{error:?}{error}").contains(CANARY));
    let wrong = ResolvedModel::anywhere("not a url", Dialect::OpenaiChat, "test");
    let error = connect(&wrong, Vec::new(), &config).err().unwrap().to_string();
    assert!(error.contains("not a URL"), "{error}");
}

#[test]
fn known_and_recognisable_keys_are_struck_out_and_words_are_not() {
    let secrets = [SecretString::from("canary-4711-canary"), SecretString::from("the")];
    let said = "bad canary-4711-canary, the sk-abcdefghij0123456789! Authorization: Bearer qwertyuiop12; risk-taking";
    assert_eq!(redact(said, &secrets), "bad [key], the [key]! Authorization: Bearer [key]; risk-taking");
}

#[test]
fn several_keys_may_be_given_in_one_value() {
    let keys = split_keys(&SecretString::from("one-key, two-key\nthree-key,"));
    let keys: Vec<&str> = keys.iter().map(ExposeSecret::expose_secret).collect();
    assert_eq!(keys, ["one-key", "two-key", "three-key"]);
}
