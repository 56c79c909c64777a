//! Many at once, slow ones and greedy ones: nobody keeps the others waiting.

use crate::teams::TestTeam;
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
async fn who_sends_drop_by_drop_gives_way_to_who_has_something_to_ask() {
    // Nobody is let go for being slow while this test lasts.
    let patience = Duration::from_mins(10);
    let limits = ServerLimits { max_connections: 4, patience, ..ServerLimits::default() };
    let app = TestApp::open_as(Opening { limits, ..Opening::default() }).await;
    let mut events = app.client.follow("/api/v1/events", None).await;
    let mut slow = Vec::new();
    for start in [
        "GET /api/v1/books HTTP/1.1\r\nHost: ",
        "PATCH /api/v1/settings HTTP/1.1\r\nHost: localhost\r\nX-Tsumugi: 1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    ]
    .repeat(20)
    {
        let mut stream = TcpStream::connect(app.client.address).await.unwrap();
        stream.write_all(start.as_bytes()).await.unwrap();
        slow.push(stream);
    }
    let asked = async {
        app.client.get("/healthz").await.expect(200);
        app.client.get("/api/v1/books").await.expect(200)
    };
    tokio::time::timeout(Duration::from_secs(20), asked).await.unwrap();
    // What was asked is answered to its end.
    app.import("the-lamplighters-ledger.txt").await;
    events.until("book_changed").await;
}

#[tokio::test]
async fn a_body_that_comes_drop_by_drop_has_an_end() {
    let limits = ServerLimits { body_deadline: Duration::from_millis(300), ..ServerLimits::default() };
    let app = TestApp::open_as(Opening { limits, ..Opening::default() }).await;
    let mut stream = TcpStream::connect(app.client.address).await.unwrap();
    let start = "PATCH /api/v1/settings HTTP/1.1\r\nHost: localhost\r\nX-Tsumugi: 1\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n";
    stream.write_all(start.as_bytes()).await.unwrap();
    let (mut from, mut to) = stream.into_split();
    let dripping = tokio::spawn(async move {
        // Each drop is in time for the next.
        while to.write_all(b" ").await.is_ok() {
            tokio::task::yield_now().await;
        }
    });
    let mut answer = String::new();
    tokio::time::timeout(Duration::from_secs(20), from.read_to_string(&mut answer)).await.unwrap().unwrap();
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    dripping.abort();
}

#[tokio::test]
async fn a_sender_has_a_few_large_bodies_read_at_once_and_a_stranger_none() {
    let team = TestTeam::open().await;
    let (one, other) = (team.member("one", "editor", None).await, team.member("other", "editor", None).await);
    let book = team.import().await;
    let mut open = Vec::new();
    for _ in 0..9 {
        open.push(one.begin_body(&format!("/api/v1/books/{book}"), 1_900_000).await);
    }
    // One of the nine is refused as soon as the others have their places.
    futures::future::select_all(open.iter().map(|stream| Box::pin(stream.readable()))).await.0.unwrap();
    let large = json!({"title_translation": "x".repeat(100_000)});
    let path = format!("/api/v1/books/{book}");
    let refused = one.json("PATCH", &path, &large).await.expect(429).json();
    assert_eq!(refused["code"], "too_many_bodies");
    one.json("PATCH", &path, &json!({"title_translation": "A"})).await.expect(200);
    let answered = other.json("PATCH", &path, &large).await;
    assert_ne!(answered.status, 429, "another has places of their own");
    let login = json!({"login": "x".repeat(20_000), "password": "y"});
    team.app.client.json("POST", "/api/v1/login", &login).await.expect(413);
    drop(open);
}

#[tokio::test]
async fn a_member_has_a_number_of_live_streams_and_leaves_the_others_theirs() {
    let limits = ServerLimits { streams_per_member: 3, ..ServerLimits::default() };
    let team = TestTeam::open_as(Opening { limits, ..Opening::default() }).await;
    let (one, other) = (team.member("one", "reader", None).await, team.member("other", "reader", None).await);
    let mut streams = Vec::new();
    for _ in 0..3 {
        streams.push(one.follow("/api/v1/events", None).await);
    }
    one.get("/api/v1/events").await.expect(429);
    other.follow("/api/v1/events", None).await;
    streams.pop();
    // The server sees the end of a stream when it next has something to tell.
    team.import().await;
    while one.open("GET", "/api/v1/events", None, Vec::new()).await.status() == 429 {
        tokio::task::yield_now().await;
    }
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
