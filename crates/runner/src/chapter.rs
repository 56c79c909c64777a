//! One chapter's chunks, in order, each tried until it is settled or nothing more can be done for it.

use crate::event::{Remedy, RunEvent};
use crate::plan::PlannedChapter;
use crate::run::{Hired, Sitting};
use book::id::ParagraphId;
use book::text::version::TaskKind;
use book::work::chunk::Chunk;
use book::work::failure::Failure;
use book::work::ledger::Entry;
use store::work::TaskRecord;
use task::driver::{Rest, TaskError};
use task::machine::{Machine, Outcome};
use task::service::{Office, PolishService, ProofreadingService, TranslationService, Worked};

/// Work still to be done: a chunk, and which model is to try it.
struct Attempt {
    chunk: Chunk,
    model: usize,
}

/// Works through a chapter. Errors of the library end the run; everything else ends in the sitting's tally.
pub(crate) async fn work_through(
    sitting: &Sitting<'_>,
    chapter: PlannedChapter,
    unfinished: Vec<TaskRecord>,
) -> Result<(), TaskError> {
    let mut attempts: Vec<Attempt> =
        chapter.chunks.into_iter().rev().map(|chunk| Attempt { chunk, model: 0 }).collect();
    for task in unfinished {
        if sitting.must_stop() {
            return Ok(());
        }
        let worked = serve(sitting, 0, Job::Resume(&task)).await?;
        settle(sitting, chapter.number, worked, 0, &mut attempts);
    }
    while let Some(attempt) = attempts.pop() {
        if sitting.must_stop() {
            return Ok(());
        }
        let Some(hired) = sitting.models.get(attempt.model) else { continue };
        sitting.tell(RunEvent::ChunkStarted {
            chapter: chapter.number,
            n_paragraphs: attempt.chunk.paragraph_ids().len(),
            model: hired.name.clone(),
        });
        let worked = serve(sitting, attempt.model, Job::Begin(attempt.chunk)).await?;
        settle(sitting, chapter.number, worked, attempt.model, &mut attempts);
    }
    Ok(())
}

enum Job<'a> {
    Begin(Chunk),
    Resume(&'a TaskRecord),
}

/// Hands a job to the service of the run's kind.
async fn serve(sitting: &Sitting<'_>, model: usize, job: Job<'_>) -> Result<Worked, TaskError> {
    let office = sitting.office(sitting.models.get(model).unwrap_or(sitting.first_model));
    match sitting.wish.kind {
        TaskKind::Translation => {
            let service = TranslationService::new(office);
            match job {
                Job::Begin(chunk) => service.translate(chunk).await,
                Job::Resume(task) => service.resume(task).await,
            }
        }
        TaskKind::Polish => {
            let service = PolishService::new(office);
            match job {
                Job::Begin(chunk) => service.polish(chunk).await,
                Job::Resume(task) => service.resume(task).await,
            }
        }
        TaskKind::Proofreading => {
            let service = ProofreadingService::new(office);
            match job {
                Job::Begin(chunk) => service.proofread(chunk).await,
                Job::Resume(task) => service.resume(task).await,
            }
        }
    }
}

/// Looks at what a task came to, and puts what is to be tried again on the pile.
fn settle(sitting: &Sitting<'_>, chapter: u32, worked: Worked, model: usize, attempts: &mut Vec<Attempt>) {
    sitting.count(&worked.machine);
    match worked.rest {
        Rest::Ended(Outcome::Finished) => sitting.service_works(),
        Rest::Paused | Rest::Waiting(_) => sitting.interrupt(),
        Rest::Ended(Outcome::Failed { failure }) => {
            let left = failed_paragraphs(&worked.machine);
            let remedy = remedy(sitting, &failure, left.len(), model);
            sitting.tell(RunEvent::Policy {
                failure: failure.clone(),
                remedy: remedy.clone(),
                n_paragraphs: left.len(),
            });
            match remedy {
                Remedy::Split => {
                    let (first, second) = left.split_at(left.len().div_ceil(2));
                    // The pile is worked from its end, so the later half goes down first.
                    for half in [second, first] {
                        let chunk = Chunk::new(worked.machine.chunk().chapter(), half.to_vec());
                        attempts.extend(chunk.map(|chunk| Attempt { chunk, model }));
                    }
                }
                Remedy::Fallback { .. } => {
                    let chunk = Chunk::new(worked.machine.chunk().chapter(), left);
                    attempts.extend(chunk.map(|chunk| Attempt { chunk, model: model + 1 }));
                }
                Remedy::LeavePending => sitting.leave(chapter, &left, &failure),
                Remedy::StopRun => {
                    sitting.leave(chapter, &left, &failure);
                    sitting.stop(&failure);
                }
            }
        }
    }
}

fn failed_paragraphs(machine: &Machine) -> Vec<ParagraphId> {
    let entries = machine.desk().ledger.entries();
    entries
        .filter(|(_, entry)| matches!(entry, Entry::Failed(_) | Entry::Pending))
        .map(|(id, _)| id)
        .collect()
}

/// The policy: what is done about a failed task.
fn remedy(sitting: &Sitting<'_>, failure: &Failure, n_left: usize, model: usize) -> Remedy {
    let next = sitting.models.get(model + 1);
    let fallback = |hired: &Hired| Remedy::Fallback { model: hired.name.clone() };
    let or_leave = next.map_or(Remedy::LeavePending, fallback);
    match failure {
        Failure::Budget | Failure::Cancelled => Remedy::StopRun,
        // A model or service that is out of reach may come back for the next chunk; one that stays away ends the run.
        Failure::Service { .. } => match next {
            Some(hired) => fallback(hired),
            None if sitting.service_failed() => Remedy::StopRun,
            None => Remedy::LeavePending,
        },
        // Another model is likelier to help than a smaller chunk; without one, a smaller chunk finds the culprit.
        Failure::Refused => match next {
            Some(hired) => fallback(hired),
            None if n_left > 1 => Remedy::Split,
            None => Remedy::LeavePending,
        },
        Failure::Truncated
        | Failure::Degenerate
        | Failure::NoToolCalls
        | Failure::Malformed
        | Failure::WrongLanguage
        | Failure::Check { .. }
        | Failure::ContextTooLong
        | Failure::Limit { .. } => {
            if n_left > 1 {
                Remedy::Split
            } else {
                or_leave
            }
        }
    }
}

impl<'a> Sitting<'a> {
    fn office<'b>(&'b self, hired: &'b Hired) -> Office<'b> {
        Office {
            store: self.store,
            book: self.book,
            run: self.run,
            target: &self.wish.target,
            manner: self.manner.clone(),
            model: hired.model(),
            max_output_tokens: hired.max_output_tokens,
            judge: self.judge,
            person: self.person,
            price: hired.pricing(),
            clock: self.clock,
            events: self.task_events,
            cancel: self.cancel.clone(),
        }
    }
}
