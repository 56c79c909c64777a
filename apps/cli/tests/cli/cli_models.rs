//! Models: what is known, what is kept, and what is said when one cannot be had.

use crate::program::{test_cli, transcript, with_books};
use insta::assert_snapshot;
use std::io::Write;
use std::net::TcpListener;
use std::process::Stdio;
use testkit::cli::{CliOutput, TestCli};

pub(crate) fn with_input(cli: &TestCli, arguments: &[&str], input: &str) -> CliOutput {
    let mut child = cli.command(arguments).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap().into()
}

/// A port on which nobody answers.
fn closed_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

#[test]
fn the_list_has_services_with_their_key_and_price() {
    let cli = test_cli();
    let listed = cli.run(&["models", "list", "--json"]).succeeded().json();
    let models = listed.as_array().unwrap();
    let of =
        |name: &str| models.iter().filter(|model| model["model"].as_str().unwrap().starts_with(name)).count();
    for service in [
        "openai/",
        "anthropic/",
        "google/",
        "deepseek/",
        "moonshot/",
        "qwen/",
        "zhipu/",
        "siliconflow/",
        "openrouter/",
        "mistral/",
        "xai/",
        "groq/",
        "together/",
        "azure/",
        "ollama/",
        "llamacpp/",
        "lmstudio/",
        "vllm/",
    ] {
        assert!(of(service) > 0, "{service}");
    }
    let priced = models.iter().filter(|model| model["usd_per_million_input"].is_f64());
    assert!(priced.into_iter().all(|model| model["priced_on"].is_string()), "a price has its day");
    let told = cli.run(&["models", "list", "ollama"]).succeeded();
    assert!(told.stdout.contains("ollama/…") && told.stdout.contains("not needed"), "{told:?}");
    assert!(told.stderr.contains("`rehearsal`"), "{told:?}");
    let none = cli.run(&["models", "list", "nosuch"]).succeeded();
    assert_eq!(none.stdout, "");
    assert!(none.stderr.starts_with("no service or model is called `nosuch`\nhint: "), "{none:?}");
}

#[test]
fn without_a_model_translate_stops_and_shows_the_ways_forward() {
    let cli = with_books();
    let said = cli.run(&["translate", "tale", "--to", "es"]);
    assert_eq!(said.code, 2);
    for way in ["tsumugi models add", "--base-url URL", "--model rehearsal", "tsumugi models list"] {
        assert!(said.stderr.contains(way), "{said:?}");
    }
    assert_eq!(cli.run(&["runs", "--json"]).succeeded().stdout, "[]\n");
    // A file is not even imported if there is nobody to translate it.
    cli.file("new.txt", b"A new book.\n");
    for model in
        [&[][..], &["--model", "nosuch"], &["--model", "deepseek/any"], &["--model", "command:no-such"]]
    {
        let said = cli.run(&[&["translate", "new.txt", "--to", "es"], model].concat());
        assert!(said.code == 1 || said.code == 2, "{said:?}");
        assert!(said.stderr.starts_with("error: "), "{said:?}");
    }
    assert_eq!(cli.books().len(), 2);
}

#[test]
fn a_model_that_is_not_there_is_told_with_what_to_do() {
    let cli = with_books();
    assert_snapshot!("no_key", transcript(&cli, &["models", "test", "deepseek/any"]));
    assert_snapshot!("which_model", transcript(&cli, &["models", "test", "deepseek"]));
    let said = cli.run(&["translate", "tale", "--to", "es", "--model", "nosuch"]);
    assert_eq!(said.code, 1);
    assert!(
        said.stderr.contains("no model `nosuch` is known\nhint: write it as `service/model`"),
        "{said:?}"
    );
    let port = closed_port();
    let url = format!("http://127.0.0.1:{port}/v1");
    let said = cli.run(&["models", "test", "x", "--base-url", &url]);
    assert_eq!(said.code, 1);
    assert!(
        said.stderr.starts_with(&format!(
            "error: the server of `127.0.0.1:{port}` is not running on http://127.0.0.1:{port}"
        )),
        "{said:?}"
    );
    assert!(said.stderr.contains("\nhint: start the program that serves the model there"), "{said:?}");
}

#[test]
fn what_is_added_is_kept_and_found_by_its_name() {
    let cli = test_cli();
    let url = format!("http://127.0.0.1:{}/v1", closed_port());
    cli.file("config/config.toml", b"# my own remark\nask_above = 3.5\n");
    let arguments = ["models", "add", "mine", "--base-url", &url, "--model", "small", "--default"];
    let said = cli.run(&arguments).succeeded();
    assert_eq!(said.stdout, "");
    let settings = std::fs::read_to_string(cli.path("config/config.toml")).unwrap();
    assert!(settings.starts_with("# my own remark\nask_above = 3.5\n"), "{settings}");
    assert!(settings.contains("default_model = \"mine/small\""), "{settings}");
    let listed = cli.run(&["models", "list", "mine"]).succeeded();
    assert!(listed.stdout.contains("mine/small"), "{listed:?}");
    assert!(listed.stderr.contains("default: mine/small"), "{listed:?}");
    let said = cli.run(&["models", "test"]);
    assert!(said.code == 1 && said.stderr.contains("the server of `mine` is not running on"), "{said:?}");
}

#[test]
fn settings_that_make_no_sense_are_told_with_their_file() {
    let cli = test_cli();
    cli.file("config/config.toml", b"defalt_model = \"x\"\n");
    let said = cli.run(&["models", "list"]);
    assert_eq!(said.code, 1);
    assert!(said.stderr.contains("cannot understand `") && said.stderr.contains("config.toml`"), "{said:?}");
    assert!(said.stderr.contains("defalt_model"), "{said:?}");
}

#[test]
fn the_offline_models_are_tried_with_a_sentence() {
    let cli = test_cli();
    let said = cli.run(&["models", "test", "rehearsal"]).succeeded();
    assert!(said.stdout.contains("⟦Good morning, my friend.⟧"), "{said:?}");
    let said = cli.run(&["models", "test", "command:tr a-z A-Z", "--json"]).succeeded();
    assert_eq!(said.json()["answer"].as_str().unwrap().trim(), "GOOD MORNING, MY FRIEND.");
    let said = cli.run(&["models", "test", "command:no-such-program-anywhere"]);
    assert_eq!(said.code, 1);
    assert_eq!(
        said.stderr,
        "error: there is no program `no-such-program-anywhere`\nhint: install it, or give its whole path\n"
    );
    let said = cli.run(&["models", "test", "command:false"]);
    assert!(
        said.code == 1 && said.stderr.contains("`false`") && said.stderr.contains("\nhint: "),
        "{said:?}"
    );
}
