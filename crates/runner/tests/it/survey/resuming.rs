//! A survey that was killed or stopped goes on without paying again.

use crate::survey::test_survey::{TestSurvey, good_answer, good_reader, submit};
use book::id::BookId;
use llm::{BudgetLimit, Scripted};
use runner::report::Ending;
use runner::run::RunError;
use runner::survey::{SurveyEvent, resume, start};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use store::error::StoreError;
use store::store::Store;
use store::work::Claim;
use tokio::sync::Notify;

/// Small enough that each chapter is a piece of its own.
fn small() -> serde_json::Value {
    json!({"chunk_tokens": 500})
}

async fn long_room() -> TestSurvey {
    TestSurvey::new().await
}

#[tokio::test]
async fn a_kill_after_a_piece_was_read_never_has_it_read_again() {
    let test_survey = long_room().await;
    let chapters = test_survey.store.library().chapters(test_survey.book.id).await.unwrap();
    let first = good_reader();
    let read = Arc::new(Notify::new());
    let notify = Arc::clone(&read);
    // Only the first chapter: the run is killed as soon as its piece is committed, before anything is learnt from it.
    let events = move |event: SurveyEvent| {
        if matches!(event, SurveyEvent::Read { .. }) {
            notify.notify_one();
        }
    };
    let (config, _) = test_survey.config(json!({"chapters": [chapters[0].id]}), &first, events);
    tokio::select! {
        biased;
        () = read.notified() => {}
        done = start(config) => { done.unwrap(); }
    }
    assert_eq!(first.requests().len(), 1);
    let run = test_survey.store.library().runs(None).await.unwrap()[0].clone();
    assert_eq!(run.usage.input, 900, "what was paid is on the books");
    let second = good_reader();
    let (config, _) =
        test_survey.config(json!({"chapters": [chapters[0].id], "survey": true}), &second, |_| {});
    let report = resume(config, run.id).await.unwrap();
    assert_eq!(second.requests().len(), 0, "nothing is asked again");
    assert_eq!((report.ending, report.n_read, report.learnt.n_terms), (Ending::Finished, 1, 1));
}

#[tokio::test]
async fn a_call_that_was_in_flight_is_the_only_one_made_again() {
    let test_survey = long_room().await;
    let (config, cancel) = test_survey.config(small(), &good_reader(), |_| {});
    cancel.cancel();
    let report = start(config).await.unwrap();
    assert_eq!((report.ending, report.n_read), (Ending::Interrupted, 0));
    let model = good_reader();
    let (config, _) = test_survey.config(json!({"chunk_tokens": 500, "survey": true}), &model, |_| {});
    let report = resume(config, report.run).await.unwrap();
    assert_eq!(report.ending, Ending::Finished);
    assert_eq!(model.requests().len(), report.n_pieces);
}

#[tokio::test]
async fn a_limit_stops_before_it_is_passed_and_what_was_read_is_kept() {
    let test_survey = long_room().await;
    let model: Scripted = good_reader();
    let (mut config, _) = test_survey.config(small(), &model, |_| {});
    let budget = llm::Budget::new(BudgetLimit { tokens: Some(10), money: None });
    config.model = runner::run::RunModel::new(
        Arc::new(llm::Metered::new(Arc::new(model.clone()), Arc::clone(&budget), None)),
        None,
        None,
        Some(4000),
    );
    config.budget = budget;
    let report = start(config).await.unwrap();
    assert_eq!((report.ending, report.n_read), (Ending::Budget, 0));
    assert!(model.requests().is_empty(), "nothing was sent");
}

#[tokio::test]
async fn a_survey_counts_what_a_failed_attempt_cost() {
    let test_survey = long_room().await;
    let failure = llm::Failure::Network { service: "s".to_owned(), detail: "gone".to_owned() };
    let mut n_asked = 0;
    let model = Scripted::answering(move |request| {
        n_asked += 1;
        let mut reply = submit(&good_answer(request));
        if n_asked == 1 {
            reply.fault = Some(llm::ScriptedFault { after_events: Some(2), failure: failure.clone() });
        }
        reply
    });
    let (config, _) = test_survey.config(json!({}), &model, |_| {});
    let budget = Arc::clone(&config.budget);
    let report = start(config).await.unwrap();
    assert_eq!((report.ending, model.requests().len()), (Ending::Finished, 2));
    let kept = test_survey.store.library().run(report.run).await.unwrap().usage;
    let spent = budget.spent().usage;
    assert!(spent.input > 900, "the attempt that broke off and the one that did not");
    assert_eq!((kept.input, kept.output), (signed(spent.input), signed(spent.output)));
}

