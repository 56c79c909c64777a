//! What can be typed about removed books.

use clap::{Args as ClapArgs, Subcommand};

/// List the books that were removed, bring one back, or delete it for good. After thirty days they are deleted.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi trash
  tsumugi trash restore k7hd3fmw2x
  tsumugi trash delete \"I Am a Cat\" --yes")]
pub(crate) struct TrashArgs {
    #[command(subcommand)]
    pub(crate) action: Option<TrashAction>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum TrashAction {
    /// Bring a book back as it was.
    #[command(after_help = "Examples:
  tsumugi trash restore k7hd3fmw2x")]
    Restore {
        /// The book: an id or a full title.
        book: String,
    },
    /// Delete a book for good.
    #[command(after_help = "Examples:
  tsumugi trash delete k7hd3fmw2x --yes")]
    Delete {
        /// The book: an id or a full title.
        book: String,
        /// Do not ask.
        #[arg(long)]
        yes: bool,
    },
}
