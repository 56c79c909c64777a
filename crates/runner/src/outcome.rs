//! Applies the retry policy to a finished task: its open paragraphs are split, retried later, given to the next model, or
//! listed as failed with their own reason.

use crate::event::{Remedy, RunEvent};
use crate::policy::{Situation, remedy};
use crate::queue::{Attempt, ChapterWork};
use crate::run_session::RunSession;
use book::id::{ChapterId, ParagraphId};
use book::work::chunk::Chunk;
use book::work::failure::TaskFailure;
use book::work::ledger::LedgerEntry;
use book::work::outcome::LedgerState;
use llm::Delivery;
use std::sync::atomic::Ordering;
use store::error::StoreError;
use task::driver::{LoopExit, TaskError};
use task::machine::{Machine, TaskOutcome};
use task::service::TaskRun;

/// Whether a worker goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    Continue,
    /// The worker exits, because too many requests run at once.
    Exit,
}

/// With which model something was tried, and whether it was put aside before.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AttemptInfo {
    pub(crate) model: usize,
    pub(crate) is_last_round: bool,
}

/// Looks at what a task came to, and puts what is to be tried again on the pile.
pub(crate) async fn handle_outcome(
    session: &RunSession,
    chapter: &mut ChapterWork,
    worked: &TaskRun,
    attempt: AttemptInfo,
) -> Result<Next, TaskError> {
    let failure = match &worked.exit {
        LoopExit::Ended(TaskOutcome::Failed { failure }) => failure,
        LoopExit::Ended(TaskOutcome::Finished) => {
            session.counters.n_service_failures.store(0, Ordering::Relaxed);
            session.count_kept(&worked.machine);
            return Ok(Next::Continue);
        }
        LoopExit::Paused | LoopExit::Waiting(_) => {
            session.interrupt();
            return Ok(Next::Continue);
        }
        // The task stays open: what was said in it is paid for, and it goes on from there.
        LoopExit::OutOfBudget => {
            match session.context.store.library().task(worked.task).await {
                Ok(task) => chapter.open.push_front(task),
                // Nothing was said in it yet, so there is only its chunk.
                Err(StoreError::NoSuchTask { .. }) => {
                    let AttemptInfo { model, is_last_round } = attempt;
                    let chunk = worked.machine.chunk().clone();
                    chapter.pending.push(Attempt {
                        chunk,
                        model,
                        is_last_round,
                        shareable: None,
                        is_suspect: false,
                    });
                }
                Err(error) => return Err(error.into()),
            }
            if session.chapter_budgets.is_empty(chapter.number) {
                &TaskFailure::ChapterBudget
            } else {
                &TaskFailure::Budget
            }
        }
    };
    session.count_kept(&worked.machine);
    if *failure == TaskFailure::ChapterBudget {
        let exit = rest_of(session, chapter).await?;
        let left = FailedParagraphs::from_task(
            chapter.number,
            worked,
            exit.into_iter().map(|id| (id, failure.clone())),
        );
        return Ok(left.handle_outcome(session, chapter, failure, attempt, 0));
    }
    if let Some(form) = other_form(session, worked, failure, attempt.model) {
        let left = FailedParagraphs::from_task(chapter.number, worked, unsettled(&worked.machine, failure));
        left.apply(session, chapter, failure, (Remedy::OtherForm { form }, attempt));
        return Ok(Next::Continue);
    }
    let is_refused = *failure == TaskFailure::Refused;
    // What was shown beside the first one may have been what is refused.
    let is_first_refusal = is_refused && session.context.refused.note_refusal();
    let n_open = unsettled(&worked.machine, failure).count();
    // In text, a task takes itself apart.
    let is_apart = n_open == 1 || worked.machine.delivery() != Delivery::Tools;
    let was_alone = is_refused && is_apart && !is_first_refusal;
    // Taking a request apart is no sign that the model does not do this work.
    let says_nothing = matches!(failure, TaskFailure::Service { .. }) || (is_refused && !was_alone);
    let n_fruitless = if says_nothing { 0 } else { session.count_fruitless() };
    // What a check has refused to the last, or was asked for alone, was tried enough by this model, whatever else the task
    // failed at. A task that is not over tells of them when it is.
    let is_over = matches!(worked.exit, LoopExit::Ended(_));
    let (given_up, open): (Vec<_>, Vec<_>) = unsettled(&worked.machine, failure)
        .partition(|(_, reason)| is_over && is_of_paragraph(reason, &worked.machine));
    if let Some((_, reason)) = given_up.first().cloned() {
        let left = FailedParagraphs {
            was_alone: true,
            ..FailedParagraphs::from_task(chapter.number, worked, given_up)
        };
        left.handle_outcome(session, chapter, &reason, attempt, n_fruitless);
    }
    let left = FailedParagraphs { was_alone, ..FailedParagraphs::from_task(chapter.number, worked, open) };
    let is_all_told = left.paragraphs.is_empty() && is_of_paragraph(failure, &worked.machine);
    if is_all_told {
        return Ok(Next::Continue);
    }
    Ok(left.handle_outcome(session, chapter, failure, attempt, n_fruitless))
}

