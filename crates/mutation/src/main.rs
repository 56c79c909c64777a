//! `cargo xtask mutation`: how much the checks find and how often they are wrong, measured and compared with the targets.

mod report;

use anyhow::{Result, bail};
use clap::Parser;
use mutation::Thoroughness;
use mutation::mutation_run::{self, MutationRun};
use mutation::targets::{self, TargetState};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Plant defects in translations by people and see what the checks find.
#[derive(Parser)]
#[command(name = "cargo xtask mutation")]
struct Options {
    /// Only these texts; by default all that are installed, except those for choosing thresholds.
    #[arg(value_parser = ["story", "wesnoth", "handbook", "choosing", "freedict"])]
    corpora: Vec<String>,
    /// The seed of the random numbers; the same seed plants the same defects.
    #[arg(long, default_value_t = 20)]
    seed: u64,
    /// Spoil at most so many paragraphs of a long text in each way; the tests use 60.
    #[arg(long, default_value_t = 200)]
    most: usize,
    /// Show a few mutants of this operator that went wrong, by pair of languages.
    #[arg(long)]
    missed: Option<String>,
}

/// Makes every run, prints the table, and fails if a number is worse than what we hold ourselves to.
fn main() -> Result<()> {
    let options = Options::parse();
    let runs = make_runs(&options)?;
    if let Some(operator) = &options.missed {
        return print(&report::missed(&runs, operator));
    }
    print(&report::tables(&runs))?;
    let outcomes = targets::judge(&runs);
    let n_of = |state| outcomes.iter().filter(|outcome| outcome.state() == state).count();
    let mut lines: Vec<_> = outcomes.iter().collect();
    lines.sort_by_key(|outcome| outcome.state() as u8);
    for outcome in lines {
        print(&outcome.to_string())?;
    }
    let (n_held, n_missed) = (n_of(TargetState::Held), n_of(TargetState::Missed));
    print(&format!(
        "{} numbers met, {n_held} not met and held, {n_missed} missed, {} not measured here",
        n_of(TargetState::Met),
        n_of(TargetState::NotMeasured)
    ))?;
    if n_missed == 0 { Ok(()) } else { bail!("{n_missed} numbers are worse than what we hold ourselves to") }
}

fn make_runs(options: &Options) -> Result<Vec<MutationRun>> {
    let root = workspace();
    let wanted = |name: &str| options.corpora.is_empty() || options.corpora.iter().any(|one| one == name);
    let mut runs = Vec::new();
    if wanted("story") {
        runs.extend(mutation_run::of_story(&root, options.seed)?);
    }
    let thoroughness = Thoroughness { seed: options.seed, most: options.most };
    let asked_for = |name: &str| options.corpora.iter().any(|one| one == name);
    let others = [
        ("wesnoth", wanted("wesnoth").then(|| mutation_run::of_wesnoth(&root, thoroughness))),
        ("choosing", asked_for("choosing").then(|| mutation_run::of_choosing(&root, thoroughness))),
        ("freedict", asked_for("freedict").then(|| mutation_run::of_freedict(&root, thoroughness))),
        ("handbook", wanted("handbook").then(|| mutation_run::of_handbook(&root))),
    ];
    for (name, made) in others {
        let Some(made) = made else { continue };
        if made.is_empty() {
            print(&format!("{name} is not installed; `scripts/setup-tests` unpacks it"))?;
        }
        runs.extend(made);
    }
    Ok(runs)
}

/// This crate is never installed: it always stands in its workspace.
fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn print(text: &str) -> Result<()> {
    writeln!(std::io::stdout().lock(), "{text}")?;
    Ok(())
}
