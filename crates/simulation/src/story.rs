//! A simulated day from the first import to the last undo, with as many processes as die in it.

use crate::actor::{act, perform};
use crate::coverage::Coverage;
use crate::doors;
use crate::facts::Facts;
use crate::fault::FaultKind;
use crate::invariants;
use crate::page;
use crate::planted::Plant;
use crate::process::{Process, RunOrder};
use crate::scenario::{Scenario, Stage};
use crate::texts;
use crate::world::{World, length, log_of};
use anyhow::{Context as _, Result};
use book::id::{BookId, RunId};
use fastrand::Rng;
use operations::import::{ImportFailure, ImportOptions, ImportOutcome, import};
use runner::report::{Ending, Report};
use runner::run::RunError;
use std::fs::OpenOptions;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use store::chance::Repeatable;
use store::store::Store;
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};
use tokio_util::sync::CancellationToken;

/// How often a person tries again before the day is made calm.
const TRIES: u32 = 10;
/// How often what remains is tried again.
const MOST_UNRESOLVED: u32 = 2;

/// The result of a day.
#[derive(Debug, Clone)]
pub struct StoryOutcome {
    /// What must never be, and was.
    pub violations: Vec<String>,
    /// The digest of everything that happened, in its order.
    pub trace: String,
    pub n_steps: u64,
    /// How often a planted fault has shown itself.
    pub n_planted: u64,
    /// The last steps, for people.
    pub steps: Vec<String>,
    pub coverage: Coverage,
}

/// Lives through the day a scenario describes.
pub fn simulate(scenario: Scenario, plant: Option<&'static Plant>) -> StoryOutcome {
    let _repeatable = Repeatable::with_seed(scenario.seed);
    let world = World::new(scenario, plant);
    let lived = catch_unwind(AssertUnwindSafe(|| Story::begin(&world)?.live()));
    match lived {
        Ok(Ok(())) => {}
        Ok(Err(error)) => world.violation(format!("the day broke off: {error:#}")),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or_default();
            world.violation(format!("something panicked: {text}"));
        }
    }
    world.outcome()
}

/// The fewest faults of a scenario that still break something, by their places in it.
pub fn shrink(scenario: &Scenario, plant: Option<&'static Plant>) -> Vec<usize> {
    let mut kept: Vec<usize> = (0..scenario.faults.len()).collect();
    let mut at = 0;
    while at < kept.len() {
        let fewer: Vec<usize> = kept.iter().copied().filter(|place| Some(place) != kept.get(at)).collect();
        if simulate(scenario.clone().keeping(&fewer), plant).violations.is_empty() {
            at += 1;
        } else {
            kept = fewer;
        }
    }
    kept
}

struct Story {
    world: Arc<World>,
    folder: TempDir,
    path: PathBuf,
    n_lives: u32,
    book: Option<BookId>,
    /// The runs that are in the library, as they were when it was last looked at.
    runs: Vec<RunId>,
    text: String,
    has_revised: bool,
}

impl Story {
    fn begin(world: &Arc<World>) -> Result<Self> {
        let folder = fast_folder()?;
        // Names of batches come from here; the name of the folder did, too.
        fastrand::seed(world.scenario.seed);
        let path = folder.path().join("0.tsumugi");
        std::fs::write(&path, empty_library()?)?;
        let Scenario { seed, n_chapters, n_lines, .. } = world.scenario;
        let text = texts::book(seed, n_chapters, n_lines);
        let world = Arc::clone(world);
        Ok(Self { world, folder, path, n_lives: 0, book: None, runs: Vec::new(), text, has_revised: false })
    }

    fn live(&mut self) -> Result<()> {
        for (part, stage) in self.world.scenario.stages.clone().into_iter().enumerate() {
            self.world.enter(stage, part);
            match stage {
                Stage::Import => self.import(None)?,
                Stage::Revise => self.revise()?,
                Stage::Edit => self.edit()?,
                Stage::Export => self.export()?,
                Stage::Undo => self.undo()?,
                Stage::Batch
                | Stage::Translate
                | Stage::Polish
                | Stage::Proofread
                | Stage::Fix
                | Stage::Survey => self.run(stage, false)?,
                Stage::Chat => self.visit(FaultKind::AssistantTalks)?,
                Stage::Program => self.visit(FaultKind::ProgramCalls)?,
                Stage::Page => self.page()?,
            }
            if self.world.has_violation() {
                break;
            }
        }
        Ok(())
    }

