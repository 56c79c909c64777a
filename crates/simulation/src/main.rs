//! `cargo xtask simulate`: days of a library with everything that can go wrong, until one shows a fault of ours.

use anyhow::{Result, bail, ensure};
use clap::Parser;
use simulation::coverage::Coverage;
use simulation::planted::PLANTS;
use simulation::scenario::Scenario;
use simulation::{Outcome, shrink, simulate};
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
    /// Plant this one, by its number.
    #[arg(long)]
    plant: Option<usize>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    // Days in which something panics say so themselves.
    std::panic::set_hook(Box::new(|_| {}));
    if arguments.planted {
        return planted(arguments.minutes.unwrap_or(5));
    }
    match (arguments.seed, arguments.seeds, arguments.minutes) {
        (Some(seed), None, None) => one(seed, &arguments),
        (seed, seeds, minutes) => many(seed.unwrap_or(1), seeds, minutes),
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

fn report(scenario: &Scenario, outcome: &Outcome) -> Result<()> {
    if outcome.violations.is_empty() {
        return Ok(());
    }
    for violation in &outcome.violations {
        say(&format!("violated: {violation}"));
    }
    bail!("the day {} breaks a promise", scenario.seed)
}

/// Days one after the other; every one that breaks a promise is told with the command that repeats it.
fn many(first: u64, n_days: Option<u64>, minutes: Option<u64>) -> Result<()> {
    let (began, mut coverage) = (Instant::now(), Coverage::default());
    let (mut n_steps, mut n_broken, mut seed) = (0, 0_u64, first);
    let most = n_days.unwrap_or(if minutes.is_some() { u64::MAX } else { 100 });
    let limit = minutes.map(|minutes| Duration::from_secs(60 * minutes));
    while seed - first < most && limit.is_none_or(|limit| began.elapsed() < limit) {
        let scenario = Scenario::of(seed);
        let outcome = simulate(scenario.clone(), None);
        n_steps += outcome.n_steps;
        coverage.add(&outcome.coverage);
        if !outcome.violations.is_empty() {
            n_broken += 1;
            let kept = shrink(&scenario, None);
            let kept: Vec<String> = kept.iter().map(ToString::to_string).collect();
            say(&format!("day {seed}: {}", outcome.violations.join("; ")));
            say(&format!("    repeat with: cargo xtask simulate --seed {seed} --keep {}", kept.join(",")));
        }
        seed += 1;
    }
    let seconds = began.elapsed().as_secs_f64();
    say(&coverage.table());
    say(&format!(
        "{} days, {n_steps} steps, {seconds:.0} s; {} cells met, {} of them fewer than 20 times; {n_broken} days broke a promise",
        seed - first,
        coverage.n_cells(),
        coverage.rare(20),
    ));
    ensure!(n_broken == 0, "{n_broken} days broke a promise");
    Ok(())
}

/// Plants each fault and looks for the first day that finds it.
fn planted(minutes: u64) -> Result<()> {
    let mut n_missed = 0;
    for (number, plant) in PLANTS.iter().enumerate() {
        let began = Instant::now();
        let mut seed = 1;
        let found = loop {
            let outcome = simulate(Scenario::of(seed), Some(plant));
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
            say(&format!("{number:>2} {:<44} day {seed:>5}, {seconds:>6.1} s: {violation}", plant.name));
        } else {
            n_missed += 1;
            say(&format!("{number:>2} {:<44} not found in {seed} days", plant.name));
        }
    }
    ensure!(n_missed == 0, "{n_missed} planted faults were not found");
    Ok(())
}
