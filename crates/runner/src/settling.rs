//! What becomes of what a task left: each paragraph is tried again, smaller, later or by another model, or it is listed
//! with its own reason.

use crate::event::{Remedy, RunEvent};
use crate::policy::{Situation, remedy};
use crate::sitting::{Attempt, ChapterWork, Sitting};
use book::id::{ChapterId, ParagraphId};
use book::work::chunk::Chunk;
use book::work::failure::Failure;
use book::work::ledger::Entry;
use std::sync::atomic::Ordering;
use store::error::StoreError;
use store::work::PENDING;
use task::driver::{Rest, TaskError};
use task::machine::{Machine, Outcome};
use task::service::Worked;

/// Whether a worker goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    GoOn,
    /// So many requests at once are too many.
    Leave,
}

/// With which model something was tried, and whether it was put aside before.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tried {
    pub(crate) model: usize,
    pub(crate) is_last_round: bool,
}

/// Looks at what a task came to, and puts what is to be tried again on the pile.
pub(crate) async fn settle(
    sitting: &Sitting,
    chapter: &mut ChapterWork,
    worked: &Worked,
    tried: Tried,
) -> Result<Next, TaskError> {
    let failure = match &worked.rest {
        Rest::Ended(Outcome::Failed { failure }) => failure,
        Rest::Ended(Outcome::Finished) => {
            sitting.n_service_failures.store(0, Ordering::Relaxed);
            sitting.count_kept(&worked.machine);
            return Ok(Next::GoOn);
        }
        Rest::Paused | Rest::Waiting(_) => {
            sitting.interrupt();
            return Ok(Next::GoOn);
        }
        // The task stays open: what was said in it is paid for, and it goes on from there.
        Rest::OutOfBudget => {
            match sitting.store.library().task(worked.task).await {
                Ok(task) => chapter.open.push_front(task),
                // Nothing was said in it yet, so there is only its chunk.
                Err(StoreError::NoSuchTask { .. }) => {
                    let Tried { model, is_last_round } = tried;
                    let chunk = worked.machine.chunk().clone();
                    chapter.pile.push(Attempt { chunk, model, is_last_round });
                }
                Err(error) => return Err(error.into()),
            }
            if sitting.purses.is_empty(chapter.number) { &Failure::ChapterBudget } else { &Failure::Budget }
        }
    };
    sitting.count_kept(&worked.machine);
    if *failure == Failure::ChapterBudget {
        let rest = rest_of(sitting, chapter).await?;
        let left = Left::of(chapter.number, worked, rest.into_iter().map(|id| (id, failure.clone())));
        return Ok(left.settle(sitting, chapter, failure, tried, 0));
    }
    let n_fruitless = if matches!(failure, Failure::Service { .. }) { 0 } else { sitting.count_fruitless() };
    // What a check has refused to the last was tried enough by this model, whatever else the task failed at. A task that
    // is not over tells of them when it is.
    let is_over = matches!(worked.rest, Rest::Ended(_));
    let (given_up, open): (Vec<_>, Vec<_>) = unsettled(&worked.machine, failure)
        .partition(|(_, reason)| is_over && matches!(reason, Failure::Check { .. }));
    if let Some((_, check)) = given_up.first().cloned() {
        let left = Left::of(chapter.number, worked, given_up);
        left.settle(sitting, chapter, &check, tried, n_fruitless);
    }
    let left = Left::of(chapter.number, worked, open);
    let is_all_told = left.paragraphs.is_empty() && matches!(failure, Failure::Check { .. });
    if is_all_told {
        return Ok(Next::GoOn);
    }
    Ok(left.settle(sitting, chapter, failure, tried, n_fruitless))
}

/// Paragraphs of one chapter that failed in the same way, each with its own reason.
struct Left {
    number: u32,
    id: ChapterId,
    paragraphs: Vec<(ParagraphId, Failure)>,
}

impl Left {
    fn of(
        number: u32,
        worked: &Worked,
        paragraphs: impl IntoIterator<Item = (ParagraphId, Failure)>,
    ) -> Self {
        let id = worked.machine.chunk().chapter();
        Self { number, id, paragraphs: paragraphs.into_iter().collect() }
    }

