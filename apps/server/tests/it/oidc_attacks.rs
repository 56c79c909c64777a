//! Attacks on logging in through a service: tokens that are not what they must be, answers that are not ours, and addresses that
//! lead elsewhere. The service here signs whatever it is told to.

use crate::client::{Client, Reply};
use crate::login_service::{NOW, PAGE, begin, finish, first_cookie, open_with, opening};
use crate::test_app::{Opening, TestApp};
use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use url::Url;

const SECRET: &str = "shared";

/// What the service answers next.
struct Plan {
    issuer: String,
    metadata: Value,
    header: Value,
    claims: Value,
    userinfo: Value,
    /// Signs in place of the service's own key.
    forger: Option<EcdsaKeyPair>,
    key: EcdsaKeyPair,
}

fn new_key() -> EcdsaKeyPair {
    let random = SystemRandom::new();
    let bytes = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
    EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, bytes.as_ref(), &random).unwrap()
}

fn encoded(bytes: impl AsRef<[u8]>) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

impl Plan {
    fn token(&self) -> String {
        let signed = format!("{}.{}", encoded(self.header.to_string()), encoded(self.claims.to_string()));
        let signature = match self.header["alg"].as_str().unwrap() {
            "none" => Vec::new(),
            "HS256" => {
                let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, SECRET.as_bytes());
                ring::hmac::sign(&key, signed.as_bytes()).as_ref().to_vec()
            }
            _ => {
                let key = self.forger.as_ref().unwrap_or(&self.key);
                key.sign(&SystemRandom::new(), signed.as_bytes()).unwrap().as_ref().to_vec()
            }
        };
        format!("{signed}.{}", encoded(signature))
    }
}

/// A service that does as it is told.
#[derive(Clone)]
struct Crooked(Arc<Mutex<Plan>>);

impl Crooked {
    async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let metadata = json!({
            "issuer": issuer, "authorization_endpoint": format!("{issuer}/auth?tenant=1"),
            "token_endpoint": format!("{issuer}/token"), "jwks_uri": format!("{issuer}/jwks"),
            "userinfo_endpoint": format!("{issuer}/me"),
        });
        let nothing = Value::Null;
        let plan = Plan {
            issuer,
            metadata,
            header: nothing.clone(),
            claims: nothing.clone(),
            userinfo: nothing,
            forger: None,
            key: new_key(),
        };
        let crooked = Self(Arc::new(Mutex::new(plan)));
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(metadata_page))
            .route("/jwks", get(keys_page))
            .route("/me", get(userinfo_page))
            .route("/token", post(token_page))
            .with_state(crooked.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        crooked
    }

    fn issuer(&self) -> String {
        self.0.lock().unwrap().issuer.clone()
    }

    /// What an honest service would sign for this login.
    fn be_honest(&self, url: &Url) {
        let mut plan = self.0.lock().unwrap();
        plan.header = json!({"alg": "ES256", "kid": "k"});
        plan.forger = None;
        let (issuer, seconds) = (plan.issuer.clone(), NOW / 1_000);
        plan.claims = json!({
            "iss": issuer, "aud": "tsumugi", "sub": "u1", "nonce": in_query(url, "nonce"),
            "iat": seconds, "exp": seconds + 300, "name": "Una", "groups": ["translators"],
        });
        plan.userinfo = json!({"sub": "u1"});
    }

    /// A login in which the service does this.
    async fn log_in(&self, client: &Client, change: impl FnOnce(&mut Plan)) -> Reply {
        let begun = begin(client).await;
        self.be_honest(&begun.url);
        change(&mut self.0.lock().unwrap());
        let back = json!({"code": "c", "state": in_query(&begun.url, "state")});
        finish(client, &begun.cookie, &back).await
    }
}

async fn metadata_page(State(Crooked(plan)): State<Crooked>) -> Json<Value> {
    Json(plan.lock().unwrap().metadata.clone())
}

async fn userinfo_page(State(Crooked(plan)): State<Crooked>) -> Json<Value> {
    Json(plan.lock().unwrap().userinfo.clone())
}

async fn token_page(State(Crooked(plan)): State<Crooked>) -> Json<Value> {
    let id_token = plan.lock().unwrap().token();
    Json(json!({"id_token": id_token, "access_token": "a", "token_type": "Bearer"}))
}

