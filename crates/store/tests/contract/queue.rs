//! The queue of runs: who takes which, and what becomes of those whose worker is gone.

use crate::sample::TestLibrary;
use book::id::RunId;
use book::text::version::TaskKind;
use store::error::StoreError;
use store::queue::StopRequest;
use store::work::{Claim, NewRun, RunNote};

async fn queued(test_library: &TestLibrary, now_ms: i64) -> RunId {
    let new = NewRun { book: test_library.book, kind: TaskKind::Translation, spec: "{}", now_ms };
    let run = test_library.store.create_run(&new).await.unwrap();
    test_library.store.queue_run(run, now_ms).await.unwrap();
    run
}

#[tokio::test]
async fn a_run_is_taken_by_one_worker_in_the_order_they_came() {
    let test_library = TestLibrary::with_cat_book().await;
    let store = &test_library.store;
    let _present = (store.announce("one"), store.announce("two"));
    let one = store.register_worker("one", "one", 100, 10).await.unwrap();
    let two = store.register_worker("two", "two", 100, 10).await.unwrap();
    let (first, second) = (queued(&test_library, 11).await, queued(&test_library, 12).await);
    store.queue_run(first, 13).await.unwrap();
    let (a, b) = tokio::join!(store.take_run(one, 20), store.take_run(two, 20));
    let mut taken = [a.unwrap().unwrap().run, b.unwrap().unwrap().run];
    taken.sort();
    let mut both = [first, second];
    both.sort();
    assert_eq!(taken, both);
    assert_eq!(store.take_run(one, 20).await.unwrap(), None, "nobody takes what a living worker has");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_workers_that_ask_at_the_same_moment_one_gets_the_run() {
    let test_library = TestLibrary::with_cat_book().await;
    let store = &test_library.store;
    let names: Vec<String> = (0..8).map(|number| format!("worker {number}")).collect();
    let _present: Vec<_> = names.iter().map(|name| store.announce(name)).collect();
    let mut workers = Vec::new();
    for name in &names {
        workers.push(store.register_worker(name, name, 100, 10).await.unwrap());
    }
    for round in 0..60 {
        let run = queued(&test_library, 11).await;
        let asked: Vec<_> = workers
            .iter()
            .map(|worker| {
                let (store, worker) = (store.clone(), *worker);
                tokio::spawn(async move { store.take_run(worker, 20).await.unwrap() })
            })
            .collect();
        let mut taken = Vec::new();
        for asked in asked {
            taken.extend(asked.await.unwrap());
        }
        assert_eq!(taken.len(), 1, "in round {round} it was taken by {taken:?}");
        assert_eq!((taken[0].run, taken[0].epoch), (run, 1));
        store.end_queued_run(&taken[0], None).await.unwrap();
    }
}

#[tokio::test]
async fn a_lease_that_ran_out_lets_another_take_the_run_and_counts_a_crash() {
    let test_library = TestLibrary::with_cat_book().await;
    let store = &test_library.store;
    let _present = (store.announce("one"), store.announce("two"));
    let one = store.register_worker("one", "one", 100, 10).await.unwrap();
    let two = store.register_worker("two", "two", 900, 10).await.unwrap();
    let run = queued(&test_library, 11).await;
    let first = store.take_run(one, 20).await.unwrap().unwrap();
    assert_eq!((first.run, first.epoch, first.n_crashes), (run, 1, 0));
    assert_eq!(store.take_run(two, 99).await.unwrap(), None);
    let second = store.take_run(two, 100).await.unwrap().unwrap();
    assert_eq!((second.run, second.epoch, second.n_crashes), (run, 2, 1));
    // The one that lost it can neither end it nor give it back, and is told with its heartbeat.
    store.end_queued_run(&first, None).await.unwrap();
    store.put_back_run(&first, 0).await.unwrap();
    assert_eq!(store.beat(one, 500, false).await.unwrap(), Some(vec![]));
    assert_eq!(store.beat(two, 900, false).await.unwrap(), Some(vec![second]));
    store.end_queued_run(&second, Some("three workers died")).await.unwrap();
    let kept = store.library().queued_run(run).await.unwrap().unwrap();
    assert_eq!(kept.failure.as_deref(), Some("three workers died"));
    assert_eq!(store.take_run(one, 400).await.unwrap(), None, "what failed waits for a person");
    store.queue_run(run, 450).await.unwrap();
    let third = store.take_run(one, 450).await.unwrap().unwrap();
    assert_eq!((third.epoch, third.n_crashes), (3, 0), "a person's word begins the count anew");
}

#[tokio::test]
async fn a_stop_reaches_the_worker_or_takes_the_run_out_of_the_queue() {
    let test_library = TestLibrary::with_cat_book().await;
    let store = &test_library.store;
    let _present = store.announce("one");
    let one = store.register_worker("one", "one", 100, 10).await.unwrap();
    let run = queued(&test_library, 11).await;
    assert_eq!(store.stop_queued_run(run).await.unwrap(), StopRequest::Removed);
    assert_eq!(store.stop_queued_run(run).await.unwrap(), StopRequest::NotQueued);
    store.queue_run(run, 12).await.unwrap();
    let taken = store.take_run(one, 20).await.unwrap().unwrap();
    assert_eq!(store.stop_queued_run(run).await.unwrap(), StopRequest::Told);
    assert!(store.beat(one, 200, false).await.unwrap().unwrap()[0].is_stopping);
    store.end_queued_run(&taken, None).await.unwrap();
    assert_eq!(store.library().queued_run(run).await.unwrap(), None);
    store.remove_worker(one).await.unwrap();
    assert_eq!(store.beat(one, 300, false).await.unwrap(), None, "nobody knows it any more");
}

#[tokio::test]
async fn the_age_of_the_oldest_waiting_run_and_the_living_workers_are_told() {
    let test_library = TestLibrary::with_cat_book().await;
    let store = &test_library.store;
    let _present = store.announce("one");
    let one = store.register_worker("one", "one", 100, 10).await.unwrap();
    queued(&test_library, 11).await;
    let waiting = queued(&test_library, 15).await;
    store.take_run(one, 20).await.unwrap().unwrap();
    let stats = store.library().queue_stats(45).await.unwrap();
    assert_eq!((stats.n_waiting, stats.oldest_waiting_ms, stats.n_workers), (1, 30, 1));
    let stats = store.library().queue_stats(100).await.unwrap();
    assert_eq!((stats.n_waiting, stats.oldest_waiting_ms, stats.n_workers), (2, 89, 0));
    store.queue_run(waiting, 50).await.unwrap();
    assert_eq!(store.library().queue_stats(60).await.unwrap().oldest_waiting_ms, 45, "it keeps its place");
}

#[tokio::test]
async fn every_write_under_a_claim_is_refused_once_the_claim_is_anothers() {
    let test_library = TestLibrary::with_cat_book().await;
    let store = &test_library.store;
    if !store.has_queue() {
        return;
    }
    let run = queued(&test_library, 11).await;
    let claim = Claim { book: test_library.book, run, holder: "one", until_ms: 100 };
    store.claim_book(&claim, 10).await.unwrap();
    let held = store.under_claim(test_library.book, run, "one");
    held.note_run(run, RunNote::Chunks(7)).await.unwrap();
    store.claim_book(&Claim { holder: "two", until_ms: 300, ..claim }, 200).await.unwrap();
    let refusals = [
        held.note_run(run, RunNote::Chunks(9)).await.unwrap_err(),
        held.rehearsing().reopen_run(run, 210).await.unwrap_err(),
    ];
    for refusal in refusals {
        assert!(matches!(refusal, StoreError::ClaimLost { .. }), "{refusal}");
    }
    assert_eq!(store.library().run(run).await.unwrap().n_chunks, 7);
}

#[tokio::test]
async fn a_worker_that_is_heard_of_again_has_not_crashed() {
    let test_library = TestLibrary::with_cat_book().await;
    let store = &test_library.store;
    let _present = (store.announce("one"), store.announce("two"));
    let one = store.register_worker("one", "one", 100, 10).await.unwrap();
    let two = store.register_worker("two", "two", 900, 10).await.unwrap();
    queued(&test_library, 11).await;
    let lost = store.take_run(one, 20).await.unwrap().unwrap();
    let taken = store.take_run(two, 100).await.unwrap().unwrap();
    assert_eq!(taken.n_crashes, 1, "as far as anybody knows");
    store.survived(&lost).await.unwrap();
    let held = store.beat(two, 200, false).await.unwrap().unwrap();
    assert_eq!((held[0].epoch, held[0].n_crashes), (2, 0));
    // Another that is cut off and one that dies count by themselves.
    let again = store.take_run(one, 300).await;
    assert_eq!(again.unwrap().unwrap().n_crashes, 1);
    store.survived(&taken).await.unwrap();
    store.survived(&taken).await.unwrap();
    let held = store.beat(one, 900, false).await.unwrap().unwrap();
    assert_eq!(held[0].n_crashes, 0, "never less than none");
}

#[tokio::test]
async fn a_worker_that_does_not_show_that_it_lives_takes_nothing() {
    let test_library = TestLibrary::with_cat_book().await;
    let store = &test_library.store;
    if !store.has_queue() {
        return;
    }
    let present = store.announce("one");
    let one = store.register_worker("one", "one", 100, 10).await.unwrap();
    queued(&test_library, 11).await;
    drop(present);
    while !store.is_absent("one") {
        tokio::task::yield_now().await;
    }
    assert_eq!(store.take_run(one, 20).await.unwrap(), None, "the next one would think that it died");
    let _present = store.announce("one");
    assert!(store.take_run(one, 20).await.unwrap().is_some());
}

#[tokio::test]
async fn workers_that_are_gone_for_a_day_are_forgotten_and_an_idle_one_is_not() {
    const DAY: i64 = 24 * 60 * 60 * 1000;
    let test_library = TestLibrary::with_cat_book().await;
    let store = &test_library.store;
    let gone = store.register_worker("gone", "gone", 100, 10).await.unwrap();
    let idle = store.register_worker("idle", "idle", DAY, 10).await.unwrap();
    store.forget_workers(DAY).await.unwrap();
    assert!(store.beat(gone, 200, false).await.unwrap().is_some(), "not before the day is over");
    store.forget_workers(DAY + 300).await.unwrap();
    assert_eq!(store.beat(gone, 200, false).await.unwrap(), None);
    assert_eq!(store.beat(idle, 2 * DAY, false).await.unwrap(), Some(vec![]));
}
