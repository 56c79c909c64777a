//! The Model Context Protocol at `/mcp`: who is let in, what a session is, and that pages hear of changes.

use crate::client::{Client, Reply};
use crate::teams::TestTeam;
use crate::test_app::{Opening, TestApp};
use serde_json::{Value, json};

const TOKEN: &str = "0123456789abcdef0123";
const TEXT: &[u8] = b"Chapter 1\n\nThe lamp was lit.\n\nNobody answered.\n";

/// A client that has the headers of the protocol.
pub(crate) fn speaking(client: &Client) -> Client {
    client.with("accept", Some("application/json, text/event-stream")).with("x-tsumugi", None)
}

/// A server with a token, and a client that has it.
async fn guarded() -> (TestApp, Client) {
    let app = TestApp::open_as(Opening { token: Some(TOKEN), ..Opening::default() }).await;
    let bearer = format!("Bearer {TOKEN}");
    let client = speaking(&app.client.with("authorization", Some(&bearer)));
    (app, client)
}

fn beginning() -> Value {
    json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "an editor", "version": "1"}}})
}

/// The message of a stream of events that has the answer.
fn answer(reply: &Reply) -> Value {
    let text = reply.text();
    let lines = text.lines().filter_map(|line| line.strip_prefix("data:"));
    let mut messages = lines.filter_map(|line| serde_json::from_str::<Value>(line.trim()).ok());
    messages.next_back().unwrap_or_else(|| panic!("no message in {text}"))
}

/// Begins a session; the client carries it from now on.
pub(crate) async fn begun(client: &Client) -> Client {
    let reply = client.json("POST", "/mcp", &beginning()).await.expect(200);
    assert_eq!(answer(&reply)["result"]["serverInfo"]["name"], "tsumugi");
    let session = reply.headers["mcp-session-id"].to_str().unwrap();
    let client = client.with("mcp-session-id", Some(session));
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    client.json("POST", "/mcp", &ready).await.expect(202);
    client
}

pub(crate) async fn call(client: &Client, name: &str, arguments: &Value) -> Value {
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}});
    answer(&client.json("POST", "/mcp", &request).await.expect(200))
}

#[tokio::test]
async fn the_protocol_has_the_guard_of_the_api() {
    let (app, client) = guarded().await;
    for token in [None, Some("Bearer wrong")] {
        let reply = client.with("authorization", token).json("POST", "/mcp", &beginning()).await.expect(401);
        assert_eq!(reply.headers["www-authenticate"], "Bearer");
        assert_eq!(reply.headers["cache-control"], "no-store");
    }
    client.with("authorization", None).get("/mcp").await.expect(401);
    client.with("authorization", None).delete("/mcp").await.expect(401);
    for (name, value) in
        [("origin", "http://evil.example"), ("origin", "null"), ("sec-fetch-site", "cross-site")]
    {
        client.with(name, Some(value)).json("POST", "/mcp", &beginning()).await.expect(403);
    }
    client.json("POST", "/mcp", &beginning()).await.expect(200);
    // Whoever was refused looks for other ways to sign in, and must not find the page there.
    app.client.get("/.well-known/oauth-protected-resource/mcp").await.expect(404);
    app.client.get("/.well-known/oauth-authorization-server").await.expect(404);
}

#[tokio::test]
async fn without_a_token_a_program_says_that_it_is_meant_and_a_foreign_name_is_not_answered() {
    let app = TestApp::open().await;
    let client = speaking(&app.client);
    let bare = client.json("POST", "/mcp", &beginning()).await.expect(403).json();
    assert_eq!(bare["code"], "header_missing");
    let client = client.with("x-tsumugi", Some("1"));
    client.json("POST", "/mcp", &beginning()).await.expect(200);
    client.with("host", Some("evil.example")).json("POST", "/mcp", &beginning()).await.expect(421);
}

#[tokio::test]
async fn a_request_that_is_too_large_or_in_no_session_is_refused() {
    let (_app, client) = guarded().await;
    let large =
        json!({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"x": "x".repeat(2 * 1024 * 1024)}});
    client.json("POST", "/mcp", &large).await.expect(413);
    let ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"});
    client.with("mcp-session-id", Some("nobody's")).json("POST", "/mcp", &ping).await.expect(404);
    let session = begun(&client).await;
    session.json("POST", "/mcp", &ping).await.expect(200);
    session.delete("/mcp").await;
    session.json("POST", "/mcp", &ping).await.expect(404);
}

