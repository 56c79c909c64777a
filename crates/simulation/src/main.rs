//! `cargo xtask simulate`: days of a library with everything that can go wrong, until one shows a fault of ours.

mod planted_table;

use anyhow::{Result, bail, ensure};
use clap::Parser;
use simulation::coverage::Coverage;
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
    /// Only these faults of the day, by their places, as 0,3.
    #[arg(long, value_delimiter = ',')]
    keep: Option<Vec<usize>>,
    /// See whether faults that are planted in the program are found.
    #[arg(long)]
    planted: bool,
    /// Tell every step of the day.
    #[arg(long)]
    tell: bool,
    /// Go on until every fault met every door in every state so often.
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
        Some(seed) if seeds.is_none() && !has_end => one(seed, &arguments),
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

fn say(text: &str) {
    // Nobody reads it when the terminal is gone.
    let _ = writeln!(std::io::stdout(), "{text}");
}

/// One day, told in full.
fn one(seed: u64, arguments: &Arguments) -> Result<()> {
    let mut scenario = Scenario::of(seed);
    if let Some(keep) = &arguments.keep {
        scenario = scenario.keeping(keep);
    }
    say(&format!("{scenario:#?}"));
    let plant = arguments.plant.and_then(|number| PLANTS.get(number));
    let outcome = simulate(scenario.clone(), plant);
    if arguments.tell {
        say(&outcome.steps.join("\n"));
    }
    say(&format!("trace {}, {} steps", outcome.trace, outcome.n_steps));
    say(&outcome.coverage.table());
    report(&scenario, &outcome)
}

fn report(scenario: &Scenario, outcome: &StoryOutcome) -> Result<()> {
    if outcome.violations.is_empty() {
        return Ok(());
    }
    for violation in &outcome.violations {
        say(&format!("violated: {violation}"));
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
    n_days: u64,
    n_steps: u64,
    n_broken: u64,
}

impl Bounds {
    fn is_reached(&self, days: &Totals, began: Instant) -> bool {
        // Looking at the whole table takes a while.
        let is_covered = |least| days.n_days.is_multiple_of(100) && days.coverage.missing(least).is_empty();
        self.time.is_some_and(|time| began.elapsed() > time)
            || self.n_steps.is_some_and(|n_steps| days.n_steps >= n_steps)
            || self.least_met.is_some_and(|least| days.n_days > 0 && is_covered(least))
    }
}

/// Days one after the other on each core; every one that breaks a promise is told with the command that repeats it.
fn many(bounds: &Bounds, n_jobs: usize) -> Result<()> {
    // What is filled once is filled by a day in which nothing goes wrong.
    simulate(Scenario::of(bounds.first).keeping(&[]), None);
    let handles = Handles::now();
    let (began, next, days) = (Instant::now(), AtomicU64::new(0), Mutex::new(Totals::default()));
    let live = || {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            if place >= bounds.n_days || bounds.is_reached(&lock(&days), began) {
                return;
            }
            let scenario = Scenario::of(bounds.first + place);
            let outcome = simulate(scenario.clone(), None);
            let is_broken = !outcome.violations.is_empty();
            let mut days = lock(&days);
            days.n_steps += outcome.n_steps;
            days.n_days += 1;
            days.n_broken += u64::from(is_broken);
            days.coverage.add(&outcome.coverage);
            drop(days);
            if is_broken {
                told(&scenario, &outcome);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..n_jobs {
            scope.spawn(live);
        }
    });
    let seconds = began.elapsed().as_secs_f64();
    let least = bounds.least_met.unwrap_or(20);
    let Totals { coverage, n_days, n_steps, n_broken } =
        days.into_inner().unwrap_or_else(PoisonError::into_inner);
    say(&coverage.table());
    let missing = coverage.missing(least);
    for ((fault, door, state), n_met) in &missing {
        say(&format!("met {n_met} times: {fault} at {door}, {state}"));
    }
    say(&format!(
        "{n_days} days, {n_steps} steps, {seconds:.0} s on {n_jobs} threads; of {} cells {} were met fewer than {least} \
         times; {n_broken} days broke a promise",
        Coverage::n_cells(),
        missing.len(),
    ));
    handles.have_come_back()?;
    ensure!(n_broken == 0, "{n_broken} days broke a promise");
    Ok(())
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tells of a day that broke a promise, with the fewest faults that do.
fn told(scenario: &Scenario, outcome: &StoryOutcome) {
    let seed = scenario.seed;
    let kept: Vec<String> = shrink(scenario, None).iter().map(ToString::to_string).collect();
    say(&format!(
        "day {seed}: {}\n    repeat with: cargo xtask simulate --seed {seed} --keep {}",
        outcome.violations.join("; "),
        kept.join(",")
    ));
}
