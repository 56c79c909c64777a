//! The table has the cells that can be met and no others, and days are aimed at those that are missing.

use simulation::aim::Planner;
use simulation::coverage::{Coverage, all_cells};
use simulation::doing::Doing;
use simulation::fault::{CountedEvent, Fault, all_faults};
use simulation::scenario::{DOORS, Scenario, Stage};
use simulation::simulate;

/// Whether a fault could mean something at a door, were it not for the state.
fn could_mean_something(kind: simulation::fault::FaultKind, door: Stage) -> bool {
    kind.happens_in(door) || matches!(kind.counted(), CountedEvent::Requests | CountedEvent::Pieces)
}

#[test]
fn no_fault_comes_where_the_table_says_that_it_cannot() {
    let stages: Vec<Stage> = DOORS.into_iter().chain([Stage::Export, Stage::Undo]).collect();
    let mut faults = Vec::new();
    for (part, door) in stages.iter().enumerate().filter(|(_, door)| DOORS.contains(door)) {
        for kind in all_faults().filter(|kind| could_mean_something(*kind, *door)) {
            let possible = Doing::at(kind, *door);
            let impossible = Doing::ALL.into_iter().filter(|doing| !possible.contains(doing));
            faults.extend(impossible.map(|doing| Fault { kind, part, at: 1, doing }));
        }
    }
    assert!(faults.len() > 1_000, "{}", faults.len());
    for seed in [1, 4] {
        let scenario =
            Scenario { stages: stages.clone(), faults: faults.clone(), ..Scenario::from_seed(seed) };
        let outcome = simulate(scenario, None);
        assert_eq!(outcome.violations, [""; 0]);
        assert_eq!(outcome.coverage.met().collect::<Vec<_>>(), []);
    }
}

#[test]
fn a_day_meets_most_of_what_it_is_aimed_at() {
    let (mut planner, mut coverage) = (Planner::default(), Coverage::default());
    let mut n_aimed = 0;
    for seed in 1..4 {
        let aim = planner.next(seed, &coverage, 1);
        n_aimed += aim.len();
        coverage.add(&simulate(Scenario::aimed(seed, &aim), None).coverage);
    }
    let n_met = coverage.met().count();
    assert!(n_met * 2 > n_aimed, "{n_met} of {n_aimed}");
}

#[test]
fn an_aimed_day_is_the_same_day_again() {
    let aim = Planner::default().next(9, &Coverage::default(), 20);
    assert_eq!(Planner::default().next(9, &Coverage::default(), 20), aim);
    let [first, second] = [(); 2].map(|()| simulate(Scenario::aimed(9, &aim), None));
    assert_eq!(first.trace, second.trace);
    assert_eq!(first.coverage, second.coverage);
}

#[test]
fn nothing_is_left_to_aim_at_when_everything_was_met() {
    let mut planner = Planner::default();
    assert!(planner.next(1, &Coverage::default(), 0).is_empty());
    let aim = planner.next(1, &Coverage::default(), 1);
    assert!(!aim.is_empty() && aim.iter().all(|number| *number < all_cells().len()));
}
