//! What can be typed about terms.

use super::{DriftOptions, NamedArgs, TakeArgs, WriteArgs, kind_parser, standing_parser, strictness_parser};
use book::knowledge::evidence::EntryState;
use book::knowledge::term::{Strictness, TermKind};
use clap::{Args as ClapArgs, Subcommand};

/// The words of a book that are always translated the same way.
///
/// Terms belong to the series, so that all its books share them. A term that is `exact` and confirmed must stand in the
/// translation; one that is `preferred` should. What a model or a survey proposes is used until you reject it.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi terms novel                           the list
  tsumugi terms novel add 魔剣 \"Demon Sword\" --kind item --strictness exact
  tsumugi terms novel edit 魔剣                 in your editor
  tsumugi terms novel rename 魔剣 \"Hell Blade\"  everywhere, with a preview
  tsumugi terms novel import glossary.xlsx      what contradicts is listed
  tsumugi terms novel export -o glossary.csv")]
pub(crate) struct TermsArgs {
    /// A book of the series: an id, the start of one, or a title.
    pub(crate) book: String,
    #[command(subcommand)]
    pub(crate) action: Option<TermAction>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum TermAction {
    List(ListArgs),
    /// Show terms: what is known, where they stand in the book, and how they were translated there.
    #[command(after_help = "Examples:
  tsumugi terms novel show 魔剣
  tsumugi terms novel show 魔剣 k7hd2mrt --json")]
    Show(NamedArgs),
    Add(AddArgs),
    Edit(EditTermArgs),
    /// Take terms out. To keep a word from being proposed again, reject it instead.
    #[command(after_help = "Examples:
  tsumugi terms novel remove 魔剣
  tsumugi undo novel                          brings it back")]
    Remove(NamedArgs),
    Confirm(JudgeArgs),
    /// Refuse proposed terms. They are kept, so that they are not proposed again.
    Reject(JudgeArgs),
    Rename(RenameArgs),
    Import(ImportTermsArgs),
    Export(ExportTermsArgs),
    /// Which terms and names the translation renders in several ways, worst first; the same as `tsumugi drift`.
    #[command(after_help = "Examples:
  tsumugi terms novel drift
  tsumugi terms novel drift --all --json")]
    Drift(DriftOptions),
    /// What cannot all be true: several translations of one word, several genders of one person.
    #[command(after_help = "Examples:
  tsumugi terms novel conflicts
  tsumugi terms novel conflicts --json")]
    Conflicts,
}

/// List the terms.
#[derive(Debug, Default, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi terms novel list --standing proposed
  tsumugi terms novel list --occurrences      with their uses by chapter
  tsumugi terms novel list --find 剣")]
pub(crate) struct ListArgs {
    /// Only of this kind.
    #[arg(long, value_parser = kind_parser())]
    pub(crate) kind: Option<TermKind>,
    /// Only of this standing; rejected ones are not listed otherwise.
    #[arg(long, value_parser = standing_parser())]
    pub(crate) standing: Option<EntryState>,
    /// Only those with this in source, reading, translation or note.
    #[arg(long, value_name = "TEXT")]
    pub(crate) find: Option<String>,
    /// Count where each is used in this book, the most used first.
    #[arg(long)]
    pub(crate) occurrences: bool,
}

/// Add a term. You vouch for it: it is confirmed.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi terms novel add 凛 Rin --kind person --reading りん
  tsumugi terms novel add NERV --strictness keep_source
  tsumugi terms novel add 隊長 Captain --form \"the Captain\"")]
pub(crate) struct AddArgs {
    /// The word as it stands in the source.
    pub(crate) source: String,
    /// Its translation.
    #[arg(required_unless_present = "strictness")]
    pub(crate) translation: Option<String>,
    #[command(flatten)]
    pub(crate) fields: TermFields,
}

