//! Sessions over HTTP: a bounded number, and the one unused for longest makes room.

use crate::test_door::TestDoor;
use http::{Method, Request};
use mcp::transport::http::{HttpService, service};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

/// The most sessions at once.
const MAX_SESSIONS: usize = 64;

/// Sends a message; gives the status and the id of the session that was begun, if one was.
async fn send(
    service: &HttpService,
    method: Method,
    session: Option<&str>,
    body: &Value,
) -> (u16, Option<String>) {
    let mut request = Request::builder()
        .method(method)
        .uri("/mcp")
        .header("host", "localhost")
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream");
    if let Some(session) = session {
        request = request.header("mcp-session-id", session);
    }
    let response = service.handle(request.body(body.to_string()).unwrap()).await;
    let begun = response.headers().get("mcp-session-id").map(|id| id.to_str().unwrap().to_owned());
    (response.status().as_u16(), begun)
}

async fn begin(service: &HttpService) -> String {
    let beginning = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "an editor", "version": "1"}}});
    send(service, Method::POST, None, &beginning).await.1.unwrap()
}

async fn has_session(service: &HttpService, session: &str) -> bool {
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    match send(service, Method::POST, Some(session), &ready).await.0 {
        202 => true,
        404 => false,
        status => panic!("status {status}"),
    }
}

#[tokio::test]
async fn the_session_unused_for_longest_makes_room() {
    let test = TestDoor::open().await;
    let service = service(test.door.clone(), CancellationToken::new());
    let mut sessions = Vec::new();
    for _ in 0..MAX_SESSIONS {
        sessions.push(begin(&service).await);
    }
    assert!(has_session(&service, &sessions[0]).await, "used now, so the second is the oldest");
    sessions.push(begin(&service).await);
    assert!(has_session(&service, &sessions[0]).await);
    assert!(!has_session(&service, &sessions[1]).await);
    let (closed, _) = send(&service, Method::DELETE, Some(&sessions[0]), &Value::Null).await;
    assert!((200..300).contains(&closed), "status {closed}");
    let mut n_open = 0;
    for session in &sessions {
        n_open += usize::from(has_session(&service, session).await);
    }
    assert_eq!(n_open, MAX_SESSIONS - 1);
}
