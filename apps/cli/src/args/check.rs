//! What can be typed to have a translation looked over.

use clap::{Args as ClapArgs, ValueEnum};

/// Look over a translation with checks that need no model: omissions, residue, numbers, names, quotes, repetition …
///
/// What would keep a paragraph from being accepted is `block`, what an editor should look at is `queue`, the rest is
/// `info`. A check that cannot judge says nothing.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi check novel
  tsumugi check novel --chapter 3 --severity queue
  tsumugi check novel --only D1 --json")]
pub(crate) struct CheckArgs {
    /// The book: an id, the start of one, or a title.
    pub(crate) book: String,
    /// Only this chapter: its number in the list, or its id.
    #[arg(long, short, value_name = "N")]
    pub(crate) chapter: Option<String>,
    /// Only findings at least this grave.
    #[arg(long, value_enum, default_value_t = Gravity::Queue)]
    pub(crate) severity: Gravity,
    /// Only these checks, by code; may be given several times.
    #[arg(long, value_name = "CODE")]
    pub(crate) only: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Gravity {
    /// What must not be exported as good.
    Block,
    /// What an editor should look at, and what is graver.
    Queue,
    /// Everything.
    Info,
}
