//! `cargo xtask simulate`: days of a library with everything that can go wrong, until one shows a fault of ours.

mod planted_table;

use anyhow::{Result, bail, ensure};
use clap::Parser;
use simulation::aim::Planner;
use simulation::coverage::{Coverage, all_cells};
use simulation::handles::Handles;
use simulation::planted::PLANTS;
use simulation::scenario::Scenario;
use simulation::{StoryOutcome, shrink, simulate};
use std::io::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Lives through simulated days: whole runs with failing models, disks, clocks and processes.
#[derive(Parser)]
#[command(name = "cargo xtask simulate")]
struct Arguments {
    /// The first day, or the only one where none of --seeds, --minutes, --steps and --until-covered is given.
    #[arg(long)]
    seed: Option<u64>,
    /// How many days.
    #[arg(long)]
    seeds: Option<u64>,
    /// For how long.
    #[arg(long)]
    minutes: Option<u64>,
    /// For how many steps.
    #[arg(long)]
    steps: Option<u64>,
    /// On how many cores. [default: all]
    #[arg(long)]
    jobs: Option<usize>,
    /// Aim the day at these cells of the table, by their numbers, as 7,450. A run until everything is covered tells them.
    #[arg(long, value_delimiter = ',')]
    aim: Vec<usize>,
    /// Only these faults of the day, by their places, as 0,3.
    #[arg(long, value_delimiter = ',')]
    keep: Option<Vec<usize>>,
    /// See whether faults that are planted in the program are found.
    #[arg(long)]
    planted: bool,
    /// Tell every step of the day.
    #[arg(long)]
    tell: bool,
    /// Aim each day at what was met least often, and go on until every fault met every door in every state so often.
    #[arg(long)]
    until_covered: Option<u64>,
    /// Plant this one, by its number.
    #[arg(long)]
    plant: Option<usize>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    // Days in which something panics say so themselves.
    std::panic::set_hook(Box::new(|_| {}));
    let n_jobs = arguments.jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    if arguments.planted {
        return planted_table::print(arguments.minutes.unwrap_or(5), arguments.plant, n_jobs);
    }
    let Arguments { seed, seeds, minutes, steps, until_covered, .. } = arguments;
    let has_end = minutes.is_some() || steps.is_some() || until_covered.is_some();
    match seed {
        Some(seed) if seeds.is_none() && !has_end => run_one_day(seed, &arguments),
        _ => many(
            &Bounds {
                first: seed.unwrap_or(1),
                n_days: seeds.unwrap_or(if has_end { u64::MAX } else { 100 }),
                n_steps: steps,
                time: minutes.map(|minutes| Duration::from_secs(60 * minutes)),
                least_met: until_covered,
            },
            n_jobs,
        ),
    }
}

fn print_line(text: &str) {
    // The terminal may be gone.
    let _ = writeln!(std::io::stdout(), "{text}");
}

/// One day, told in full.
fn run_one_day(seed: u64, arguments: &Arguments) -> Result<()> {
    let mut scenario = day(seed, &arguments.aim);
    if let Some(keep) = &arguments.keep {
        scenario = scenario.keeping(keep);
    }
    print_line(&format!("{scenario:#?}"));
    let plant = arguments.plant.and_then(|number| PLANTS.get(number));
    let outcome = simulate(scenario.clone(), plant);
    if arguments.tell {
        print_line(&outcome.steps.join("\n"));
    }
    print_line(&format!("trace {}, {} steps", outcome.trace, outcome.n_steps));
    print_line(&outcome.coverage.table());
    report(&scenario, &outcome)
}

/// The day of a seed, aimed at cells of the table if there are any.
fn day(seed: u64, aim: &[usize]) -> Scenario {
    if aim.is_empty() { Scenario::from_seed(seed) } else { Scenario::aimed(seed, aim) }
}

fn report(scenario: &Scenario, outcome: &StoryOutcome) -> Result<()> {
    if outcome.violations.is_empty() {
        return Ok(());
    }
    for violation in &outcome.violations {
        print_line(&format!("violated: {violation}"));
    }
    bail!("the day {} breaks a promise", scenario.seed)
}

/// Where to begin and when to stop.
struct Bounds {
    first: u64,
    n_days: u64,
    n_steps: Option<u64>,
    time: Option<Duration>,
    least_met: Option<u64>,
}

/// What all days so far add up to.
#[derive(Default)]
struct Totals {
    coverage: Coverage,
    planner: Planner,
    n_days: u64,
    n_steps: u64,
    n_broken: u64,
    n_told: u32,
}

