//! What everything in a simulated day shares: counters, the clock, which faults are due, what was promised, and the trace.

use crate::after_commit::Watch;
use crate::coverage::{Cell, Coverage};
use crate::doing::Doing;
use crate::facts::{Counts, Facts};
use crate::fault::{CountedEvent, Fault, FaultKind};
use crate::planted::Plant;
use crate::scenario::{Scenario, Stage};
use llm_test_server::Batches;
use runner::run::StopSignal;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;
use tokio::time::Instant;

/// When the first day begins, in milliseconds since 1970.
const FIRST_MS: i64 = 1_700_000_000_000;
/// More than any run of so small a book needs.
const MOST_STEPS: u64 = 400_000;
/// The most steps kept for the trace.
const MOST_TOLD: usize = 3_000;

/// The world of one simulated day.
#[derive(Debug)]
pub struct World {
    pub scenario: Scenario,
    pub plant: Option<&'static Plant>,
    state: Mutex<State>,
    /// Looks at the library that is open.
    pub(crate) watch: Mutex<Option<Watch>>,
    /// What was handed in at the service.
    pub(crate) batches: Batches,
    /// Told when the process dies.
    death: Notify,
    /// Notified when an actor has something to do.
    pub(crate) wakes_actor: Notify,
}

#[derive(Debug)]
pub(crate) struct State {
    pub(crate) counts: Counts,
    n_steps: u64,
    /// Whether something was committed since the last look.
    pub(crate) has_committed: bool,
    trace: blake3::Hasher,
    /// The last steps, to be told.
    steps: VecDeque<String>,
    faults: Vec<(Fault, bool)>,
    /// Which part of the day it is, from zero, and what was counted when it began.
    part: usize,
    began_at: Counts,
    /// Refusals that are still to come, and with which status.
    pub(crate) burst: Option<(u16, u64)>,
    /// Statements until the disk has room again.
    full_for: u64,
    /// Whether the dictionary is missing at the moment.
    is_dictionary_gone: bool,
    /// The library that is open.
    path: PathBuf,
    /// How long the log was before the commit that was torn.
    torn_at: Option<u64>,
    /// How often a planted fault has shown itself.
    pub(crate) n_planted: u64,
    pub(crate) is_dead: bool,
    pub(crate) cancel: StopSignal,
    errands: Vec<FaultKind>,
    now_ms: i64,
    life_began: Option<Instant>,
    stage: Stage,
    pub(crate) doing: Doing,
    pub(crate) facts: Facts,
    coverage: Coverage,
    violations: Vec<String>,
}

