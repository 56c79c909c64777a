//! Monthly budgets through the API: set, seen, met, and who spent what.

use crate::teams::TestTeam;
use crate::test_app::TestApp;
use serde_json::{Value, json};

const EPUB: &str = "the-lamplighters-ledger.epub";

async fn budgets(app: &TestApp) -> Value {
    app.client.get("/api/v1/budgets").await.expect(200).json()
}

#[tokio::test]
async fn a_budget_is_set_and_taken_away_and_wrong_ones_are_refused() {
    let app = TestApp::open().await;
    let book = app.import(EPUB).await;
    assert_eq!(budgets(&app).await, json!({"budgets": [], "spending": []}));
    let set = async |body: Value| app.client.json("PUT", "/api/v1/budgets", &body).await;
    set(json!({"of": "library", "limit_micros": 5_000_000})).await.expect(204);
    set(json!({"of": "book", "book": book, "limit_micros": 2_000_000})).await.expect(204);
    let state = budgets(&app).await;
    assert_eq!(state["budgets"][0]["of"], "library");
    assert_eq!(state["budgets"][0]["limit_micros"], 5_000_000);
    assert_eq!(state["budgets"][1]["book"], *book);
    for wrong in [
        json!({"of": "library", "book": book, "limit_micros": 1}),
        json!({"of": "person", "limit_micros": 1}),
        json!({"of": "book", "book": book, "limit_micros": -1}),
    ] {
        set(wrong).await.expect(400);
    }
    set(json!({"of": "person", "person": "p7", "limit_micros": 1})).await.expect(404);
    set(json!({"of": "library", "limit_micros": null})).await.expect(204);
    assert_eq!(budgets(&app).await["budgets"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn who_set_a_budget_is_written_down() {
    let team = TestTeam::open().await;
    let body = json!({"of": "library", "limit_micros": 5_000_000});
    team.owner.json("PUT", "/api/v1/budgets", &body).await.expect(204);
    let audit = team.owner.get("/api/v1/audit").await.expect(200).json();
    let entries = audit["items"].as_array().unwrap();
    let set = entries.iter().find(|entry| entry["action"] == "budget_set").unwrap();
    assert!(set["person"]["name"].is_string(), "{set}");
    assert!(set["about"].to_string().contains("5000000"), "{set}");
}