impl Totals {
    fn add(&mut self, outcome: &StoryOutcome) {
        self.n_steps += outcome.n_steps;
        self.n_days += 1;
        self.n_broken += u64::from(!outcome.violations.is_empty());
        self.coverage.add(&outcome.coverage);
    }

    /// Tells now and then how far it has come.
    fn print_progress(&mut self, bounds: &Bounds, began: Instant) {
        let elapsed = began.elapsed();
        if elapsed > TOLD_EVERY * (self.n_told + 1) {
            self.n_told += 1;
            let n_missing = self.coverage.missing(bounds.least()).len();
            print_line(&format!(
                "after {} s: {} days, {} steps, {} of {} cells still to be met, {} days broke a promise",
                elapsed.as_secs(),
                self.n_days,
                self.n_steps,
                n_missing,
                all_cells().len(),
                self.n_broken
            ));
        }
    }
}

/// How often a long run tells how far it has come.
const TOLD_EVERY: Duration = Duration::from_mins(1);

impl Bounds {
    /// How often each cell is to be met.
    fn least(&self) -> u64 {
        self.least_met.unwrap_or(20)
    }

    /// What the next day is aimed at; nothing if there is no next day.
    fn next_aim(&self, days: &mut Totals, place: u64, began: Instant) -> Option<Vec<usize>> {
        let is_over = place >= self.n_days
            || self.time.is_some_and(|time| began.elapsed() > time)
            || self.n_steps.is_some_and(|n_steps| days.n_steps >= n_steps);
        if is_over {
            return None;
        }
        let Some(least) = self.least_met else { return Some(Vec::new()) };
        let aim = days.planner.next(self.first + place, &days.coverage, least);
        // With a time or a number of steps, further days are aimed at nothing.
        (!aim.is_empty() || self.time.is_some() || self.n_steps.is_some()).then_some(aim)
    }
}

/// Days one after the other on each core; every one that breaks a promise is told with the command that repeats it.
fn many(bounds: &Bounds, n_jobs: usize) -> Result<()> {
    // What is filled once is filled by a day in which nothing goes wrong.
    simulate(Scenario::from_seed(bounds.first).keeping(&[]), None);
    let handles = Handles::now();
    let (began, next, days) = (Instant::now(), AtomicU64::new(0), Mutex::new(Totals::default()));
    let live = || {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(aim) = bounds.next_aim(&mut lock(&days), place, began) else { return };
            let scenario = day(bounds.first + place, &aim);
            let outcome = simulate(scenario.clone(), None);
            let mut days = lock(&days);
            days.add(&outcome);
            days.print_progress(bounds, began);
            drop(days);
            if !outcome.violations.is_empty() {
                print_failure(&scenario, &aim, &outcome);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..n_jobs {
            scope.spawn(live);
        }
    });
    let seconds = began.elapsed().as_secs_f64();
    let days = days.into_inner().unwrap_or_else(PoisonError::into_inner);
    sum_up(&days, bounds.least());
    let Totals { n_days, n_steps, n_broken, .. } = days;
    let first = bounds.first;
    print_line(&format!(
        "{n_days} days from day {first} on, {n_steps} steps, {seconds:.0} s on {n_jobs} threads, {:.0} steps a second; \
         {n_broken} days broke a promise",
        f64::from(u32::try_from(n_steps).unwrap_or(u32::MAX)) / seconds,
    ));
    handles.have_come_back()?;
    ensure!(n_broken == 0, "{n_broken} days broke a promise");
    Ok(())
}

/// The table, and what is missing in it.
fn sum_up(days: &Totals, least: u64) {
    let Totals { coverage, planner, .. } = days;
    print_line(&coverage.table());
    let missing = coverage.missing(least);
    for (cell, n_met) in &missing {
        print_line(&format!("met {n_met} times, {} days were aimed at it: {cell}", planner.n_aimed(*cell)));
    }
    print_line(&coverage.summary(least));
    print_line(&format!(
        "of {} cells {} were met fewer than {least} times",
        all_cells().len(),
        missing.len()
    ));
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tells of a day that broke a promise, with the fewest faults that do.
fn print_failure(scenario: &Scenario, aim: &[usize], outcome: &StoryOutcome) {
    let seed = scenario.seed;
    let listed = |numbers: &[usize]| numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let aim = if aim.is_empty() { String::new() } else { format!(" --aim {}", listed(aim)) };
    print_line(&format!(
        "day {seed}: {}\n    repeat with: cargo xtask simulate --seed {seed}{aim} --keep {}",
        outcome.violations.join("; "),
        listed(&shrink(scenario, None))
    ));
}
