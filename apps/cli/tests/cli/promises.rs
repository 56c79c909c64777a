//! What the program promises about money, keys and the library, each through its own door.

use crate::program::{test_cli, with_books};
use llm::Dialect;
use llm_test_server::{Plan, TestServer};
use serde_json::Value;
use testkit::cli::{CliOutput, TestCli};
use tokio::runtime::Runtime;

const CANARY: &str = "sk-canary-7Qm2xZ9vT4";
/// An address nothing is sent to: the tests see the refusal before any request.
const ELSEWHERE: &str = "https://models.example/v1";

/// A server that plays a model, and a library with two books.
struct Scene {
    cli: TestCli,
    server: TestServer,
    _runtime: Runtime,
}

impl Scene {
    fn new() -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let server = runtime.block_on(TestServer::start(Plan::agent())).unwrap();
        Self { cli: with_books(), server, _runtime: runtime }
    }

    fn url(&self) -> String {
        self.server.base_url(Dialect::OpenaiChat)
    }

    fn run_with(&self, variable: &str, arguments: &[&str]) -> CliOutput {
        self.cli.command(arguments).env(variable, CANARY).output().unwrap().into()
    }

    fn config(&self, text: &str) {
        self.cli.file("config/config.toml", text.as_bytes());
    }

    fn key_was_sent(&self) -> bool {
        self.server.requests().iter().any(|seen| seen.headers.values().any(|value| value.contains(CANARY)))
    }
}

fn books(cli: &TestCli) -> Value {
    serde_json::from_str(&cli.run(&["books", "--json"]).stdout).unwrap()
}

#[test]
fn a_limit_in_money_without_a_price_is_refused_before_the_first_request() {
    let cli = with_books();
    let elsewhere = ["translate", "tale", "--to", "es", "--model", "m", "--base-url", ELSEWHERE];
    for limit in ["--max-cost", "--max-cost-per-chapter"] {
        let said = cli.run(&[&elsewhere[..], &[limit, "1"]].concat());
        assert_eq!(said.code, 1, "{said:?}");
        assert!(said.stderr.contains("no price is known for `models.example/m`"), "{said:?}");
        assert!(said.stderr.contains("`--price INPUT,OUTPUT`"), "{said:?}");
    }
    let said = cli.run(&["runs", "--json"]);
    assert_eq!(said.stdout.trim(), "[]", "a refused start leaves no run");
}

#[test]
fn a_price_on_the_command_line_gives_an_estimate_in_dollars_and_a_limit_in_tokens_needs_none() {
    let cli = with_books();
    let elsewhere = ["translate", "tale", "--to", "es", "--model", "m", "--base-url", ELSEWHERE, "--dry-run"];
    let said = cli.run(&[&elsewhere[..], &["--max-cost", "5", "--price", "300,1200"]].concat());
    assert!(said.code == 0 && said.stdout.contains(" to $"), "{said:?}");
    let said = cli.run(&[&elsewhere[..], &["--max-tokens", "500000"]].concat());
    assert!(said.code == 0 && said.stdout.contains("price unknown"), "{said:?}");
    let said = cli.run(&[&elsewhere[..], &["--price", "cheap"]].concat());
    assert!(said.code == 2 && said.stderr.contains("0.3,1.2"), "{said:?}");
}

#[test]
fn models_on_this_machine_are_free_and_say_so() {
    let scene = Scene::new();
    let url = scene.url();
    for model in [&["--model", "rehearsal"][..], &["--model", "m", "--base-url", &url]] {
        let arguments = ["translate", "tale", "--to", "es", "--dry-run", "--max-cost", "1"];
        let said = scene.cli.run(&[&arguments[..], model].concat());
        assert!(said.code == 0 && said.stdout.contains(", free"), "{said:?}");
    }
}

