//! One seed is one day, and no day breaks a promise.

use simulation::planted::PLANTS;
use simulation::scenario::Scenario;
use simulation::{shrink, simulate};

/// What a continuous integration has time for.
const DAYS: std::ops::Range<u64> = 1..5;

#[test]
#[ignore = "on a busy machine the second trace may differ: something still depends on real time"]
fn one_seed_lived_twice_gives_one_trace() {
    let [first, second] = [(); 2].map(|()| simulate(Scenario::of(3), None));
    assert_eq!(first.trace, second.trace);
    assert_eq!(first.n_steps, second.n_steps);
}

#[test]
#[ignore = "failed once in five on a loaded machine; what decides it is not known yet"]
fn a_fixed_set_of_days_breaks_no_promise() {
    for seed in DAYS {
        let outcome = simulate(Scenario::of(seed), None);
        assert!(outcome.violations.is_empty(), "day {seed}: {:?}", outcome.violations);
    }
}

#[test]
fn a_dropped_commit_is_found_and_its_day_is_shrunk() {
    let dropped = PLANTS.iter().find(|plant| plant.name == "a commit is dropped");
    let scenario = Scenario::of(1);
    assert!(!simulate(scenario.clone(), dropped).violations.is_empty());
    assert!(shrink(&scenario, dropped).len() <= scenario.faults.len());
}
