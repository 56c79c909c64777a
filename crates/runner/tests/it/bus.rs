//! The bus at its door: order, replay, snapshots, and readers that never hold anyone up.

use runner::bus::{Bus, MAX_KEPT, SnapshotDelta, session_start};
use serde_json::{Value, json};
use std::sync::Arc;

fn bus(n_events: u64) -> Arc<Bus> {
    let bus = Arc::new(Bus::default());
    for n in 1..=n_events {
        let counts = vec![SnapshotDelta::More("told", 1), SnapshotDelta::Now("n".to_owned(), json!(n))];
        bus.publish_and_count("count", &json!({"n": n}), counts);
    }
    bus
}

async fn all(bus: &Arc<Bus>, after: Option<u64>) -> Vec<(u64, &'static str)> {
    let mut reader = bus.reader(after);
    let mut seen = Vec::new();
    while let Some(told) = reader.next().await {
        seen.extend(told.iter().map(|told| (told.sequence, told.name)));
    }
    seen
}

#[tokio::test]
async fn a_reader_that_comes_back_gets_what_it_missed() {
    let bus = bus(5);
    bus.close();
    assert_eq!(all(&bus, Some(3)).await, [(4, "count"), (5, "count")]);
    assert_eq!(all(&bus, None).await.len(), 5);
    assert_eq!(all(&bus, Some(5)).await, []);
}

#[tokio::test]
async fn a_reader_too_far_behind_gets_a_snapshot_and_then_what_is_kept() {
    let n_events = u64::try_from(MAX_KEPT).unwrap() + 100;
    let bus = bus(n_events);
    bus.close();
    let mut reader = bus.reader(Some(7));
    let first = reader.next().await.unwrap();
    assert_eq!((first[0].sequence, first[0].name), (100, "snapshot"));
    assert!(first[0].json.contains("\"n\":100"), "the snapshot stands for what is gone: {}", first[0].json);
    assert_eq!(first[1].sequence, 101);
    assert_eq!(all(&bus, Some(7)).await.len(), MAX_KEPT + 1);
}

#[tokio::test]
async fn who_adds_a_snapshot_and_what_follows_counts_every_event_once() {
    let n_events = u64::try_from(MAX_KEPT).unwrap() * 2 + 100;
    let bus = bus(n_events);
    bus.close();
    for after in [None, Some(7), Some(n_events - 3), Some(n_events * 2)] {
        let mut reader = bus.reader(after);
        let mut counted = after.filter(|after| *after <= n_events).unwrap_or_default();
        while let Some(told) = reader.next().await {
            for told in &told {
                let event: Value = serde_json::from_str(&told.json).unwrap();
                match told.name {
                    "snapshot" => counted = event["told"].as_u64().unwrap_or_default(),
                    _ => counted += 1,
                }
            }
        }
        assert_eq!(counted, n_events, "after {after:?}");
    }
}

#[tokio::test]
async fn a_number_of_another_life_is_answered_with_a_snapshot() {
    let bus = bus(3);
    bus.close();
    let seen = all(&bus, Some(99)).await;
    assert_eq!(seen, [(0, "snapshot"), (1, "count"), (2, "count"), (3, "count")]);
}

#[tokio::test]
async fn large_events_leave_earlier() {
    let bus = Arc::new(Bus::default());
    for _ in 0..20 {
        bus.publish("large", &json!({"text": "x".repeat(1024 * 1024)}));
    }
    bus.close();
    let seen = all(&bus, None).await;
    assert_eq!(seen[0].1, "snapshot");
    assert!(seen.len() <= 9, "{} large events are kept", seen.len());
}

#[tokio::test]
async fn a_waiting_reader_is_woken() {
    let bus = Arc::new(Bus::default());
    let mut reader = bus.reader(None);
    let waiting = tokio::spawn(async move { reader.next().await.map(|told| told.len()) });
    tokio::task::yield_now().await;
    bus.publish("count", &json!({}));
    assert_eq!(waiting.await.unwrap(), Some(1));
}

#[tokio::test]
async fn numbers_of_a_later_session_are_above_all_earlier_ones() {
    let first = bus(3);
    let second = Arc::new(Bus::going_on(1, [("told".to_owned(), json!(3))].into_iter().collect()));
    second.publish("count", &json!({}));
    second.close();
    let start = session_start(1);
    assert!(first.last() < start);
    for after in [None, Some(2), Some(first.last())] {
        let mut reader = second.reader(after);
        let told = reader.next().await.unwrap();
        let snapshot: Value = serde_json::from_str(&told[0].json).unwrap();
        assert_eq!((told[0].name, told[0].sequence), ("snapshot", start), "after {after:?}");
        assert_eq!((&snapshot["told"], &snapshot["includes"]), (&json!(3), &json!(start)));
        assert_eq!((told[1].name, told[1].sequence), ("count", start + 1));
    }
    assert_eq!(all(&second, Some(start)).await, [(start + 1, "count")]);
    assert!(second.is_over_after(start + 1) && !second.is_over_after(start));
}
