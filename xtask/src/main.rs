//! The project's own tasks, run as `cargo xtask <task>`: what a person would otherwise have to remember.

mod bench;
mod ci;
mod fuzzing;
mod mutation;
mod page;
mod process;
mod publication;
mod samples;
mod snapshots;
mod tidy;
mod tree;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

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
    Ci,
    /// The rules of the house that the compiler does not know.
    Tidy,
    /// Write `samples/*.txt` and `samples/*.epub` anew from `samples/source`.
    Samples(samples::Options),
    /// Throw damaged files at the readers for a bounded time.
    Fuzz(fuzzing::Options),
    /// Measure the real program with books of 2,000 and 50,000 paragraphs.
    Bench(bench::Options),
    /// The reference client of the bench, which runs it by itself.
    #[command(hide = true)]
    BenchReference(bench::reference::Options),
    /// The bench's model server alone, for a profiler beside it.
    #[command(hide = true)]
    BenchServe(bench::stand::Serve),
    /// One of the bench's books, as a file.
    #[command(hide = true)]
    BenchBook(bench::stand::Book),
    /// Plant defects in translations by people and see what the checks find.
    Mutation(mutation::Options),
    /// Look at changed snapshots, one by one.
    Snapshots,
}

fn main() -> ExitCode {
    let result = match Arguments::parse().task {
        Task::Ci => ci::run(),
        Task::Tidy => tidy::run(),
        Task::Samples(options) => samples::run(&options),
        Task::Fuzz(options) => fuzzing::run(&options),
        Task::Bench(options) => bench::run(&options),
        Task::BenchReference(options) => bench::reference::run(&options),
        Task::BenchServe(options) => bench::stand::serve(&options),
        Task::BenchBook(options) => bench::stand::book(&options),
        Task::Mutation(options) => mutation::run(&options),
        Task::Snapshots => snapshots::run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            process::tell(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}