impl World {
    pub fn new(scenario: Scenario, plant: Option<&'static Plant>) -> Arc<Self> {
        let faults = scenario.faults.iter().map(|fault| (*fault, false)).collect();
        let state = State {
            counts: Counts::default(),
            n_steps: 0,
            has_committed: false,
            trace: blake3::Hasher::new(),
            steps: VecDeque::new(),
            faults,
            part: 0,
            began_at: Counts::default(),
            burst: None,
            full_for: 0,
            is_dictionary_gone: false,
            path: PathBuf::new(),
            torn_at: None,
            n_planted: 0,
            is_dead: false,
            cancel: StopSignal::new(),
            errands: Vec::new(),
            now_ms: FIRST_MS,
            life_began: None,
            stage: Stage::Import,
            doing: Doing::Starting,
            facts: Facts { is_money_exact: true, hears_all: true, ..Facts::default() },
            coverage: Coverage::default(),
            violations: Vec::new(),
        };
        let (death, wakes_actor) = (Notify::new(), Notify::new());
        Arc::new(Self {
            scenario,
            plant,
            state: Mutex::new(state),
            watch: Mutex::default(),
            batches: Batches::default(),
            death,
            wakes_actor,
        })
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The time as a process sees it.
    pub fn now_ms(&self) -> i64 {
        self.lock().now_ms()
    }

    pub(crate) fn begin_life(&self, path: &Path) -> anyhow::Result<StopSignal> {
        *self.watch() = Some(Watch::open(path)?);
        let mut state = self.lock();
        path.clone_into(&mut state.path);
        state.life_began = Some(Instant::now());
        state.is_dead = false;
        state.full_for = 0;
        state.facts.at_work.clear();
        state.facts.writing.clear();
        state.facts.is_claim_sure = true;
        state.facts.is_undoing = false;
        state.errands.clear();
        state.cancel = StopSignal::new();
        Ok(state.cancel.clone())
    }

    pub(crate) fn end_life(&self) {
        self.look_after_commit();
        *self.watch() = None;
        let mut state = self.lock();
        state.now_ms = state.now_ms() + 1_000;
        state.life_began = None;
        state.trouble();
    }

    /// Time passes in which no actor does anything.
    pub(crate) fn pass(&self, milliseconds: i64) {
        self.lock().now_ms += milliseconds;
    }

    /// The next part of the day begins.
    pub(crate) fn enter(&self, stage: Stage, part: usize) {
        let mut state = self.lock();
        state.stage = stage;
        state.part = part;
        state.began_at = state.counts;
        state.doing = Doing::Starting;
        state.step(stage.name());
    }

    /// Whether another actor is to come in this part of the day.
    pub(crate) fn expects_somebody(&self) -> bool {
        let state = self.lock();
        let comes = |(fault, is_over): &(Fault, bool)| {
            !is_over
                && fault.part == state.part
                && (fault.kind.is_somebody() || fault.kind == FaultKind::Sleeps)
        };
        matches!(state.stage, Stage::Edit | Stage::Chat | Stage::Program | Stage::Page)
            || state.faults.iter().any(comes)
    }

    /// No fault happens from here on: the day ends well.
    pub(crate) fn calm(&self) {
        let mut state = self.lock();
        for (_, is_over) in &mut state.faults {
            *is_over = true;
        }
        state.burst = None;
        state.full_for = 0;
        state.is_dictionary_gone = false;
    }

    pub(crate) async fn died(&self) {
        loop {
            let told = self.death.notified();
            if self.lock().is_dead {
                return;
            }
            told.await;
        }
    }

    pub(crate) fn is_dead(&self) -> bool {
        self.lock().is_dead
    }

    pub(crate) fn die(&self) {
        let mut state = self.lock();
        state.is_dead = true;
        state.facts.hears_all = false;
        drop(state);
        self.death.notify_one();
    }

    pub(crate) fn facts<T>(&self, act: impl FnOnce(&mut Facts) -> T) -> T {
        act(&mut self.lock().facts)
    }

    /// Something that must never be.
    pub(crate) fn violation(&self, what: impl Into<String>) {
        let mut state = self.lock();
        let what = format!("{} ({})", what.into(), state.stage.name());
        if !state.violations.contains(&what) {
            state.violations.push(what);
        }
    }

    pub(crate) fn has_violation(&self) -> bool {
        !self.lock().violations.is_empty()
    }

    pub(crate) fn outcome(&self) -> crate::StoryOutcome {
        let state = self.lock();
        crate::StoryOutcome {
            violations: state.violations.clone(),
            trace: state.trace.finalize().to_hex().to_string(),
            n_steps: state.n_steps,
            steps: state.steps.iter().cloned().collect(),
            coverage: state.coverage.clone(),
            n_planted: state.n_planted,
        }
    }

    /// Adds a line to the trace.
    pub(crate) fn note(&self, what: &str) {
        let mut state = self.lock();
        // The folder has another name every day.
        let folder = state.path.parent().map(|folder| folder.display().to_string()).unwrap_or_default();
        let what = if folder.is_empty() { what.to_owned() } else { what.replace(&folder, "") };
        state.step(&what);
    }

    pub(crate) fn doing(&self, what: Doing) {
        self.lock().doing = what;
    }

    pub(crate) fn next_errand(&self) -> Option<FaultKind> {
        self.lock().errands.pop()
    }

    /// A statement is about to be sent. Says for how long to wait before.
    pub(crate) fn statement(&self, sql: &str) -> Option<std::time::Duration> {
        let mut state = self.lock();
        if state.is_dead {
            return Some(FOR_EVER);
        }
        state.counts.statements += 1;
        state.full_for = state.full_for.saturating_sub(1);
        state.step(sql);
        if state.n_steps > MOST_STEPS {
            drop(state);
            self.violation("the day does not end");
            self.die();
            return Some(FOR_EVER);
        }
        let at = state.counts.statements;
        if sql == "COMMIT" {
            state.doing = Doing::Committing;
            let hangs =
                state.due(CountedEvent::Commits, |kind| matches!(kind, FaultKind::CommitHangs { .. }));
            if let Some(FaultKind::CommitHangs { seconds }) = hangs {
                return Some(std::time::Duration::from_secs(seconds));
            }
        }
        match self.befalls(state) {
            Befallen::Nothing => {
                // Every seventh statement lets others go first.
                (at % 7 == self.scenario.seed % 7).then(|| std::time::Duration::from_millis(1 + at % 3))
            }
            Befallen::Trouble => None,
            Befallen::Death => Some(FOR_EVER),
        }
    }

    /// Whatever is due at this moment: another actor, another time, a full disk, the end.
    pub(crate) fn befalls(&self, mut state: MutexGuard<'_, State>) -> Befallen {
        let due = state.due(CountedEvent::Statements, |kind| kind != FaultKind::StatementRefused);
        let Some(kind) = due else { return Befallen::Nothing };
        match kind {
            FaultKind::DeathAtStatement => {
                drop(state);
                self.die();
                return Befallen::Death;
            }
            FaultKind::ClockJumps { seconds } => state.now_ms += seconds * 1_000,
            FaultKind::Sleeps => {
                state.now_ms += 120_000;
                state.errands.push(kind);
            }
            FaultKind::DiskFull { n_statements } => state.full_for = n_statements,
            FaultKind::DictionaryGone => state.is_dictionary_gone = true,
            other => state.errands.push(other),
        }
        drop(state);
        self.wakes_actor.notify_one();
        Befallen::Trouble
    }

    /// Whether this statement fails.
    pub(crate) fn refuses_statement(&self) -> bool {
        self.lock().due(CountedEvent::Statements, |kind| kind == FaultKind::StatementRefused).is_some()
    }

    pub(crate) fn is_disk_full(&self) -> bool {
        self.lock().full_for > 0
    }

    /// A commit is about to be sent. Says how it fails, if it does.
    pub(crate) fn commit(&self) -> Option<FaultKind> {
        let mut state = self.lock();
        state.counts.commits += 1;
        state.has_committed = true;
        let fault = state.due(CountedEvent::Commits, |kind| !matches!(kind, FaultKind::CommitHangs { .. }));
        if fault == Some(FaultKind::CommitTorn) {
            state.torn_at = Some(length(&log_of(&state.path)));
            drop(state);
            self.die();
        }
        fault
    }

    /// How many commits were sent so far.
    pub(crate) fn n_commits(&self) -> u64 {
        self.lock().counts.commits
    }

    /// How long the log was before the commit in which the power went.
    pub(crate) fn take_torn(&self) -> Option<u64> {
        self.lock().torn_at.take()
    }

    /// Whether a lookup finds the dictionary.
    pub(crate) fn has_dictionary(&self) -> bool {
        let mut state = self.lock();
        let is_gone = state.is_dictionary_gone;
        state.step(if is_gone { "no dictionary" } else { "a dictionary" });
        !is_gone
    }

    /// What is sent in the place of a statement, where a fault is planted in it.
    pub(crate) fn planted(&self, sql: &str) -> Option<&'static str> {
        let instead = self.plant?.instead_of(sql)?;
        self.lock().n_planted += 1;
        Some(instead)
    }
}

