//! `tsumugi serve` as a person starts it: it says where it is, answers there, keeps keys to itself, and leaves politely.

use crate::program::{test_cli, with_books};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use testkit::cli::TestCli;

const CANARY: &str = "sk-canary-4711-never-to-be-seen";

/// The program at work as a server.
struct Serving {
    child: Child,
    address: String,
    token: Option<String>,
}

impl Serving {
    fn begin(cli: &TestCli, arguments: &[&str]) -> Self {
        let mut words = vec!["serve", "--port", "0", "--json"];
        words.extend(arguments);
        let mut child = cli.command(&words).spawn().unwrap();
        let mut told = String::new();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        while serde_json::from_str::<serde_json::Value>(&told).is_err() {
            assert!(stdout.read_line(&mut told).unwrap() > 0, "it left without a word: {told}");
        }
        let told: serde_json::Value = serde_json::from_str(&told).unwrap();
        let port = told["address"].as_str().unwrap().rsplit(':').next().unwrap().to_owned();
        let token = told["token"].as_str().map(ToOwned::to_owned);
        Self { child, address: format!("127.0.0.1:{port}"), token }
    }

    /// The whole answer to a request, head and body.
    fn ask(&self, method: &str, path: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let authorization =
            self.token.as_ref().map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nX-Tsumugi: 1\r\n{authorization}Connection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Stops it as Ctrl-C does, and says with which code it left.
    fn stop(mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &id]).stdout(Stdio::null()).status().unwrap();
        assert!(sent.success());
        self.child.wait().unwrap().code()
    }
}

#[test]
fn it_answers_keeps_keys_to_itself_and_leaves_politely() {
    let cli = with_books();
    let serving = Serving::begin(&cli, &[]);
    assert!(serving.ask("GET", "/", "").starts_with("HTTP/1.1 200"));
    let added = format!(
        "{{\"name\": \"mine\", \"base_url\": \"http://127.0.0.1:9/v1\", \"model\": \"m\", \"key\": \"{CANARY}\", \"is_default\": true}}"
    );
    let reply = serving.ask("POST", "/api/v1/models", &added);
    assert!(reply.starts_with("HTTP/1.1 201"), "{reply}");
    let kept = std::fs::read_to_string(cli.path("config/keys.toml")).unwrap();
    assert!(kept.contains(CANARY), "the key was kept");
    let books = serving.ask("GET", "/api/v1/books", "");
    assert!(books.contains("tale"), "{books}");
    for (method, path, body) in [
        ("GET", "/api/v1/models", ""),
        ("GET", "/api/v1/settings", ""),
        ("GET", "/api/v1/about", ""),
        ("POST", "/api/v1/models/test", "{\"model\": \"mine/m\"}"),
        ("POST", "/api/v1/models", &added.replace("mine", "not a name")),
        ("POST", "/api/v1/models", &added.replace("\"m\"", "7")),
        ("GET", "/api/v1/runs", ""),
    ] {
        let reply = serving.ask(method, path, body);
        assert!(!reply.contains(CANARY), "{method} {path} told the key: {reply}");
    }
    assert_eq!(serving.stop(), Some(0));
    let left: Vec<_> =
        std::fs::read_dir(cli.path(".")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().contains("at-work")), "{left:?}");
}

#[test]
fn beyond_this_machine_a_token_is_made_and_demanded() {
    let cli = test_cli();
    let mut serving = Serving::begin(&cli, &["--bind", "0.0.0.0"]);
    let token = serving.token.take().unwrap();
    assert_eq!(token.len(), 64);
    assert!(serving.ask("GET", "/api/v1/books", "").starts_with("HTTP/1.1 401"));
    serving.token = Some(token);
    assert!(serving.ask("GET", "/api/v1/books", "").starts_with("HTTP/1.1 200"));
    serving.stop();
    let weak = cli.run(&["serve", "--token", "short"]);
    assert_eq!(weak.code, 2, "{}", weak.stderr);
}

#[test]
fn the_page_starts_no_programs() {
    let cli = with_books();
    let serving = Serving::begin(&cli, &[]);
    let books = serving.ask("GET", "/api/v1/books", "");
    let id = books.split("\"id\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let wish = "{\"model\": \"command:touch started\", \"target_language\": \"en\"}";
    let reply = serving.ask("POST", &format!("/api/v1/books/{id}/runs"), wish);
    assert!(reply.starts_with("HTTP/1.1 422"), "{reply}");
    let reply = serving.ask("POST", "/api/v1/models/test", "{\"model\": \"command:touch started\"}");
    assert!(reply.starts_with("HTTP/1.1 422"), "{reply}");
    serving.stop();
    assert!(!cli.path("started").exists());
}
