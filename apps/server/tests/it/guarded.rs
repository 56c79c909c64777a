//! Who is let in: host, origin, token; and what every answer leaves with.

use crate::test_app::{Opening, TestApp};
use serde_json::json;
use std::time::Duration;
use store::testing::WriteTurn;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

const TOKEN: &str = "0123456789abcdef0123";

#[tokio::test]
async fn a_foreign_name_for_this_machine_is_not_answered() {
    let app = TestApp::open().await;
    for host in ["evil.example", "localhost.evil.example:80", "0.0.0.0:80", "192.168.1.2"] {
        let reply = app.client.with("host", Some(host)).get("/api/v1/books").await.expect(421);
        assert_eq!(reply.json()["code"], "host", "{host}");
        app.client.with("host", Some(host)).get("/").await.expect(421);
    }
    app.client.with("host", Some("localhost:9999")).get("/api/v1/books").await.expect(200);
    let none = app.client.with("host", None).get("/api/v1/books").await;
    assert_eq!(none.status, 400, "a request without a host");
}

#[tokio::test]
async fn only_the_names_of_this_machine_are_its_names() {
    let app = TestApp::open().await;
    let asked = async |host| app.client.with("host", Some(host)).get("/api/v1/about").await;
    for host in ["localhost", "localhost:8000", "127.0.0.1:1", "[::1]:8000", "LOCALHOST:80"] {
        asked(host).await.expect(200);
    }
    for host in [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example:80",
        "0.0.0.0:8000",
        "",
        ":80",
        "[::1",
        "127.0.0.2",
    ] {
        let refused = asked(host).await.expect(421).json();
        assert_eq!(refused["message"], "host_unknown", "{host}");
    }
}

#[tokio::test]
async fn a_page_of_another_origin_changes_and_reads_nothing() {
    let app = TestApp::open().await;
    let body = json!({"default_model": "evil"});
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1", "file://"] {
        let client = app.client.with("origin", Some(origin));
        client.json("PATCH", "/api/v1/settings", &body).await.expect(403);
        client.get("/api/v1/books").await.expect(403);
    }
    for site in ["cross-site", "same-site"] {
        let client = app.client.with("sec-fetch-site", Some(site));
        client.json("PATCH", "/api/v1/settings", &body).await.expect(403);
        client.get("/api/v1/events").await.expect(403);
    }
    let bare = app.client.with("x-tsumugi", None);
    let reply = bare.json("PATCH", "/api/v1/settings", &body).await.expect(403).json();
    assert_eq!(reply["code"], "header_missing");
    bare.upload("/api/v1/books", "a.txt", b"text", &[]).await.expect(403);
    bare.get("/api/v1/books").await.expect(200);
    let own = format!("http://{}", app.client.address);
    let page = bare.with("origin", Some(&own));
    page.json("PATCH", "/api/v1/settings", &json!({"ask_above_usd": 2.0})).await.expect(200);
    let settings = app.client.get("/api/v1/settings").await.expect(200).json();
    assert_eq!(settings["default_model"], "rehearsal", "nothing of that was done");
}

#[tokio::test]
async fn the_token_is_asked_for_and_cannot_be_guessed() {
    let app = TestApp::open_as(Opening { token: Some(TOKEN), ..Opening::default() }).await;
    let none = app.client.get("/api/v1/books").await.expect(401).json();
    assert_eq!(none["code"], "token_required");
    app.client.get("/").await.expect(200);
    let bearer = format!("Bearer {TOKEN}");
    app.client.with("authorization", Some(&bearer)).get("/api/v1/books").await.expect(200);
    let session = app.client.json("POST", "/api/v1/session", &json!({"token": TOKEN})).await.expect(204);
    let cookie = session.headers["set-cookie"].to_str().unwrap().to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap().to_owned();
    app.client.with("cookie", Some(&cookie)).get("/api/v1/books").await.expect(200);
    // A proxy in front may have another name.
    let proxied = app.client.with("host", Some("books.example.org")).with("cookie", Some(&cookie));
    proxied.get("/api/v1/books").await.expect(200);
    for _ in 0..10 {
        app.client
            .json("POST", "/api/v1/session", &json!({"token": "0123456789abcdef9999"}))
            .await
            .expect(401);
    }
    let limited = app
        .client
        .json("POST", "/api/v1/session", &json!({"token": "0123456789abcdef9999"}))
        .await
        .expect(429);
    assert_eq!(limited.headers["retry-after"], "60");
}

