//! What can be typed to work for a library that several machines share.

use clap::Args as ClapArgs;

/// Take waiting runs of a library in PostgreSQL and execute them, until Ctrl-C.
///
/// A server that was started with `--workers` puts runs into a queue instead of executing them. Any number of workers, on
/// any machine that reaches the database, take them from there. A worker that is killed is replaced by another, which goes
/// on from the last step. Models and keys come from the settings of the machine the worker runs on. The first Ctrl-C or
/// SIGTERM lets requests in flight come in and gives the runs back; the second leaves at once.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi worker --library postgres://tsumugi@db.example/books
  tsumugi worker --runs 8 --json")]
pub(crate) struct WorkerArgs {
    /// How many runs at once.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) runs: u16,
    /// After so many silent seconds others take the runs of this worker.
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) lease: u64,
    /// How many seconds requests in flight are waited for before the worker leaves.
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u64).range(0..=3600))]
    pub(crate) drain: u64,
}
