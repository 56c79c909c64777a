//! The official Python client of the Model Context Protocol, over both transports and in both of its ways to begin.

use crate::foreign_clients::{python, succeed};
use crate::program::{test_cli, writer_url};
use crate::serving::Serving;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use testkit::cli::{TestCli, sample};

const SAMPLE: &str = "the-lamplighters-ledger.epub";
/// A word and a name of the sample that the program proposes as a term and a character.
const WORD: &str = "Office of Gas";
const NAME: &str = "Crake";

/// A translated book in which a person has written one paragraph, the title and a term.
fn translated() -> (TestCli, Value) {
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
    let book = cli.books().remove(0);
    let paragraphs = cli.paragraphs(&book);
    let own = paragraphs.iter().find(|one| one.translation.is_some() && !one.text.contains('<')).unwrap();
    let words = json!({"paragraph_id": own.id, "translated_text": "人写的话。"}).to_string();
    cli.ok(&["tool", "update_translation", &words, "--book", &book]);
    cli.ok(&["tool", "update_book_title", "{\"title_translation\": \"人的书名\"}", "--book", &book]);
    cli.ok(&["terms", &book, "add", "Keeper", "守灯人"]);
    let change = cli.json(&["history", &book])[0]["id"].clone();
    std::fs::create_dir(cli.path("exports")).unwrap();
    let settings = json!({
        "book": book,
        "person_paragraph": own.id,
        "person_change": change,
        "folder": cli.path("exports"),
        "word": WORD,
        "name": NAME,
    });
    (cli, settings)
}

/// The story with these settings in one of the client's modes, and what is true afterwards.
fn story(cli: &TestCli, program: &Path, mut settings: Value, mode: &str) {
    settings["mode"] = mode.into();
    let story = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/foreign/mcp_story.py");
    succeed(Command::new(program).arg(story).arg(settings.to_string()));
    let book = settings["book"].as_str().unwrap();
    let history = cli.run(&["history", book]).succeeded().stdout;
    assert!(history.contains("a translator's editor (MCP)"), "{history}");
    let verified = cli.json(&["verify", "exports/story.epub"]);
    assert_eq!(verified["violations"], json!([]), "{verified}");
}

fn over_standard_input_and_output(test: &str, mode: &str) {
    let Some(program) = python(test, "python") else { return };
    let (cli, mut settings) = translated();
    let command = cli.command(&["mcp", "--export-to", "exports"]);
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    settings["command"] = words.map(|word| word.to_string_lossy()).collect();
    let text = |word: &std::ffi::OsStr| word.to_string_lossy().into_owned();
    let variables = command.get_envs().filter_map(|(name, value)| Some((text(name), text(value?).into())));
    settings["environment"] = Value::Object(variables.collect());
    // The other program starts it wherever it happens to be.
    settings["command"][3] = cli.path("exports").to_string_lossy().into();
    story(&cli, &program, settings, mode);
}

fn over_http(test: &str, mode: &str) {
    let Some(program) = python(test, "python") else { return };
    let (cli, mut settings) = translated();
    let serving = Serving::begin(&cli, &[]);
    settings["url"] = format!("http://{}/mcp", serving.address).into();
    settings["token"] = serving.token.clone().unwrap().into();
    story(&cli, &program, settings, mode);
    assert_eq!(serving.stop(), Some(0), "open sessions do not keep the server from leaving");
}

#[test]
fn the_official_client_does_a_translator_s_work_over_standard_input_and_output() {
    over_standard_input_and_output(
        "the_official_client_does_a_translator_s_work_over_standard_input_and_output",
        "auto",
    );
}

#[test]
fn the_official_client_does_the_same_with_the_older_handshake() {
    over_standard_input_and_output("the_official_client_does_the_same_with_the_older_handshake", "legacy");
}

#[test]
fn the_official_client_does_a_translator_s_work_over_http() {
    over_http("the_official_client_does_a_translator_s_work_over_http", "auto");
}

#[test]
fn the_official_client_does_the_same_over_http_with_a_session() {
    over_http("the_official_client_does_the_same_over_http_with_a_session", "legacy");
}