fn signed(n_tokens: u64) -> i64 {
    i64::try_from(n_tokens).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_survey_that_has_lost_its_book_pays_for_no_other_piece() {
    let test_survey = TestSurvey::long().await;
    let (store, book) = (test_survey.store.clone(), test_survey.book.id);
    let handle = tokio::runtime::Handle::current();
    let model = Scripted::answering(move |request| {
        // Another process takes the book over while the model answers.
        meanwhile(&handle, take_over(store.clone(), book));
        submit(&good_answer(request))
    });
    let events = |event: SurveyEvent| {
        if let SurveyEvent::Began { n_pieces, .. } = event {
            assert!(n_pieces > 1, "there is another piece to pay for");
        }
    };
    let (config, _) = test_survey.config(small(), &model, events);
    let lost = start(config).await.unwrap_err();
    assert!(matches!(lost, RunError::Store(StoreError::ClaimLost { .. })), "{lost}");
    assert_eq!(model.requests().len(), 1, "nothing more is paid for");
}

/// Found by a simulated day: another process had ended the run, and one of its tasks was open for ever.
#[tokio::test(flavor = "multi_thread")]
async fn a_survey_that_has_lost_its_book_begins_no_other_piece() {
    let test_survey = TestSurvey::long().await;
    let (store, book) = (test_survey.store.clone(), test_survey.book.id);
    let handle = tokio::runtime::Handle::current();
    let events = move |event: SurveyEvent| {
        if matches!(event, SurveyEvent::Read { .. }) {
            meanwhile(&handle, take_over(store.clone(), book));
        }
    };
    let (config, _) = test_survey.config(small(), &good_reader(), events);
    let lost = start(config).await.unwrap_err();
    assert!(matches!(lost, RunError::Store(StoreError::ClaimLost { .. })), "{lost}");
    let library = test_survey.store.library();
    let run = library.runs(Some(book)).await.unwrap()[0].id;
    let tasks = library.tasks(run).await.unwrap();
    assert_eq!(tasks.len(), 1, "the piece that was read");
    assert!(tasks[0].outcome.is_some());
}

/// Another process takes the book over.
async fn take_over(store: Store, book: BookId) {
    let run = store.library().runs(Some(book)).await.unwrap()[0].id;
    store.release_book(book, run, "a test").await.unwrap();
    let other = Claim { book, run, holder: "another process", until_ms: 60_000 };
    store.claim_book(&other, 3).await.unwrap();
}

/// Does something at the library while a model answers.
fn meanwhile<T: Send + 'static>(
    handle: &tokio::runtime::Handle,
    act: impl Future<Output = T> + Send + 'static,
) -> T {
    let handle = handle.clone();
    std::thread::spawn(move || handle.block_on(act)).join().unwrap()
}

/// Longer than a claim holds.
const ASLEEP_MS: i64 = 120_000;

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_slept_past_its_lease_renews_its_claim_before_it_asks_again() {
    let test_survey = TestSurvey::long().await;
    let (store, book) = (test_survey.store.clone(), test_survey.book.id);
    let handle = tokio::runtime::Handle::current();
    let now_ms = Arc::new(AtomicI64::new(3));
    let clock = Arc::clone(&now_ms);
    let mut n_asked = 0;
    let model = Scripted::answering(move |request| {
        n_asked += 1;
        if n_asked == 1 {
            // The machine sleeps while the first piece is read; what measures durations stands still meanwhile.
            now_ms.fetch_add(ASLEEP_MS, Ordering::SeqCst);
        } else {
            let store = store.clone();
            let claim =
                meanwhile(&handle, async move { store.library().claim(book).await.unwrap().unwrap() });
            assert!(claim.holds_at(now_ms.load(Ordering::SeqCst)), "{claim:?}");
        }
        submit(&good_answer(request))
    });
    let (mut config, _) = test_survey.config(small(), &model, |_| {});
    config.clock = Arc::new(move || clock.load(Ordering::SeqCst));
    let report = start(config).await.unwrap();
    assert_eq!(report.ending, Ending::Finished);
    assert!(model.requests().len() > 1, "there was another piece to ask for");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_whose_book_was_taken_over_while_it_slept_does_not_ask_again() {
    let test_survey = long_room().await;
    let (store, book) = (test_survey.store.clone(), test_survey.book.id);
    let handle = tokio::runtime::Handle::current();
    let now_ms = Arc::new(AtomicI64::new(3));
    let clock = Arc::clone(&now_ms);
    let model = Scripted::answering(move |_| {
        let now_ms = now_ms.fetch_add(ASLEEP_MS, Ordering::SeqCst) + ASLEEP_MS;
        let store = store.clone();
        meanwhile(&handle, async move {
            let run = store.library().runs(Some(book)).await.unwrap()[0].id;
            let other = Claim { book, run, holder: "another process", until_ms: now_ms + 60_000 };
            store.claim_book(&other, now_ms).await.unwrap();
        });
        // Nothing was paid, so nothing is written down before the same is asked for again.
        let detail = "gone".to_owned();
        llm::ScriptedReply::failing(llm::Failure::Network { service: "s".to_owned(), detail })
    });
    let (mut config, _) = test_survey.config(json!({}), &model, |_| {});
    config.clock = Arc::new(move || clock.load(Ordering::SeqCst));
    let lost = start(config).await.unwrap_err();
    assert!(matches!(lost, RunError::Store(StoreError::ClaimLost { .. })), "{lost}");
    assert_eq!(model.requests().len(), 1, "the other process asks for it");
}
