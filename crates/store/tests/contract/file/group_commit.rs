//! Writers that stand in line together: one commit for all of them, and no harm from one to another.

use super::connect;
use std::path::PathBuf;
use std::time::Duration;
use store::error::StoreError;
use store::store::Store;
use store::testing::{WriteTurn, WriteTurnError, send_to_writer, set_commit_time};
use tempfile::TempDir;
use tokio::task::JoinHandle;

struct TestWriter {
    _folder: TempDir,
    path: PathBuf,
    store: Store,
}

impl TestWriter {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("library.db");
        let store = Store::open(&path).await.unwrap();
        Self { _folder: folder, path, store }
    }

    /// As on a slow disk: whoever comes next may join.
    fn wait_for_others(&self) {
        set_commit_time(&self.store, Duration::from_hours(1));
    }

    async fn begin(&self) -> WriteTurn {
        WriteTurn::begin(&self.store).await.unwrap()
    }

    /// A turn, and behind it somebody who writes `second` and then fails or not.
    async fn two_in_line(
        &self,
        second: i64,
        is_good: bool,
    ) -> (WriteTurn, JoinHandle<Result<(), StoreError>>) {
        self.wait_for_others();
        let first = self.begin().await;
        let store = self.store.clone();
        let (queued, is_queued) = tokio::sync::oneshot::channel();
        let waiting = tokio::spawn(async move {
            queued.send(()).unwrap();
            let mut turn = WriteTurn::begin(&store).await?;
            let done = insert_series(&mut turn, second).await;
            let done = if is_good { done } else { done.and(Err(WriteTurnError::refused())) };
            turn.end(done).await
        });
        // On this runtime of one thread the other runs until it waits, which is in the line.
        is_queued.await.unwrap();
        tokio::task::yield_now().await;
        (first, waiting)
    }

    async fn written(&self) -> Vec<i64> {
        let sql = "SELECT id FROM series ORDER BY id";
        sqlx::query_scalar(sql).fetch_all(&mut connect(&self.path).await).await.unwrap()
    }
}

async fn insert_series(turn: &mut WriteTurn, id: i64) -> Result<(), WriteTurnError> {
    // Larger than the space the last test leaves.
    let n_bytes = if id == 99 { 10_000_000 } else { 1 };
    let row = format!("({id}, hex(zeroblob({n_bytes})), 0)");
    turn.execute(&format!("INSERT INTO series (id, name, created_at) VALUES {row}")).await
}

#[tokio::test]
async fn nothing_is_said_to_be_done_before_the_commit_of_all_who_stood_in_line() {
    let writer = TestWriter::new().await;
    writer.wait_for_others();
    let mut first = writer.begin().await;
    insert_series(&mut first, 1).await.unwrap();
    let mut waiting = Box::pin(writer.begin());
    assert!(futures::poll!(&mut waiting).is_pending());
    let mut ending = Box::pin(first.end(Ok(())));
    assert!(futures::poll!(&mut ending).is_pending());
    let mut second = waiting.await;
    assert_eq!(writer.written().await, [] as [i64; 0]);
    assert!(futures::poll!(&mut ending).is_pending(), "the first is not told yet");
    insert_series(&mut second, 2).await.unwrap();
    let (first, second) = futures::join!(ending, second.end(Ok(())));
    first.and(second).unwrap();
    assert_eq!(writer.written().await, [1, 2]);
}

#[tokio::test]
async fn a_refusal_is_told_only_when_what_it_is_about_can_be_read() {
    let writer = TestWriter::new().await;
    writer.wait_for_others();
    let mut first = writer.begin().await;
    insert_series(&mut first, 1).await.unwrap();
    let mut waiting = Box::pin(writer.begin());
    assert!(futures::poll!(&mut waiting).is_pending());
    let mut ending = Box::pin(first.end(Ok(())));
    assert!(futures::poll!(&mut ending).is_pending());
    let second = waiting.await;
    second.end(Err(WriteTurnError::refused())).await.unwrap_err();
    assert_eq!(writer.written().await, [1], "the refused one can read what was there before it");
    ending.await.unwrap();
}

#[tokio::test]
async fn on_a_quick_disk_nobody_waits_for_what_the_next_one_writes() {
    let writer = TestWriter::new().await;
    set_commit_time(&writer.store, Duration::ZERO);
    let mut first = writer.begin().await;
    insert_series(&mut first, 1).await.unwrap();
    let mut waiting = Box::pin(writer.begin());
    assert!(futures::poll!(&mut waiting).is_pending());
    let mut ending = Box::pin(first.end(Ok(())));
    assert!(futures::poll!(&mut ending).is_pending());
    let second = waiting.await;
    assert_eq!(writer.written().await, [1]);
    ending.await.unwrap();
    drop(second);
}

#[tokio::test]
async fn a_turn_that_fails_takes_back_only_itself() {
    let writer = TestWriter::new().await;
    let (mut first, second) = writer.two_in_line(2, false).await;
    insert_series(&mut first, 1).await.unwrap();
    first.end(Ok(())).await.unwrap();
    assert!(matches!(second.await.unwrap().unwrap_err(), StoreError::Damaged { .. }));
    assert_eq!(writer.written().await, [1]);
    let (mut first, second) = writer.two_in_line(4, true).await;
    insert_series(&mut first, 3).await.unwrap();
    first.end(Err(WriteTurnError::refused())).await.unwrap_err();
    second.await.unwrap().unwrap();
    assert_eq!(writer.written().await, [1, 4]);
}

#[tokio::test]
async fn somebody_who_goes_away_in_the_middle_leaves_nothing_and_stops_nobody() {
    let writer = TestWriter::new().await;
    let (mut first, second) = writer.two_in_line(2, true).await;
    insert_series(&mut first, 1).await.unwrap();
    drop(first);
    second.await.unwrap().unwrap();
    assert_eq!(writer.written().await, [2]);
    // And one who goes away after the turn, before being told: what was done is kept.
    let mut tx = writer.begin().await;
    insert_series(&mut tx, 3).await.unwrap();
    let mut ending = Box::pin(tx.end(Ok(())));
    assert!(futures::poll!(&mut ending).is_pending());
    drop(ending);
    let tx = writer.begin().await;
    tx.end(Ok(())).await.unwrap();
    assert_eq!(writer.written().await, [2, 3]);
}

#[tokio::test]
async fn a_disk_that_fills_up_under_one_is_told_to_everybody_it_took_along() {
    let writer = TestWriter::new().await;
    send_to_writer(&writer.store, "PRAGMA max_page_count = 300").await.unwrap();
    let (mut first, second) = writer.two_in_line(99, true).await;
    insert_series(&mut first, 1).await.unwrap();
    let first = first.end(Ok(())).await;
    let second = second.await.unwrap();
    assert!(matches!(second, Err(StoreError::DiskFull { .. })), "{second:?}");
    // The first is either kept and told so, or lost and told so.
    match first {
        Ok(()) => assert_eq!(writer.written().await, [1]),
        Err(error) => {
            assert!(matches!(error, StoreError::DiskFull { .. }), "{error}");
            assert_eq!(writer.written().await, [] as [i64; 0]);
        }
    }
    let mut tx = writer.begin().await;
    let done = insert_series(&mut tx, 5).await;
    tx.end(done).await.unwrap();
    assert!(writer.written().await.contains(&5), "the library goes on");
}