#[tokio::test]
async fn beyond_this_machine_a_token_is_demanded() {
    let folder = tempfile::tempdir().unwrap();
    let store = store::store::Store::open(&folder.path().join("library.tsumugi")).await.unwrap();
    let app = TestApp::open().await;
    let config = server::serve::ServerConfig {
        store,
        host: std::sync::Arc::new(crate::test_app::TestHost::new(
            String::new(),
            crate::test_app::Opening::default().dictionaries,
        )),
        token: None,
        is_team: false,
        oidc: None,
        mail: None,
        proxies: server::serve::Proxies::default(),
        limits: server::serve::ServerLimits::default(),
        has_workers: false,
    };
    let refused = server::serve::Server::bind("0.0.0.0:0".parse().unwrap(), config).await;
    assert!(refused.is_err_and(|error| error.to_string().contains("a token is needed")));
    drop(app);
}

#[tokio::test]
async fn every_answer_carries_the_headers_that_keep_a_browser_honest() {
    let app = TestApp::open().await;
    for path in ["/", "/library", "/api/v1/books", "/api/v1/nothing", "/api/v1/runs/x"] {
        let reply = app.client.get(path).await;
        let policy = reply.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(reply.headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(reply.headers["x-frame-options"], "DENY", "{path}");
    }
    let missing = app.client.get("/api/v1/nothing").await.expect(404);
    assert_eq!(missing.json()["code"], "no_such_address");
    let method = app.client.json("PUT", "/api/v1/books", &json!({})).await.expect(405);
    assert_eq!(method.json()["code"], "method");
}

#[tokio::test]
async fn no_path_leads_out_of_the_page() {
    let app = TestApp::open().await;
    let secret = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).unwrap();
    for path in [
        "/../Cargo.toml",
        "/..%2f..%2fCargo.toml",
        "/assets/../../server/Cargo.toml",
        "/%2e%2e/server/Cargo.toml",
        "/..\\server\\Cargo.toml",
        "//etc/passwd",
        "/api/v1/books/..%2f..%2fetc%2fpasswd",
    ] {
        let reply = app.client.get(path).await;
        assert!(!reply.text().contains(secret.lines().next().unwrap()), "{path}");
        assert!(!reply.text().contains("root:"), "{path}");
    }
}

