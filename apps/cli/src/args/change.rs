//! What can be typed to change a translation by hand, to look at changes and to take them back.

use clap::Args as ClapArgs;
use std::path::PathBuf;

/// List what was changed in a book, latest first, or the versions of one paragraph.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi history novel                       the latest changes
  tsumugi history novel --paragraph k7wd3f    its versions")]
pub(crate) struct HistoryArgs {
    /// The book: an id, a title, or the file it came from; the only one if left out.
    #[arg(default_value = "", hide_default_value = true)]
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
    /// The book: an id, a title, or the file it came from; the only one if left out.
    #[arg(default_value = "", hide_default_value = true)]
    pub(crate) book: String,
    /// This change, as `tsumugi history` shows it.
    #[arg(long, value_name = "ID", conflicts_with = "run")]
    pub(crate) change: Option<store::change::ChangeId>,
    /// Everything this run changed.
    #[arg(long, value_name = "ID")]
    pub(crate) run: Option<String>,
}

/// Show or change what you ask of every translation of a book, of one chapter of it, or of its whole series.
///
/// It is kept with the book or its series and told to the model with every task, before what `--instructions` asks of a single run.
/// `tsumugi undo` takes a change back; `tsumugi stale --strict` lists what was translated with other instructions.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi instructions novel                                what is asked
  tsumugi instructions novel --set \"Keep honorifics.\"
  tsumugi instructions novel --chapter 3 --set \"This chapter is a letter.\"
  tsumugi instructions novel --chapter 3 --clear
  tsumugi instructions novel --series --set \"Spell it “colour”.\"")]
pub(crate) struct InstructionsArgs {
    /// The book: an id, a title, or the file it came from; the only one if left out.
    #[arg(default_value = "", hide_default_value = true)]
    pub(crate) book: String,
    /// Only this chapter: its number in the list, or its id.
    #[arg(long, short, value_name = "N")]
    pub(crate) chapter: Option<String>,
    /// Of every book of its series.
    #[arg(long, conflicts_with = "chapter")]
    pub(crate) series: bool,
    /// What you ask from now on.
    #[arg(long, value_name = "TEXT", conflicts_with = "clear")]
    pub(crate) set: Option<String>,
    /// Ask nothing any more.
    #[arg(long)]
    pub(crate) clear: bool,
}

/// Change translations by hand: a chapter or a paragraph in your editor, or one paragraph at once.
///
/// Your words are a new version, and no model ever replaces them. In the editor each paragraph has its id, its source
/// as a comment, and its translation; what you do not touch stays as it is. If a tag is broken, nothing is taken, the
/// places are named, and the file is kept.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi edit novel --chapter 3          opens `$VISUAL` or `$EDITOR`
  tsumugi edit novel --paragraph k7wd3f --text \"I am a cat.\"
  tsumugi edit novel --file edit.txt      once its faults are mended")]
pub(crate) struct EditArgs {
    /// The book: an id, a title, or the file it came from.
    pub(crate) book: String,
    /// The chapter: its number in the list, or its id.
    #[arg(long, short, value_name = "N", required_unless_present_any = ["paragraph", "file"], conflicts_with = "paragraph")]
    pub(crate) chapter: Option<String>,
    /// The paragraph.
    #[arg(long, short, value_name = "ID")]
    pub(crate) paragraph: Option<String>,
    /// Its translation, without an editor.
    #[arg(long, value_name = "TEXT", requires = "paragraph")]
    pub(crate) text: Option<String>,
    /// Take this file, which was written by an earlier `edit`, without an editor.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["chapter", "paragraph"])]
    pub(crate) file: Option<PathBuf>,
}

/// Make another version of a paragraph its translation, or none.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi select novel k7wd3f v12
  tsumugi select novel k7wd3f none     no translation any more")]
pub(crate) struct SelectArgs {
    /// The book: an id, a title, or the file it came from.
    pub(crate) book: String,
    /// The paragraph.
    pub(crate) paragraph: String,
    /// The version, as `tsumugi history BOOK --paragraph ID` shows it, or `none`.
    #[arg(value_name = "VERSION")]
    pub(crate) chosen: String,
}

/// Lock paragraphs against every model, or unlock them.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi lock novel k7wd3f p2m9xq
  tsumugi unlock novel --chapter 3")]
pub(crate) struct LockArgs {
    /// The book: an id, a title, or the file it came from.
    pub(crate) book: String,
    /// The paragraphs.
    #[arg(required_unless_present = "chapter")]
    pub(crate) paragraphs: Vec<String>,
    /// All paragraphs with a translation of this chapter: its number in the list, or its id.
    #[arg(long, short, value_name = "N")]
    pub(crate) chapter: Option<String>,
}

/// List what models suggest beside your words, and accept it or turn it down.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi suggestions novel
  tsumugi suggestions novel --accept v12
  tsumugi suggestions novel --reject k7wd3f
  tsumugi suggestions novel --accept-all --chapter 3")]
pub(crate) struct SuggestionsArgs {
    /// The book: an id, a title, or the file it came from.
    pub(crate) book: String,
    /// Only this chapter: its number in the list, or its id.
    #[arg(long, short, value_name = "N")]
    pub(crate) chapter: Option<String>,
    /// Accept this one: a version, or a paragraph for the latest of its suggestions.
    #[arg(long, value_name = "ID", conflicts_with = "accept_all")]
    pub(crate) accept: Vec<String>,
    /// Turn this one down for good: a version, or a paragraph for all of its suggestions.
    #[arg(long, value_name = "ID")]
    pub(crate) reject: Vec<String>,
    /// Accept the latest suggestion of every paragraph listed.
    #[arg(long)]
    pub(crate) accept_all: bool,
}

/// List translations that no longer belong to what the book says, and why.
///
/// A translation is stale when a newer edition has other words in its place, or when the book is to be in another
/// language now. `tsumugi translate BOOK --stale` does them again; your own words are never replaced.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi stale novel
  tsumugi stale novel --json")]
pub(crate) struct StaleArgs {
    /// The book: an id, a title, or the file it came from; the only one if left out.
    #[arg(default_value = "", hide_default_value = true)]
    pub(crate) book: String,
    /// Also what was translated with other instructions to the model than it would get today.
    #[arg(long)]
    pub(crate) strict: bool,
}
