//! Addresses of models and the keys that go there: who may name which, and which key gets where.

use crate::cli_models::with_input;
use crate::run::test_run::{TestRun, code, errors};
use crate::serving::Serving;
use crate::team_member::Member;
use llm::Dialect;
use llm_test_server::{Plan, TestServer};
use serde_json::{Value, json};

const CANARY: &str = "sk-canary-of-the-operator-51";

/// A team's server with a book, an owner and an editor; the operator's key is in its environment.
fn team<'a>(test_run: &TestRun, serving: &'a Serving) -> (String, Member<'a>, Member<'a>) {
    let secret = serving.url.rsplit_once('/').unwrap().1.to_owned();
    let owner = Member::join(serving, &secret, "Olive", "en");
    let editor = Member::join(serving, &owner.invites("editor"), "Mika", "en");
    (format!("/books/{}/runs", test_run.book_id()), owner, editor)
}

fn with_settings(settings: &str) -> TestRun {
    let mut test_run = TestRun::new(Plan::agent());
    test_run.cli = test_run.cli.with_variable("TSUMUGI_API_KEY", CANARY);
    test_run.file("config/config.toml", settings);
    test_run.book(1, 4);
    test_run.ok(&["import", "book.txt", "--to", "en"]);
    test_run
}

/// Has a run begin at an address, and waits until it is over.
fn run_at(member: &Member<'_>, runs: &str, base_url: &str) -> Result<String, String> {
    let wish = json!({"kind": "translation", "model": "m", "base_url": base_url, "again": true});
    let answer = member.asked("POST", runs, &wish);
    if !answer.starts_with("HTTP/1.1 202") {
        return Err(answer);
    }
    let begun: Value = serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
    Ok(member.asked("GET", &format!("/runs/{}/events", begun["run"].as_str().unwrap()), &Value::Null))
}

fn sent_the_key(test_run: &TestRun) -> bool {
    test_run.requests().iter().any(|seen| seen.headers.values().any(|value| value.contains(CANARY)))
}

