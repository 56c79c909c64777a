//! What can be typed about memories and the summaries of chapters.

use super::terms::JudgeArgs;
use super::{NamedArgs, TakeArgs, WriteArgs, standing_parser};
use book::knowledge::evidence::EntryState;
use clap::{Args as ClapArgs, Subcommand};

/// Short notes about the book that a translator should remember, and the summaries of its chapters.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi memories novel
  tsumugi memories novel add \"Distances are in miles.\"
  tsumugi memories novel add \"She lies.\" --about 凛 --known-from 4
  tsumugi memories novel summaries")]
pub(crate) struct MemoriesArgs {
    /// A book of the series: an id, the start of one, or a title.
    pub(crate) book: String,
    #[command(subcommand)]
    pub(crate) action: Option<MemoryAction>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum MemoryAction {
    List(ListMemoriesArgs),
    Add(AddMemoryArgs),
    Edit(EditMemoryArgs),
    /// Take memories out.
    #[command(after_help = "Examples:
  tsumugi memories novel remove k7hd2mrt
  tsumugi memories novel remove \"Distances are\"")]
    Remove(NamedArgs),
    /// Vouch for proposed memories.
    #[command(after_help = "Examples:
  tsumugi memories novel confirm k7hd2mrt
  tsumugi memories novel confirm --all        everything that is proposed")]
    Confirm(JudgeArgs),
    /// Refuse proposed memories. They are kept, so that they are not proposed again.
    #[command(after_help = "Examples:
  tsumugi memories novel reject k7hd2mrt")]
    Reject(JudgeArgs),
    /// List the summaries of the book's chapters, and whether the chapters still say what was summarised.
    #[command(after_help = "Examples:
  tsumugi memories novel summaries
  tsumugi memories novel summaries --json")]
    Summaries,
    Summary(SummaryArgs),
    /// Take memories and everything else from a file that `export` wrote.
    #[command(after_help = "Examples:
  tsumugi memories novel import all.json --dry-run")]
    Import(TakeArgs),
    /// Write everything that is known to a file: memories only fit into JSON.
    #[command(after_help = "Examples:
  tsumugi memories novel export -o all.json")]
    Export(WriteArgs),
}

/// List the memories.
#[derive(Debug, Default, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi memories novel list --about 凛
  tsumugi memories novel list --standing proposed")]
pub(crate) struct ListMemoriesArgs {
    /// Only about this: `series`, `book`, `chapter:3`, or a term or character.
    #[arg(long, value_name = "SUBJECT")]
    pub(crate) about: Option<String>,
    /// Only of this standing; rejected ones are not listed otherwise.
    #[arg(long, value_parser = standing_parser())]
    pub(crate) standing: Option<EntryState>,
}

/// Add a memory. You vouch for it: it is confirmed.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi memories novel add \"The narrator is unreliable.\" --about book
  tsumugi memories novel add \"Told backwards.\" --about chapter:7")]
pub(crate) struct AddMemoryArgs {
    /// The note, at most 600 characters.
    pub(crate) text: String,
    /// What it is about: `series`, `book`, `chapter:3`, or a term or character.
    #[arg(long, value_name = "SUBJECT", default_value = "series")]
    pub(crate) about: String,
    /// A reader knows it from this chapter on; before it, a translation must not give it away.
    #[arg(long, value_name = "N")]
    pub(crate) known_from: Option<String>,
}

/// Change a memory: its text, or all of it in your editor.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi memories novel edit k7hd2m
  tsumugi memories novel edit k7hd2m --text \"Distances are in kilometres.\"")]
pub(crate) struct EditMemoryArgs {
    /// The memory: its id, or the beginning of its text.
    pub(crate) memory: String,
    /// Its new text.
    #[arg(long, value_name = "TEXT")]
    pub(crate) text: Option<String>,
}

/// Show, write or take out the summary of a chapter.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi memories novel summary 3
  tsumugi memories novel summary 3 --text \"Rin leaves home.\"
  tsumugi memories novel summary 3 --remove")]
pub(crate) struct SummaryArgs {
    /// The chapter: its number in the list, or its id.
    pub(crate) chapter: String,
    /// Its summary; it is confirmed, and no model writes it anew.
    #[arg(long, value_name = "TEXT")]
    pub(crate) text: Option<String>,
    /// Take the summary out.
    #[arg(long, conflicts_with = "text")]
    pub(crate) remove: bool,
}
