//! What everything in a simulated day shares: counters, the clock, which faults are due, what was promised, and the trace.

use crate::after_commit::Watch;
use crate::coverage::Coverage;
use crate::fault::{Counted, Fault, FaultKind};
use crate::planted::{Mutation, Plant};
use crate::scenario::{Scenario, Stage};
use book::id::ParagraphId;
use runner::run::StopSignal;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;
use tokio::time::Instant;

/// When the first day begins, in milliseconds since 1970.
const FIRST_MS: i64 = 1_700_000_000_000;
/// More than any run of so small a book needs.
const MOST_STEPS: u64 = 400_000;
/// So many steps are kept to be told.
const MOST_TOLD: usize = 3_000;

/// The world of one simulated day.
#[derive(Debug)]
pub struct World {
    pub scenario: Scenario,
    pub plant: Option<&'static Plant>,
    state: Mutex<State>,
    /// Looks at the library that is open.
    watch: Mutex<Option<Watch>>,
    /// Told when the process dies.
    death: Notify,
    /// Told when somebody has something to do.
    pub(crate) wakes_actor: Notify,
}

#[derive(Debug)]
struct State {
    n_statements: u64,
    n_commits: u64,
    n_requests: u64,
    n_pieces: u64,
    n_steps: u64,
    /// Whether something was committed since anybody looked.
    has_committed: bool,
    trace: blake3::Hasher,
    /// The last steps, to be told.
    steps: VecDeque<String>,
    faults: Vec<(Fault, bool)>,
    /// Which part of the day it is, from zero, and what was counted when it began.
    part: usize,
    began_at: [u64; 4],
    /// Refusals that are still to come, and with which status.
    burst: Option<(u16, u64)>,
    /// Statements until the disk has room again.
    full_for: u64,
    /// Whether nobody has a dictionary at the moment.
    is_dictionary_gone: bool,
    /// The library that is open.
    path: PathBuf,
    /// How long the log was before the commit that was torn.
    torn_at: Option<u64>,
    /// How often a planted fault has shown itself.
    n_planted: u64,
    is_dead: bool,
    cancel: StopSignal,
    errands: Vec<FaultKind>,
    now_ms: i64,
    life_began: Option<Instant>,
    stage: Stage,
    doing: &'static str,
    facts: Facts,
    coverage: Coverage,
    violations: Vec<String>,
}

/// What was promised so far, by whoever promised it.
#[derive(Debug, Default, Clone)]
pub(crate) struct Facts {
    /// What events said is accepted.
    pub(crate) accepted: Vec<(ParagraphId, String)>,
    /// What people wrote and were told is kept; nobody but a person changes it.
    pub(crate) by_person: BTreeMap<ParagraphId, String>,
    /// What people locked or reviewed, with what stood there.
    pub(crate) settled: BTreeMap<ParagraphId, Option<String>>,
    /// Bodies of requests that were answered well and whole, and when they were asked.
    pub(crate) answered: HashMap<[u8; 32], u64>,
    /// What the server bills, in tokens in and out.
    pub(crate) billed: (u64, u64),
    /// Whether the bill can be compared to the cent.
    pub(crate) is_money_exact: bool,
    /// Whether the service has told everything it bills, so that nobody had to guess.
    pub(crate) knows_bill: bool,
    /// The first request after the last trouble that may make somebody ask again.
    pub(crate) trouble_until: u64,
    pub(crate) n_accepted_events: usize,
    pub(crate) n_ended_events: usize,
    /// Whether a person took something back.
    pub(crate) has_undone: bool,
    /// The processes that are at work on the book.
    pub(crate) at_work: Vec<String>,
    /// Whether nothing has happened in this life that may cost a process its claim.
    pub(crate) is_claim_sure: bool,
    /// How often a second process came.
    pub(crate) n_second: usize,
}

/// What is to happen to a request.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked {
    pub(crate) number: u64,
    pub(crate) fault: Option<FaultKind>,
}

impl World {
    pub fn new(scenario: Scenario, plant: Option<&'static Plant>) -> Arc<Self> {
        let faults = scenario.faults.iter().map(|fault| (*fault, false)).collect();
        let state = State {
            n_statements: 0,
            n_commits: 0,
            n_requests: 0,
            n_pieces: 0,
            n_steps: 0,
            has_committed: false,
            trace: blake3::Hasher::new(),
            steps: VecDeque::new(),
            faults,
            part: 0,
            began_at: [0; 4],
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
            doing: "resting",
            facts: Facts { is_money_exact: true, knows_bill: true, ..Facts::default() },
            coverage: Coverage::default(),
            violations: Vec::new(),
        };
        let (death, wakes_actor) = (Notify::new(), Notify::new());
        Arc::new(Self {
            scenario,
            plant,
            state: Mutex::new(state),
            watch: Mutex::default(),
            death,
            wakes_actor,
        })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
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
        state.facts.is_claim_sure = true;
        state.errands.clear();
        state.cancel = StopSignal::new();
        Ok(state.cancel.clone())
    }