/// What can be said about a term besides its words.
#[derive(Debug, Clone, Default, PartialEq, Eq, ClapArgs)]
pub(crate) struct TermFields {
    /// How it is read.
    #[arg(long, value_name = "TEXT")]
    pub(crate) reading: Option<String>,
    /// Another translation that is right as well; may be given several times.
    #[arg(long = "form", value_name = "TEXT")]
    pub(crate) forms: Vec<String>,
    /// What sort of thing it names.
    #[arg(long, value_parser = kind_parser())]
    pub(crate) kind: Option<TermKind>,
    /// Anything a translator should know.
    #[arg(long, value_name = "TEXT")]
    pub(crate) note: Option<String>,
    /// How closely a translation must follow.
    #[arg(long, value_parser = strictness_parser())]
    pub(crate) strictness: Option<Strictness>,
}

/// Change a term: the fields you name, or all of them in your editor.
///
/// A new translation changes what will be translated from now on. To change what is translated already, use `rename`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi terms novel edit 凛                    opens `$VISUAL` or `$EDITOR`
  tsumugi terms novel edit 凛 --note \"the heroine\" --strictness exact")]
pub(crate) struct EditTermArgs {
    /// The term: its id, or its word in the source.
    pub(crate) term: String,
    /// Another word in the source.
    #[arg(long, value_name = "TEXT")]
    pub(crate) source: Option<String>,
    /// Another translation.
    #[arg(long, value_name = "TEXT")]
    pub(crate) translation: Option<String>,
    #[command(flatten)]
    pub(crate) fields: TermFields,
}

/// Vouch for proposed terms.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi terms novel confirm 凛 魔剣
  tsumugi terms novel reject メイン
  tsumugi terms novel confirm --all           everything that is proposed")]
pub(crate) struct JudgeArgs {
    /// The terms: ids, or words as they stand in the source.
    #[arg(required_unless_present = "all", value_name = "TERM")]
    pub(crate) entries: Vec<String>,
    /// Everything that is proposed.
    #[arg(long, conflicts_with = "entries")]
    pub(crate) all: bool,
}

/// Change how a term or name is translated, everywhere in the series.
///
/// Every paragraph whose source has the word is looked at. Where the old translation stands there it is replaced; what
/// cannot be replaced safely is listed and left. You see each change first. One `tsumugi undo` takes all of it back.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi terms novel rename 魔剣 \"Hell Blade\" --dry-run
  tsumugi terms novel rename 魔剣 \"Hell Blade\" --yes")]
pub(crate) struct RenameArgs {
    /// The term or name: its id, or its word in the source.
    pub(crate) entry: String,
    /// The new translation.
    pub(crate) translation: String,
    /// The translation that still stands in the text, when the entry itself was changed already.
    #[arg(long, value_name = "TEXT")]
    pub(crate) was: Option<String>,
    /// Do not ask.
    #[arg(long)]
    pub(crate) yes: bool,
    /// Show what would be changed and change nothing.
    #[arg(long, conflicts_with = "yes")]
    pub(crate) dry_run: bool,
}

/// Take terms from a file of another tool.
///
/// What is new is added, what was empty is filled. What contradicts stays as it is and is listed with both sides,
/// unless you say `--overwrite`. A file that `export --format json` wrote brings everything back, not only terms.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi terms novel import glossary.csv --dry-run
  tsumugi terms novel import 术语表.xlsx
  tsumugi terms novel import names.json --overwrite")]
pub(crate) struct ImportTermsArgs {
    #[command(flatten)]
    pub(crate) file: TakeArgs,
}

/// Write the terms to a file for other tools.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi terms novel export -o glossary.csv
  tsumugi terms novel export -o glossary.tbx --confirmed
  tsumugi terms novel export -o all.json        everything that is known
  tsumugi terms novel export --format simple-json")]
pub(crate) struct ExportTermsArgs {
    #[command(flatten)]
    pub(crate) file: WriteArgs,
}
