//! A start that is refused changes nothing, and a limit is kept without blaming the model.

use crate::mending::test_run::{PAIRS, TestRun, answering, good};
use book::work::outcome::RunOutcome;
use runner::run::{self, RunError};
use serde_json::json;
use std::sync::Arc;
use store::error::StoreError;
use store::work::{Claim, NewRun};

#[tokio::test]
async fn a_start_that_is_refused_leaves_the_books_language_as_it_was() {
    let test_run = TestRun::untranslated().await;
    let model = answering(good);
    let (mut config, _) = test_run.config(&json!({"kind": "translation"}), &model);
    config.spec.target = "es".parse().unwrap();
    config.holder.is_gone = Arc::new(|_| false);
    let kind = config.spec.kind();
    let other = test_run
        .store
        .create_run(&NewRun { book: test_run.book.id, kind, spec: "{}", now_ms: 1 })
        .await
        .unwrap();
    let until_ms = (config.clock)() + 60_000;
    let claim = Claim { book: test_run.book.id, run: other, holder: "another process", until_ms };
    test_run.store.claim_book(&claim, 1).await.unwrap();

    let refused = run::start(config).await.unwrap_err();
    assert!(matches!(refused, RunError::Store(StoreError::BookClaimed { .. })), "{refused}");
    let book = test_run.store.library().book(test_run.book.id).await.unwrap();
    assert_eq!(book.target_language, test_run.book.target_language);
    assert!(model.requests().is_empty());
}

#[tokio::test]
async fn a_run_into_another_language_than_the_translations_is_refused_and_never_began() {
    let test_run = TestRun::translated().await;
    let model = answering(good);
    let (mut config, _) = test_run.config(&json!({"kind": "translation"}), &model);
    config.spec.target = "es".parse().unwrap();
    let refused = run::start(config).await.unwrap_err();
    assert!(matches!(refused, RunError::Store(StoreError::TranslatedInto { .. })), "{refused}");
    assert!(model.requests().is_empty());
    let library = test_run.store.library();
    assert_eq!(library.book(test_run.book.id).await.unwrap().target_language, test_run.book.target_language);
    let runs = library.runs(Some(test_run.book.id)).await.unwrap();
    assert!(runs.iter().all(|run| run.outcome == Some(RunOutcome::TurnedAway)), "{runs:?}");
}

#[tokio::test]
async fn a_limit_in_money_needs_the_price_of_every_model() {
    let test_run = TestRun::untranslated().await;
    let model = answering(good);
    let (config, _) = test_run.config(&json!({"kind": "translation", "max_cost_micros": 1_000_000}), &model);
    let refused = run::start(config).await.unwrap_err();
    assert!(matches!(refused, RunError::NoPrice { .. }), "{refused}");
    assert!(model.requests().is_empty());
}

#[tokio::test]
async fn a_request_asks_for_what_its_chunk_is_likely_to_need_with_room_to_think_where_there_is_room() {
    for (limit, most) in [(None, 13_000), (Some(1_000_000), 13_000), (Some(20_000), 4_000)] {
        let test_run = TestRun::untranslated().await;
        let model = answering(good);
        let (config, _) = test_run.config(&json!({"kind": "translation", "max_tokens": limit}), &model);
        let report = run::start(config).await.unwrap();
        assert_eq!(report.n_accepted, PAIRS.len());
        let asked = model.requests()[0].max_output_tokens.unwrap();
        assert!(asked < most, "{asked} for {} short paragraphs within {limit:?}", PAIRS.len());
    }
}
