//! The project's own tasks, run as `cargo xtask <task>`: what a person would otherwise have to remember.

mod ci;
mod corpora;
mod dist;
mod fuzzing;
mod manual;
mod measurement;
mod page;
mod real;
mod samples;
mod snapshots;
mod tidy;

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use xtask::process;

/// Tasks for people who work on Tsumugi.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Everything a change has to pass: formatting, tidiness, lints, documentation, tests.
    Ci(ci::Options),
    /// Our rules that the compiler does not know.
    Tidy,
    /// Build the page's files, which the program takes in, from `apps/ui`; commit them with their sources.
    Page,
    /// Make the manual below `target/book` from `docs`, in both languages, and try its links.
    Docs,
    /// Make what is handed to people: archive, Debian package, sums.
    Dist(dist::Options),
    /// Write `samples/*.txt` and `samples/*.epub` anew from `samples/source`.
    Samples(samples::Options),
    /// Throw damaged files at the readers for a bounded time.
    Fuzz(fuzzing::Options),
    /// Measure the real program with books of 2,000 and 50,000 paragraphs.
    #[command(disable_help_flag = true)]
    Bench(measurement::Options),
    /// Plant defects in translations by people and see what the checks find.
    #[command(disable_help_flag = true)]
    Mutation(measurement::Options),
    /// See what the checks find of the faults real engines made.
    Recall(measurement::Options),
    /// Live through days in which models, disks, clocks and processes fail, until one breaks a promise of ours.
    #[command(disable_help_flag = true)]
    Simulate(measurement::Options),
    /// Translate both samples with a real model in each form of delivery; never part of CI.
    Real(real::Options),
    /// Look at changed snapshots, one by one.
    Snapshots,
}

fn main() -> ExitCode {
    process::exit_code(match Arguments::parse().task {
        Task::Ci(options) => ci::run(&options),
        Task::Tidy => tidy::run(),
        Task::Page => page::build(),
        Task::Docs => manual::run(),
        Task::Dist(options) => dist::run(&options),
        Task::Samples(options) => samples::run(&options),
        Task::Fuzz(options) => fuzzing::run(&options),
        Task::Bench(options) => measurement::run(&["--package", "bench"], &options),
        Task::Recall(options) => measurement::run(&["--package", "mutation", "--bin", "recall"], &options),
        Task::Mutation(options) => measurement::run(&["--package", "mutation"], &options),
        Task::Simulate(options) => {
            measurement::run_built("simulated", &["--package", "simulation"], &options)
        }
        Task::Real(options) => real::run(&options),
        Task::Snapshots => snapshots::run(),
    })
}
