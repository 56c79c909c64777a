//! A reader that comes back, as a browser does: through a stop, a resume and a restart it has what the library has.

use crate::test_app::{Opening, TestApp};
use llm_test_server::{Plan, Turn, WireFault};
use serde_json::json;
use server::parts::Audience;
use std::collections::HashSet;

#[tokio::test]
async fn a_reader_through_stop_restart_and_resume_has_exactly_what_the_library_has() {
    let plan =
        Plan { turns: vec![Turn::agent(), Turn::agent().with(WireFault::Stall)], then: Some(Turn::agent()) };
    let mut app = TestApp::open_as(Opening { plan, ..Opening::default() }).await;
    let book = app.import("the-lamplighters-ledger.epub").await;
    let spec = json!({"model": "test/model", "concurrency": 1, "chunk_tokens": 200, "effort": "quick"});
    let begun = app.client.json("POST", &format!("/api/v1/books/{book}/runs"), &spec).await.expect(202);
    let run = begun.json()["run"].as_str().unwrap().to_owned();
    let path = format!("/api/v1/runs/{run}/events");
    let mut library = app.client.follow("/api/v1/events", None).await;
    let first = library.next().await.unwrap();
    assert_eq!((first.name.as_str(), &first.data["missed"]), ("snapshot", &json!(false)));
    let mut stream = app.client.follow(&path, None).await;
    let early = stream.until("accepted").await.last().unwrap().id;
    app.stop().await;
    let rest = stream.until("ended").await;
    let last = rest.last().unwrap();
    assert_eq!(last.data["ending"], "interrupted", "a server that is stopped tells it");
    library.until("run_ended").await;

    let again = app.second().await;
    let seen = last.id.unwrap().to_string();
    again.client.with("last-event-id", Some(&seen)).get(&path).await.expect(204);
    let resting = again.client.follow(&path, early).await.until("snapshot").await;
    let page = again.client.get(&format!("/api/v1/runs/{run}")).await.expect(200).json();
    assert_eq!(resting[0].data["accepted"], page["ledger"]["accepted"]);
    assert_eq!((&resting[0].data["includes"], &page["last_event"]), (&json!(last.id), &json!(last.id)));
    let missed = again.client.follow("/api/v1/events", first.id).await.next().await.unwrap();
    assert_eq!((missed.name.as_str(), &missed.data["missed"]), ("snapshot", &json!(true)));

    again.client.json("POST", &format!("/api/v1/runs/{run}/resume"), &json!({})).await.expect(202);
    let told = again.client.follow(&path, last.id).await.until("ended").await;
    assert_eq!(told[0].name, "snapshot");
    assert!(told.iter().all(|event| event.id > last.id), "no number is given twice");
    let accepted = told.iter().filter(|event| event.name == "accepted");
    let accepted: HashSet<&str> =
        accepted.map(|event| event.data["paragraph_id"].as_str().unwrap()).collect();
    let n_before = told[0].data["accepted"].as_u64().unwrap();
    let page = again.client.get(&format!("/api/v1/runs/{run}")).await.expect(200).json();
    assert_eq!(json!(n_before + u64::try_from(accepted.len()).unwrap()), page["ledger"]["accepted"]);
    let seen = told.last().unwrap().id.unwrap().to_string();
    again.client.with("last-event-id", Some(&seen)).get(&path).await.expect(204);
}

#[test]
fn a_guest_hears_of_their_books_of_their_notices_and_of_nobodys_else() {
    let guest = Audience::Books { person: "p2".to_owned(), books: ["bk1".to_owned()].into() };
    for (name, json, is_heard) in [
        ("snapshot", r#"{"missed":false,"includes":3}"#, true),
        ("book_changed", r#"{"book":"bk1"}"#, true),
        ("book_changed", r#"{"book":"bk2"}"#, false),
        ("library_changed", "{}", true),
        ("notices_changed", r#"{"person":"p2"}"#, true),
        ("notices_changed", r#"{"person":"p3"}"#, false),
    ] {
        assert_eq!(guest.hears(name, json), is_heard, "{name} {json}");
        assert!(Audience::Library.hears(name, json));
    }
}
