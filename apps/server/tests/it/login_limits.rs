//! Passwords cannot be guessed, and whoever tries locks nobody out of a browser they have logged in with before.

use crate::client::{Client, Reply};
use crate::teams::TestTeam;
use serde_json::{Value, json};
use server::parts::{LoginAttempt, LoginLimits};
use std::net::IpAddr;

const PASSWORD: &str = "correct horse battery";

fn device(reply: &Reply) -> String {
    let cookies = reply.headers.get_all("set-cookie").iter().map(|cookie| cookie.to_str().unwrap());
    let device = cookies.into_iter().find(|cookie| cookie.starts_with("tsumugi_device=")).unwrap();
    assert!(device.contains("HttpOnly; SameSite=Strict"), "{device}");
    device.split(';').next().unwrap().to_owned()
}

async fn log_in(client: &Client, password: &str) -> Reply {
    client.json("POST", "/api/v1/login", &json!({"login": "olive", "password": password})).await
}

#[tokio::test]
async fn strangers_cannot_lock_an_owner_out_of_a_browser_they_know() {
    let team = TestTeam::open().await;
    let client = &team.app.client;
    let known = client.with("cookie", Some(&device(&log_in(client, PASSWORD).await.expect(204))));
    for _ in 0..10 {
        log_in(client, "wrong wrong wrong").await.expect(401);
    }
    log_in(client, PASSWORD).await.expect(429);
    log_in(&known, PASSWORD).await.expect(204);
    // The cookie is no way to guess more, nor for another account.
    for _ in 0..10 {
        log_in(&known, "wrong wrong wrong").await.expect(401);
    }
    log_in(&known, PASSWORD).await.expect(429);
    let other = json!({"login": "somebody", "password": PASSWORD});
    known.json("POST", "/api/v1/login", &other).await.expect(429);
    let made_up = client.with("cookie", Some(&format!("tsumugi_device={}", "0".repeat(64))));
    log_in(&made_up, PASSWORD).await.expect(429);
}

#[tokio::test]
async fn a_browser_that_is_known_is_not_let_in_by_that_alone_and_not_after_a_new_password() {
    let team = TestTeam::open().await;
    let client = &team.app.client;
    let known = client.with("cookie", Some(&device(&log_in(client, PASSWORD).await.expect(204))));
    known.get("/api/v1/books").await.expect(401);
    let again = log_in(&known, PASSWORD).await.expect(204);
    assert_eq!(again.headers.get_all("set-cookie").iter().count(), 1, "it keeps the one it has");
    let new = json!({"current": PASSWORD, "new": "another horse battery"});
    team.owner.json("PUT", "/api/v1/me/password", &new).await.expect(204);
    for _ in 0..10 {
        log_in(client, "wrong wrong wrong").await.expect(401);
    }
    log_in(&known, "another horse battery").await.expect(429);
}

#[tokio::test]
async fn many_guesses_at_once_are_no_more_than_one_after_the_other() {
    let team = TestTeam::open().await;
    let guesses = (0..30).map(|_| log_in(&team.app.client, "wrong wrong wrong"));
    let replies: Vec<Reply> = futures::future::join_all(guesses).await;
    let looked_at = replies.iter().filter(|reply| reply.status == 401).count();
    assert_eq!(looked_at, 10);
    let audit: Value = team.owner.get("/api/v1/audit").await.expect(200).json();
    let failed = audit["items"].as_array().unwrap().iter().filter(|one| one["action"] == "login_failed");
    assert_eq!(failed.count(), 10);
}

fn stranger(n: u32, login: &str) -> LoginAttempt<'_> {
    LoginAttempt { address: IpAddr::from(n.to_be_bytes()), login: Some(login), device: None }
}

#[test]
fn strangers_cannot_lock_out_a_known_browser_and_guess_no_more_than_ten() {
    let limits = LoginLimits::default();
    let guessed = (0..100).filter(|n| limits.begin(stranger(*n, "olive")).is_ok()).count();
    assert_eq!(guessed, 10, "from a hundred addresses");
    let known = LoginAttempt { device: Some("browser"), ..stranger(1, "olive") };
    assert!(limits.begin(known).is_ok());
    let guessed = (0..100).filter(|_| limits.begin(known).is_ok()).count();
    assert_eq!(guessed, 9, "a stolen browser does not guess either");
    limits.passed(known);
    assert!(limits.begin(known).is_ok());
}

#[test]
fn many_accounts_and_addresses_do_not_lock_everybody_out() {
    let limits = LoginLimits::default();
    for n in 0..20_000 {
        let _ = limits.begin(stranger(n, &format!("account {n}")));
    }
    assert!(limits.begin(stranger(u32::MAX, "olive")).is_ok());
}

#[test]
fn an_address_is_counted_whatever_account_it_tries_and_a_network_of_ipv6_as_one() {
    let limits = LoginLimits::default();
    let tried = |n: u32| {
        let address: IpAddr = format!("2001:db8::{n:x}").parse().unwrap();
        limits
            .begin(LoginAttempt { login: Some(&format!("account {n}")), ..LoginAttempt::anonymous(address) })
            .is_ok()
    };
    assert_eq!((0..100).filter(|n| tried(*n)).count(), 10);
    let other = "2001:db8:0:1::1".parse().unwrap();
    assert!(limits.begin(LoginAttempt::anonymous(other)).is_ok());
}
