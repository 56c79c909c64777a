//! `cargo xtask fuzz`: damaged files thrown at the readers and the checks, with `cargo fuzz` where it is installed and without it elsewhere.

use anyhow::{Result, bail};
use clap::Args;
use std::process::Command;
use xtask::{process, tree};

/// What `cargo xtask fuzz` can be told.
#[derive(Args)]
pub(crate) struct Options {
    /// Only these targets; all of them by default.
    #[arg(value_parser = TARGETS)]
    targets: Vec<String>,
    /// For how long, each target.
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// Use the built-in loop even where `cargo fuzz` is installed.
    #[arg(long)]
    built_in: bool,
    /// Where the built-in loop's chance begins; the same number does the same damage.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

const TARGETS: [&str; 17] = [
    "aozora",
    "checks",
    "data",
    "docx",
    "epub",
    "exchange",
    "fb2",
    "folder",
    "game",
    "html",
    "kindle",
    "markdown",
    "odt",
    "pdf",
    "rtf",
    "subtitles",
    "text",
];

/// Runs every target for its time, and fails in the end if one of them found a fault.
pub(crate) fn run(options: &Options) -> Result<()> {
    let with_cargo_fuzz = !options.built_in
        && process::is_installed("cargo", &["+nightly", "--version"])
        && process::is_installed("cargo", &["fuzz", "--version"]);
    let mut failed = Vec::new();
    for target in TARGETS {
        if !options.targets.is_empty() && !options.targets.iter().any(|wanted| wanted == target) {
            continue;
        }
        let mut command =
            if with_cargo_fuzz { cargo_fuzz(target, options)? } else { built_in(target, options) };
        if let Err(error) = process::run(command.current_dir(tree::root())) {
            process::print_note(&format!("fuzz {target}: {error:#}"));
            failed.push(target);
        }
    }
    if failed.is_empty() { Ok(()) } else { bail!("not passed: {}", failed.join(", ")) }
}

/// `cargo fuzz` keeps what it learns in `fuzz/corpus`, which is not committed; the seeds are.
fn cargo_fuzz(target: &str, options: &Options) -> Result<Command> {
    std::fs::create_dir_all(tree::root().join("fuzz/corpus").join(target))?;
    let mut command = process::cargo();
    command.args(["+nightly", "fuzz", "run", "--features", "libfuzzer", target]);
    command.args([format!("fuzz/corpus/{target}"), format!("fuzz/seeds/{target}")]);
    command.args(["--", "-rss_limit_mb=1024", "-timeout=10"]);
    command.arg(format!("-max_total_time={}", options.seconds));
    Ok(command)
}

/// The loop of the `fuzz` crate, which needs nothing but the compiler everybody has.
fn built_in(target: &str, options: &Options) -> Command {
    let mut command = process::cargo();
    command.args(["run", "--quiet", "--package", "fuzz", "--bin", "damage", "--", target]);
    command.args([options.seconds.to_string(), options.seed.to_string()]);
    command
}
