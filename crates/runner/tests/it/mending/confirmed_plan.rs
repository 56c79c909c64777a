//! A run keeps to the plan a person has seen, and only while the book is as it was then.

use crate::mending::test_run::{PAIRS, TestRun, answering, good};
use book::text::version::Author;
use book::work::chunk::Chunk;
use runner::plan::{ConfirmedPlan, ModelFacts};
use runner::run::{self, RunConfig};
use serde_json::json;
use std::sync::Arc;
use testkit::request::items;

/// A run of the book with its plan, made now.
async fn planned(test_run: &TestRun, model: &llm::Scripted) -> RunConfig {
    let (mut config, _) = test_run.config(&json!({"kind": "translation"}), model);
    let library = test_run.store.library();
    let agreed =
        ConfirmedPlan::new(library, &test_run.book, &config.spec, &ModelFacts::default()).await.unwrap();
    assert_eq!(agreed.plan.n_paragraphs(), PAIRS.len());
    config.confirmed = Some(agreed);
    config
}

#[tokio::test]
async fn what_a_person_has_agreed_to_is_what_is_done() {
    let test_run = TestRun::untranslated().await;
    let model = answering(good);
    let mut config = planned(&test_run, &model).await;
    let agreed = config.confirmed.as_mut().unwrap();
    let mut plan = (*agreed.plan).clone();
    let two = vec![test_run.id(0).await, test_run.id(1).await];
    plan.chapters[0].chunks = vec![Chunk::new(plan.chapters[0].id, two).unwrap()];
    agreed.plan = Arc::new(plan);
    let report = run::start(config).await.unwrap();
    assert_eq!((report.n_accepted, model.requests().len()), (2, 1));
    assert!(test_run.paragraphs().await[2].translation.is_none());
}

#[tokio::test]
async fn a_plan_of_another_state_of_the_book_is_made_anew() {
    let test_run = TestRun::untranslated().await;
    let model = answering(good);
    let config = planned(&test_run, &model).await;
    test_run.write(0, "Zwölf Lampen vor dem Sturm.", Author::Person).await;
    let report = run::start(config).await.unwrap();
    assert_eq!(report.n_accepted, PAIRS.len() - 1);
    assert_eq!(
        items(&model.requests()[0]).len(),
        PAIRS.len() - 1,
        "what a person wrote meanwhile is not asked for"
    );
    assert_eq!(test_run.translation(0).await, "Zwölf Lampen vor dem Sturm.");
}
