//! What can be typed to talk about a book.

use super::model_args::ModelArgs;
use clap::Args as ClapArgs;

/// Talk with a model about a book: ask, look up, have it change terms, titles and translations.
///
/// It reads the whole book through the same tools as a translation run. What it changes can be undone, your own words
/// are never replaced, and before it changes many places at once it asks. Without a message it waits for your words,
/// line by line; an empty line or Ctrl-D leaves. The conversation is kept.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi chat novel --model openai/gpt-5.4
  tsumugi chat novel \"Who is 澪, and what do others call her?\"
  tsumugi chat novel --chapter 3 \"Why the past tense here?\"
  tsumugi chat novel --list
  tsumugi chat novel --session k7hd3fmw2x --max-cost 0.50 \"Go on\"")]
pub(crate) struct ChatArgs {
    /// The book: an id, a title, or the file it came from.
    pub(crate) book: String,
    /// What you want to say; without it, a conversation at the terminal.
    pub(crate) message: Option<String>,
    #[command(flatten)]
    pub(crate) model_args: ModelArgs,
    /// Go on with this conversation.
    #[arg(long, value_name = "ID")]
    pub(crate) session: Option<String>,
    /// List the conversations about the book.
    #[arg(long, conflicts_with_all = ["message", "session"])]
    pub(crate) list: bool,
    /// The chapter you speak of, by number.
    #[arg(long, value_name = "N")]
    pub(crate) chapter: Option<u32>,
    /// The paragraphs you speak of, by id.
    #[arg(long, value_name = "IDS", value_delimiter = ',')]
    pub(crate) paragraphs: Vec<String>,
    /// Agree to every change in advance.
    #[arg(long, short)]
    pub(crate) yes: bool,
}