#[test]
fn above_the_asking_threshold_and_without_a_terminal_nothing_is_sent_without_yes() {
    let scene = Scene::new();
    let url = scene.url();
    let arguments = ["translate", "tale", "--to", "es", "--model", "m", "--base-url", &url];
    let dear = [&arguments[..], &["--price", "9000,9000"]].concat();
    let said = scene.cli.run(&dear);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.stderr.contains("nothing was sent\nhint: add `--yes`"), "{said:?}");
    assert!(scene.server.requests().is_empty());
    let said = scene.cli.run(&[&dear[..], &["--yes"]].concat());
    assert_eq!(said.code, 0, "{said:?}");
}

#[test]
fn a_dry_run_writes_nothing() {
    let cli = test_cli();
    cli.file("tale.txt", b"Chapter 1\n\nThe lamp was lit.\n\nNobody came.\n");
    let dry = ["translate", "tale.txt", "--to", "es", "--model", "rehearsal", "--dry-run"];
    let said = cli.run(&[&dry[..], &["--quiet"]].concat());
    assert!(said.code == 0 && said.stdout.contains("paragraphs in 1 chunk of 1 chapter"), "{said:?}");
    assert_eq!(books(&cli), serde_json::json!([]));

    cli.run(&["import", "tale.txt", "--to", "es"]).succeeded();
    let before = books(&cli);
    cli.run(&["translate", "tale", "--to", "fr", "--model", "rehearsal", "--dry-run"]).succeeded();
    cli.run(&["survey", "tale", "--to", "de", "--model", "rehearsal", "--dry-run"]);
    assert_eq!(books(&cli), before, "the language stays");
}

#[test]
fn a_built_in_services_key_never_goes_to_another_address() {
    let scene = Scene::new();
    let url = scene.url();
    scene.config(&format!(
        "[vendors.deepseek]\nbase_url = \"{url}\"\ndialect = \"openai\"\n[vendors.deepseek.models.m]\n"
    ));
    let said = scene.run_with("DEEPSEEK_API_KEY", &["models", "test", "deepseek/m"]);
    assert!(!scene.server.requests().is_empty() && !scene.key_was_sent(), "{said:?}");
    scene.config(&format!("[vendors.deepseek]\nbase_url = \"{ELSEWHERE}\"\n[vendors.deepseek.models.m]\n"));
    let said = scene.run_with("DEEPSEEK_API_KEY", &["models", "test", "deepseek/m"]);
    assert_ne!(said.code, 0, "{said:?}");
    assert!(said.stderr.contains("`DEEPSEEK_API_KEY` belongs to https://api.deepseek.com"), "{said:?}");
}

#[test]
fn an_endpoint_named_like_a_service_gets_no_key_from_the_environment() {
    let scene = Scene::new();
    let url = scene.url();
    let said = scene.cli.run(&["models", "add", "deepseek", "--base-url", &url, "--model", "m"]);
    assert!(said.code == 2 && said.stderr.contains("is a built-in service"), "{said:?}");
    scene.cli.run(&["models", "add", "github", "--base-url", &url, "--model", "m", "--key-stdin"]);
    let said = scene.run_with("GITHUB_API_KEY", &["models", "test", "github/m"]);
    assert!(!scene.key_was_sent(), "{said:?}");
}

#[test]
fn an_endpoint_that_moves_leaves_its_key_behind() {
    let scene = Scene::new();
    let url = scene.url();
    let key = format!("{CANARY}\n");
    let add = ["models", "add", "mine", "--model", "m", "--key-stdin", "--base-url"];
    let given = crate::cli_models::with_input(&scene.cli, &[&add[..], &[ELSEWHERE]].concat(), &key);
    assert_eq!(given.code, 0, "{given:?}");
    let moved = crate::cli_models::with_input(&scene.cli, &[&add[..], &[url.as_str()]].concat(), "");
    let said = scene.cli.run(&["models", "test", "mine/m"]);
    assert!(!scene.key_was_sent(), "{moved:?} {said:?}");
    let keys = std::fs::read_to_string(scene.cli.path("config/keys.toml")).unwrap_or_default();
    assert!(!keys.contains(CANARY), "the key of the former address is deleted");
}
