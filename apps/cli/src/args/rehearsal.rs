//! What can be typed about rehearsals.

use clap::{Args as ClapArgs, Subcommand};

/// Throw away what a rehearsal wrote.
///
/// `--model rehearsal` goes through the whole work with placeholders instead of a translation. They are kept apart: they are
/// no versions, are not counted as translated and are left out of exports unless `--rehearsal` asks for them. They go when a
/// real model translates the book.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi translate novel --to en --model rehearsal
  tsumugi export novel --rehearsal -o rehearsal.epub
  tsumugi rehearsal discard novel")]
pub(crate) struct RehearsalArgs {
    #[command(subcommand)]
    pub(crate) command: RehearsalCommand,
}

/// What is to be done.
#[derive(Debug, Subcommand)]
pub(crate) enum RehearsalCommand {
    /// Throw the rehearsal of a book away.
    #[command(after_help = "Examples:
  tsumugi rehearsal discard novel")]
    Discard {
        /// The book: an id, a title, or the file it came from.
        book: String,
    },
}
