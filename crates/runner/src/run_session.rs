//! One session of a run: what its workers share while this process executes it, and the counters they update.

use crate::chapter_budget::ChapterBudgets;
use crate::event::RunEvent;
use crate::queue::{Attempt, ChapterWork, Queue, SpareRoom};
use crate::repair::RepairRound;
use crate::report::{Ending, Report, UnresolvedParagraph};
use crate::run_model::RunModel;
use crate::spec::RunSpec;
use book::id::{ParagraphId, TaskId};
use book::work::failure::TaskFailure;
use book::work::ledger::LedgerEntry;
use checks::dictionary::Dictionaries;
use llm::{Spent, Usage};
use std::collections::HashSet;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use task::cpu_limit::CpuLimiter;
use task::event::TaskEvent;
use task::machine::Machine;
use task::run_context::RunContext;
use tools::judge::Judge;

/// A run whose work takes less input than this says little about how much its model reads.
const LEAST_TELLING: u64 = 30_000;

/// What the workers of a session share.
pub(crate) struct RunSession {
    /// What every task is given; it never changes.
    pub(crate) context: RunContext,
    pub(crate) spec: RunSpec,
    pub(crate) models: Vec<RunModel>,
    /// The judge without any wish of this run: what a text is worth by itself.
    pub(crate) plain_judge: Arc<dyn Judge>,
    /// Where dictionaries come from.
    pub(crate) dictionaries: Arc<dyn Dictionaries>,
    /// What the round under way is to repair.
    pub(crate) repair_round: Arc<RepairRound>,
    pub(crate) events: Arc<dyn Fn(RunEvent) + Send + Sync>,
    /// Lets as many workers compute at once as there are cores.
    pub(crate) cpu_limiter: CpuLimiter,
    /// What each chapter may use up.
    pub(crate) chapter_budgets: ChapterBudgets,
    pub(crate) counters: Counters,
    pub(crate) state: Mutex<State>,
}

/// What the workers count, each by itself; what belongs together is in [`State`].
#[derive(Default)]
pub(crate) struct Counters {
    /// The first model that was not turned away for good.
    pub(crate) first_model: AtomicUsize,
    pub(crate) n_service_failures: AtomicU32,
    pub(crate) n_fruitless: AtomicU32,
    /// Workers with a task under way.
    pub(crate) n_at_work: AtomicUsize,
}

/// What changes while a session lasts.
#[derive(Default)]
pub(crate) struct State {
    queue: Queue,
    later: Vec<(u32, Attempt)>,
    accepted: HashSet<ParagraphId>,
    suggested: HashSet<ParagraphId>,
    /// Paragraphs that were to be settled.
    n_expected: usize,
    n_reused: usize,
    n_repaired: usize,
    kept: HashSet<ParagraphId>,
    unresolved: Vec<UnresolvedParagraph>,
    stopped: Option<Ending>,
}

impl State {
    /// Lets the chunks of a chapter be worked on at the same time.
    pub(crate) fn queue_by_chunk(&mut self) {
        self.queue = Queue::by_chunk();
    }
}

impl RunSession {
    pub(crate) fn publish(&self, event: RunEvent) {
        (self.events)(event);
    }

    /// Passes on what happens in a task, and counts what it changed.
    pub(crate) fn on_event(&self, chapter: u32, task: TaskId, event: TaskEvent) {
        if let TaskEvent::Accepted { paragraph, .. } = &event {
            self.counters.n_fruitless.store(0, Ordering::Relaxed);
            self.state().accepted.insert(*paragraph);
        } else if let TaskEvent::Suggested { paragraph } = &event {
            self.counters.n_fruitless.store(0, Ordering::Relaxed);
            self.state().suggested.insert(*paragraph);
        }
        self.publish(RunEvent::Task { chapter, task, event });
    }

    /// The chapter to take the next chunk from.
    pub(crate) fn next_chapter(&self) -> Option<ChapterWork> {
        if self.must_stop() { None } else { self.state().queue.take(self.spec.n_at_once()) }
    }

    /// Short chapters right after this one that may share a request with it, and whether more would have, had there been
    /// room.
    pub(crate) fn company(&self, of: &ChapterWork, room: SpareRoom) -> (Vec<ChapterWork>, bool) {
        if self.must_stop() { (Vec::new(), false) } else { self.state().queue.take_company(of, room) }
    }

    pub(crate) fn fill(&self, chapters: impl IntoIterator<Item = ChapterWork>) -> usize {
        let mut state = self.state();
        state.queue.add(chapters);
        state.queue.n_at_once()
    }

    /// Gives a chapter back, for the next free worker; `n_taken` is what was left of it when it was taken.
    pub(crate) fn give_back(&self, chapter: ChapterWork, n_taken: usize) {
        self.state().queue.give_back(chapter, n_taken);
    }

    /// Puts a chunk aside until everything else is done.
    pub(crate) fn put_aside(&self, chapter: u32, attempt: Attempt) {
        self.state().later.push((chapter, attempt));
    }

