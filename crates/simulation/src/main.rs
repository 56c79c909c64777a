//! `cargo xtask simulate`: days of a library with everything that can go wrong, until one shows a fault of ours.

use anyhow::{Result, bail, ensure};
use clap::Parser;
use simulation::coverage::Coverage;
use simulation::handles::Handles;
use simulation::planted::PLANTS;
use simulation::scenario::Scenario;
use simulation::{StoryOutcome, shrink, simulate};
use std::io::Write as _;
use std::time::{Duration, Instant};

/// Lives through simulated days: whole runs with failing models, disks, clocks and processes.
#[derive(Parser)]
#[command(name = "cargo xtask simulate")]
struct Arguments {
    /// The first day, or the only one where neither --seeds nor --minutes is given.
    #[arg(long)]
    seed: Option<u64>,
    /// How many days.
    #[arg(long)]
    seeds: Option<u64>,
    /// For how long.
    #[arg(long)]
    minutes: Option<u64>,
    /// Only these faults of the day, by their places, as 0,3.
    #[arg(long, value_delimiter = ',')]
    keep: Option<Vec<usize>>,
    /// See whether faults that are planted in the program are found.
    #[arg(long)]
    planted: bool,
    /// Tell every step of the day.
    #[arg(long)]
    tell: bool,
    /// Go on until every fault met every door, and every state it met at all, so often.
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
    if arguments.planted {
        return planted(arguments.minutes.unwrap_or(5), arguments.plant);
    }
    match (arguments.seed, arguments.seeds, arguments.minutes) {
        (Some(seed), None, None) if arguments.until_covered.is_none() => one(seed, &arguments),
        (seed, seeds, minutes) => {
            let is_bounded = minutes.is_some() || arguments.until_covered.is_some();
            let n_days = seeds.unwrap_or(if is_bounded { u64::MAX } else { 100 });
            let time = minutes.map(|minutes| Duration::from_secs(60 * minutes));
            many(seed.unwrap_or(1), &Bounds { n_days, time, least_met: arguments.until_covered })
        }
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

/// When to stop.
struct Bounds {
    n_days: u64,
    time: Option<Duration>,
    least_met: Option<u64>,
}

impl Bounds {
    fn is_reached(&self, n_days: u64, began: Instant, coverage: &Coverage) -> bool {
        // Looking at the whole table takes longer than a day.
        let is_covered = |least| {
            n_days.is_multiple_of(100) && coverage.missing(least).is_empty() && coverage.rare(least) == 0
        };
        n_days >= self.n_days
            || self.time.is_some_and(|time| began.elapsed() > time)
            || self.least_met.is_some_and(is_covered)
    }
}

/// Days one after the other; every one that breaks a promise is told with the command that repeats it.
fn many(first: u64, bounds: &Bounds) -> Result<()> {
    let (began, mut coverage) = (Instant::now(), Coverage::default());
    let (mut n_steps, mut n_broken, mut n_days) = (0, 0_u64, 0);
    let handles = Handles::now();
    while !bounds.is_reached(n_days, began, &coverage) {
        let scenario = Scenario::of(first + n_days);
        let outcome = simulate(scenario.clone(), None);
        n_steps += outcome.n_steps;
        n_days += 1;
        coverage.add(&outcome.coverage);
        if !outcome.violations.is_empty() {
            n_broken += 1;
            told(&scenario, &outcome);
        }
    }
    let seconds = began.elapsed().as_secs_f64();
    let least = bounds.least_met.unwrap_or(20);
    say(&coverage.table());
    let missing = coverage.missing(least);
    for (fault, door) in &missing {
        say(&format!("met fewer than {least} times: {fault} at {door}"));
    }
    say(&format!(
        "{n_days} days, {n_steps} steps, {seconds:.0} s; {} cells met, {} of them fewer than {least} times, {} pairs of fault \
         and door; {n_broken} days broke a promise",
        coverage.n_cells(),
        coverage.rare(least),
        missing.len(),
    ));
    handles.have_come_back()?;
    ensure!(n_broken == 0, "{n_broken} days broke a promise");
    Ok(())
}

/// Tells of a day that broke a promise, with the fewest faults that do.
fn told(scenario: &Scenario, outcome: &StoryOutcome) {
    let seed = scenario.seed;
    say(&format!("day {seed}: {}", outcome.violations.join("; ")));
    let kept: Vec<String> = shrink(scenario, None).iter().map(ToString::to_string).collect();
    say(&format!("    repeat with: cargo xtask simulate --seed {seed} --keep {}", kept.join(",")));
}

/// Plants each fault and looks for the first day that finds it.
fn planted(minutes: u64, only: Option<usize>) -> Result<()> {
    let mut n_missed = 0;
    for (number, plant) in
        PLANTS.iter().enumerate().filter(|(number, _)| only.is_none_or(|only| only == *number))
    {
        let began = Instant::now();
        let (mut seed, mut n_shown) = (1, 0);
        let found = loop {
            let outcome = simulate(Scenario::of(seed), Some(plant));
            n_shown += outcome.n_planted;
            if let Some(violation) = outcome.violations.first() {
                break Some(violation.clone());
            }
            if began.elapsed() > Duration::from_secs(60 * minutes) {
                break None;
            }
            seed += 1;
        };
        let seconds = began.elapsed().as_secs_f64();
        if let Some(violation) = found {
            say(&format!("{number:>2} {:<46} day {seed:>5}, {seconds:>6.1} s: {violation}", plant.name));
        } else {
            n_missed += 1;
            say(&format!(
                "{number:>2} {:<46} not found in {seed} days, in which it showed {n_shown} times",
                plant.name
            ));
        }
    }
    ensure!(n_missed == 0, "{n_missed} planted faults were not found");
    Ok(())
}
