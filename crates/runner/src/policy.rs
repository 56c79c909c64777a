//! What is done about a failed task: one table, without any doing in it.

use crate::event::Remedy;
use book::work::failure::TaskFailure;

/// After this many failures of the service in a row, over all tasks, the run stops.
const MAX_SERVICE_FAILURES: u32 = 3;
/// After this many tasks in a row without a result, and nothing accepted before them either, the run stops: this model
/// does not do this work.
const MAX_FRUITLESS: u32 = 12;

/// Everything the decision depends on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Situation<'a> {
    pub(crate) failure: &'a TaskFailure,
    /// How many paragraphs the task left unsettled.
    pub(crate) n_left: usize,
    /// The next model of the chain, if there is one.
    pub(crate) next_model: Option<&'a str>,
    /// Failures of the service in a row, this one included.
    pub(crate) n_service_failures: u32,
    /// Tasks in a row that brought nothing, this one included, while the whole run has nothing to show.
    pub(crate) n_fruitless: u32,
    /// Whether each of the paragraphs was asked for alone already.
    pub(crate) was_alone: bool,
    /// Whether the paragraphs were put aside once before.
    pub(crate) is_last_round: bool,
    /// Whether other tasks are under way, whose reservations will be given back.
    pub(crate) others_at_work: bool,
}

/// What is to be done.
pub(crate) fn remedy(situation: &Situation<'_>) -> Remedy {
    let fallback = situation.next_model.map(|model| Remedy::Fallback { model: model.to_owned() });
    match situation.failure {
        // Reservations of other requests are released when they end; the run stops only when a single request does not fit.
        TaskFailure::Budget if situation.others_at_work => Remedy::Narrow,
        TaskFailure::Budget | TaskFailure::Cancelled => Remedy::StopRun,
        // Other chapters have budgets of their own.
        TaskFailure::ChapterBudget => Remedy::LeavePending,
        // A refused key or an empty account will be refused and empty for the next chunk too.
        // A model that can do nothing has had all the requests it gets, in every form there is.
        TaskFailure::Denied { .. } | TaskFailure::Incapable { .. } => fallback.unwrap_or(Remedy::StopRun),
        TaskFailure::Service { .. } => match fallback {
            Some(fallback) => fallback,
            None if situation.n_service_failures >= MAX_SERVICE_FAILURES => Remedy::StopRun,
            None if situation.is_last_round => Remedy::LeavePending,
            None => Remedy::Later,
        },
        // The model has had its tries at each of these paragraphs; only another one may satisfy the check.
        TaskFailure::Check { .. } | TaskFailure::Omitted => fallback.unwrap_or(Remedy::LeavePending),
        TaskFailure::Refused
        | TaskFailure::Truncated
        | TaskFailure::Degenerate
        | TaskFailure::Malformed
        | TaskFailure::ContextTooLong
            if situation.was_alone =>
        {
            fallback.unwrap_or(Remedy::LeavePending)
        }
        // Another model is likelier to help than a smaller chunk; without one, a smaller chunk finds the culprit.
        TaskFailure::Refused => fallback.unwrap_or_else(|| smaller(situation, None)),
        TaskFailure::Truncated
        | TaskFailure::Degenerate
        | TaskFailure::NoToolCalls
        | TaskFailure::Malformed
        | TaskFailure::WrongLanguage
        | TaskFailure::ContextTooLong
        | TaskFailure::Limit { .. } => smaller(situation, fallback),
    }
}

fn smaller(situation: &Situation<'_>, fallback: Option<Remedy>) -> Remedy {
    let is_useless = situation.n_fruitless >= MAX_FRUITLESS;
    match fallback {
        Some(fallback) if is_useless || situation.n_left < 2 => fallback,
        None if is_useless => Remedy::StopRun,
        Some(_) | None if situation.n_left > 1 => Remedy::Split,
        Some(_) | None => Remedy::LeavePending,
    }
}

#[cfg(test)]
mod tests {
    use super::{Situation, remedy};
    use crate::event::Remedy;
    use book::work::bounds::Bound;
    use book::work::failure::TaskFailure;

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
    fn a_refusal_goes_to_the_next_model_first() {
        let refused = TaskFailure::Refused;
        let alone = situation(&refused);
        assert_eq!(remedy(&alone), Remedy::Split);
        assert_eq!(remedy(&Situation { n_left: 1, ..alone }), Remedy::LeavePending);
        let other = Situation { next_model: Some("b"), ..alone };
        assert_eq!(remedy(&other), Remedy::Fallback { model: "b".to_owned() });
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
}