    fn watch(&self) -> MutexGuard<'_, Option<Watch>> {
        self.watch.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks at the library once after every commit.
    pub(crate) fn look_after_commit(&self) {
        if !std::mem::take(&mut self.lock().has_committed) {
            return;
        }
        let (has_undone, by_person, billed, knows_bill) = self.facts(|facts| {
            let by_person: Vec<String> = facts.by_person.values().cloned().collect();
            (facts.has_undone, by_person, facts.billed, facts.knows_bill)
        });
        let mut watch = self.watch();
        let Some(watch) = watch.as_mut() else { return };
        let looked = watch.broken(has_undone).and_then(|mut broken| {
            for text in &by_person {
                if !watch.has_version(text, true)? {
                    broken.push("a person's words are replaced");
                }
            }
            let used = watch.used()?;
            if knows_bill && (used.0 > billed.0 || used.1 > billed.1) {
                broken.push("the library knows of more than the service bills");
            }
            Ok(broken)
        });
        match looked {
            Ok(broken) => broken.into_iter().for_each(|rule| self.violation(rule)),
            Err(error) => self.violation(format!("the library cannot be looked at: {error:#}")),
        }
    }

    pub(crate) fn is_planted(&self, mutation: Mutation) -> bool {
        let is_planted = self.plant.is_some_and(|plant| plant.is(mutation));
        if is_planted {
            self.lock().n_planted += 1;
        }
        is_planted
    }

    /// A step is about to be written by this process: nobody else may hold the book.
    pub(crate) fn step_by(&self, name: &str) {
        let holder = self.watch().as_mut().and_then(|watch| watch.holder().transpose());
        match holder {
            Some(Ok(holder)) if holder == name => {}
            Some(Err(error)) => self.violation(format!("the claim cannot be looked at: {error:#}")),
            _ => self.violation("a step is written by a process that does not hold the book"),
        }
    }

    /// A run begins to work: nobody else may be at work on the book unless the claim could not be kept.
    pub(crate) fn begins_work(&self, name: &str) {
        let is_second = self.facts(|facts| {
            let is_second = facts.is_claim_sure && facts.at_work.iter().any(|other| other != name);
            facts.at_work.push(name.to_owned());
            is_second
        });
        if is_second {
            self.violation("two processes are at work on one book");
        }
    }

    pub(crate) fn ends_work(&self, name: &str) {
        self.facts(|facts| facts.at_work.retain(|other| other != name));
    }

    /// What is told to be accepted is kept by then.
    pub(crate) fn told_accepted(&self, text: &str) {
        let is_kept =
            self.watch().as_mut().is_none_or(|watch| watch.has_version(text, false).unwrap_or(false));
        if !is_kept {
            self.violation("a paragraph is told as accepted before it is kept");
        }
    }

    pub(crate) fn end_life(&self) {
        self.look_after_commit();
        *self.watch() = None;
        let mut state = self.lock();
        state.now_ms = state.now_ms() + 1_000;
        state.life_began = None;
        state.trouble();
    }

    /// Time passes in which nobody does anything.
    pub(crate) fn pass(&self, milliseconds: i64) {
        self.lock().now_ms += milliseconds;
    }

