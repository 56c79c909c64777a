//! Models over the HTTP API: what is set for one, what a service offers, what a test showed, and the removal of one.

use super::test_run::TestRun;
use crate::serving::Serving;
use llm::Dialect;
use llm_test_server::Plan;
use serde_json::{Value, json};

const SECRET: &str = "sk-canary-4711-never-to-be-seen";

/// A library whose server knows the model `mine/m`, which the test server plays.
fn serving() -> (TestRun, Serving) {
    let run = TestRun::new(Plan::agent());
    let url = run.base_url_for(Dialect::OpenaiChat);
    run.ok(&["models", "add", "mine", "--base-url", &url, "--model", "m"]);
    run.book(1, 2);
    run.ok(&["import", "book.txt"]);
    let serving = Serving::begin(&run.cli, &[]);
    (run, serving)
}

fn ask(serving: &Serving, method: &str, path: &str, body: &Value) -> (u16, Value) {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let reply = serving.ask(method, path, &body);
    assert!(!reply.contains(SECRET), "{method} {path} told a secret: {reply}");
    let status = reply.split(' ').nth(1).unwrap().parse().unwrap();
    let body = reply.split_once("\r\n\r\n").unwrap().1;
    (status, serde_json::from_str(body).unwrap_or(Value::Null))
}

const SETTINGS: &str = "/api/v1/models/settings?name=mine/m";

#[test]
fn settings_of_a_model_are_read_and_changed_and_secrets_never_come_back() {
    let (run, serving) = serving();
    let (status, before) = ask(&serving, "GET", SETTINGS, &Value::Null);
    assert_eq!((status, &before["set"], &before["name"]), (200, &json!({}), &json!("mine/m")), "{before}");
    let patch = json!({
        "timeout": "10m", "first_token_timeout": "20m", "requests_per_minute": 30, "tokens_per_minute": 90_000,
        "concurrency": 2, "thinking": "low", "temperature": 0.5, "delivery": "lines",
        "extra_body": {"seed": 7, "api_key": SECRET},
        "headers": {"X-Title": "my books", "Authorization": SECRET, "X-Custom": SECRET},
        "quirks": ["no_temperature"], "proxy": format!("http://me:{SECRET}@127.0.0.1:9"),
    });
    let (status, after) = ask(&serving, "PATCH", SETTINGS, &patch);
    assert_eq!(status, 200, "{after}");
    let set = &after["set"];
    for key in ["timeout", "requests_per_minute", "thinking", "temperature", "delivery", "quirks"] {
        assert_eq!(set[key], patch[key], "{key}: {after}");
        assert_eq!(after["effective"][key], patch[key], "{key}: {after}");
    }
    assert_eq!(set["headers"], json!({"X-Title": "my books"}), "{after}");
    assert_eq!(set["extra_body"], json!({"seed": 7}), "{after}");
    let hidden = ["extra_body.api_key", "headers.Authorization", "headers.X-Custom", "proxy"];
    assert_eq!(after["hidden"], json!(hidden), "{after}");
    let file = std::fs::read_to_string(run.path("config/config.toml")).unwrap();
    assert!(file.matches(SECRET).count() == 4, "what was given is kept: {file}");

    // What is not named stays, secrets too; `null` removes.
    let patch = json!({"timeout": null, "headers": {"X-Title": "others", "X-Custom": null}, "proxy": null});
    let (status, after) = ask(&serving, "PATCH", SETTINGS, &patch);
    assert_eq!(status, 200, "{after}");
    assert_eq!(after["set"]["timeout"], Value::Null);
    assert_eq!(after["set"]["first_token_timeout"], "20m");
    assert_eq!(after["set"]["headers"], json!({"X-Title": "others"}));
    assert_eq!(after["hidden"], json!(["extra_body.api_key", "headers.Authorization"]));

    // A service's settings hold for its models, unless these have their own.
    let service = "/api/v1/models/settings?name=mine";
    assert_eq!(ask(&serving, "PATCH", service, &json!({"timeout": "3m", "concurrency": 9})).0, 200);
    let (_, after) = ask(&serving, "GET", SETTINGS, &Value::Null);
    assert_eq!(
        (&after["effective"]["timeout"], &after["effective"]["concurrency"]),
        (&json!("3m"), &json!(2))
    );
    serving.stop();
}

