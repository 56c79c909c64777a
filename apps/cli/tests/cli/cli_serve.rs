//! `tsumugi serve` as a person starts it: it says where it is, answers there, keeps keys to itself, and leaves politely.

use crate::program::{test_cli, with_books};
use crate::serving::Serving;

const CANARY: &str = "sk-canary-4711-never-to-be-seen";

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
