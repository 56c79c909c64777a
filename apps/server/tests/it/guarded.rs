//! Who is let in: host, origin, token; and what every answer leaves with.

use crate::test_app::{Opening, TestApp};
use serde_json::json;

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
        host: std::sync::Arc::new(crate::test_app::TestOffice::new(
            String::new(),
            crate::test_app::Opening::default().dictionaries,
        )),
        token: None,
        limits: server::serve::Limits::default(),
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