    /// One process from its start to its end; nothing if it died.
    fn life<T>(&mut self, work: impl AsyncFnOnce(Arc<Process>) -> T) -> Result<Option<T>> {
        self.n_lives += 1;
        let n_commits = self.world.n_commits();
        let runtime = paused_runtime()?;
        let (world, path) = (Arc::clone(&self.world), self.path.clone());
        let (book, number) = (self.book, self.n_lives);
        let (process, lived) = runtime.block_on(async {
            let process = Arc::new(Process::open(&world, &path, book, number).await?);
            let lived = tokio::select! {
                biased;
                () = world.died() => None,
                done = work(Arc::clone(&process)) => Some(done),
            };
            world.end_life();
            anyhow::Ok((process, lived))
        })?;
        // What a killed process leaves is what is in its files at this moment. No handle may be closed before: closing the last
        // one checkpoints the log and removes it.
        let left = self.folder.path().join(format!("{}.tsumugi", self.n_lives));
        copy_library(&self.path, &left)?;
        if let Some(before) = self.world.take_torn() {
            tear(&log_of(&left), before, self.world.scenario.seed)?;
        }
        drop((runtime, process));
        remove_library(&self.path);
        self.path = left;
        // Where nothing was committed, what is there was looked at before.
        if self.world.n_commits() > n_commits {
            self.check()?;
        }
        Ok(lived)
    }

    /// Looks at a copy of what is there, with nothing in between.
    fn check(&mut self) -> Result<()> {
        let copy = self.folder.path().join(format!("{}-check.tsumugi", self.n_lives));
        copy_library(&self.path, &copy)?;
        let runtime = Builder::new_current_thread().enable_all().build()?;
        self.runs = runtime.block_on(async {
            let store = Store::open(&copy).await?;
            if let Some(book) = self.book {
                invariants::check(&self.world, store.library(), book).await?;
            }
            let runs = store.library().runs(self.book).await?;
            store.close().await;
            anyhow::Ok(runs.into_iter().map(|run| run.id).collect())
        })?;
        remove_library(&copy);
        Ok(())
    }

    /// Runs work with everybody else at work too, until it gets through.
    fn insist<T>(
        &mut self,
        order: Option<&RunOrder>,
        work: &impl AsyncFn(&Process) -> Result<T, anyhow::Error>,
    ) -> Result<Option<T>> {
        for attempt in 0..TRIES * 2 {
            if attempt == TRIES {
                self.world.calm();
            }
            let done = self.life(async |process| beside(&process, order, work(&process)).await)?;
            match done {
                Some(Ok(done)) => return Ok(Some(done)),
                Some(Err(error)) => self.world.note(&format!("{error:#}")),
                None => {}
            }
            if self.world.has_violation() {
                return Ok(None);
            }
            self.world.pass(61_000);
        }
        self.world.violation("it never gets through");
        Ok(None)
    }

    fn import(&mut self, revises: Option<BookId>) -> Result<()> {
        let text = self.text.clone();
        let is_refused_first = self.world.scenario.seed.is_multiple_of(3);
        let book = self.insist(None, &async |process| {
            let now = process.world.now_ms();
            let options = ImportOptions {
                file_name: "book.txt".to_owned(),
                from: "ja".parse().ok(),
                to: "en".parse().ok(),
                revises,
                ..ImportOptions::default()
            };
            if is_refused_first && revises.is_none() {
                refused_file(process, &options).await?;
            }
            let library = process.store.library();
            let known = library.book_of_file(text.as_bytes(), None).await?;
            if let Some(known) = known {
                return Ok(known.id);
            }
            match import(&process.store, text.clone().into_bytes(), options, now, &|_, _| {}).await {
                Ok(done) => {
                    if revises.is_some() != matches!(done.outcome, ImportOutcome::Revised(_)) {
                        process.world.violation("a newer edition is taken for a new book");
                    }
                    Ok(done.book.id)
                }
                Err(ImportFailure::Broken(detail)) => {
                    process.world.violation(format!("reading broke off: {detail}"));
                    anyhow::bail!("broken")
                }
                Err(error) => anyhow::bail!("{error}"),
            }
        })?;
        self.book = book.or(self.book);
        let text = self.text.clone();
        self.insist(None, &async |process| invariants::sources(process, &text).await)?;
        Ok(())
    }