    /// The next part of the day begins.
    pub(crate) fn enter(&self, stage: Stage, part: usize) {
        let mut state = self.lock();
        state.stage = stage;
        state.part = part;
        state.began_at = [state.n_statements, state.n_commits, state.n_requests, state.n_pieces];
        state.doing = "starting";
        state.step(stage.name());
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

    fn die(&self) {
        self.lock().is_dead = true;
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

    pub(crate) fn outcome(&self) -> crate::Outcome {
        let state = self.lock();
        crate::Outcome {
            violations: state.violations.clone(),
            trace: state.trace.finalize().to_hex().to_string(),
            n_steps: state.n_steps,
            steps: state.steps.iter().cloned().collect(),
            coverage: state.coverage.clone(),
            n_planted: state.n_planted,
        }
    }

    /// Somebody needs a place in the trace.
    pub(crate) fn note(&self, what: &str) {
        self.lock().step(what);
    }

    pub(crate) fn doing(&self, what: &'static str) {
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
        state.n_statements += 1;
        state.full_for = state.full_for.saturating_sub(1);
        state.step(sql);
        if state.n_steps > MOST_STEPS {
            drop(state);
            self.violation("the day does not end");
            self.die();
            return Some(FOR_EVER);
        }
        let at = state.n_statements;
        if sql == "COMMIT" {
            let next = state.n_commits + 1;
            let hangs =
                state.due(Counted::Commits, next, |kind| matches!(kind, FaultKind::CommitHangs { .. }));
            if let Some(FaultKind::CommitHangs { seconds }) = hangs {
                return Some(std::time::Duration::from_secs(seconds));
            }
        }
        let due = state.due(Counted::Statements, at, |kind| !matches!(kind, FaultKind::StatementRefused));
        let Some(kind) = due else {
            // Every seventh statement lets others go first.
            return (at % 7 == self.scenario.seed % 7).then(|| std::time::Duration::from_millis(1 + at % 3));
        };
        match kind {
            FaultKind::DeathAtStatement => {
                drop(state);
                self.die();
                return Some(FOR_EVER);
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
        None
    }

    /// Whether this statement fails.
    pub(crate) fn refuses_statement(&self) -> bool {
        let mut state = self.lock();
        let at = state.n_statements;
        state.due(Counted::Statements, at, |kind| kind == FaultKind::StatementRefused).is_some()
    }

    pub(crate) fn is_disk_full(&self) -> bool {
        self.lock().full_for > 0
    }

    /// A commit is about to be sent. Says how it fails, if it does.
    pub(crate) fn commit(&self) -> Option<FaultKind> {
        let mut state = self.lock();
        state.n_commits += 1;
        state.has_committed = true;
        let at = state.n_commits;
        let fault = state.due(Counted::Commits, at, |kind| !matches!(kind, FaultKind::CommitHangs { .. }));
        if fault == Some(FaultKind::CommitTorn) {
            state.torn_at = Some(length(&log_of(&state.path)));
            drop(state);
            self.die();
        }
        fault
    }

    /// How long the log was before the commit in which the power went.
    pub(crate) fn take_torn(&self) -> Option<u64> {
        self.lock().torn_at.take()
    }

    /// Whether somebody who looks for a dictionary finds it.
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

    /// A request arrives at the model.
    pub(crate) fn request(&self, body: &[u8]) -> Asked {
        let mut state = self.lock();
        state.doing = "asking";
        state.n_requests += 1;
        let number = state.n_requests;
        let digest = blake3::hash(body);
        state.step(&format!(
            "request of {} bytes, {}",
            body.len(),
            digest.to_hex().get(..8).unwrap_or_default()
        ));
        let digest: [u8; 32] = digest.into();
        let trouble_until = state.facts.trouble_until;
        let again = state.facts.answered.get(&digest).is_some_and(|asked| *asked > trouble_until);
        if let Some((status, n_left)) = state.burst {
            state.burst = (n_left > 1).then_some((status, n_left - 1));
            return Asked { number, fault: Some(FaultKind::Burst { status, n_requests: 1 }) };
        }
        let fault = state.due(Counted::Requests, number, |_| true);
        if let Some(FaultKind::Burst { status, n_requests }) = fault {
            state.burst = Some((status, n_requests));
        }
        drop(state);
        if again {
            self.violation("a paid reply is asked for again");
        }
        Asked { number, fault }
    }

    /// A piece of a reply arrives; `false` if the process dies instead.
    pub(crate) fn piece(&self, n_bytes: usize) -> bool {
        let mut state = self.lock();
        if state.is_dead {
            return false;
        }
        state.doing = "receiving";
        state.n_pieces += 1;
        state.step(&format!("piece of {n_bytes} bytes"));
        let at = state.n_pieces;
        match state.due(Counted::Pieces, at, |_| true) {
            Some(FaultKind::Cancelled) => {
                state.cancel.cancel();
                true
            }
            Some(_) => {
                drop(state);
                self.die();
                false
            }
            None => true,
        }
    }

    /// A reply has arrived to its end.
    pub(crate) fn answered(&self, body: &[u8], number: u64, usage: (u64, u64), is_good: bool) {
        let mut state = self.lock();
        state.facts.billed.0 += usage.0;
        state.facts.billed.1 += usage.1;
        if is_good {
            state.facts.answered.insert(blake3::hash(body).into(), number);
        }
    }
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

    fn step(&mut self, what: &str) {
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
    fn due(&mut self, counted: Counted, at: u64, is_wanted: impl Fn(FaultKind) -> bool) -> Option<FaultKind> {
        let (stage, doing, part) = (self.stage.name(), self.doing, self.part);
        let at = at - self.began_at[counted as usize].min(at);
        let due = self.faults.iter_mut().find(|(fault, is_over)| {
            let is_now = fault.part == part && fault.at <= at;
            !is_over && is_now && fault.kind.counted() == counted && is_wanted(fault.kind)
        })?;
        due.1 = true;
        let kind = due.0.kind;
        self.step(kind.name());
        self.coverage.note(kind.name(), stage, doing);
        self.facts.is_money_exact &= kind.keeps_money_exact();
        self.facts.knows_bill &= kind.tells_bill();
        self.facts.is_claim_sure &= kind.leaves_claim();
        self.trouble();
        Some(kind)
    }

    fn trouble(&mut self) {
        self.facts.trouble_until = self.n_requests + 3;
    }
}
