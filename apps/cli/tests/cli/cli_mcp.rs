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
