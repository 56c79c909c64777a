//! Other programs at the tools: the protocol over real pipes.

use crate::program::with_books;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use testkit::cli::TestCli;

/// Sends requests one by one and gives the answers.
fn converse(cli: &TestCli, arguments: &[&str], requests: &[Value]) -> Vec<Value> {
    let mut child = cli.command(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut ask = |request: &Value| {
        writeln!(stdin, "{request}").unwrap();
        let is_notice = request.get("id").is_none();
        if is_notice { Value::Null } else { serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap() }
    };
    ask(&json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "an editor", "version": "1"}}}));
    ask(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    let answers = requests.iter().map(&mut ask).collect();
    drop(stdin);
    assert!(child.wait().unwrap().success());
    answers
}

fn call(id: u32, name: &str, arguments: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": name, "arguments": arguments}})
}

/// What a tool said.
fn said(answer: &Value) -> Value {
    serde_json::from_str(answer["result"]["content"][0]["text"].as_str().unwrap()).unwrap()
}

fn book_id(cli: &TestCli) -> String {
    let books: Vec<Value> = serde_json::from_str(&said_by(cli, &["books", "--json"])).unwrap();
    books[0]["id"].as_str().unwrap().to_owned()
}

fn said_by(cli: &TestCli, arguments: &[&str]) -> String {
    cli.run(arguments).succeeded().stdout
}

#[test]
fn another_program_reads_a_book_and_changes_a_title_that_can_be_undone() {
    let cli = with_books();
    let id = book_id(&cli);
    let answers = converse(
        &cli,
        &["mcp"],
        &[
            json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}),
            call(2, "list_books", &json!({})),
            call(3, "update_book_title", &json!({"book": id, "title_translation": "The Town of Thread"})),
            call(4, "list_chapters", &json!({})),
            call(5, "no_such_tool", &json!({"book": id})),
        ],
    );
    let tools = answers[0]["result"]["tools"].as_array().unwrap();
    assert!(tools.iter().any(|tool| tool["name"] == "get_paragraph_info"));
    assert!(tools.iter().skip(1).all(|tool| tool["inputSchema"]["properties"]["book"].is_object()));
    assert_eq!(said(&answers[1])["books"][0]["id"], json!(id));
    assert_eq!(said(&answers[2])["success"], true);
    assert_eq!(answers[3]["result"]["isError"], true, "the book is not named: {}", answers[3]);
    assert_eq!(answers[4]["error"]["code"], -32602, "{}", answers[4]);
    assert!(said_by(&cli, &["books", "--json"]).contains("The Town of Thread"));
    assert!(said_by(&cli, &["history", &id]).contains("an editor"));
    said_by(&cli, &["undo", &id]);
    assert!(!said_by(&cli, &["books", "--json"]).contains("The Town of Thread"));
}

#[test]
fn one_book_needs_no_name() {
    let cli = with_books();
    let answers = converse(&cli, &["mcp", "--book", "tale"], &[call(1, "list_chapters", &json!({}))]);
    assert_eq!(said(&answers[0])["success"], true, "{}", answers[0]);
}

#[test]
fn what_a_person_settled_is_refused_and_only_own_changes_are_undone() {
    let cli = with_books();
    let id = book_id(&cli);
    cli.ok(&["tool", "update_book_title", "{\"title_translation\": \"Mine\"}", "--book", &id]);
    cli.ok(&["terms", &id, "add", "Keeper", "Hüter"]);
    let persons = said_by(&cli, &["history", &id, "--json"]);
    let persons: Value = serde_json::from_str(&persons).unwrap();
    let person_change = persons[0]["id"].as_str().unwrap().to_owned();
    let answers = converse(
        &cli,
        &["mcp", "--book", &id],
        &[
            call(1, "update_book_title", &json!({"title_translation": "Theirs"})),
            call(2, "delete_term", &json!({"term": "Keeper"})),
            call(3, "undo", &json!({"change_id": person_change})),
            call(4, "undo", &json!({})),
            call(5, "create_memory", &json!({"text": "a note of the program"})),
            call(6, "undo", &json!({})),
        ],
    );
    for settled in &answers[..2] {
        assert_eq!(settled["result"]["isError"], true, "{settled}");
        assert_eq!(said(settled)["error_code"], "SETTLED_BY_PERSON", "{settled}");
    }
    for foreign in &answers[2..4] {
        assert_eq!(said(foreign)["error_code"], "NOT_YOUR_CHANGE", "{foreign}");
    }
    let change = said(&answers[4])["change_id"].clone();
    assert_eq!(said(&answers[5])["undone"], json!([change]), "{}", answers[5]);
    assert!(said_by(&cli, &["books", "--json"]).contains("Mine"));
    assert!(said_by(&cli, &["terms", &id, "--json"]).contains("Hüter"));
    assert!(!said_by(&cli, &["memories", &id, "--json"]).contains("a note of the program"));
}

