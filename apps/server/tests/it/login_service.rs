//! Logging in through a real login service: `oidc-provider`, which `scripts/setup-tests` installs.

use crate::client::{Client, Reply};
use crate::test_app::{Opening, TestApp};
use llm::{Gate, Http, HttpConfig};
use secrecy::SecretString;
use serde_json::{Map, Value, json};
use server::serve::{OidcConfig, Proxies, ServeError};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use store::people::Role;
use url::Url;

pub(crate) const PAGE: &str = "https://books.example.org";
/// The clock of the tests begins here.
pub(crate) const NOW: i64 = 1_800_000_000_000;

/// A server of a team whose members log in through the service with this address.
pub(crate) async fn open_with(issuer: &str, secret: &str) -> TestApp {
    TestApp::open_as(opening(issuer, secret)).await
}

pub(crate) fn opening(issuer: &str, secret: &str) -> Opening {
    let role = |group: &str, role| (group.to_owned(), role);
    let config = OidcConfig {
        issuer: issuer.to_owned(),
        client_id: "tsumugi".to_owned(),
        client_secret: Some(SecretString::from(secret)),
        name: "Example".to_owned(),
        scopes: vec!["profile".to_owned(), "groups".to_owned()],
        group_claim: "groups".to_owned(),
        roles: vec![
            role("readers", Role::Reader),
            role("translators", Role::Translator),
            role("tsumugi-owners", Role::Owner),
        ],
        http: Http::new(Gate::anywhere(), HttpConfig::default()).unwrap(),
    };
    // Whoever asks through the test's own address is believed about theirs: failed logins are counted by it.
    let trusted = vec![server::serve::trusted_proxy("127.0.0.1").unwrap()];
    let proxies = Proxies { trusted, public_url: Some(PAGE.parse().unwrap()) };
    Opening { is_team: true, oidc: Some(config), proxies, ..Opening::default() }
}

/// A login that was begun: where the browser goes, and the cookie it keeps.
pub(crate) struct Begun {
    pub(crate) url: Url,
    pub(crate) cookie: String,
}

pub(crate) async fn begin(client: &Client) -> Begun {
    let begun = client.json("POST", "/api/v1/oidc/begin", &json!({})).await.expect(200);
    let url = Url::parse(begun.json()["url"].as_str().unwrap()).unwrap();
    Begun { url, cookie: first_cookie(&begun) }
}

pub(crate) fn first_cookie(reply: &Reply) -> String {
    let cookie = reply.headers["set-cookie"].to_str().unwrap();
    assert!(cookie.contains("HttpOnly; SameSite=Strict; Secure"), "{cookie}");
    cookie.split(';').next().unwrap().to_owned()
}

/// Hands over what a browser came back with.
pub(crate) async fn finish(client: &Client, cookie: &str, back: &Value) -> Reply {
    client.with("cookie", Some(cookie)).json("POST", "/api/v1/oidc/finish", back).await
}

/// The service, until it is dropped.
pub(crate) struct Service {
    child: Child,
    /// Kept open: it ends when it cannot say what it wants to.
    _said: BufReader<ChildStdout>,
    pub(crate) issuer: String,
}