#[tokio::test]
async fn sessions_are_bounded_and_the_oldest_makes_room() {
    let (_app, client) = guarded().await;
    let ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"});
    let (first, second) = (begun(&client).await, begun(&client).await);
    for _ in 2..64 {
        begun(&client).await;
    }
    first.json("POST", "/mcp", &ping).await.expect(200);
    begun(&client).await;
    first.json("POST", "/mcp", &ping).await.expect(200);
    second.json("POST", "/mcp", &ping).await.expect(404);
}

#[tokio::test]
async fn a_change_through_the_protocol_is_signed_and_told_to_every_page() {
    let (app, client) = guarded().await;
    let api = app.client.with("authorization", Some(&format!("Bearer {TOKEN}")));
    let imported = api.upload("/api/v1/books", "tale.txt", TEXT, &[("to", "de")]).await.expect(201).json();
    let book = imported["book"]["id"].as_str().unwrap().to_owned();
    let mut page = api.follow("/api/v1/events", None).await;
    let session = begun(&client).await;
    let found =
        call(&session, "find_paragraph_by_keywords", &json!({"book": book, "keywords": ["lamp"]})).await;
    let paragraph = found["result"]["structuredContent"]["paragraphs"][0]["paragraph_id"].clone();
    let arguments = json!({"book": book, "paragraph_id": paragraph, "translated_text": "Die Lampe brannte."});
    let written = call(&session, "update_translation", &arguments).await;
    assert_eq!(written["result"]["structuredContent"]["saved_as"], "selected", "{written}");
    let told = page.until("book_changed").await;
    assert_eq!(told.last().unwrap().data["book"], json!(book), "{told:?}");
    let changes = api.get(&format!("/api/v1/books/{book}/changes")).await.expect(200).text();
    assert!(changes.contains("an editor (MCP)"), "{changes}");
    // The answer in Chinese, where it is asked for.
    let chinese = session.with("accept-language", Some("zh-CN"));
    let refused = call(&chinese, "check", &json!({"book": book, "chapter_id": "99"})).await;
    assert!(refused.to_string().contains("没有这一章"), "{refused}");
}

#[tokio::test]
async fn what_a_program_changes_is_in_the_name_of_its_tokens_member() {
    let team = TestTeam::open().await;
    let file = team.owner.upload("/api/v1/books", "lamp.txt", TEXT, &[("to", "zh")]).await.expect(201);
    let book = file.json()["book"]["id"].as_str().unwrap().to_owned();
    let editor = team.member("eddy", "editor", None).await;
    let made = json!({"name": "program", "role": null, "days": 1});
    let made = editor.json("POST", "/api/v1/me/tokens", &made).await.expect(201).json();
    let bearer = format!("Bearer {}", made["token"].as_str().unwrap());
    let program = begun(&speaking(&team.app.client.with("authorization", Some(&bearer)))).await;
    let found =
        call(&program, "find_paragraph_by_keywords", &json!({"book": book, "keywords": ["lamp"]})).await;
    let paragraph = found["result"]["structuredContent"]["paragraphs"][0]["paragraph_id"].clone();
    let arguments = json!({"book": book, "paragraph_id": paragraph, "translated_text": "灯亮了。"});
    call(&program, "update_translation", &arguments).await;
    let changes = team.owner.get(&format!("/api/v1/books/{book}/changes")).await.expect(200).json();
    assert_eq!(changes["items"][0]["person"]["name"], "EDDY", "{changes}");
    assert_eq!(changes["items"][0]["who"], "an editor (MCP)");
    let exported = call(&program, "export", &json!({"book": book})).await;
    let uri = &exported["result"]["structuredContent"]["uri"];
    let read = json!({"jsonrpc": "2.0", "id": 2, "method": "resources/read", "params": {"uri": uri}});
    let read = answer(&program.json("POST", "/mcp", &read).await.expect(200));
    assert!(read["result"]["contents"][0]["blob"].is_string(), "{read}");
    let audit = team.owner.get("/api/v1/audit?limit=1").await.expect(200).json();
    let last = &audit["items"][0];
    assert_eq!((&last["action"], &last["person"]["name"]), (&json!("exported"), &json!("EDDY")), "{audit}");
    assert_eq!(last["about"], json!({"book": book, "by": "mcp"}));
}
