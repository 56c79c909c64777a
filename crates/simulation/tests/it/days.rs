//! One seed is one day, and no day breaks a promise.

use llm::{Delivery, Dialect};
use llm_test_server::{RefusalKind, WireFault};
use simulation::doing::Doing;
use simulation::fault::{Fault, FaultKind};
use simulation::handles::Handles;
use simulation::planted::PLANTS;
use simulation::scenario::{Scenario, Stage};
use simulation::{shrink, simulate};
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

/// What a continuous integration has time for; `cargo xtask simulate` lives through as many as it is given time.
const FIXED: u64 = 10;
const FRESH: u64 = 10;

/// Set by `cargo xtask ci` to a number that follows from the commit: the first of the days that nobody has seen.
const FRESH_SEED: &str = "TSUMUGI_FRESH_SEED";

/// Lives through so many days, however long they take: a slow machine sees the same ones.
fn nothing_is_broken(first: u64, n_days: u64) {
    for seed in first..first + n_days {
        let outcome = simulate(Scenario::from_seed(seed), None);
        assert!(
            outcome.violations.is_empty(),
            "{:?}; repeat with: cargo xtask simulate --seed {seed}",
            outcome.violations
        );
    }
}

#[test]
fn one_seed_lived_twice_gives_one_trace() {
    let [first, second] = [(); 2].map(|()| simulate(Scenario::from_seed(3), None));
    assert_eq!(first.trace, second.trace);
    assert_eq!(first.n_steps, second.n_steps);
}

#[test]
fn a_fixed_set_of_days_breaks_no_promise() {
    nothing_is_broken(1, FIXED);
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the days are those of the commit, or other ones each time")]
fn ten_days_nobody_has_seen_break_no_promise() {
    let first = std::env::var(FRESH_SEED).map_or_else(
        |_| SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()),
        |seed| seed.parse().unwrap(),
    );
    nothing_is_broken(first, FRESH);
}

/// Day 17: nobody tells what a reply costs that was broken off, so the library counts it as far as it was seen. It was taken
/// for more than the service bills, because that was thought to bill nothing for it.
#[test]
fn a_reply_that_is_broken_off_is_counted_as_far_as_it_was_seen() {
    let faults = vec![Fault { kind: FaultKind::Cancelled, part: 1, at: 6, doing: Doing::Receiving }];
    let stages = vec![Stage::Import, Stage::Translate, Stage::Export];
    let scenario = Scenario { stages, faults, streaming: true, limit_micros: None, ..Scenario::from_seed(3) };
    let outcome = simulate(scenario, None);
    assert_eq!(outcome.violations, [""; 0]);
    assert!(outcome.coverage.n_met("cancelled") == 1);
}

/// Day 71: a person locked a paragraph that was not translated yet. Its text was kept as a suggestion, the process died, and
/// whoever went on with the run asked and paid for it again.
#[test]
fn a_suggestion_for_a_locked_paragraph_is_not_asked_for_again_after_a_death() {
    let fault = |kind, at, doing| Fault { kind, part: 1, at, doing };
    let faults = vec![
        fault(FaultKind::SecondProcess, 67, Doing::Receiving),
        fault(FaultKind::DeathAtPiece, 66, Doing::Receiving),
        fault(FaultKind::PersonLocks, 100, Doing::Writing),
        fault(FaultKind::DeathAtStatement, 33, Doing::Asking),
    ];
    let stages = vec![Stage::Import, Stage::Translate, Stage::Export];
    let outcome = simulate(Scenario { stages, faults, ..Scenario::from_seed(71) }, None);
    assert_eq!(outcome.violations, [""; 0]);
    assert_eq!(outcome.coverage.n_met("person locks"), 1);
}

/// A person who began to write in a paragraph was heard after another one, at the page, had settled it. What the first one
/// wrote stands there, and was taken for a settled text that was replaced.
#[test]
fn whoever_began_to_write_earlier_may_be_heard_after_the_paragraph_was_settled() {
    let fault = |kind, part, doing| Fault { kind, part, at: 1, doing };
    let faults = vec![
        fault(FaultKind::PersonWrites, 3, Doing::Starting),
        fault(FaultKind::PersonUndoes, 1, Doing::Starting),
        fault(FaultKind::PersonReviews, 1, Doing::Replied),
        fault(FaultKind::ClockJumps { seconds: -3_600 }, 3, Doing::Committing),
    ];
    let stages = vec![Stage::Import, Stage::Survey, Stage::Translate, Stage::Page, Stage::Export];
    let outcome = simulate(Scenario { stages, faults, streaming: true, ..Scenario::from_seed(20) }, None);
    assert_eq!(outcome.violations, [""; 0]);
    assert_eq!(outcome.coverage.n_met("person writes"), 1);
}

