//! What can be typed about a library as a whole.

use clap::{Args as ClapArgs, Subcommand};
use std::path::PathBuf;

/// Move a library to another place: from a file to a PostgreSQL database, or back.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi library move library.tsumugi postgres://tsumugi@db.example/books
  tsumugi library move postgres://tsumugi@db.example/books library.tsumugi")]
pub(crate) struct LibraryArgs {
    #[command(subcommand)]
    pub(crate) command: LibraryAction,
}

/// What is to be done.
#[derive(Debug, Subcommand)]
pub(crate) enum LibraryAction {
    /// Copy a library to an empty place and compare both; the first one takes no change from then on.
    ///
    /// A move that was broken off goes on when it is started again with the same two places.
    #[command(after_help = "Examples:
  tsumugi library move library.tsumugi postgres://tsumugi@db.example/books
  tsumugi library move postgres://tsumugi@db.example/books library.tsumugi")]
    Move(MoveArgs),
}

#[derive(Debug, ClapArgs)]
pub(crate) struct MoveArgs {
    /// The library: a file or the address of a database.
    pub(crate) from: PathBuf,
    /// The new place: a file that is not there yet, or the address of an empty database.
    pub(crate) to: PathBuf,
}
