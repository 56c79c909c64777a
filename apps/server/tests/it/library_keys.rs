//! Keys of the library over HTTP: owners set them, everybody's requests use them, nobody reads them.

use crate::teams::TestTeam;
use serde_json::json;

const KEY: &str = "sk-very-secret-0123456789";

#[tokio::test]
async fn owners_set_and_remove_keys_of_the_library_and_nothing_ever_shows_one() {
    let team = TestTeam::open().await;
    let (owner, path) = (&team.owner, "/api/v1/keys/test");
    let none = owner.get("/api/v1/keys").await.expect(200).json();
    assert_eq!((&none["items"], &none["can_seal"]), (&json!([]), &json!(true)));
    assert_eq!(none["services"], json!([{"id": "test", "name": "Test"}]));
    owner.json("PUT", "/api/v1/keys/nobody", &json!({"key": KEY})).await.expect(422);
    owner.json("PUT", path, &json!({"key": KEY})).await.expect(204);

    let listed = owner.get("/api/v1/keys").await.expect(200);
    let key = &listed.json()["items"][0];
    assert_eq!(
        (&key["variable"], &key["service"], &key["is_opened"], &key["set_by"]["name"]),
        (&json!("TEST_API_KEY"), &json!("test"), &json!(true), &json!("OLIVE")),
        "{key}"
    );
    let audit = owner.get("/api/v1/audit").await.expect(200);
    let kept = team.app.store.library().sealed_keys().await.unwrap();
    let reversed: String = KEY.chars().rev().collect();
    for said in [listed.json().to_string(), audit.json().to_string()] {
        assert!(!said.contains(KEY) && !said.contains(&reversed), "{said}");
    }
    assert_eq!(kept[0].sealed, reversed.as_bytes(), "what the host sealed, and nothing else");

    let editor = team.member("edith", "editor", None).await;
    editor.get("/api/v1/keys").await.expect(403);
    editor.json("PUT", path, &json!({"key": "mine"})).await.expect(403);
    editor.delete(path).await.expect(403);

    owner.delete(path).await.expect(204);
    assert_eq!(owner.delete(path).await.expect(404).json()["code"], "no_such_key");
    assert!(team.app.store.library().sealed_keys().await.unwrap().is_empty());
    let audit = owner.get("/api/v1/audit").await.expect(200).json();
    let actions: Vec<&str> =
        audit["items"].as_array().unwrap().iter().map(|one| one["action"].as_str().unwrap()).collect();
    for action in ["key_set", "key_removed"] {
        assert_eq!(actions.iter().filter(|one| **one == action).count(), 1, "{actions:?}");
    }
}
