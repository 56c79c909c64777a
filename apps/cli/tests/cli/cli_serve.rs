//! `tsumugi serve` as a person starts it: it says where it is, answers there, keeps keys to itself, and leaves politely.

use crate::program::{test_cli, with_books};
use crate::serving::Serving;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::Command;

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
fn the_token_is_made_once_kept_for_its_owner_and_demanded_on_this_machine_too() {
    let cli = test_cli();
    let mut first = Serving::begin(&cli, &[]);
    let token = first.token.take().unwrap();
    assert_eq!(token.len(), 64);
    assert!(first.url.ends_with(&format!("/?token={token}")), "{}", first.url);
    assert!(first.ask("GET", "/api/v1/books", "").starts_with("HTTP/1.1 401"));
    let opened = first.ask("GET", &format!("/?token={token}"), "");
    assert!(opened.starts_with("HTTP/1.1 303") && opened.contains("HttpOnly; SameSite=Strict"), "{opened}");
    first.token = Some(token.clone());
    assert!(first.ask("GET", "/api/v1/books", "").starts_with("HTTP/1.1 200"));
    first.stop();
    let path = cli.path("config/server-token");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), token);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let second = Serving::begin(&cli, &["--bind", "0.0.0.0"]);
    assert_eq!(second.token.as_ref(), Some(&token), "the same one, so that cookies stay good");
    second.stop();
    let third = Serving::begin(&cli, &["--new-token"]);
    assert_ne!(third.token.as_ref(), Some(&token));
    third.stop();
}

#[test]
fn a_team_begins_with_a_link_for_its_owner_and_asks_for_accounts() {
    let cli = test_cli();
    let serving = Serving::begin(&cli, &["--team"]);
    assert_eq!(serving.token, None);
    let (_, secret) = serving.url.split_once("/#/join/").unwrap();
    assert!(serving.ask("GET", "/api/v1/books", "").starts_with("HTTP/1.1 401"));
    let body = format!(
        "{{\"secret\": \"{secret}\", \"name\": \"Olive\", \"login\": \"olive\", \"password\": \"correct horse battery\"}}"
    );
    let joined = serving.ask("POST", "/api/v1/join", &body);
    assert!(joined.starts_with("HTTP/1.1 204") && joined.contains("tsumugi_session="), "{joined}");
    serving.stop();
    let again = Serving::begin(&cli, &["--team"]);
    assert!(!again.url.contains("join"), "{}", again.url);
    again.stop();
}

#[test]
fn without_a_token_only_this_machine_is_answered() {
    let cli = test_cli();
    let serving = Serving::begin(&cli, &["--no-token"]);
    assert_eq!(serving.token, None);
    assert!(serving.ask("GET", "/api/v1/books", "").starts_with("HTTP/1.1 200"));
    serving.stop();
    for wrong in [
        &["serve", "--no-token", "--bind", "0.0.0.0"][..],
        &["serve", "--token", "short"],
        &["serve", "--trusted-proxy", "nobody"],
        &["serve", "--public-url", "books.example.org"],
    ] {
        let refused = cli.run(wrong);
        assert_eq!(refused.code, 2, "{wrong:?}: {}", refused.stderr);
    }
}

#[test]
fn the_page_starts_no_programs() {
    let cli = with_books();
    let serving = Serving::begin(&cli, &[]);
    let books = serving.ask("GET", "/api/v1/books", "");
    let id = books.split("\"id\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let wish = "{\"model\": \"command:touch started\", \"target_language\": \"es\"}";
    let reply = serving.ask("POST", &format!("/api/v1/books/{id}/runs"), wish);
    assert!(reply.starts_with("HTTP/1.1 422"), "{reply}");
    let reply = serving.ask("POST", "/api/v1/models/test", "{\"model\": \"command:touch started\"}");
    assert!(reply.starts_with("HTTP/1.1 422"), "{reply}");
    serving.stop();
    assert!(!cli.path("started").exists());
}

#[test]
fn a_signal_that_comes_right_after_the_address_was_told_is_not_lost() {
    let cli = test_cli();
    // Nothing more fits into its standard error, so that it stands still right after it has told its address.
    let (mut full, mut reader) = UnixStream::pair().unwrap();
    full.set_nonblocking(true).unwrap();
    let filled = loop {
        if let Err(error) = full.write(&[b'.'; 512]) {
            break error.kind();
        }
    };
    assert_eq!(filled, ErrorKind::WouldBlock);
    full.set_nonblocking(false).unwrap();
    let mut command = cli.command(&["serve", "--port", "0", "--log-level", "off"]);
    let mut child = command.stderr(OwnedFd::from(full)).spawn().unwrap();
    // This side has the other end too; what is read ends only when nobody can write any more.
    drop(command);
    let mut told = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut told).unwrap();
    assert!(told.starts_with("http://"), "{told}");
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let mut said = String::new();
    reader.read_to_string(&mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{}", said.trim_start_matches('.'));
}
