//! What can be typed about characters.

use super::terms::{JudgeArgs, RenameArgs};
use super::{NamedArgs, TakeArgs, WriteArgs, standing_parser};
use book::knowledge::evidence::EntryState;
use clap::{Args as ClapArgs, Subcommand};

/// The people of a book: names, gender, voice, who they are, and how they address each other.
///
/// What is known from a later chapter on (`@12`) is never told to a translator of an earlier one. Facts that contradict
/// each other are used by nobody until you decide.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi characters novel
  tsumugi characters novel add 凛 Rin --gender female --voice curt
  tsumugi characters novel edit 凛 --alias リンちゃん=Rin-chan
  tsumugi characters novel edit 凛 --description \"heir to the throne@12\"
  tsumugi characters novel address 丈 凛 お嬢 Miss
  tsumugi characters novel show 凛")]
pub(crate) struct CharactersArgs {
    /// A book of the series: an id, the start of one, or a title.
    pub(crate) book: String,
    #[command(subcommand)]
    pub(crate) action: Option<CharacterAction>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CharacterAction {
    List(ListPeopleArgs),
    /// Show everything that is known about someone.
    #[command(after_help = "Examples:
  tsumugi characters novel show 凛
  tsumugi characters novel show 凛 丈 --json")]
    Show(NamedArgs),
    Add(AddPersonArgs),
    Edit(EditPersonArgs),
    /// Take characters out.
    #[command(after_help = "Examples:
  tsumugi characters novel remove 凛
  tsumugi undo novel                          brings her back")]
    Remove(NamedArgs),
    /// Vouch for proposed characters and what is said about them.
    #[command(after_help = "Examples:
  tsumugi characters novel confirm 凛 丈
  tsumugi characters novel confirm --all      everyone who is proposed")]
    Confirm(JudgeArgs),
    /// Refuse proposed characters. They are kept, so that they are not proposed again.
    #[command(after_help = "Examples:
  tsumugi characters novel reject 凛")]
    Reject(JudgeArgs),
    Address(AddressArgs),
    /// Change how a name or alias is translated, everywhere in the series, after a look at every place.
    #[command(after_help = "Examples:
  tsumugi characters novel rename 凛 Lin --dry-run
  tsumugi characters novel rename 凛 Lin --yes")]
    Rename(RenameArgs),
    Import(ImportPeopleArgs),
    Export(ExportPeopleArgs),
    /// What cannot all be true: several translations of one word, several genders of one person.
    #[command(after_help = "Examples:
  tsumugi characters novel conflicts
  tsumugi characters novel conflicts --json")]
    Conflicts,
}

/// List the characters.
#[derive(Debug, Default, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi characters novel list --occurrences
  tsumugi characters novel list --standing proposed --json")]
pub(crate) struct ListPeopleArgs {
    /// Only of this standing; rejected ones are not listed otherwise.
    #[arg(long, value_parser = standing_parser())]
    pub(crate) standing: Option<EntryState>,
    /// Only those with this in a name.
    #[arg(long, value_name = "TEXT")]
    pub(crate) find: Option<String>,
    /// Count where each is named in this book, the most named first.
    #[arg(long)]
    pub(crate) occurrences: bool,
}

/// Add a character. You vouch for it: it is confirmed.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi characters novel add 凛 Rin --gender female --alias 姫=Princess@5")]
pub(crate) struct AddPersonArgs {
    /// The name as it stands in the source.
    pub(crate) name: String,
    /// Its translation.
    pub(crate) translation: String,
    #[command(flatten)]
    pub(crate) fields: CharacterFields,
}

/// What can be said about a character. `@12` behind a value: known from chapter 12 of this book on.
#[derive(Debug, Clone, Default, PartialEq, Eq, ClapArgs)]
pub(crate) struct CharacterFields {
    /// How the name is read.
    #[arg(long, value_name = "TEXT")]
    pub(crate) reading: Option<String>,
    /// The gender: female, male or neutral; `male@12` is a revelation in chapter 12.
    #[arg(long, value_name = "GENDER[@N]")]
    pub(crate) gender: Vec<String>,
    /// Another name, as `SOURCE=TRANSLATION`; may be given several times.
    #[arg(long, value_name = "NAME=TRANSLATION[@N]")]
    pub(crate) alias: Vec<String>,
    /// How the person talks, in a few words.
    #[arg(long, value_name = "TEXT")]
    pub(crate) voice: Option<String>,
    /// A word or ending that marks the voice in the translation; may be given several times.
    #[arg(long, value_name = "TEXT")]
    pub(crate) ending: Vec<String>,
    /// A line that shows the voice in the translation; may be given several times.
    #[arg(long, value_name = "TEXT")]
    pub(crate) sample: Vec<String>,
    /// A sentence about who the person is; may be given several times.
    #[arg(long, value_name = "TEXT[@N]")]
    pub(crate) description: Vec<String>,
}

/// Change a character: what you name, or everything in your editor.
///
/// Aliases, endings, samples and descriptions are added; a gender replaces what was known. The editor shows all of it
/// and lets you take things out.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi characters novel edit 凛               opens `$VISUAL` or `$EDITOR`
  tsumugi characters novel edit 凛 --gender female --voice \"curt, never polite\"")]
pub(crate) struct EditPersonArgs {
    /// The character: an id, or a name in the source.
    pub(crate) character: String,
    /// Another name in the source.
    #[arg(long, value_name = "TEXT")]
    pub(crate) name: Option<String>,
    /// Another translation of the name. What is translated already is changed by `rename`.
    #[arg(long, value_name = "TEXT")]
    pub(crate) translation: Option<String>,
    #[command(flatten)]
    pub(crate) fields: CharacterFields,
}

/// Say how one character addresses another.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi characters novel address 丈 凛 お嬢 Miss
  tsumugi characters novel address 丈 凛 凛 Rin --from-chapter 12
  tsumugi characters novel address 丈 凛 お嬢 --remove")]
pub(crate) struct AddressArgs {
    /// Who speaks.
    pub(crate) speaker: String,
    /// Who is spoken to.
    pub(crate) to: String,
    /// The form in the source.
    pub(crate) source: String,
    /// The form in the translation.
    #[arg(required_unless_present = "remove")]
    pub(crate) translation: Option<String>,
    /// From this chapter of the book on.
    #[arg(long, value_name = "N")]
    pub(crate) from_chapter: Option<String>,
    /// Up to this chapter of the book.
    #[arg(long, value_name = "N")]
    pub(crate) until_chapter: Option<String>,
    /// Take the form out.
    #[arg(long, conflicts_with_all = ["translation", "from_chapter", "until_chapter"])]
    pub(crate) remove: bool,
}

/// Take characters from a table of another tool, or everything from our own JSON.
///
/// The columns are `source`, `translation`, and where there are any `reading`, `aliases` (`姫=Princess | …`), `gender`,
/// `voice` and `description`. Rows about things that are no people are passed over and named.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi characters novel import people.csv --dry-run
  tsumugi characters novel import all.json")]
pub(crate) struct ImportPeopleArgs {
    #[command(flatten)]
    pub(crate) file: TakeArgs,
}

/// Write the characters to a file. Only JSON holds everything: evidence, and who addresses whom how.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi characters novel export -o people.xlsx
  tsumugi characters novel export -o all.json        everything that is known")]
pub(crate) struct ExportPeopleArgs {
    #[command(flatten)]
    pub(crate) file: WriteArgs,
}
