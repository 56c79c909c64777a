//! Several candidates are asked for only where it is worth it; the checks' score chooses, and nothing is lost.

use crate::mending::test_run::{PAIRS, TestRun, answering, good};
use runner::report::Ending;
use serde_json::{Value, json};
use testkit::request::items;

fn spec(candidates: u32) -> Value {
    json!({"kind": "translation", "candidates": candidates})
}

const LOST_MARK: &str = "„Sag mir deinen Bruder“, fragte die alte Frau an der Tür.";

/// Answers well, but for the third paragraph in turn with these.
fn model(answers: &'static [&'static str]) -> llm::Scripted {
    let mut turn = 0;
    answering(move |source| {
        if source != PAIRS[2].0 {
            return good(source);
        }
        turn += 1;
        (*answers.get(turn - 1).unwrap_or(answers.last().unwrap())).to_owned()
    })
}

#[tokio::test]
async fn a_flagged_translation_competes_with_another_and_the_better_one_is_taken() {
    let test_run = TestRun::untranslated().await;
    let model = model(&[LOST_MARK, PAIRS[2].1]);
    let report = test_run.run(spec(3), &model).await;
    assert_eq!((report.ending, test_run.translation(2).await), (Ending::Finished, PAIRS[2].1.to_owned()));
    let requests = model.requests();
    assert_eq!(requests.len(), 2, "once it is good, no third candidate is paid for");
    assert_eq!(items(&requests[1]).len(), 1, "what was good is not asked for again");
    let versions = test_run.store.library().versions(test_run.book.id, test_run.id(2).await).await.unwrap();
    assert_eq!(versions.len(), 2, "the other candidate stays among the versions");
}

#[tokio::test]
async fn a_candidate_that_is_no_better_stays_beside_and_asks_nobody() {
    let test_run = TestRun::untranslated().await;
    let model = model(&[
        LOST_MARK,
        "„Sag mir doch bitte sofort den Namen deines Bruders“, fragte die alte Frau, die an der Tür wartete.",
        "„Bruder“, fragte sie.",
    ]);
    let report = test_run.run(spec(3), &model).await;
    assert_eq!((report.ending, test_run.translation(2).await), (Ending::Finished, LOST_MARK.to_owned()));
    assert_eq!(model.requests().len(), 3, "no more than three candidates in all");
    assert!(test_run.store.library().suggestions(test_run.book.id).await.unwrap().is_empty());
}

#[tokio::test]
async fn without_trouble_one_candidate_is_all_that_is_asked_for() {
    let test_run = TestRun::untranslated().await;
    let model = answering(good);
    test_run.run(spec(5), &model).await;
    assert_eq!(model.requests().len(), 1);
}