#[tokio::test]
async fn the_printed_link_puts_the_token_into_a_cookie() {
    let app = TestApp::open_as(Opening { token: Some(TOKEN), ..Opening::default() }).await;
    let opened = app.client.get(&format!("/book/x?view=list&token={TOKEN}")).await.expect(303);
    assert_eq!(opened.headers["location"], "/book/x?view=list", "the token leaves the address");
    let cookie = opened.headers["set-cookie"].to_str().unwrap().to_owned();
    assert!(cookie.contains("HttpOnly; SameSite=Strict") && !cookie.contains("Secure"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap();
    app.client.with("cookie", Some(cookie)).get("/api/v1/books").await.expect(200);
    let wrong = app.client.get("/?token=0123456789abcdef9999").await.expect(303);
    assert!(!wrong.headers.contains_key("set-cookie"), "the page will ask for the right one");
    app.client.get(&format!("/api/v1/books?token={TOKEN}")).await.expect(401);
}

#[tokio::test]
async fn the_address_stays_here() {
    let app = TestApp::open_as(Opening { token: Some("a-long-enough-token"), ..Opening::default() }).await;
    for (opened, address) in [
        ("/?token=x", "/"),
        ("/book/x?a=1&token=x&b", "/book/x?a=1&b"),
        ("//evil.example?token=x", "/"),
        ("/\\evil.example?token=x", "/"),
    ] {
        let reply = app.client.get(opened).await.expect(303);
        assert_eq!(reply.headers["location"], address, "{opened}");
    }
}

#[tokio::test]
async fn wrong_tokens_do_not_lock_out_the_right_one() {
    let app = TestApp::open_as(Opening { token: Some(TOKEN), ..Opening::default() }).await;
    for _ in 0..15 {
        app.client.with("authorization", Some("Bearer wrong-wrong-wrong-wrong")).get("/api/v1/books").await;
    }
    let locked = app.client.with("authorization", Some("Bearer wrong-wrong-wrong-wrong"));
    locked.get("/api/v1/books").await.expect(429);
    let right = format!("Bearer {TOKEN}");
    app.client.with("authorization", Some(&right)).get("/api/v1/books").await.expect(200);
}

#[tokio::test]
async fn a_trusted_proxy_is_believed_and_no_other() {
    let wrong = json!({"token": "0123456789abcdef9999"});
    for (trusted, last) in [(vec![server::serve::trusted_proxy("127.0.0.0/8").unwrap()], 401), (vec![], 429)]
    {
        let proxies = server::serve::Proxies { trusted, public_url: None };
        let app = TestApp::open_as(Opening { token: Some(TOKEN), proxies, ..Opening::default() }).await;
        let from = |address: &str| app.client.with("x-forwarded-for", Some(address));
        for _ in 0..11 {
            from("203.0.113.7").json("POST", "/api/v1/session", &wrong).await;
        }
        from("203.0.113.7").json("POST", "/api/v1/session", &wrong).await.expect(429);
        from("198.51.100.9").json("POST", "/api/v1/session", &wrong).await.expect(last);
        let tls = app.client.with("x-forwarded-proto", Some("https"));
        let session = tls.json("POST", "/api/v1/session", &json!({"token": TOKEN})).await.expect(204);
        let cookie = session.headers["set-cookie"].to_str().unwrap();
        assert_eq!(cookie.contains("; Secure"), last == 401, "{cookie}");
    }
}

#[tokio::test]
async fn behind_a_proxy_that_rewrites_the_host_the_public_address_is_ours() {
    let public_url = Some("https://books.example.org".parse().unwrap());
    let proxies = server::serve::Proxies { trusted: Vec::new(), public_url };
    let app = TestApp::open_as(Opening { token: Some(TOKEN), proxies, ..Opening::default() }).await;
    let page = app.client.with("x-tsumugi", None).with("origin", Some("https://books.example.org"));
    let session = page.json("POST", "/api/v1/session", &json!({"token": TOKEN})).await.expect(204);
    assert!(session.headers["set-cookie"].to_str().unwrap().contains("; Secure"));
    let foreign = app.client.with("origin", Some("https://evil.example"));
    foreign.json("POST", "/api/v1/session", &json!({"token": TOKEN})).await.expect(403);
}

#[tokio::test]
async fn a_body_that_stalls_ends_with_408() {
    let limits = server::serve::ServerLimits { patience: Duration::from_millis(200), ..Default::default() };
    let app = TestApp::open_as(Opening { limits, ..Opening::default() }).await;
    for (path, kind, begun) in [
        ("/api/v1/models", "application/json", "{\"name\": "),
        (
            "/api/v1/books",
            "multipart/form-data; boundary=x",
            "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\nOnce",
        ),
    ] {
        let mut stream = tokio::net::TcpStream::connect(app.client.address).await.unwrap();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nX-Tsumugi: 1\r\nContent-Type: {kind}\r\nContent-Length: 5000\r\n\r\n{begun}"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 408"), "{path}: {answer}");
        assert!(answer.contains("application/problem+json") && answer.contains("\"stalled\""), "{answer}");
    }
}

#[tokio::test]
async fn a_server_whose_library_another_program_keeps_locked_is_not_ready_until_it_can_write_again() {
    let app = TestApp::open().await;
    let other = store::store::Store::open(app.store.path().unwrap()).await.unwrap();
    let turn = WriteTurn::begin(&other).await.unwrap();
    let reply = app.client.get("/readyz").await.expect(503);
    assert_eq!(reply.text(), "the library cannot be written");
    app.client.get("/healthz").await.expect(200);
    turn.end(Ok(())).await.unwrap();
    app.client.get("/readyz").await.expect(200);
}

#[tokio::test]
async fn whoever_watches_over_the_server_needs_no_token_and_learns_nothing_else() {
    let app = TestApp::open_as(Opening { token: Some(TOKEN), ..Opening::default() }).await;
    let stranger = app.client.with("authorization", None);
    for path in ["/healthz", "/readyz"] {
        assert_eq!(stranger.get(path).await.expect(200).text(), "ok");
    }
    stranger.get("/api/v1/books").await.expect(401);
    stranger.get("/metrics").await.expect(401);
}