#[test]
fn what_makes_no_sense_as_a_setting_is_refused_and_changes_nothing() {
    let (run, serving) = serving();
    let before = std::fs::read_to_string(run.path("config/config.toml")).unwrap();
    for wrong in [
        json!({"timeout": "soon"}),
        // Only the settings file on the machine says whom to trust.
        json!({"ca": "/none.pem"}),
        json!({"key_through_proxy": true}),
        json!({"thinking": "much"}),
        json!({"nosuch": 1}),
        json!({"requests_per_minute": 0}),
        json!({"temperature": 7}),
        json!({"quirks": ["no_such_quirk"]}),
        json!({"headers": {"two words": "x"}}),
        json!({"headers": {"X-A": "two\nlines"}}),
        json!({"extra_body": {"list": [null]}}),
    ] {
        let (status, said) = ask(&serving, "PATCH", SETTINGS, &wrong);
        assert!((400..500).contains(&status) && said["detail"].is_string(), "{wrong}: {status} {said}");
        assert_eq!(std::fs::read_to_string(run.path("config/config.toml")).unwrap(), before, "{wrong}");
    }
    for name in ["nosuch/m", "rehearsal"] {
        let path = format!("/api/v1/models/settings?name={name}");
        assert!((400..500).contains(&ask(&serving, "GET", &path, &Value::Null).0), "{name}");
    }
    serving.stop();
}

#[test]
fn a_test_is_kept_with_its_model_until_the_model_is_removed() {
    let (run, serving) = serving();
    let listed = |serving: &Serving| {
        let (_, page) = ask(serving, "GET", "/api/v1/models?limit=500", &Value::Null);
        page["items"].as_array().unwrap().iter().find(|model| model["name"] == "mine/m").cloned()
    };
    assert_eq!(listed(&serving).unwrap()["tested"], Value::Null);
    let (status, shown) = ask(&serving, "POST", "/api/v1/models/test", &json!({"model": "mine/m"}));
    assert_eq!(status, 200, "{shown}");
    for key in
        ["tools", "streaming", "structured_output", "thinking", "window", "tokens_per_second", "delivery"]
    {
        assert!(shown.get(key).is_some(), "{key}: {shown}");
    }
    assert_eq!(listed(&serving).unwrap()["tested"], shown, "the same is told later");
    serving.stop();
    // Also by another process, and what the command line tests is seen by the server.
    run.ok(&["models", "test", "rehearsal"]);
    let serving = Serving::begin(&run.cli, &[]);
    assert_eq!(listed(&serving).unwrap()["tested"], shown);
    let (_, page) = ask(&serving, "GET", "/api/v1/models?limit=500", &Value::Null);
    let rehearsal = page["items"].as_array().unwrap().iter().find(|model| model["name"] == "rehearsal");
    assert_eq!(rehearsal.unwrap()["tested"]["works"], true);
    assert_eq!(ask(&serving, "DELETE", "/api/v1/models?name=mine/m", &Value::Null).0, 204);
    assert_eq!(listed(&serving), None);
    let kept = std::fs::read_to_string(run.path("config/tested.json")).unwrap();
    assert!(!kept.contains("mine/m"), "{kept}");
    serving.stop();
}

#[test]
fn a_failed_test_is_kept_with_its_reason() {
    let (run, serving) = serving();
    run.ok(&["models", "add", "gone", "--base-url", "http://127.0.0.1:9/v1", "--model", "m"]);
    let (status, _) = ask(&serving, "POST", "/api/v1/models/test", &json!({"model": "gone/m"}));
    assert!((400..500).contains(&status), "{status}");
    let (_, page) = ask(&serving, "GET", "/api/v1/models?limit=500", &Value::Null);
    let gone = page["items"].as_array().unwrap().iter().find(|model| model["name"] == "gone/m").cloned();
    let tested = &gone.unwrap()["tested"];
    assert!(
        tested["works"] == false && tested["failure"].as_str().unwrap().contains("not running"),
        "{tested}"
    );
    serving.stop();
}

#[test]
fn a_service_is_asked_for_the_names_of_its_models() {
    let (_run, serving) = serving();
    let (status, page) = ask(&serving, "GET", "/api/v1/models/offered?service=mine", &Value::Null);
    assert_eq!(status, 200, "{page}");
    assert_eq!(page["items"][0]["name"], "mine/test", "{page}");
    let (status, said) = ask(&serving, "GET", "/api/v1/models/offered?service=nosuch", &Value::Null);
    assert!((400..500).contains(&status), "{said}");
    serving.stop();
}
