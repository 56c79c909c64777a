//! A finding that is let stand stays so while the words are the same, and no longer.

use crate::mending::test_run::{PAIRS, TestRun, answering, by_model, good, without_dictionaries};
use operations::judge::CheckContext;
use operations::review::{acknowledge, acknowledged, withdraw};
use serde_json::json;
use store::change::Cause;

const PLANTED: &str = "Der Leuchtturmwärter zählte die Lampen, bevor der Sturm kam.";

async fn let_stand(test_run: &TestRun, checks: &[String]) -> store::change::Receipt {
    let (target, none) = ("de".parse().unwrap(), without_dictionaries());
    let check_context = CheckContext { target: &target, dictionaries: &none };
    let paragraphs = [test_run.id(0).await];
    let done =
        acknowledge(&test_run.store, &test_run.book, check_context, &paragraphs, checks, " a pun ", 9).await;
    let (n, receipt) = done.unwrap();
    assert_eq!(n, 1);
    receipt
}

#[tokio::test]
async fn a_finding_stays_acknowledged_until_the_words_change() {
    let test_run = TestRun::translated().await;
    test_run.write(0, PLANTED, by_model()).await;
    let_stand(&test_run, &["d1".to_owned()]).await;
    assert_eq!(test_run.findings().await, []);
    let reason = test_run.checkup().await.findings[0].acknowledged.clone();
    assert_eq!(reason.as_deref(), Some("a pun"));
    // It is not mended either.
    let model = answering(good);
    test_run.run(json!({"repair": {"only_blocking": false}}), &model).await;
    assert_eq!(model.requests().len(), 0);

    test_run.write(0, "Der Leuchtturmwärter zählte alle Lampen, bevor der Sturm kam.", by_model()).await;
    assert_eq!(test_run.findings().await, [("D1", 0)], "other words, open again");
    assert!(!acknowledged(&test_run.store, &test_run.book).await.unwrap()[0].holds);
    test_run.write(0, PLANTED, by_model()).await;
    assert_eq!(test_run.findings().await, [], "the same words again");
}

#[tokio::test]
async fn an_acknowledgement_can_be_withdrawn_and_undone_like_any_change() {
    let test_run = TestRun::translated().await;
    test_run.write(0, PLANTED, by_model()).await;
    let change = let_stand(&test_run, &[]).await.change.unwrap();
    test_run.store.undo(change, &Cause::person("undo"), 10).await.unwrap();
    assert_eq!(test_run.findings().await, [("D1", 0)]);
    let_stand(&test_run, &[]).await;
    let (n, _) = withdraw(&test_run.store, &test_run.book, &[test_run.id(0).await], &[], 11).await.unwrap();
    assert_eq!((n, test_run.findings().await), (1, vec![("D1", 0)]));
}

#[tokio::test]
async fn nothing_is_acknowledged_that_is_not_found_or_has_no_reason() {
    let test_run = TestRun::translated().await;
    let (target, none) = ("de".parse().unwrap(), without_dictionaries());
    let check_context = CheckContext { target: &target, dictionaries: &none };
    let ids = [test_run.id(1).await];
    assert!(acknowledge(&test_run.store, &test_run.book, check_context, &ids, &[], "why", 9).await.is_err());
    test_run.write(1, PAIRS[1].0, by_model()).await;
    assert!(acknowledge(&test_run.store, &test_run.book, check_context, &ids, &[], "  ", 9).await.is_err());
    assert!(acknowledged(&test_run.store, &test_run.book).await.unwrap().is_empty());
}