/// What came at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Befallen {
    Nothing,
    Trouble,
    Death,
}

/// The log beside a library.
pub(crate) fn log_of(path: &Path) -> PathBuf {
    path.with_extension("tsumugi-wal")
}

/// How long a file is; nothing if there is none.
pub(crate) fn length(file: &Path) -> u64 {
    std::fs::metadata(file).map(|file| file.len()).unwrap_or_default()
}

/// Longer than any day.
pub(crate) const FOR_EVER: std::time::Duration = std::time::Duration::from_hours(24 * 365);

impl State {
    fn now_ms(&self) -> i64 {
        let elapsed = self.life_began.map(|began| began.elapsed().as_millis()).unwrap_or_default();
        self.now_ms + i64::try_from(elapsed).unwrap_or_default()
    }

    pub(crate) fn step(&mut self, what: &str) {
        self.n_steps += 1;
        let now = self.now_ms();
        self.trace.update(&now.to_le_bytes());
        self.trace.update(what.as_bytes());
        self.steps.push_back(format!("{} {what}", now - FIRST_MS));
        if self.steps.len() > MOST_TOLD {
            self.steps.pop_front();
        }
    }

    /// The fault that is due by now, if one is; it happens once.
    pub(crate) fn due(
        &mut self,
        counted: CountedEvent,
        is_wanted: impl Fn(FaultKind) -> bool,
    ) -> Option<FaultKind> {
        let (door, doing, part) = (self.stage, self.doing, self.part);
        let at = self.counts.count_of(counted);
        let at = at.saturating_sub(self.began_at.count_of(counted));
        let due = self.faults.iter_mut().find(|(fault, is_over)| {
            let is_now = fault.part == part && fault.at <= at && fault.doing == doing;
            !is_over && is_now && fault.kind.counted() == counted && is_wanted(fault.kind)
        })?;
        due.1 = true;
        let kind = due.0.kind;
        self.step(kind.name());
        self.coverage.note(Cell { fault: kind.name(), door, doing });
        self.facts.is_money_exact &= kind.keeps_money_exact();
        self.facts.hears_all &= !matches!(kind, FaultKind::CommitUnheard | FaultKind::CommitTorn);
        self.facts.is_claim_sure &= kind.leaves_claim();
        self.trouble();
        Some(kind)
    }

    fn trouble(&mut self) {
        self.facts.trouble_until = self.counts.requests + 3;
    }
}