/// Whether a reason is one paragraph's own: the model has had its tries at it.
fn is_of_paragraph(reason: &TaskFailure, machine: &Machine) -> bool {
    match reason {
        TaskFailure::Check { .. } | TaskFailure::Omitted => true,
        // In text, what fails is asked for alone before it is given up.
        TaskFailure::Refused
        | TaskFailure::Truncated
        | TaskFailure::Degenerate
        | TaskFailure::Malformed
        | TaskFailure::ContextTooLong => machine.delivery() != Delivery::Tools,
        TaskFailure::NoToolCalls
        | TaskFailure::WrongLanguage
        | TaskFailure::Incapable { .. }
        | TaskFailure::Limit { .. }
        | TaskFailure::Budget
        | TaskFailure::ChapterBudget
        | TaskFailure::Service { .. }
        | TaskFailure::Denied { .. }
        | TaskFailure::Cancelled => false,
    }
}

/// The form in which the same model is to try again, where the one it used brought nothing; the first time it is told.
fn other_form(
    session: &RunSession,
    worked: &TaskRun,
    failure: &TaskFailure,
    model: usize,
) -> Option<Delivery> {
    let is_about_form = match failure {
        TaskFailure::NoToolCalls
        | TaskFailure::Malformed
        | TaskFailure::Omitted
        | TaskFailure::Degenerate
        | TaskFailure::Truncated
        | TaskFailure::Limit { .. } => true,
        TaskFailure::Refused
        | TaskFailure::WrongLanguage
        | TaskFailure::Check { .. }
        | TaskFailure::ContextTooLong
        | TaskFailure::Incapable { .. }
        | TaskFailure::Budget
        | TaskFailure::ChapterBudget
        | TaskFailure::Service { .. }
        | TaskFailure::Denied { .. }
        | TaskFailure::Cancelled => false,
    };
    let ledger = &worked.machine.task_state().ledger;
    let n_settled = ledger.count(LedgerState::Accepted) + ledger.count(LedgerState::Kept);
    let is_over = matches!(worked.exit, LoopExit::Ended(_));
    let run_model = session.models.get(model).filter(|_| is_about_form && is_over && n_settled == 0)?;
    let from = worked.machine.delivery();
    let (to, is_news) = run_model.delivery().after_failure(from, &failure.to_string())?;
    if is_news {
        let (model, failure) = (run_model.name.clone(), failure.clone());
        session.publish(RunEvent::DeliveryChanged { model, from, to, failure });
    }
    Some(to)
}

/// Paragraphs of one chapter that failed in the same way, each with its own reason.
struct FailedParagraphs {
    number: u32,
    id: ChapterId,
    paragraphs: Vec<(ParagraphId, TaskFailure)>,
    /// Whether the model has had its tries at each of them.
    was_alone: bool,
}

impl FailedParagraphs {
    fn from_task(
        number: u32,
        worked: &TaskRun,
        paragraphs: impl IntoIterator<Item = (ParagraphId, TaskFailure)>,
    ) -> Self {
        let id = worked.machine.chunk().chapter();
        Self { number, id, paragraphs: paragraphs.into_iter().collect(), was_alone: false }
    }

    /// Does what the table of remedies says.
    fn handle_outcome(
        &self,
        session: &RunSession,
        chapter: &mut ChapterWork,
        failure: &TaskFailure,
        attempt: AttemptInfo,
        n_fruitless: u32,
    ) -> Next {
        if self.was_alone {
            let refused = self.paragraphs.iter().filter(|(_, reason)| *reason == TaskFailure::Refused);
            session.context.refused.note_paragraphs(refused.map(|(id, _)| *id));
            self.rejoin_suspects(chapter, attempt.model);
        }
        let remedy = choose(session, failure, self, attempt, n_fruitless);
        self.apply(session, chapter, failure, (remedy, attempt))
    }

    fn apply(
        &self,
        session: &RunSession,
        chapter: &mut ChapterWork,
        failure: &TaskFailure,
        (remedy, attempt): (Remedy, AttemptInfo),
    ) -> Next {
        for (failure, n_paragraphs) in self.reasons(failure) {
            let (chapter, remedy) = (self.number, remedy.clone());
            session.publish(RunEvent::Policy { chapter, failure, remedy, n_paragraphs });
        }
        let AttemptInfo { model, is_last_round } = attempt;
        match remedy {
            Remedy::Split => {
                let (first, second) = self.paragraphs.split_at(self.paragraphs.len().div_ceil(2));
                // The pile is worked from its end, so the later half goes down first.
                let is_suspect = *failure == TaskFailure::Refused;
                let parts = [second, first].map(|paragraphs| self.attempt(paragraphs, model, is_last_round));
                let parts = parts.into_iter().flatten();
                chapter.pending.extend(parts.map(|part| Attempt { is_suspect, ..part }));
            }
            Remedy::Fallback { .. } => {
                chapter.pending.extend(self.attempt(&self.paragraphs, model + 1, is_last_round));
            }
            Remedy::OtherForm { .. } => {
                chapter.pending.extend(self.attempt(&self.paragraphs, model, is_last_round));
            }
            Remedy::Later => {
                if let Some(attempt) = self.attempt(&self.paragraphs, model, true) {
                    session.put_aside(self.number, attempt);
                }
            }
            Remedy::Narrow => return Next::Exit,
            Remedy::LeavePending => session.leave(self.number, &self.paragraphs),
            Remedy::StopRun => {
                if !matches!(failure, TaskFailure::Budget | TaskFailure::Cancelled) {
                    session.leave(self.number, &self.paragraphs);
                }
                session.stop(failure);
            }
        }
        Next::Continue
    }

