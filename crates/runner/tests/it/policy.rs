//! What is done about a failed task.

use book::work::bounds::Bound;
use book::work::failure::TaskFailure;
use runner::event::Remedy;
use runner::policy::{Situation, remedy};

fn situation(failure: &TaskFailure) -> Situation<'_> {
    Situation {
        failure,
        n_left: 8,
        next_model: None,
        n_service_failures: 0,
        n_fruitless: 0,
        was_alone: false,
        is_last_round: false,
        others_at_work: false,
    }
}

fn service() -> TaskFailure {
    TaskFailure::Service { detail: "no answer".to_owned() }
}

#[test]
fn a_chunk_too_hard_is_halved_and_a_single_paragraph_goes_to_the_next_model_or_stays() {
    for failure in [
        TaskFailure::Truncated,
        TaskFailure::Degenerate,
        TaskFailure::NoToolCalls,
        TaskFailure::Malformed,
        TaskFailure::WrongLanguage,
        TaskFailure::ContextTooLong,
        TaskFailure::Limit { bound: Bound::Replies },
    ] {
        let many = situation(&failure);
        assert_eq!(remedy(&many), Remedy::Split, "{failure}");
        let one = Situation { n_left: 1, ..many };
        assert_eq!(remedy(&one), Remedy::LeavePending, "{failure}");
        let other = Situation { next_model: Some("b"), ..one };
        assert_eq!(remedy(&other), Remedy::Fallback { model: "b".to_owned() }, "{failure}");
    }
}

#[test]
fn what_a_check_kept_refusing_goes_to_the_next_model_or_stays_and_is_not_tried_again_smaller() {
    let failure = TaskFailure::Check { check: "B1".to_owned() };
    let alone = situation(&failure);
    assert_eq!(remedy(&alone), Remedy::LeavePending);
    let other = Situation { next_model: Some("b"), ..alone };
    assert_eq!(remedy(&other), Remedy::Fallback { model: "b".to_owned() });
}

#[test]
fn a_refused_request_is_taken_apart_and_what_is_refused_alone_goes_to_the_next_model_or_stays() {
    let refused = TaskFailure::Refused;
    let many = Situation { next_model: Some("b"), ..situation(&refused) };
    assert_eq!(remedy(&many), Remedy::Split);
    let alone = Situation { n_left: 1, was_alone: true, ..many };
    assert_eq!(remedy(&alone), Remedy::Fallback { model: "b".to_owned() });
    let last = Situation { next_model: None, ..alone };
    assert_eq!(remedy(&last), Remedy::LeavePending);
    assert_eq!(remedy(&Situation { n_fruitless: 12, ..last }), Remedy::StopRun);
}

#[test]
fn a_service_that_fails_is_tried_again_at_the_end_and_one_that_stays_away_ends_the_run() {
    let failure = service();
    let first = Situation { n_service_failures: 1, ..situation(&failure) };
    assert_eq!(remedy(&first), Remedy::Later);
    assert_eq!(remedy(&Situation { is_last_round: true, ..first }), Remedy::LeavePending);
    assert_eq!(remedy(&Situation { n_service_failures: 3, ..first }), Remedy::StopRun);
    let other = Situation { next_model: Some("b"), ..first };
    assert_eq!(remedy(&other), Remedy::Fallback { model: "b".to_owned() });
}

#[test]
fn a_refused_key_ends_the_run_at_once_unless_another_model_is_there() {
    let failure = TaskFailure::Denied { detail: "wrong key".to_owned() };
    assert_eq!(remedy(&situation(&failure)), Remedy::StopRun);
    let other = Situation { next_model: Some("b"), ..situation(&failure) };
    assert_eq!(remedy(&other), Remedy::Fallback { model: "b".to_owned() });
}

#[test]
fn a_budget_ends_the_run_only_when_nothing_else_is_under_way() {
    let failure = TaskFailure::Budget;
    let alone = situation(&failure);
    assert_eq!(remedy(&alone), Remedy::StopRun);
    assert_eq!(remedy(&Situation { others_at_work: true, ..alone }), Remedy::Narrow);
}

#[test]
fn a_model_that_never_brings_anything_is_not_tried_on_the_whole_book() {
    let failure = TaskFailure::NoToolCalls;
    let useless = Situation { n_fruitless: 12, ..situation(&failure) };
    assert_eq!(remedy(&useless), Remedy::StopRun);
    let other = Situation { next_model: Some("b"), ..useless };
    assert_eq!(remedy(&other), Remedy::Fallback { model: "b".to_owned() });
}
