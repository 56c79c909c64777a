//! Many at once, slow ones and greedy ones: nobody keeps the others waiting.

use crate::test_app::{Opening, TestApp};
use serde_json::json;
use server::serve::ServerLimits;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[tokio::test(flavor = "multi_thread")]
async fn more_than_a_thousand_pages_hear_of_one_change() {
    const N_PAGES: usize = 1_200;
    let app = TestApp::open().await;
    let book = app.import("the-lamplighters-ledger.txt").await;
    let mut pages = Vec::new();
    for _ in 0..N_PAGES {
        pages.push(app.client.follow("/api/v1/events", None).await);
    }
    // One of them never reads again, and nobody notices.
    let _asleep = pages.pop();
    app.client
        .json("PATCH", &format!("/api/v1/books/{book}"), &json!({"title_translation": "账本"}))
        .await
        .expect(200);
    let heard = pages.iter_mut().map(|page| page.until("book_changed"));
    assert_eq!(futures::future::join_all(heard).await.len(), N_PAGES - 1);
    app.client.get("/api/v1/books").await.expect(200);
    app.close().await;
}

#[tokio::test]
async fn a_client_that_sends_its_request_drop_by_drop_is_let_go() {
    let limits = ServerLimits { patience: Duration::from_millis(300), ..ServerLimits::default() };
    let app = TestApp::open_as(Opening { limits, ..Opening::default() }).await;
    let address = app.client.address;
    // One never says anything, one never ends its head, one never sends the body it announced.
    for start in [
        "",
        "GET /api/v1/books HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
        "PATCH /api/v1/settings HTTP/1.1\r\nHost: localhost\r\nX-Tsumugi: 1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    ] {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(start.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        let read = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut answer)).await;
        assert!(read.is_ok(), "`{start}` kept the connection");
        assert!(!answer.starts_with(b"HTTP/1.1 2"), "{}", String::from_utf8_lossy(&answer));
    }
    app.client.get("/api/v1/books").await.expect(200);
}

#[tokio::test]
async fn an_upload_that_stops_coming_is_answered_with_a_problem_document() {
    let limits = ServerLimits { patience: Duration::from_millis(300), ..ServerLimits::default() };
    let app = TestApp::open_as(Opening { limits, ..Opening::default() }).await;
    let mut stream = TcpStream::connect(app.client.address).await.unwrap();
    let start = "POST /api/v1/books HTTP/1.1\r\nHost: localhost\r\nX-Tsumugi: 1\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000\r\n\r\n--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\nA lamp";
    stream.write_all(start.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut answer)).await;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    assert!(read.is_ok() && answer.starts_with("HTTP/1.1 408"), "{answer}");
    assert!(answer.contains("application/problem+json") && answer.contains("\"stalled\""), "{answer}");
}

#[tokio::test]
async fn connections_beyond_the_limit_wait_their_turn() {
    let limits =
        ServerLimits { max_connections: 4, patience: Duration::from_millis(500), ..ServerLimits::default() };
    let app = TestApp::open_as(Opening { limits, ..Opening::default() }).await;
    let mut idle = Vec::new();
    for _ in 0..8 {
        idle.push(TcpStream::connect(app.client.address).await.unwrap());
    }
    // The idle ones are let go in time, and then it is our turn.
    app.client.get("/api/v1/books").await.expect(200);
}

#[tokio::test]
async fn a_file_beyond_the_limit_is_refused_and_nothing_stays() {
    let limits = ServerLimits { max_upload_bytes: 100_000, ..ServerLimits::default() };
    let app = TestApp::open_as(Opening { limits, ..Opening::default() }).await;
    let reply = app.client.upload("/api/v1/books", "large.txt", &vec![b'a'; 100_001], &[]).await.expect(413);
    assert_eq!(reply.json()["code"], "too_large");
    app.client
        .upload("/api/v1/books", "../../small.txt", "A word.\n\nAnother.".as_bytes(), &[])
        .await
        .expect(201);
    let books = app.client.get("/api/v1/books").await.expect(200).json();
    assert_eq!(books["items"][0]["file_name"], "small.txt", "a path in a name leads nowhere");
    let large = json!({"title_translation": "x".repeat(3 * 1024 * 1024)});
    let id = books["items"][0]["id"].as_str().unwrap();
    app.client.json("PATCH", &format!("/api/v1/books/{id}"), &large).await.expect(413);
}

#[tokio::test]
async fn answers_are_compressed_for_those_who_ask() {
    let app = TestApp::open().await;
    app.import("the-lamplighters-ledger.txt").await;
    let reply =
        app.client.with("accept-encoding", Some("br, gzip")).get("/api/v1/openapi.json").await.expect(200);
    assert_eq!(reply.headers["content-encoding"], "gzip");
    let stream = app
        .client
        .with("accept-encoding", Some("gzip"))
        .open("GET", "/api/v1/events", None, Vec::new())
        .await;
    assert!(!stream.headers().contains_key("content-encoding"), "live events are not gathered");
}
