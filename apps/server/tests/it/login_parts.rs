//! What a login through another service is made of: its cookie, the claims about a person, the words of a refusal.

use secrecy::SecretString;
use serde_json::{Map, Value, json};
use server::parts::{StartedLogin, groups_in, is_error_word, name_in};

fn claims(value: Value) -> Map<String, Value> {
    serde_json::from_value(value).unwrap()
}

#[test]
fn groups_are_found_by_name_or_by_path() {
    let all = claims(json!({
        "groups": ["a", 5, "b"], "one": "c", "realm_access": {"roles": ["d"]}, "https://x.example/groups": ["e"]
    }));
    let found = |claim: &str| groups_in(&all, claim);
    assert_eq!(found("groups").unwrap(), ["a", "b"]);
    assert_eq!(found("one").unwrap(), ["c"]);
    assert_eq!(found("realm_access.roles").unwrap(), ["d"]);
    assert_eq!(found("https://x.example/groups").unwrap(), ["e"]);
    assert_eq!(found("missing"), None);
    assert_eq!(found("realm_access").unwrap(), [""; 0]);
}

#[test]
fn a_name_is_one_line_and_not_endless() {
    let named = |name: &str| name_in(&claims(json!({"name": name, "preferred_username": "p"})));
    assert_eq!(named("Ann\u{7}\n Lee").unwrap(), "Ann Lee");
    assert_eq!(named("  ").unwrap(), "p");
    assert_eq!(named(&"x".repeat(200)).unwrap().len(), 100);
}

#[test]
fn a_login_is_over_after_ten_minutes() {
    let begun = StartedLogin::new(&SecretString::from("a".repeat(64)), 1_000);
    let cookie = begun.cookie_text();
    assert!(StartedLogin::read(cookie, 1_000 + 599_999).is_some());
    assert!(StartedLogin::read(cookie, 1_000 + 600_000).is_none());
    assert!(StartedLogin::read(cookie, 999).is_none(), "not begun yet");
    assert!(StartedLogin::read("1000.short", 1_000).is_none());
    let later = StartedLogin::new(&SecretString::from("a".repeat(64)), 1_001);
    assert_ne!(later.state(), begun.state());
    assert_ne!(begun.state(), begun.nonce());
    let state = later.state();
    let linking = later.linking("p1".parse().unwrap());
    assert_ne!(linking.state(), state, "what links is no login");
    assert_ne!(linking.state(), linking.linking("p2".parse().unwrap()).state());
}

#[test]
fn words_of_a_service_are_plain() {
    assert!(is_error_word("access_denied"));
    for word in ["", "<b>", "Denied", &"x".repeat(65)] {
        assert!(!is_error_word(word), "{word}");
    }
}