impl Service {
    #[expect(clippy::disallowed_methods, clippy::explicit_write, reason = "a skipped test says so itself")]
    pub(crate) fn start(test: &str) -> Option<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
        let packages = root.join("target/oidc/node_modules");
        if !packages.join("oidc-provider").exists() {
            let is_build_server = std::env::var_os("CI").is_some_and(|ci| ci == "true");
            assert!(
                !is_build_server,
                "the build server must have `target/oidc`; `scripts/setup-tests` makes it"
            );
            writeln!(
                std::io::stderr(),
                "skipped: {test}: `target/oidc` is missing; `scripts/setup-tests` makes it"
            )
            .unwrap();
            return None;
        }
        let mut child = Command::new("node")
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/login_service.mjs"))
            .arg(packages)
            .args([format!("{PAGE}{}", server::serve::CALLBACK), NOW.to_string()])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut issuer = String::new();
        let mut said = BufReader::new(child.stdout.take().unwrap());
        said.read_line(&mut issuer).unwrap();
        Some(Self { child, _said: said, issuer: issuer.trim().to_owned() })
    }

    fn client(&self) -> Client {
        Client::new(self.issuer.strip_prefix("http://").unwrap().parse::<SocketAddr>().unwrap())
    }

    /// Goes where a browser would, as this person, and gives back what it comes back with.
    pub(crate) async fn visit(&self, begun: &Begun, person: &str) -> Value {
        let mut url = begun.url.clone();
        url.query_pairs_mut().append_pair("login_hint", person);
        let mut cookies = BTreeMap::<String, String>::new();
        loop {
            let path = format!("{}?{}", url.path(), url.query().unwrap_or_default());
            let jar: Vec<String> = cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let reply = self.client().with("cookie", Some(&jar.join("; "))).get(&path).await.expect(303);
            for cookie in reply.headers.get_all("set-cookie") {
                let (name, value) =
                    cookie.to_str().unwrap().split(';').next().unwrap().split_once('=').unwrap();
                cookies.insert(name.to_owned(), value.to_owned());
            }
            url = url.join(reply.headers["location"].to_str().unwrap()).unwrap();
            if url.as_str().starts_with(PAGE) {
                assert_eq!(url.path(), server::serve::CALLBACK);
                let back: Map<String, Value> =
                    url.query_pairs().map(|(name, value)| (name.into_owned(), json!(value))).collect();
                return Value::Object(back);
            }
        }
    }

    /// A whole login.
    pub(crate) async fn log_in(&self, app: &TestApp, person: &str) -> Reply {
        let begun = begin(&app.client).await;
        let back = self.visit(&begun, person).await;
        finish(&app.client, &begun.cookie, &back).await
    }

    pub(crate) async fn put_into(&self, person: &str, groups: &str) {
        self.client().get(&format!("/groups?person={person}&groups={groups}")).await.expect(200);
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test]
async fn somebody_logs_in_through_a_real_service_and_their_role_follows_their_groups() {
    let test = "somebody_logs_in_through_a_real_service_and_their_role_follows_their_groups";
    let Some(service) = Service::start(test) else { return };
    let app = open_with(&service.issuer, "a secret: with/odd+characters").await;
    assert_eq!(app.client.get("/api/v1/about").await.expect(200).json()["login_service"], "Example");
    let entered = |reply: Reply| app.client.with("cookie", Some(&first_cookie(&reply.expect(204))));

    let ann = entered(service.log_in(&app, "ann").await);
    let me = ann.get("/api/v1/me").await.expect(200).json();
    assert_eq!((&me["name"], &me["role"]), (&json!("ANN"), &json!("translator")), "the most of both groups");
    service.put_into("ann", "readers").await;
    let again = entered(service.log_in(&app, "ann").await);
    let now = again.get("/api/v1/me").await.expect(200).json();
    assert_eq!((&now["id"], &now["role"]), (&me["id"], &json!("reader")), "the same account");
    assert_eq!(ann.get("/api/v1/me").await.expect(200).json()["role"], "reader", "in every session");

    service.put_into("ann", "strangers").await;
    let refused = service.log_in(&app, "ann").await.expect(403).json();
    assert_eq!(refused["code"], "oidc_no_group");
    assert!(refused["detail"].as_str().unwrap().contains("strangers"), "{refused}");
    for session in [&ann, &again] {
        session.get("/api/v1/me").await.expect(401);
    }
    let refused = service.log_in(&app, "nora").await.expect(403).json();
    assert!(refused["detail"].as_str().unwrap().contains("no group"), "{refused}");
    let refused = service.log_in(&app, "denied").await.expect(403).json();
    assert_eq!(refused["code"], "oidc_refused");
    assert!(refused["detail"].as_str().unwrap().contains("access_denied"), "{refused}");

    let owner = entered(service.log_in(&app, "olive").await);
    let people = owner.get("/api/v1/people").await.expect(200).json();
    assert_eq!(people["items"].as_array().unwrap().len(), 2, "who was refused has no account: {people}");
    let audit = owner.get("/api/v1/audit").await.expect(200).json();
    let actions: Vec<&str> =
        audit["items"].as_array().unwrap().iter().map(|entry| entry["action"].as_str().unwrap()).collect();
    assert_eq!(
        actions,
        ["login", "joined", "login_refused", "login_refused", "login", "role_changed", "login", "joined"]
    );
}

#[tokio::test]
async fn a_code_works_once_and_only_in_the_browser_that_asked_for_it() {
    let test = "a_code_works_once_and_only_in_the_browser_that_asked_for_it";
    let Some(service) = Service::start(test) else { return };
    let app = open_with(&service.issuer, "a secret: with/odd+characters").await;
    let begun = begin(&app.client).await;
    let back = service.visit(&begun, "ann").await;
    // Another browser, once with the state of the first and once with its own.
    let other = begin(&app.client).await;
    let refused = finish(&app.client, &other.cookie, &back).await.expect(400).json();
    assert_eq!(refused["code"], "oidc_not_begun");
    let mut swapped = service.visit(&other, "sid").await;
    swapped["code"] = back["code"].clone();
    let refused = finish(&app.client, &other.cookie, &swapped).await.expect(403).json();
    assert_eq!(refused["code"], "oidc_not_verified", "PKCE: the code was made for another browser");

    let begun = begin(&app.client).await;
    let back = service.visit(&begun, "ann").await;
    let entered = finish(&app.client, &begun.cookie, &back).await.expect(204);
    let cookies: Vec<&str> =
        entered.headers.get_all("set-cookie").iter().map(|cookie| cookie.to_str().unwrap()).collect();
    assert!(cookies[1].starts_with("tsumugi_login=; Path=/; Max-Age=0"), "{cookies:?}");
    let replayed = finish(&app.client, &begun.cookie, &back).await.expect(400).json();
    assert_eq!(replayed["code"], "oidc_not_begun");
    assert!(!entered.headers.contains_key("location"));
}

#[tokio::test]
async fn a_service_is_reached_by_tls_or_on_this_machine() {
    for issuer in ["https://login.example.org/realms/books", "http://localhost:3000", "http://127.0.0.1:1/x"]
    {
        assert!(TestApp::try_open(opening(issuer, "a secret")).await.is_ok(), "{issuer}");
    }
    for issuer in [
        "http://login.example.org",
        "http://localhost.evil.example",
        "https://a@b",
        "javascript:x",
        "//x",
        "",
    ] {
        let refused = TestApp::try_open(opening(issuer, "a secret")).await.err().unwrap();
        let ServeError::LoginService(message) = refused else { panic!("{issuer}: {refused}") };
        assert_eq!(message.code, "oidc_issuer_not_safe", "{issuer}");
    }
}