async fn keys_page(State(Crooked(plan)): State<Crooked>) -> Json<Value> {
    let plan = plan.lock().unwrap();
    let point = plan.key.public_key().as_ref();
    Json(json!({"keys": [
        {"kty": "oct", "kid": "h", "k": encoded(SECRET)},
        {"kty": "EC", "crv": "P-256", "kid": "k", "use": "sig", "alg": "ES256", "x": encoded(&point[1..33]), "y": encoded(&point[33..])},
    ]}))
}

fn in_query(url: &Url, name: &str) -> String {
    url.query_pairs().find(|(key, _)| key == name).unwrap().1.into_owned()
}

/// Every attempt from an address of its own: failed ones are counted.
fn from(app: &TestApp, n: usize) -> Client {
    app.client.with("x-forwarded-for", Some(&format!("198.51.100.{n}")))
}

async fn is_nobody(app: &TestApp) -> bool {
    !app.store.library().has_people().await.unwrap()
}

#[tokio::test]
async fn a_token_for_somebody_else_somewhere_else_or_some_other_time_lets_nobody_in() {
    let crooked = Crooked::start().await;
    let app = open_with(&crooked.issuer(), SECRET).await;
    let seconds = NOW / 1_000;
    let wrong: [(&str, &str, Value); 13] = [
        ("another login", "nonce", json!("other")),
        ("no login", "nonce", Value::Null),
        ("another program", "aud", json!("other")),
        ("no program", "aud", Value::Null),
        ("several programs", "aud", json!(["tsumugi", "other"])),
        ("made for another", "azp", json!("other")),
        ("another service", "iss", json!("https://evil.example")),
        ("over", "exp", json!(seconds - 120)),
        ("without an end", "exp", Value::Null),
        ("made long ago", "iat", json!(seconds - 3_600)),
        ("made later", "iat", json!(seconds + 3_600)),
        ("not begun", "nbf", json!(seconds + 3_600)),
        ("nobody", "sub", json!("")),
    ];
    for (n, (what, claim, value)) in wrong.into_iter().enumerate() {
        let change = |plan: &mut Plan| plan.claims[claim] = value;
        let refused = crooked.log_in(&from(&app, n), change).await.expect(403).json();
        assert_eq!(refused["code"], "oidc_not_verified", "{what}");
    }
    assert!(is_nobody(&app).await);
    let honest = crooked.log_in(&from(&app, 99), |_| ()).await.expect(204);
    let me =
        app.client.with("cookie", Some(&first_cookie(&honest))).get("/api/v1/me").await.expect(200).json();
    assert_eq!((&me["name"], &me["role"]), (&json!("Una"), &json!("translator")));
}

#[tokio::test]
async fn a_token_the_service_did_not_sign_lets_nobody_in() {
    let crooked = Crooked::start().await;
    let app = open_with(&crooked.issuer(), SECRET).await;
    let headers = [
        json!({"alg": "none", "kid": "k"}),
        json!({"alg": "HS256", "kid": "k"}),
        json!({"alg": "HS256", "kid": "h"}),
        json!({"alg": "ES256", "kid": "unknown"}),
        json!({"alg": "ES256", "kid": "h"}),
        json!({"alg": "RS256", "kid": "k"}),
    ];
    for (n, header) in headers.into_iter().enumerate() {
        let shown = header.to_string();
        let refused = crooked.log_in(&from(&app, n), |plan| plan.header = header).await.expect(403).json();
        assert_eq!(refused["code"], "oidc_not_verified", "{shown}");
    }
    crooked.log_in(&from(&app, 50), |plan| plan.forger = Some(new_key())).await.expect(403);
    // What the service says about somebody else is not taken for theirs.
    let about_another = |plan: &mut Plan| {
        plan.claims["groups"].take();
        plan.claims.as_object_mut().unwrap().remove("groups");
        plan.userinfo = json!({"sub": "u2", "groups": ["tsumugi-owners"]});
    };
    crooked.log_in(&from(&app, 51), about_another).await.expect(403);
    assert!(is_nobody(&app).await);
}