    /// What was put aside, chapter by chapter.
    pub(crate) fn take_aside(&self) -> Vec<ChapterWork> {
        let mut later = std::mem::take(&mut self.state().later);
        later.sort_by_key(|(number, _)| *number);
        let mut chapters: Vec<ChapterWork> = Vec::new();
        for (number, attempt) in later {
            match chapters.last_mut().filter(|chapter| chapter.number == number) {
                Some(chapter) => chapter.pending.insert(0, attempt),
                None => chapters.push(ChapterWork::put_aside(number, vec![attempt])),
            }
        }
        chapters
    }

    /// Whether no new work may begin.
    pub(crate) fn must_stop(&self) -> bool {
        if self.context.cancel.is_stopping() {
            self.interrupt();
        }
        self.state().stopped.is_some()
    }

    pub(crate) fn interrupt(&self) {
        self.state().stopped.get_or_insert(Ending::Interrupted);
    }

    pub(crate) fn stop(&self, failure: &TaskFailure) {
        let ending = if *failure == TaskFailure::Budget {
            Ending::Budget
        } else if *failure == TaskFailure::Cancelled {
            Ending::Interrupted
        } else {
            Ending::Failed { reason: failure.to_string() }
        };
        self.state().stopped.get_or_insert(ending);
    }

    /// Says how many paragraphs are to be settled in this session.
    pub(crate) fn expect(&self, n_paragraphs: usize) {
        self.state().n_expected = n_paragraphs;
    }

    pub(crate) fn count_reused(&self, n_paragraphs: usize) {
        self.state().n_reused += n_paragraphs;
    }

    pub(crate) fn count_repaired(&self, n_paragraphs: usize) {
        self.state().n_repaired += n_paragraphs;
    }

    /// What remained so far; from here on nothing does.
    pub(crate) fn take_unresolved(&self) -> Vec<UnresolvedParagraph> {
        std::mem::take(&mut self.state().unresolved)
    }

    /// Puts back what remained, in the place of what has come since.
    pub(crate) fn put_unresolved(&self, unresolved: Vec<UnresolvedParagraph>) {
        self.state().unresolved = unresolved;
    }

    /// Counts what a task left unchanged on purpose.
    pub(crate) fn count_kept(&self, machine: &Machine) {
        let entries = machine.task_state().ledger.entries();
        let kept = entries.filter(|(_, entry)| matches!(entry, LedgerEntry::Kept)).map(|(id, _)| id);
        self.state().kept.extend(kept);
    }

    /// Notes how much the first model read for work of this size, if it alone did it, and by tools.
    pub(crate) fn note_reading(&self, least: &Usage, used: &Usage) {
        let is_alone =
            self.counters.first_model.load(Ordering::Relaxed) == 0 && self.spec.fallbacks.is_empty();
        let Some(first) = self.models.first().filter(|_| is_alone && least.input > LEAST_TELLING) else {
            return;
        };
        let permille = used.total_input().saturating_mul(1000) / least.input;
        first.delivery().note_reading(u32::try_from(permille).unwrap_or(u32::MAX));
    }

    /// Lists paragraphs as left, each with its reason.
    pub(crate) fn leave(&self, chapter: u32, paragraphs: &[(ParagraphId, TaskFailure)]) {
        let left = paragraphs.iter().map(|(paragraph, reason)| UnresolvedParagraph {
            paragraph: *paragraph,
            chapter,
            reason: reason.clone(),
        });
        self.state().unresolved.extend(left);
    }

    /// Counts a task that failed without bringing anything; how many there were in a row while nothing was accepted.
    pub(crate) fn count_fruitless(&self) -> u32 {
        let state = self.state();
        if state.accepted.is_empty() && state.suggested.is_empty() {
            self.counters.n_fruitless.fetch_add(1, Ordering::Relaxed) + 1
        } else {
            0
        }
    }

    pub(crate) fn report(&self, spent: Spent) -> Report {
        let mut state = self.state();
        let mut unresolved = std::mem::take(&mut state.unresolved);
        unresolved.sort_by_key(|left| left.chapter);
        let ending = match state.stopped.take() {
            Some(ending) => ending,
            None if unresolved.is_empty() => Ending::Finished,
            None if unresolved.iter().any(|left| left.reason == TaskFailure::ChapterBudget) => Ending::Budget,
            None => Ending::Unresolved,
        };
        // Each paragraph is in one count only: what remains is not accepted, though it may have become better, and what
        // is accepted was not kept.
        let remains: HashSet<ParagraphId> = unresolved.iter().map(|left| left.paragraph).collect();
        let n_accepted = state.accepted.difference(&remains).count();
        let is_kept = |id: &&ParagraphId| !remains.contains(*id) && !state.accepted.contains(*id);
        let n_kept = state.kept.iter().filter(is_kept).count();
        let n_settled = n_accepted + state.suggested.len() + n_kept + remains.len();
        Report {
            run: self.context.run,
            // A paragraph that is done without a model, or twice, must not count for another one.
            n_not_reached: if ending == Ending::Finished || ending == Ending::Unresolved {
                0
            } else {
                state.n_expected.saturating_sub(n_settled)
            },
            ending,
            n_accepted,
            n_reused: state.n_reused,
            n_repaired: state.n_repaired,
            n_kept,
            n_suggested: state.suggested.len(),
            unresolved,
            spent,
            refused_by: None,
            pause: None,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
