//! Programs that measure ours: packages of their own, so that this one builds in seconds without them.

use anyhow::Result;
use clap::Args;
use std::ffi::OsString;
use xtask::{process, tree};

/// What is passed on.
#[derive(Args)]
pub(crate) struct Options {
    /// `--help` lists what it can be told.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

/// Builds the program `target` names as fast as what it measures, and runs it.
pub(crate) fn run(target: &[&str], options: &Options) -> Result<()> {
    run_built("release", target, options)
}

/// The same, built with another profile.
pub(crate) fn run_built(profile: &str, target: &[&str], options: &Options) -> Result<()> {
    let mut command = process::cargo();
    command.args(["run", "--quiet", "--profile", profile]).args(target).arg("--").args(&options.arguments);
    process::run(command.current_dir(tree::root()))
}