    /// The rest of a refused request is asked for at once: one refused paragraph is the usual case.
    fn rejoin_suspects(&self, chapter: &mut ChapterWork, model: usize) {
        let mut ids: Vec<ParagraphId> = Vec::new();
        let is_rest = |attempt: &mut Attempt| attempt.is_suspect && attempt.model == model;
        while let Some(attempt) = chapter.pending.pop_if(is_rest) {
            ids.extend(attempt.chunk.paragraph_ids());
        }
        if let Ok(chunk) = Chunk::new(self.id, ids) {
            let (is_last_round, shareable) = (false, None);
            chapter.pending.push(Attempt { chunk, model, is_last_round, shareable, is_suspect: true });
        }
    }

    /// Every reason with how many paragraphs have it; the task's own where there is no paragraph.
    fn reasons(&self, of_task: &TaskFailure) -> Vec<(TaskFailure, usize)> {
        let mut reasons: Vec<(TaskFailure, usize)> = Vec::new();
        for (_, reason) in &self.paragraphs {
            match reasons.iter_mut().find(|(known, _)| known == reason) {
                Some((_, n_paragraphs)) => *n_paragraphs += 1,
                None => reasons.push((reason.clone(), 1)),
            }
        }
        if reasons.is_empty() {
            reasons.push((of_task.clone(), 0));
        }
        reasons
    }

    fn attempt(
        &self,
        paragraphs: &[(ParagraphId, TaskFailure)],
        model: usize,
        is_last_round: bool,
    ) -> Option<Attempt> {
        let ids = paragraphs.iter().map(|(id, _)| *id).collect();
        let chunk = Chunk::new(self.id, ids).ok()?;
        Some(Attempt { chunk, model, is_last_round, shareable: None, is_suspect: false })
    }
}

/// Looks the remedy up in the policy table.
fn choose(
    session: &RunSession,
    failure: &TaskFailure,
    left: &FailedParagraphs,
    attempt: AttemptInfo,
    n_fruitless: u32,
) -> Remedy {
    let is_service = matches!(failure, TaskFailure::Service { .. });
    if matches!(failure, TaskFailure::Denied { .. }) {
        session.counters.first_model.fetch_max(attempt.model + 1, Ordering::Relaxed);
    }
    let next = (attempt.model + 1).max(session.counters.first_model.load(Ordering::Relaxed));
    remedy(&Situation {
        failure,
        n_left: left.paragraphs.len(),
        was_alone: left.was_alone,
        next_model: session.models.get(next).map(|run_model| run_model.name.as_str()),
        n_service_failures: if is_service {
            session.counters.n_service_failures.fetch_add(1, Ordering::Relaxed) + 1
        } else {
            0
        },
        n_fruitless,
        is_last_round: attempt.is_last_round,
        others_at_work: session.counters.n_at_work.load(Ordering::SeqCst) > 0,
    })
}

/// Takes everything that is left out of a chapter's work. Its open tasks stay open in the library.
async fn rest_of(session: &RunSession, chapter: &mut ChapterWork) -> Result<Vec<ParagraphId>, TaskError> {
    let mut exit = Vec::new();
    for task in chapter.open.drain(..) {
        let ledger = session.context.store.library().ledger(task.id).await?;
        exit.extend(
            ledger.iter().filter(|entry| entry.state == LedgerState::Pending).map(|entry| entry.paragraph),
        );
    }
    for attempt in chapter.pending.drain(..).rev() {
        exit.extend(attempt.chunk.paragraph_ids());
    }
    Ok(exit)
}

/// The paragraphs a task left, each with its own reason; the task's where it has none.
fn unsettled<'a>(
    machine: &'a Machine,
    failure: &'a TaskFailure,
) -> impl Iterator<Item = (ParagraphId, TaskFailure)> + 'a {
    machine.task_state().ledger.entries().filter_map(|(id, entry)| match entry {
        LedgerEntry::Failed(own) => Some((id, own.clone())),
        LedgerEntry::Pending => Some((id, failure.clone())),
        LedgerEntry::Accepted | LedgerEntry::Kept => None,
    })
}
