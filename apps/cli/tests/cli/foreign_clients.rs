//! Programs by others that know the API by its description alone: a validator, a generated client, a fuzzer.

use crate::program::{is_build_server, skip, test_cli, writer_url};
use crate::serving::Serving;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;
use testkit::cli::{TestCli, path_variable, sample};

const SAMPLE: &str = "the-lamplighters-ledger.epub";

/// Operations the fuzzer leaves out: streams without an end, the removal of the book, and models on the network.
const LEFT_OUT: [&str; 7] =
    ["libraryEvents", "runEvents", "removeBook", "say", "testModel", "addModel", "offeredModels"];

/// What the fuzzer holds every answer against.
const CHECKS: &str =
    "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance";

/// A program of the environment that `scripts/setup-tests` makes; nothing where there is none, which is said.
pub(crate) fn python(test: &str, program: &str) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let path = root.join("target/python/bin").join(program);
    if path.exists() {
        return Some(path);
    }
    assert!(!is_build_server(), "the build server must have `target/python`; `scripts/setup-tests` makes it");
    skip(test, "`target/python` is missing; `scripts/setup-tests` makes it");
    None
}

/// Runs a command to its end, which must be a success.
pub(crate) fn succeed(command: &mut Command) -> String {
    let output = command.env("PATH", path_variable()).output().unwrap();
    let told =
        format!("{}\n{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}\n{told}");
    told
}

/// The body of an answer, as JSON.
fn body(answer: &str) -> Value {
    let body = answer.split_once("\r\n\r\n").unwrap().1;
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"))
}

/// The description the program serves, in a file.
fn description(cli: &TestCli, serving: &Serving) -> PathBuf {
    cli.file("openapi.json", body(&serving.ask("GET", "/api/v1/openapi.json", "")).to_string())
}

#[test]
fn a_validator_accepts_the_description() {
    let Some(validator) = python("a_validator_accepts_the_description", "openapi-spec-validator") else {
        return;
    };
    let cli = test_cli();
    let serving = Serving::begin(&cli, &[]);
    succeed(Command::new(validator).arg(description(&cli, &serving)));
    serving.stop();
}

#[test]
fn a_generated_python_client_does_the_whole_story() {
    let Some(generator) = python("a_generated_python_client_does_the_whole_story", "openapi-python-client")
    else {
        return;
    };
    let cli = test_cli();
    let serving = Serving::begin(&cli, &[]);
    let package = cli.path("generated/tsumugi_client");
    std::fs::create_dir(cli.path("generated")).unwrap();
    succeed(
        Command::new(&generator)
            .args(["generate", "--meta", "none", "--path"])
            .arg(description(&cli, &serving))
            .arg("--output-path")
            .arg(&package),
    );
    let story = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/foreign/story.py");
    succeed(
        Command::new(generator.with_file_name("python"))
            .arg(story)
            .arg(format!("http://{}", serving.address))
            .arg(serving.token.as_deref().unwrap_or_default())
            .arg(sample(SAMPLE))
            .arg(cli.folder())
            .env("PYTHONPATH", cli.path("generated")),
    );
    serving.stop();
    for file in ["story.epub", "story.txt"] {
        let verified = cli.json(&["verify", file]);
        assert_eq!((&verified["violations"], &verified["untranslated"]), (&json!([]), &json!(0)), "{file}");
    }
}

#[test]
fn a_fuzzer_finds_no_answer_that_the_description_does_not_have() {
    let Some(fuzzer) = python("a_fuzzer_finds_no_answer_that_the_description_does_not_have", "schemathesis")
    else {
        return;
    };
    let cli = test_cli();
    let path = sample(SAMPLE);
    cli.ok(&[
        "translate",
        &path.to_string_lossy(),
        "--to",
        "zh",
        "--model",
        "writer",
        "--base-url",
        writer_url(),
        "-o",
        "zh.epub",
    ]);
    let serving = Serving::begin(&cli, &[]);
    let get = |path: &str| body(&serving.ask("GET", path, ""));
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let book = text(&get("/api/v1/books")["items"][0]["id"]);
    let chapter = text(&get(&format!("/api/v1/books/{book}"))["chapters"][1]["id"]);
    let paragraphs = get(&format!("/api/v1/books/{book}/chapters/{chapter}/paragraphs"));
    let paragraph = text(&paragraphs["items"][1]["paragraph_id"]);
    let run = text(&get("/api/v1/runs")["items"][0]["id"]);
    let task = text(&get(&format!("/api/v1/runs/{run}/tasks"))["items"][0]["id"]);
    let term = serving.ask(
        "POST",
        &format!("/api/v1/books/{book}/terms"),
        "{\"source\": \"lamp\", \"translation\": \"灯\"}",
    );
    let term = text(&body(&term)["id"]);
    let known = [
        ("book", &book),
        ("chapter", &chapter),
        ("paragraph", &paragraph),
        ("run", &run),
        ("task", &task),
        ("term", &term),
    ];
    let known: Vec<String> = known.iter().map(|(name, id)| format!("\"path.{name}\" = \"{id}\"")).collect();
    cli.file("schemathesis.toml", format!("[parameters]\n{}\n", known.join("\n")));
    let mut command = Command::new(fuzzer);
    command
        .arg("run")
        .arg(description(&cli, &serving))
        .args(["--url", &format!("http://{}", serving.address), "--seed", "17", "--max-examples", "10"])
        .args(["--phases", "examples,fuzzing", "--continue-on-failure", "--no-color"])
        .args(["--generation-database", "none", "--request-timeout", "20"])
        .args(["--checks", CHECKS, "--header", "X-Tsumugi: 1"])
        .current_dir(cli.folder());
    if let Some(token) = &serving.token {
        command.arg("--header").arg(format!("Authorization: Bearer {token}"));
    }
    for operation in LEFT_OUT {
        command.args(["--exclude-operation-id", operation]);
    }
    succeed(&mut command);
    serving.stop();
}
