//! What can be typed to let other programs use the tools.

use clap::Args as ClapArgs;

/// Let another program use the library through the Model Context Protocol, over standard input and output.
///
/// Programs that talk to models (editors, desktop assistants) start this and offer its tools to their model: reading
/// and searching books, translations, titles, terms, characters and memories. What they change can be undone, and your
/// own words are never replaced. In the other program's settings: command `tsumugi`, argument `mcp`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi mcp                     every book; calls name one
  tsumugi mcp --book novel        this book only")]
pub(crate) struct McpArgs {
    /// Only this book: an id, the start of one, or a title.
    #[arg(long, value_name = "BOOK")]
    pub(crate) book: Option<String>,
}