    fn revise(&mut self) -> Result<()> {
        self.text = texts::revised(self.world.scenario.seed, &self.text);
        self.has_revised = true;
        self.world.facts(|facts| {
            // Words of a line that is gone, or that is another one now, are kept elsewhere.
            facts.accepted.clear();
            facts.suggested.clear();
            facts.hears_all = false;
            facts.forget_people();
        });
        let book = self.book;
        self.import(book)
    }

    fn edit(&mut self) -> Result<()> {
        self.insist(None, &async |process| {
            // A person works at the text and then has the assistant change something.
            let errands = [
                FaultKind::PersonWrites,
                FaultKind::PersonReviews,
                FaultKind::PersonLocks,
                FaultKind::AssistantWrites,
            ];
            for errand in errands {
                perform(process, None, errand).await;
                tokio::time::sleep(std::time::Duration::from_millis(11)).await;
            }
            Ok(())
        })?;
        Ok(())
    }

    /// An actor comes, does one thing, and goes.
    fn visit(&mut self, errand: FaultKind) -> Result<()> {
        self.insist(None, &async |process| {
            perform(process, None, errand).await;
            Ok(())
        })?;
        Ok(())
    }

    /// A person works at the page.
    fn page(&mut self) -> Result<()> {
        let order =
            RunOrder { stage: Stage::Page, earlier: self.runs.clone(), limit_micros: None, is_calm: false };
        self.insist(None, &async |process| page::visit(process, &order).await)?;
        Ok(())
    }

    /// A run to its end, by as many processes as it takes.
    fn run(&mut self, stage: Stage, is_calm: bool) -> Result<()> {
        let scenario = self.world.scenario.clone();
        let earlier = self.runs.clone();
        let limit_micros = scenario.limit_micros.filter(|_| !is_calm);
        let mut order = RunOrder { stage, earlier, limit_micros, is_calm };
        let mut n_unresolved = 0;
        for attempt in 0..TRIES * 3 {
            if attempt == TRIES {
                self.world.calm();
            }
            let order_now = order.clone();
            self.world.facts(|facts| {
                facts.accepted_now.clear();
                (facts.n_ended_events, facts.n_second) = (0, 0);
            });
            let ended = self.life(async |process| {
                Box::pin(beside(&process, Some(&order_now), worked(&process, &order_now))).await
            })?;
            match ended {
                Some(Ok((ending, report))) => {
                    self.ended(report.as_ref());
                    self.world.note(&format!("the run ended: {ending:?}"));
                    match ending {
                        Ending::Finished => return Ok(()),
                        Ending::Unresolved if n_unresolved >= MOST_UNRESOLVED => return Ok(()),
                        Ending::Unresolved => n_unresolved += 1,
                        Ending::Budget => order.limit_micros = order.limit_micros.map(|limit| limit * 3),
                        Ending::Interrupted | Ending::Failed { .. } => {}
                    }
                }
                Some(Err(RunError::Broken(error))) => {
                    self.world.violation(format!("a worker is lost: {error}"));
                }
                Some(Err(error)) => self.world.note(&format!("the run broke off: {error}")),
                None => self.world.note("the process is dead"),
            }
            if self.world.has_violation() {
                return Ok(());
            }
            self.world.pass(61_000);
        }
        self.world.violation("a run does not end");
        Ok(())
    }

    /// What a run says of itself agrees with what was told while it ran.
    fn ended(&self, report: Option<&Report>) {
        let (mut accepted, n_ended, n_second) =
            self.world.facts(|facts| (facts.accepted_now.clone(), facts.n_ended_events, facts.n_second));
        if n_second > 0 {
            return;
        }
        if n_ended != 1 {
            self.world.violation(format!("the end of a run is told {n_ended} times"));
        }
        let Some(report) = report else { return };
        // A repair may make a paragraph better and leave something of it to be done: that remains, and is not counted twice.
        accepted.retain(|paragraph| report.unresolved.iter().all(|left| left.paragraph != *paragraph));
        let (n_accepted, n_said) = (accepted.len(), report.n_accepted);
        if n_accepted != n_said {
            self.world
                .violation(format!("{n_accepted} paragraphs are told as accepted, the report says {n_said}"));
        }
    }

