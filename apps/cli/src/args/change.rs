//! What can be typed to look at changes and take them back.

use clap::Args as ClapArgs;

/// List what was changed in a book, latest first, or the versions of one paragraph.
#[derive(Debug, ClapArgs)]
pub(crate) struct HistoryArgs {
    /// The book: an id, the start of one, or a title.
    pub(crate) book: String,
    /// The versions of this paragraph.
    #[arg(long, short, value_name = "ID")]
    pub(crate) paragraph: Option<String>,
    /// How many changes to show.
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) limit: u32,
}

/// Take back the last change to a book, one change, or a whole run. Nothing is deleted: versions stay in the history.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi undo novel               the last change
  tsumugi undo novel --change c12
  tsumugi undo novel --run k7hd")]
pub(crate) struct UndoArgs {
    /// The book: an id, the start of one, or a title.
    pub(crate) book: String,
    /// This change, as `tsumugi history` shows it.
    #[arg(long, value_name = "ID", conflicts_with = "run")]
    pub(crate) change: Option<store::change::ChangeId>,
    /// Everything this run changed.
    #[arg(long, value_name = "ID")]
    pub(crate) run: Option<String>,
}
