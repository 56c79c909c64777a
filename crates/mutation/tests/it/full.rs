//! Planted defects are caught, clean translations are left in peace: our own story in every pair of twelve languages, and
//! free texts by people where `scripts/setup-tests` has unpacked them.

use mutation::Thoroughness;
use mutation::corpora::{find, handbook, wesnoth};
use mutation::mutation_run::{self, MutationRun};
use mutation::table::Table;
use mutation::targets::{self, TargetResult, TargetState};
use mutation::{chapters, operators};
use std::path::{Path, PathBuf};

const SEED: u64 = 20;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn sum(runs: &[MutationRun]) -> Table {
    let mut table = Table::default();
    for run in runs {
        table.add(&run.table);
    }
    table
}

/// Every number of the targets that can be measured here is met, or at least not worse than what we hold.
fn hold(runs: &[MutationRun]) {
    let outcomes: Vec<TargetResult> = targets::judge(runs);
    let measured: Vec<&TargetResult> =
        outcomes.iter().filter(|outcome| outcome.state() != TargetState::NotMeasured).collect();
    let missed: Vec<String> = measured
        .iter()
        .filter(|outcome| outcome.state() == TargetState::Missed)
        .map(ToString::to_string)
        .collect();
    assert!(measured.len() >= 2, "hardly anything was measured");
    assert!(missed.is_empty(), "{missed:#?}\n{}", sum(runs));
}

#[test]
fn clean_translations_of_our_story_are_left_in_peace_and_planted_defects_are_not() {
    let runs = mutation_run::of_story(&workspace(), SEED).unwrap();
    let table = sum(&runs);
    assert!(table.n_clean >= 300);
    assert_eq!(table.n_clean_blocked, 0, "{table}");
    for (code, n_found) in &table.false_alarms {
        // Of the checks that only show something to a person, none may cry wolf in one paragraph of twenty.
        assert!(n_found * 20 <= table.n_clean, "{code}: {n_found}");
    }
    // A defect that needs a dictionary or speakers is planted in other texts.
    let elsewhere = ["swap neighbours", "block shifted by one", "voice of another", "name drifts"];
    let names = operators::all().map(|operator| operator.name);
    for name in names.chain(chapters::ALL.iter().map(|operator| operator.name)) {
        let n_planted = table.operators.get(name).map_or(0, |row| row.n_planted);
        assert!(n_planted >= 2 || elsewhere.contains(&name), "`{name}` was planted {n_planted} times only");
    }
    hold(&runs);
}

#[test]
fn a_game_translated_by_people_is_left_in_peace_and_defects_planted_in_it_are_found() {
    if wesnoth::root(&workspace(), wesnoth::HEIR).is_none() {
        println!(
            "skipped: `a_game_translated_by_people_is_left_in_peace_and_defects_planted_in_it_are_found` needs the package wesnoth-1.16-httt; `scripts/setup-tests` unpacks it"
        );
        return;
    }
    let runs = mutation_run::of_wesnoth(&workspace(), Thoroughness { seed: SEED, most: 60 });
    assert_eq!(runs.len(), 13, "a catalogue is missing");
    assert!(runs.iter().any(|run| run.dictionary), "neither dictionary is installed");
    let table = sum(&runs);
    assert!(table.n_clean > 8_000, "{}", table.n_clean);
    assert!(table.n_clean_blocked * 100 <= table.n_clean, "{table}");
    hold(&runs);
}

#[test]
fn paragraphs_of_a_real_book_that_nobody_translated_are_found() {
    if find(&workspace(), handbook::ROOT).is_none() {
        println!(
            "skipped: `paragraphs_of_a_real_book_that_nobody_translated_are_found` needs the package debian-handbook; `scripts/setup-tests` unpacks it"
        );
        return;
    }
    let runs = mutation_run::of_handbook(&workspace());
    assert_eq!(runs.len(), 11, "a language is missing");
    hold(&runs);
}
