//! The `OpenAPI` document that is committed is the one the handlers give.

use crate::test_app::TestApp;

#[test]
fn the_committed_document_is_what_the_handlers_say() {
    let committed = include_str!("../../openapi.json");
    let generated = server::openapi().unwrap();
    assert!(
        committed == generated,
        "openapi.json is not what the handlers say; write it anew with `cargo run -p server --example openapi > apps/server/openapi.json`"
    );
}

#[tokio::test]
async fn the_document_is_served() {
    let app = TestApp::open().await;
    let served = app.client.get("/api/v1/openapi.json").await.expect(200);
    assert_eq!(served.text(), server::openapi().unwrap());
    let about = app.client.get("/api/v1/about").await.expect(200).json();
    assert_eq!(about["token_required"], false);
    assert!(about["languages"].as_array().unwrap().iter().any(|language| language["tag"] == "zh-Hans"));
}