    fn export(&mut self) -> Result<()> {
        self.world.calm();
        self.run(Stage::Translate, true)?;
        self.insist(None, &async |process| invariants::export(process).await)?;
        Ok(())
    }

    /// Everything taken back in reverse is how it began.
    fn undo(&mut self) -> Result<()> {
        let has_revised = self.has_revised;
        self.world.facts(Facts::forget_people);
        self.insist(None, &async |process| invariants::undo_all(process, has_revised).await)?;
        Ok(())
    }
}

/// Goes on with a run of whatever kind; what it reports, where it reports on paragraphs.
async fn worked(process: &Process, order: &RunOrder) -> Result<(Ending, Option<Report>), RunError> {
    if order.stage == Stage::Survey {
        let (holder, cancel) = (process.holder(), process.cancel.clone());
        return Ok((doors::survey(process, &process.store, holder, cancel, order).await?, None));
    }
    let report = process.work(order).await?;
    Ok((report.ending.clone(), Some(report)))
}

/// A file that is no book leaves nothing behind.
async fn refused_file(process: &Process, options: &ImportOptions) -> Result<()> {
    let before = process.store.library().books().await?.len();
    let bytes = b"PK\x03\x04 half a file".to_vec();
    let options = ImportOptions { file_name: "broken.epub".to_owned(), ..options.clone() };
    let refused = import(&process.store, bytes, options, process.world.now_ms(), &|_, _| {}).await;
    if refused.is_ok() || process.store.library().books().await?.len() != before {
        process.world.violation("something of a refused file stays");
    }
    Ok(())
}

/// Does the work while others do theirs, and waits for them.
async fn beside<T>(process: &Arc<Process>, order: Option<&RunOrder>, work: impl Future<Output = T>) -> T {
    let is_over = CancellationToken::new();
    let others = tokio::spawn(act(Arc::clone(process), order.cloned(), is_over.clone()));
    let done = work.await;
    is_over.cancel();
    if let Err(error) = others.await {
        process.world.violation(format!("somebody else is lost: {error}"));
    }
    done
}

fn paused_runtime() -> Result<Runtime> {
    Ok(Builder::new_current_thread().enable_time().start_paused(true).max_blocking_threads(1).build()?)
}

/// A folder in memory where there is one: a day commits hundreds of times.
fn fast_folder() -> Result<TempDir> {
    let memory = Path::new("/dev/shm");
    let made = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    made.context("no folder for a library")
}

/// A library with nothing in it, made once.
fn empty_library() -> Result<&'static [u8]> {
    static EMPTY: OnceLock<Vec<u8>> = OnceLock::new();
    if let Some(empty) = EMPTY.get() {
        return Ok(empty);
    }
    let folder = fast_folder()?;
    let path = folder.path().join("empty.tsumugi");
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        Store::open(&path).await?.close().await;
        anyhow::Ok(())
    })?;
    let bytes = std::fs::read(&path)?;
    Ok(EMPTY.get_or_init(|| bytes))
}

fn copy_library(from: &Path, to: &Path) -> Result<()> {
    std::fs::copy(from, to)?;
    let _ = std::fs::remove_file(log_of(to));
    if log_of(from).exists() {
        std::fs::copy(log_of(from), log_of(to))?;
    }
    Ok(())
}

/// Of what was added to the log only a part is left.
fn tear(log: &Path, before: u64, seed: u64) -> Result<()> {
    let added = length(log).saturating_sub(before);
    if added > 0 {
        let kept = before + Rng::with_seed(seed).u64(..added);
        OpenOptions::new().write(true).open(log)?.set_len(kept)?;
    }
    Ok(())
}

/// What cannot be removed goes with the folder.
fn remove_library(path: &Path) {
    for file in [path.to_owned(), log_of(path), path.with_extension("tsumugi-shm")] {
        let _ = std::fs::remove_file(file);
    }
}
