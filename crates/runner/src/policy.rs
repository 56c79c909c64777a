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
pub struct Situation<'a> {
    /// How the task failed.
    pub failure: &'a TaskFailure,
    /// How many paragraphs the task left unsettled.
    pub n_left: usize,
    /// The next model of the chain, if there is one.
    pub next_model: Option<&'a str>,
    /// Failures of the service in a row, this one included.
    pub n_service_failures: u32,
    /// Tasks in a row that brought nothing, this one included, while the whole run has nothing to show.
    pub n_fruitless: u32,
    /// Whether each of the paragraphs was asked for alone already.
    pub was_alone: bool,
    /// Whether the paragraphs were put aside once before.
    pub is_last_round: bool,
    /// Whether other tasks are under way, whose reservations will be given back.
    pub others_at_work: bool,
}

/// What is to be done.
pub fn remedy(situation: &Situation<'_>) -> Remedy {
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
        // It refuses everything there is.
        TaskFailure::Refused if situation.was_alone && situation.n_fruitless >= MAX_FRUITLESS => {
            fallback.unwrap_or(Remedy::StopRun)
        }
        TaskFailure::Refused
        | TaskFailure::Truncated
        | TaskFailure::Degenerate
        | TaskFailure::Malformed
        | TaskFailure::ContextTooLong
            if situation.was_alone =>
        {
            fallback.unwrap_or(Remedy::LeavePending)
        }
        // A filter reads all there is in a request: only what it refuses by itself is for another model.
        TaskFailure::Refused => Remedy::Split,
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
