//! `cargo xtask mutation`: how much the checks find and how often they cry wolf, measured and held against the targets.

use anyhow::{Result, bail};
use checks::mutation::Thoroughness;
use checks::mutation::table::Table;
use checks::mutation::targets::{self, EntryState};
use checks::mutation::trial::{self, Trial};
use clap::Parser;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::process::ExitCode;
use xtask::{process, tree};

/// Plants defects in translations by people and says what the checks find.
#[derive(Parser)]
#[command(name = "cargo xtask mutation")]
struct Options {
    /// Only these texts; by default all that are installed, except those for choosing thresholds.
    #[arg(value_parser = ["story", "wesnoth", "handbook", "choosing", "freedict"])]
    corpora: Vec<String>,
    /// Where chance begins; the same number plants the same defects.
    #[arg(long, default_value_t = 20)]
    seed: u64,
    /// Spoil at most so many paragraphs of a long text in each way; the tests use 60.
    #[arg(long, default_value_t = 200)]
    most: usize,
    /// Show a few mutants of this operator that went wrong, by pair of languages.
    #[arg(long)]
    missed: Option<String>,
}

fn main() -> ExitCode {
    process::exit_code(run(&Options::parse()))
}

/// Holds every trial, prints the table, and fails if a number is worse than what we hold ourselves to.
fn run(options: &Options) -> Result<()> {
    let root = tree::root();
    let wanted = |name: &str| options.corpora.is_empty() || options.corpora.iter().any(|one| one == name);
    let mut trials = Vec::new();
    if wanted("story") {
        trials.extend(trial::of_story(&root, options.seed)?);
    }
    let thoroughness = Thoroughness { seed: options.seed, most: options.most };
    let asked_for = |name: &str| options.corpora.iter().any(|one| one == name);
    let others = [
        ("wesnoth", wanted("wesnoth").then(|| trial::of_wesnoth(&root, thoroughness))),
        ("choosing", asked_for("choosing").then(|| trial::of_choosing(&root, thoroughness))),
        ("freedict", asked_for("freedict").then(|| trial::of_freedict(&root, thoroughness))),
        ("handbook", wanted("handbook").then(|| trial::of_handbook(&root))),
    ];
    for (name, held) in others {
        let Some(held) = held else { continue };
        if held.is_empty() {
            process::tell(&format!("{name} is not installed; `scripts/setup-tests` unpacks it"));
        }
        trials.extend(held);
    }
    if let Some(operator) = &options.missed {
        return process::print(&missed(&trials, operator));
    }
    process::print(&report(&trials))?;
    let outcomes = targets::judge(&trials);
    let n_of = |standing| outcomes.iter().filter(|outcome| outcome.standing() == standing).count();
    let mut lines: Vec<_> = outcomes.iter().collect();
    lines.sort_by_key(|outcome| outcome.standing() as u8);
    for outcome in lines {
        process::print(&outcome.to_string())?;
    }
    let (n_held, n_missed) = (n_of(EntryState::Held), n_of(EntryState::Missed));
    process::print(&format!(
        "{} numbers met, {n_held} not met and held, {n_missed} missed, {} not measured here",
        n_of(EntryState::Met),
        n_of(EntryState::NotMeasured)
    ))?;
    if n_missed == 0 { Ok(()) } else { bail!("{n_missed} numbers are worse than what we hold ourselves to") }
}

fn report(trials: &[Trial]) -> String {
    let corpora: BTreeSet<&str> = trials.iter().map(|trial| trial.corpus).collect();
    let mut written = String::new();
    for corpus in corpora {
        let mut table = Table::default();
        trials.iter().filter(|trial| trial.corpus == corpus).for_each(|trial| table.add(&trial.table));
        // Writing to a string cannot fail.
        let _ = writeln!(written, "== {corpus}\n{table}\n{}\n", table.cross_fire());
        let _ =
            writeln!(written, "findings over whole clean books:\n  {}\n", table.walk_messages.join("\n  "));
    }
    written + &false_alarms(trials)
}

/// False alarms of a thousand clean paragraphs, check by check and corpus by corpus.
fn false_alarms(trials: &[Trial]) -> String {
    let mut columns: BTreeMap<String, Table> = BTreeMap::new();
    for trial in trials {
        let name = if trial.corpus == "story" {
            trial.corpus.to_owned()
        } else {
            format!("{} {}-{}", trial.corpus.get(..1).unwrap_or_default(), trial.source, trial.target)
        };
        columns.entry(name).or_default().add(&trial.table);
    }
    let codes: BTreeSet<&str> =
        columns.values().flat_map(|table| table.false_alarms.keys().copied()).collect();
    let mut written = format!("{:<18}{:>7}", "alarms of 1000", "clean");
    for code in &codes {
        let _ = write!(written, "{code:>5}");
    }
    for (name, table) in &columns {
        let _ = write!(written, "\n{name:<18}{:>7}", table.n_clean);
        for code in &codes {
            let rate = table.false_alarm_rate(code) * 1000.0;
            let _ = if rate > 0.0 { write!(written, "{rate:>5.1}") } else { write!(written, "    ·") };
        }
    }
    written + "\n"
}

fn missed(trials: &[Trial], operator: &str) -> String {
    let mut written = String::new();
    for trial in trials {
        let Some(row) = trial.table.operators.get(operator) else { continue };
        let pair = format!("{} {} to {}", trial.corpus, trial.source, trial.target);
        let _ = writeln!(written, "{pair}: {:.3} of {}", row.recall(), row.n_planted);
        for text in &row.missed {
            let _ = writeln!(written, "    {text}");
        }
    }
    written
}
