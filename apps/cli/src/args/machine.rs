//! What is typed about the program and the machine it is on: setting up, looking around, backups.

use clap::Args as ClapArgs;
use std::path::PathBuf;

/// Set up a model in a minute: finds servers on this machine, keeps a key, tests the model, makes it the default.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi setup
  tsumugi models add deepseek/deepseek-flash --default")]
pub(crate) struct SetupArgs {}

/// Say what is here: version, library, models, dictionaries, proxies. Goes into a report of a fault; holds no key.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi doctor
  tsumugi doctor --json
  tsumugi doctor --server http://127.0.0.1:7878")]
pub(crate) struct DoctorArgs {
    /// Ask only whether the server at this address answers; the exit code tells.
    #[arg(long, value_name = "URL")]
    pub(crate) server: Option<String>,
}

/// Write the whole library to a new file, also while it is in use.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi backup monday.tsumugi
  tsumugi restore monday.tsumugi")]
pub(crate) struct BackupArgs {
    /// The file to write, which must not be there yet.
    pub(crate) file: PathBuf,
}

/// Put a backup in the place of the library. The library that is there is kept beside it.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi restore monday.tsumugi
  tsumugi restore monday.tsumugi --library other.tsumugi --yes")]
pub(crate) struct RestoreArgs {
    /// The backup.
    pub(crate) file: PathBuf,
    /// Do not ask.
    #[arg(long, short)]
    pub(crate) yes: bool,
}
