//! What can be typed to let other programs use the library.

use clap::Args as ClapArgs;
use std::path::PathBuf;

/// Let another program use the library through the Model Context Protocol, over standard input and output.
///
/// Programs that talk to models (editors, desktop assistants) start this and offer its tools, resources and prompts to
/// their model: reading, searching, checking and exporting books, and changing translations, titles, terms, characters and
/// memories. What they change can be undone, and your own words are never replaced. In the other program's settings:
/// command `tsumugi`, argument `mcp`. Over HTTP the same is at `/mcp` of `tsumugi serve`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi mcp                            every book; calls name one
  tsumugi mcp --book novel               this book only
  tsumugi mcp --export-to ~/translated   may write books there, and nowhere else")]
pub(crate) struct McpArgs {
    /// Only this book: an id, the start of one, or a title.
    #[arg(long, value_name = "BOOK")]
    pub(crate) book: Option<String>,
    /// The folder in which the other program may have books written. No file in it is ever replaced. Without it an export is
    /// handed over the connection.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) export_to: Option<PathBuf>,
}