    /// Does what the table of remedies says.
    fn settle(
        &self,
        sitting: &Sitting,
        chapter: &mut ChapterWork,
        failure: &Failure,
        tried: Tried,
        n_fruitless: u32,
    ) -> Next {
        let remedy = choose(sitting, failure, self.paragraphs.len(), tried, n_fruitless);
        sitting.tell(RunEvent::Policy {
            chapter: self.number,
            failure: failure.clone(),
            remedy: remedy.clone(),
            n_paragraphs: self.paragraphs.len(),
        });
        let Tried { model, is_last_round } = tried;
        match remedy {
            Remedy::Split => {
                let (first, second) = self.paragraphs.split_at(self.paragraphs.len().div_ceil(2));
                // The pile is worked from its end, so the later half goes down first.
                chapter.pile.extend(self.attempt(second, model, is_last_round));
                chapter.pile.extend(self.attempt(first, model, is_last_round));
            }
            Remedy::Fallback { .. } => {
                chapter.pile.extend(self.attempt(&self.paragraphs, model + 1, is_last_round));
            }
            Remedy::Later => {
                if let Some(attempt) = self.attempt(&self.paragraphs, model, true) {
                    sitting.put_aside(self.number, attempt);
                }
            }
            Remedy::Narrow => return Next::Leave,
            Remedy::LeavePending => sitting.leave(self.number, &self.paragraphs),
            Remedy::StopRun => {
                if !matches!(failure, Failure::Budget | Failure::Cancelled) {
                    sitting.leave(self.number, &self.paragraphs);
                }
                sitting.stop(failure);
            }
        }
        Next::GoOn
    }

    fn attempt(
        &self,
        paragraphs: &[(ParagraphId, Failure)],
        model: usize,
        is_last_round: bool,
    ) -> Option<Attempt> {
        let ids = paragraphs.iter().map(|(id, _)| *id).collect();
        Some(Attempt { chunk: Chunk::new(self.id, ids).ok()?, model, is_last_round })
    }
}

/// Asks the table of remedies.
fn choose(sitting: &Sitting, failure: &Failure, n_left: usize, tried: Tried, n_fruitless: u32) -> Remedy {
    let is_service = matches!(failure, Failure::Service { .. });
    if matches!(failure, Failure::Denied { .. }) {
        sitting.first_model.fetch_max(tried.model + 1, Ordering::Relaxed);
    }
    let next = (tried.model + 1).max(sitting.first_model.load(Ordering::Relaxed));
    remedy(&Situation {
        failure,
        n_left,
        next_model: sitting.models.get(next).map(|hired| hired.name.as_str()),
        n_service_failures: if is_service {
            sitting.n_service_failures.fetch_add(1, Ordering::Relaxed) + 1
        } else {
            0
        },
        n_fruitless,
        is_last_round: tried.is_last_round,
        others_at_work: sitting.n_at_work.load(Ordering::SeqCst) > 0,
    })
}

/// Takes everything that is left out of a chapter's work. Its open tasks stay open in the library.
async fn rest_of(sitting: &Sitting, chapter: &mut ChapterWork) -> Result<Vec<ParagraphId>, TaskError> {
    let mut rest = Vec::new();
    for task in chapter.open.drain(..) {
        let ledger = sitting.store.library().ledger(task.id).await?;
        rest.extend(ledger.iter().filter(|entry| entry.state == PENDING).map(|entry| entry.paragraph));
    }
    for attempt in chapter.pile.drain(..).rev() {
        rest.extend(attempt.chunk.paragraph_ids());
    }
    Ok(rest)
}

/// The paragraphs a task left, each with its own reason; the task's where it has none.
fn unsettled<'a>(
    machine: &'a Machine,
    failure: &'a Failure,
) -> impl Iterator<Item = (ParagraphId, Failure)> + 'a {
    machine.desk().ledger.entries().filter_map(|(id, entry)| match entry {
        Entry::Failed(own) => Some((id, own.clone())),
        Entry::Pending => Some((id, failure.clone())),
        Entry::Accepted | Entry::Kept => None,
    })
}
