//! The table of planted faults: on which day each is found, and how soon.

use crate::{lock, print_line};
use anyhow::{Result, ensure};
use simulation::planted::{PLANTS, Plant};
use simulation::scenario::Scenario;
use simulation::simulate;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The result of hunting for one plant.
struct Hunt {
    number: usize,
    plant: &'static Plant,
    /// The last day that was lived through.
    seed: u64,
    seconds: f64,
    /// How often it showed itself.
    n_shown: u64,
    violation: Option<String>,
}

/// Plants each fault and looks for the first day that finds it, one on each core.
pub(crate) fn print(minutes: u64, only: Option<usize>, n_jobs: usize) -> Result<()> {
    let most = Duration::from_secs(60 * minutes);
    let (next, hunts) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let search = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(plant) = PLANTS.get(number) else { return };
            if only.is_none_or(|only| only == number) {
                let hunt = look_for(number, plant, most);
                print_line(&hunt.row());
                lock(&hunts).push(hunt);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..n_jobs {
            scope.spawn(search);
        }
    });
    let mut hunts = hunts.into_inner().unwrap_or_else(PoisonError::into_inner);
    hunts.sort_by_key(|hunt| hunt.number);
    let rows: Vec<String> = hunts.iter().map(Hunt::row).collect();
    let n_missed = hunts.iter().filter(|hunt| hunt.violation.is_none()).count();
    print_line(&format!(
        "\n| | planted | day | seconds | what was broken |\n| --: | --- | --: | --: | --- |\n{}\n\n{} of {} were found",
        rows.join("\n"),
        hunts.len() - n_missed,
        hunts.len()
    ));
    ensure!(n_missed == 0, "{n_missed} planted faults were not found");
    Ok(())
}

fn look_for(number: usize, plant: &'static Plant, most: Duration) -> Hunt {
    let began = Instant::now();
    let (mut seed, mut n_shown) = (1, 0);
    let violation = loop {
        let outcome = simulate(Scenario::from_seed(seed), Some(plant));
        n_shown += outcome.n_planted;
        // A day that breaks a promise by itself has found something else.
        if let Some(violation) = outcome.violations.first()
            && simulate(Scenario::from_seed(seed), None).violations.is_empty()
        {
            break Some(violation.clone());
        }
        if began.elapsed() > most {
            break None;
        }
        seed += 1;
    };
    Hunt { number, plant, seed, seconds: began.elapsed().as_secs_f64(), n_shown, violation }
}

impl Hunt {
    fn row(&self) -> String {
        let Self { number, plant, seed, seconds, n_shown, violation } = self;
        match violation {
            Some(violation) => format!("| {number} | {} | {seed} | {seconds:.1} | {violation} |", plant.name),
            None if *n_shown == 0 => {
                format!("| {number} | {} | | {seconds:.1} | never did anything in {seed} days |", plant.name)
            }
            None => format!(
                "| {number} | {} | | {seconds:.1} | not found in {seed} days, in which it showed {n_shown} times |",
                plant.name
            ),
        }
    }
}
