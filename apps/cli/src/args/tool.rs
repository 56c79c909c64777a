//! What can be typed to call a tool by hand.

use clap::{Args as ClapArgs, ValueEnum};

/// Call one tool outside any chunk, or list the tools with their schemas.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi tool                                  the tools and their arguments
  tsumugi tool list_chapters --book novel
  tsumugi tool get_paragraph_info '{\"paragraph_id\":\"k7wd3f\"}' --book novel")]
pub(crate) struct ToolArgs {
    /// The tool.
    pub(crate) name: Option<String>,
    /// Its arguments.
    #[arg(value_name = "JSON", default_value = "{}")]
    pub(crate) arguments: String,
    /// The book: an id, a title, or the file it came from.
    #[arg(long)]
    pub(crate) book: Option<String>,
    /// The language the tool answers in; by the book's target language if left out.
    #[arg(long, value_enum)]
    pub(crate) speak: Option<SpeakArg>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SpeakArg {
    /// English.
    En,
    /// Chinese.
    Zh,
}