#[test]
fn an_address_in_a_run_is_the_owners_and_gets_no_key_of_the_operator() {
    let test_run = with_settings("");
    let serving = Serving::begin(&test_run.cli, &["--team"]);
    let (runs, owner, editor) = team(&test_run, &serving);
    let refused = run_at(&editor, &runs, &test_run.base_url()).unwrap_err();
    assert!(refused.contains("only an owner may name the address"), "{refused}");
    for path in ["plan", "fix", "fix/plan", "survey", "survey/plan"] {
        let path = runs.replace("runs", path);
        let answer = editor.asked("POST", &path, &json!({"model": "m", "base_url": test_run.base_url()}));
        assert!(!answer.starts_with("HTTP/1.1 202"), "{path}: {answer}");
    }
    assert_eq!(test_run.n_requests(), 0);
    let told = run_at(&owner, &runs, &test_run.base_url()).unwrap();
    assert!(told.contains(r#""ending":"finished""#), "{told}");
    assert!(test_run.n_requests() > 0 && !sent_the_key(&test_run));

    // What an owner began gets no more from whoever resumes it.
    let all: Value = owner.ask("GET", "/runs", &Value::Null);
    let run = all["items"][0]["id"].as_str().unwrap();
    let resumed = editor.asked("POST", &format!("/runs/{run}/resume"), &json!({}));
    assert!(!resumed.starts_with("HTTP/1.1 202"), "{resumed}");
    serving.stop();
}

#[test]
fn a_listed_address_is_a_members_and_the_key_goes_where_the_operator_says() {
    let test_run = with_settings("");
    let url = test_run.base_url();
    test_run.file(
        "config/config.toml",
        format!("allowed_endpoints = [\"{url}\", \"http://models.invalid/v1\"]\n"),
    );
    let serving = Serving::begin(&test_run.cli, &["--team"]);
    let (runs, _owner, editor) = team(&test_run, &serving);
    let told = run_at(&editor, &runs, &url).unwrap();
    assert!(told.contains(r#""ending":"finished""#), "{told}");
    assert!(test_run.n_requests() > 0 && !sent_the_key(&test_run));
    // The same address in other digits is the same; another port of it is not listed.
    let elsewhere = url.replace("127.0.0.1:", "127.0.0.1:1");
    assert!(run_at(&editor, &runs, &elsewhere).is_err());
    test_run
        .file("config/config.toml", format!("allowed_endpoints = [\"{url}\"]\napi_key_for = \"{url}\"\n"));
    let told = run_at(&editor, &runs, &url.replace("127.0.0.1", "0x7f.1")).unwrap();
    assert!(told.contains(r#""ending":"finished""#), "{told}");
    assert!(sent_the_key(&test_run));
    serving.stop();
}

#[test]
fn what_a_service_says_of_a_failure_is_not_told_to_the_member_who_named_it() {
    let test_run = with_settings("");
    let secret = crate::echo_server::EchoServer::start(403);
    let url = secret.base_url();
    test_run.file("config/config.toml", format!("allowed_endpoints = [\"{url}\"]\n"));
    let serving = Serving::begin(&test_run.cli, &["--team"]);
    let (runs, owner, editor) = team(&test_run, &serving);
    let told = run_at(&editor, &runs, &url).unwrap_or_else(|refused| refused);
    assert!(secret.n_answered() > 0 && !told.contains("Incorrect API key provided"), "{told}");
    let told = run_at(&owner, &runs, &url).unwrap_or_else(|refused| refused);
    assert!(told.contains("Incorrect API key provided"), "{told}");
    serving.stop();
}

#[test]
fn metadata_services_are_connected_to_by_nobody() {
    let test_run = TestRun::new(Plan::agent());
    test_run.book(1, 2);
    for host in ["169.254.169.254", "2852039166", "[::ffff:169.254.169.254]", "[fd00:ec2::254]"] {
        let url = format!("http://{host}/v1");
        let test = test_run.command(&["models", "test", "m", "--base-url", &url]).output().unwrap();
        assert_eq!(code(&test), 1, "{}", errors(&test));
        assert!(errors(&test).contains("where clouds keep the keys"), "{}", errors(&test));
    }
}

#[test]
fn a_key_that_is_kept_goes_to_what_it_was_given_for() {
    let test_run = TestRun::new(Plan::agent());
    let other = test_run.runtime.block_on(TestServer::start(Plan::agent())).unwrap();
    let (url, keys) = (test_run.base_url(), test_run.path("config/keys.toml"));
    let add = ["models", "add", "my-llm", "--base-url", &url, "--model", "m", "--key-stdin"];
    let has_key = || std::fs::read_to_string(&keys).unwrap().contains(CANARY);
    with_input(&test_run.cli, &add, CANARY).succeeded();
    let config = std::fs::read_to_string(test_run.path("config/config.toml")).unwrap();
    test_run.run(&["models", "test", "my-llm"]);
    assert!(sent_the_key(&test_run));

    // A file that was changed by hand does not take it elsewhere.
    test_run.file("config/config.toml", config.replace(&url, &other.base_url(Dialect::OpenaiChat)));
    test_run.run(&["models", "test", "my-llm"]);
    assert!(other.n_requests() > 0);
    let mut headers = other.requests().into_iter().flat_map(|seen| seen.headers);
    assert!(headers.all(|(_, value)| !value.contains(CANARY)));
    test_run.file("config/config.toml", config);

    // A name that only looks different gets no share of it.
    for alike in ["my_llm", "MY-LLM"] {
        let said = test_run.run(&["models", "add", alike, "--base-url", &url]);
        assert!(said.code == 2 && said.stderr.contains("share its key"), "{said:?}");
    }
    // Through a proxy, or with other certificates, it is another way there.
    for setting in ["proxy=http://127.0.0.1:9", "ca=/none.pem"] {
        assert!(has_key());
        test_run.ok(&["models", "set", "my-llm", setting]);
        assert!(!has_key(), "{setting}");
        let name = setting.split_once('=').unwrap().0;
        test_run.ok(&["models", "set", "my-llm", &format!("{name}=")]);
        with_input(&test_run.cli, &add, CANARY).succeeded();
    }
}

#[test]
fn a_proxy_reads_a_key_only_where_it_may() {
    let test_run = TestRun::new(Plan::agent());
    let proxy = test_run.base_url().replace("/v1", "");
    let settings = |more: &str| {
        format!(
            "[vendors.far]\nname = \"far\"\nbase_url = \"http://models.invalid/v1\"\ndialect = \"openai-chat\"\n\
             key = \"TSUMUGI_KEY_FAR\"\nproxy = \"{proxy}\"\n{more}[vendors.far.models.m]\n"
        )
    };
    let test =
        || test_run.command(&["models", "test", "far"]).env("TSUMUGI_KEY_FAR", CANARY).output().unwrap();
    test_run.file("config/config.toml", settings(""));
    let refused = test();
    assert!(code(&refused) == 2 && errors(&refused).contains("could read its key"), "{}", errors(&refused));
    assert_eq!(test_run.n_requests(), 0);
    test_run.file("config/config.toml", settings("key_through_proxy = true\n"));
    test();
    assert!(test_run.n_requests() > 0, "it was asked for");
}