/// A batch was handed in, and whoever asked after it was refused. The batch is paid for: it is taken in later, and what is
/// in it is not asked for again.
#[test]
fn a_batch_is_taken_in_after_the_key_was_refused_to_whoever_asked_after_it() {
    let refused = FaultKind::Wire(WireFault::Status(401));
    let without_money = FaultKind::Wire(WireFault::Refusal(RefusalKind::Quota));
    for (kind, name) in [(refused, "key refused once"), (without_money, "no money left")] {
        for dialect in [Dialect::OpenaiChat, Dialect::Anthropic, Dialect::Gemini] {
            let faults = vec![Fault { kind, part: 1, at: 2, doing: Doing::Asking }];
            let stages = vec![Stage::Import, Stage::Batch, Stage::Export];
            let scenario = Scenario { stages, faults, dialect, limit_micros: None, ..Scenario::from_seed(7) };
            let outcome = simulate(scenario, None);
            assert_eq!(outcome.violations, [""; 0], "{name} {dialect:?}");
            assert_eq!(outcome.coverage.n_met(name), 1, "{dialect:?}");
        }
    }
}

/// Days that broke a promise once, with the faults that did it, or with all of them.
const BROKEN_ONCE: &[(u64, Option<&[usize]>)] = &[
    // The assistant changed a paragraph between a task's text and its review, which wrote the task's own over it.
    (100_120, None),
    // A machine slept, its run was taken over, and it went on asking for what the other process was answered.
    (200_236, Some(&[1, 2, 4, 5, 7, 9])),
    // A second process found the survey at its end and began one of its own. That asks the same, as it was ordered to.
    (200_386, Some(&[0, 2, 3])),
    // A survey that had lost its book recorded the task of another piece, in a run that the other process ended.
    (300_009, Some(&[2, 7, 8, 9])),
    // A person took a task's text back before its review, which handed in the same again.
    (300_043, Some(&[0])),
    // A repair made a paragraph better, and something of it remained: that is in the report as what remains.
    (400_469, Some(&[])),
    // A text that a task had taken was doubted when the next one fitted its paragraph better, and then the service was down.
    (500_629, Some(&[0, 11])),
];

#[test]
fn days_that_broke_a_promise_once_break_none() {
    for (seed, kept) in BROKEN_ONCE {
        let scenario = Scenario::from_seed(*seed);
        let scenario = match kept {
            Some(kept) => scenario.keeping(kept),
            None => scenario,
        };
        let outcome = simulate(scenario, None);
        assert_eq!(outcome.violations, [""; 0], "day {seed}");
    }
}

#[test]
fn a_model_that_polishes_changes_texts() {
    for form in [Delivery::Tools, Delivery::Structured, Delivery::Lines] {
        let stages = vec![Stage::Import, Stage::Translate, Stage::Polish, Stage::Export];
        let form = Some(form);
        let scenario = Scenario {
            stages,
            faults: Vec::new(),
            form,
            limit_micros: None,
            n_lines: 6,
            ..Scenario::from_seed(3)
        };
        let outcome = simulate(scenario, None);
        assert_eq!(outcome.violations, [""; 0], "{form:?}");
        let polishing = outcome.steps.iter().skip_while(|step| !step.ends_with(" polish"));
        let polishing: Vec<&String> = polishing.take_while(|step| !step.ends_with(" export")).collect();
        assert!(polishing.iter().any(|step| step.contains("INSERT INTO versions")), "{form:?}");
    }
}

/// Set where the test is the only one of its process.
const ALONE: &str = "TSUMUGI_SIMULATION_ALONE";

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "the process that is started here is told so by its environment"
)]
fn files_and_threads_come_back_after_a_day() {
    if std::env::var_os(ALONE).is_none() {
        // Other tests of this program open files meanwhile.
        let name = "days::files_and_threads_come_back_after_a_day";
        let program = std::env::current_exe().unwrap();
        let output = Command::new(program).args(["--exact", name]).env(ALONE, "1").output().unwrap();
        let told = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && told.contains("1 passed"), "{told}");
        return;
    }
    // What is filled once is filled by the first day.
    simulate(Scenario::from_seed(2), None);
    let handles = Handles::now();
    simulate(Scenario::from_seed(2), None);
    handles.have_come_back().unwrap();
}

#[test]
fn a_planted_fault_is_found_and_its_day_is_shrunk() {
    let planted = PLANTS.iter().find(|plant| plant.name == "steps are not counted");
    let scenario = (1..100).map(Scenario::from_seed).find(|scenario| scenario.faults.len() > 1).unwrap();
    assert!(!simulate(scenario.clone(), planted).violations.is_empty());
    assert!(shrink(&scenario, planted).is_empty(), "it needs no fault to show");
}
