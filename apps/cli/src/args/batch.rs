//! What can be typed about batches.

use clap::{Args as ClapArgs, Subcommand};

/// Batches of requests that a service answers within a day: stop one.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi batch cancel
  tsumugi batch cancel 3f2a")]
pub(crate) struct BatchArgs {
    #[command(subcommand)]
    pub(crate) action: BatchAction,
}

#[derive(Debug, Subcommand)]
pub(crate) enum BatchAction {
    Cancel(CancelArgs),
}

/// Ask the service to stop the batches of a run. What it has answered by then is paid for and kept; `resume` takes it in
/// and asks for the rest.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi batch cancel
  tsumugi batch cancel 3f2a")]
pub(crate) struct CancelArgs {
    /// The run: an id or the start of one; without it, the latest.
    pub(crate) run: Option<String>,
}
