//! What can be typed about a team and its server.

use clap::{Args as ClapArgs, Subcommand};

/// Look after the server of a team.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi team mail-test you@example.org")]
pub(crate) struct TeamArgs {
    #[command(subcommand)]
    pub(crate) action: TeamAction,
}

/// What is to be done.
#[derive(Debug, Subcommand)]
pub(crate) enum TeamAction {
    /// Send a mail through the mail server of the settings, to see whether notices would arrive.
    #[command(after_help = "Examples:
  tsumugi team mail-test you@example.org")]
    MailTest {
        /// Where to send it.
        address: String,
    },
}
