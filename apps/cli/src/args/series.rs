//! What can be typed about series and titles.

use clap::{Args as ClapArgs, Subcommand};

/// List the series, or put a book into another one.
///
/// Books of a series share terms, characters, memories and what is asked of translations, and are translated into one
/// language; a name may stand for a series in each language.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi series                                   the series and their books
  tsumugi series move novel \"The Long Road\"       a series is made where there is none
  tsumugi translate --series \"The Long Road\"      all its books, one after the other")]
pub(crate) struct SeriesArgs {
    #[command(subcommand)]
    pub(crate) command: Option<SeriesCommand>,
}

/// What is to be done.
#[derive(Debug, Subcommand)]
pub(crate) enum SeriesCommand {
    /// Put a book into another series; what its series knows goes along, and nothing is overwritten.
    #[command(after_help = "Examples:
  tsumugi series move novel \"The Long Road\"")]
    Move {
        /// The book: an id, a title, or the file it came from.
        book: String,
        /// The name of the series; it is made where there is none.
        series: String,
    },
}

/// Show or change the titles of a book.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi title novel                              both titles
  tsumugi title novel --source \"吾輩は猫である\"
  tsumugi title novel --translation \"I Am a Cat\"")]
pub(crate) struct TitleArgs {
    /// The book: an id, a title, or the file it came from; the only one if left out.
    #[arg(default_value = "", hide_default_value = true)]
    pub(crate) book: String,
    /// The title in the book's own language.
    #[arg(long, value_name = "TITLE")]
    pub(crate) source: Option<String>,
    /// The translated title; an empty text takes it away.
    #[arg(long, value_name = "TITLE")]
    pub(crate) translation: Option<String>,
}