#[tokio::test]
async fn a_login_begun_elsewhere_is_not_finished_and_no_answer_leads_elsewhere() {
    let crooked = Crooked::start().await;
    let app = open_with(&crooked.issuer(), SECRET).await;
    let misled = app.client.with("host", Some("evil.example")).with("x-forwarded-host", Some("evil.example"));
    let begun = begin(&misled).await;
    assert_eq!(in_query(&begun.url, "redirect_uri"), format!("{PAGE}/oidc-callback"));
    assert!(begun.url.as_str().starts_with(&format!("{}/auth?tenant=1&", crooked.issuer())), "{}", begun.url);
    assert_eq!(in_query(&begun.url, "code_challenge_method"), "S256");
    crooked.be_honest(&begun.url);
    let state = in_query(&begun.url, "state");
    let back =
        json!({"code": "c", "state": state, "redirect": "https://evil.example", "next": "//evil.example"});

    let no_cookie = app.client.json("POST", "/api/v1/oidc/finish", &back).await.expect(400).json();
    assert_eq!(no_cookie["code"], "oidc_not_begun");
    let guessed = json!({"code": "c", "state": "0".repeat(64)});
    finish(&app.client, &begun.cookie, &guessed).await.expect(400);
    for cookie in ["tsumugi_login=", "tsumugi_login=1.x", "tsumugi_login=99999999999999999999.x"] {
        finish(&app.client, cookie, &back).await.expect(400);
    }
    let old = begun.cookie.replace(NOW.to_string().get(..6).unwrap(), "179999");
    finish(&app.client, &old, &back).await.expect(400);
    let foreign = app.client.with("origin", Some("https://evil.example"));
    assert_eq!(finish(&foreign, &begun.cookie, &back).await.expect(403).json()["code"], "foreign_origin");
    let entered = finish(&app.client, &begun.cookie, &back).await.expect(204);
    assert!(!entered.headers.contains_key("location"));

    let mixed_up = begin(&from(&app, 1)).await;
    let back = json!({"code": "c", "state": in_query(&mixed_up.url, "state"), "iss": "https://evil.example"});
    let refused = finish(&from(&app, 1), &mixed_up.cookie, &back).await.expect(403).json();
    assert_eq!(refused["code"], "oidc_not_verified");
    // The page itself answers where the service sends browsers to, with nothing of what was sent in it.
    let page = app.client.get("/oidc-callback?code=%3Cscript%3E&state=x").await.expect(200);
    assert!(!page.text().contains("%3Cscript%3E") && !page.headers.contains_key("location"));
    let elsewhere = app.client.get("//evil.example/oidc-callback?code=c").await;
    assert!(!elsewhere.headers.contains_key("location"));
}

#[tokio::test]
async fn a_service_that_is_another_or_leads_where_others_listen_is_not_used() {
    for (name, value) in [
        ("issuer", "https://evil.example"),
        ("authorization_endpoint", "http://evil.example/auth"),
        ("authorization_endpoint", "javascript:alert(1)"),
        ("token_endpoint", "http://evil.example/token"),
        ("jwks_uri", "file:///etc/passwd"),
        ("userinfo_endpoint", "ftp://evil.example"),
    ] {
        let crooked = Crooked::start().await;
        let app = open_with(&crooked.issuer(), SECRET).await;
        crooked.0.lock().unwrap().metadata[name] = json!(value);
        let refused = app.client.json("POST", "/api/v1/oidc/begin", &json!({})).await.expect(502).json();
        assert_eq!(refused["code"], "login_service", "{name}");
        assert!(!refused.to_string().contains("evil.example"), "{refused}");
    }
    let team = TestApp::open_as(Opening { is_team: true, ..Opening::default() }).await;
    let missing = team.client.json("POST", "/api/v1/oidc/begin", &json!({})).await.expect(404).json();
    assert_eq!(missing["code"], "no_login_service");
    assert_eq!(team.client.get("/api/v1/about").await.expect(200).json()["login_service"], Value::Null);
}

#[tokio::test]
async fn failed_logins_through_a_service_are_counted_by_address() {
    let app = open_with("http://127.0.0.1:9", SECRET).await;
    let back = json!({"code": "c", "state": "s"});
    for _ in 0..10 {
        app.client.json("POST", "/api/v1/oidc/finish", &back).await.expect(400);
    }
    app.client.json("POST", "/api/v1/oidc/finish", &back).await.expect(429);
    from(&app, 1).json("POST", "/api/v1/oidc/finish", &back).await.expect(400);
}

#[tokio::test]
async fn a_login_service_needs_tls_and_the_address_of_the_page() {
    for (issuer, has_page, code) in [
        ("https://login.example.org", false, "address of the page"),
        ("http://login.example.org", true, "not the address of a login service"),
    ] {
        let mut opening = opening(issuer, SECRET);
        if !has_page {
            opening.proxies.public_url = None;
        }
        let refused = TestApp::try_open(opening).await.err().unwrap();
        assert!(refused.to_string().contains(code), "{refused}");
    }
}