fn ask(id: u32, method: &str, params: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

/// The two books: the one that may be spoken of, and another.
fn tale_and_other(cli: &TestCli) -> (String, String) {
    let books: Vec<Value> = serde_json::from_str(&said_by(cli, &["books", "--json"])).unwrap();
    let id = |book: &Value| book["id"].as_str().unwrap().to_owned();
    let (tales, others): (Vec<_>, Vec<_>) = books.iter().partition(|book| book["title"] == "tale");
    (id(tales[0]), id(others[0]))
}

#[test]
fn every_tool_says_what_it_does_and_answers_with_structure() {
    let cli = with_books();
    let answers = converse(
        &cli,
        &["mcp", "--book", "tale"],
        &[
            ask(1, "tools/list", &json!({})),
            call(2, "list_chapters", &json!({})),
            call(3, "run_status", &json!({})),
        ],
    );
    for tool in answers[0]["result"]["tools"].as_array().unwrap() {
        for hint in ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] {
            assert!(tool["annotations"][hint].is_boolean(), "{tool}");
        }
        assert!(tool["title"].is_string() && tool["annotations"]["title"] == tool["title"], "{tool}");
        assert_eq!(tool["outputSchema"]["type"], "object", "{tool}");
        assert!(
            tool["inputSchema"]["properties"].get("book").is_none(),
            "the book goes without saying: {tool}"
        );
    }
    for answer in &answers[1..] {
        assert_eq!(said(answer), answer["result"]["structuredContent"], "{answer}");
    }
}

#[test]
fn one_book_opens_no_other_by_any_address() {
    let cli = with_books();
    let (tale, other) = tale_and_other(&cli);
    let read = |id: u32, uri: String| ask(id, "resources/read", &json!({"uri": uri}));
    let answers = converse(
        &cli,
        &["mcp", "--book", &tale],
        &[
            ask(1, "resources/list", &json!({})),
            read(2, format!("tsumugi://books/{tale}")),
            read(3, format!("tsumugi://books/{other}")),
            read(4, format!("tsumugi://books/{tale}/../{other}")),
            read(5, "file:///etc/passwd".to_owned()),
            call(6, "list_books", &json!({})),
            call(7, "list_chapters", &json!({"book": other})),
        ],
    );
    assert!(!answers[0].to_string().contains(&other), "{}", answers[0]);
    assert_eq!(answers[1]["result"]["contents"][0]["mimeType"], "application/json", "{}", answers[1]);
    for refused in &answers[2..5] {
        assert_eq!(refused["error"]["code"], -32002, "{refused}");
    }
    assert!(!answers[5].to_string().contains(&other), "{}", answers[5]);
    assert_eq!(answers[6]["result"]["isError"], true, "{}", answers[6]);
}

#[test]
fn an_export_goes_into_the_allowed_folder_and_replaces_nothing() {
    let cli = with_books();
    std::fs::create_dir(cli.path("out")).unwrap();
    let before = crate::program::files(cli.folder());
    let answers = converse(
        &cli,
        &["mcp", "--book", "tale", "--export-to", "out"],
        &[
            call(1, "export", &json!({"file_name": "../tale.txt"})),
            call(2, "export", &json!({"file_name": "/tmp/tale.txt"})),
            call(3, "export", &json!({"file_name": "tale.sh"})),
            call(4, "export", &json!({"file_name": "new.txt"})),
            call(5, "export", &json!({"file_name": "new.txt", "bilingual": "above"})),
        ],
    );
    let codes = answers.iter().map(|answer| said(answer)["error_code"].clone());
    let expected = ["INVALID_FILE_NAME", "INVALID_FILE_NAME", "WRONG_ENDING", "", "FILE_EXISTS"];
    for (code, expected) in codes.zip(expected) {
        assert_eq!(code.as_str().unwrap_or_default(), expected);
    }
    assert_eq!(crate::program::files(cli.folder()), before);
    assert_eq!(crate::program::files(&cli.path("out")), ["new.txt", "new.txt.certificate.json"]);
    assert_eq!(cli.json(&["verify", "out/new.txt"])["violations"], json!([]));
}

#[test]
fn prompts_come_in_the_language_of_the_person_and_in_the_one_asked_for() {
    let cli = with_books().with_variable("TSUMUGI_LANG", "zh-CN");
    let prompt = |id: u32, language: Option<&str>| {
        let mut arguments = json!({"chapter": "1"});
        if let Some(language) = language {
            arguments["language"] = language.into();
        }
        ask(id, "prompts/get", &json!({"name": "review_chapter", "arguments": arguments}))
    };
    let answers = converse(
        &cli,
        &["mcp", "--book", "tale"],
        &[ask(1, "prompts/list", &json!({})), prompt(2, None), prompt(3, Some("en")), prompt(4, Some("fr"))],
    );
    assert!(answers[0].to_string().contains("审阅一章"), "{}", answers[0]);
    let text =
        |answer: &Value| answer["result"]["messages"][0]["content"]["text"].as_str().unwrap().to_owned();
    assert!(text(&answers[1]).contains("请审阅《tale》第 1 章"), "{}", answers[1]);
    assert!(text(&answers[2]).starts_with("Review the translation of chapter 1 of “tale”"), "{}", answers[2]);
    assert_eq!(answers[3]["error"]["code"], -32602, "{}", answers[3]);
}
