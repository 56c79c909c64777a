//! What can be typed about the keys of a library.

use clap::{Args as ClapArgs, Subcommand};
use std::path::PathBuf;

/// Keys of services that belong to the library, for the server and the workers of a team.
///
/// They are sealed with a master key that is not in the library: `TSUMUGI_MASTER_KEY_FILE` names the file it is in, or
/// `TSUMUGI_MASTER_KEY` holds it. A key is never shown, and is in no bundle, export or log.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi keys                             which services the library has a key of
  tsumugi keys make-master master.key
  tsumugi keys set deepseek                asks for the key
  tsumugi keys set deepseek --key-stdin < key.txt
  tsumugi keys remove deepseek")]
pub(crate) struct KeysArgs {
    #[command(subcommand)]
    pub(crate) action: Option<KeysAction>,
}

/// What is to be done.
#[derive(Debug, Subcommand)]
pub(crate) enum KeysAction {
    /// Give the library the key of a service.
    #[command(after_help = "Examples:
  tsumugi keys set deepseek
  tsumugi keys set deepseek --key-stdin < key.txt")]
    Set {
        /// The service, as `models list` shows it.
        service: String,
        /// Read the key from standard input instead of asking.
        #[arg(long)]
        key_stdin: bool,
    },
    /// Take the key of a service out of the library.
    #[command(after_help = "Examples:
  tsumugi keys remove deepseek")]
    Remove {
        /// The service, as `models list` shows it.
        service: String,
    },
    /// Make a master key, in a file that only its owner can read.
    #[command(after_help = "Examples:
  tsumugi keys make-master master.key")]
    MakeMaster {
        /// The file; one that exists is not written over.
        file: PathBuf,
    },
}
