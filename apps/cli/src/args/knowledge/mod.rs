//! What can be typed about what a series knows: terms, characters, memories, and how names are used.

mod characters;
mod memories;
mod terms;

pub(crate) use characters::{
    AddPersonArgs, AddressArgs, CharacterAction, CharacterFields, CharactersArgs, EditPersonArgs,
    ListPeopleArgs,
};
pub(crate) use memories::{
    AddMemoryArgs, EditMemoryArgs, ListMemoriesArgs, MemoriesArgs, MemoryAction, SummaryArgs,
};
pub(crate) use terms::{
    AddArgs, EditTermArgs, JudgeArgs, ListArgs, RenameArgs, TermAction, TermFields, TermsArgs,
};

use book::knowledge::evidence::EntryState;
use book::knowledge::term::{Strictness, TermKind};
use book::language::LanguageTag;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args as ClapArgs, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

/// The nouns whose verb may stand before or after the book.
const NOUNS: [&str; 3] = ["terms", "characters", "memories"];
/// Their verbs.
const VERBS: [&str; 17] = [
    "list",
    "show",
    "add",
    "edit",
    "remove",
    "confirm",
    "reject",
    "import",
    "export",
    "rename",
    "drift",
    "conflicts",
    "address",
    "summaries",
    "summary",
    "uses",
    "merge",
];

/// The words of a command in the order they are read in: `terms list BOOK` means `terms BOOK list`.
pub fn in_order(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = words.collect();
    let is_one_of = |word: Option<&OsString>, list: &[&str]| {
        word.and_then(|word| word.to_str()).is_some_and(|word| list.contains(&word))
    };
    let Some(noun) = (1..words.len()).find(|at| is_one_of(words.get(*at), &NOUNS)) else { return words };
    let is_book = words
        .get(noun + 2)
        .and_then(|word| word.to_str())
        .is_none_or(|word| !word.starts_with('-') && !VERBS.contains(&word));
    if !is_one_of(words.get(noun + 1), &VERBS) {
        return words;
    }
    if is_book && words.len() > noun + 2 {
        words.swap(noun + 1, noun + 2);
    } else if words.iter().any(|word| word == "--help" || word == "-h") {
        // `--help` of a verb names no book.
        words.insert(noun + 1, "BOOK".into());
    }
    words
}

/// Which terms and names the translation renders in several ways, worst first.
///
/// For every term and name that is known, proposed or confirmed, the translated paragraphs that have it in their source
/// are looked at: where an agreed translation stands, and what stands there instead (with a question mark: worked out
/// from words that come back in those paragraphs and hardly anywhere else).
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi drift novel
  tsumugi drift novel --limit 5 --json")]
pub(crate) struct DriftArgs {
    /// The book: an id, a title, or the file it came from; the only one if left out.
    #[arg(default_value = "", hide_default_value = true)]
    pub(crate) book: String,
    #[command(flatten)]
    pub(crate) options: DriftOptions,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct DriftOptions {
    /// How many to show.
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) limit: usize,
    /// Also those that are rendered alike everywhere.
    #[arg(long)]
    pub(crate) all: bool,
}

/// Entries, named by id or by their words.
#[derive(Debug, ClapArgs)]
pub(crate) struct NamedArgs {
    /// The entries: ids, or words as they stand in the source.
    #[arg(required = true, value_name = "ENTRY")]
    pub(crate) entries: Vec<String>,
}

/// A file to take in.
#[derive(Debug, ClapArgs)]
pub(crate) struct TakeArgs {
    /// The file: CSV, TSV, XLSX, JSON or TBX.
    pub(crate) file: PathBuf,
    /// Where the file contradicts what is known, the file is right. Otherwise it stays as it is, and is listed.
    #[arg(long)]
    pub(crate) overwrite: bool,
    /// Show what would be done and do nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// The encoding of the file, when the detected one is wrong.
    #[arg(long, value_name = "NAME")]
    pub(crate) encoding: Option<String>,
    /// The language of the sources in the file, when it is not the book's.
    #[arg(long, value_name = "LANG")]
    pub(crate) from: Option<LanguageTag>,
    /// The language of the translations in the file, when it is not the book's.
    #[arg(long, value_name = "LANG")]
    pub(crate) to: Option<LanguageTag>,
}

/// A file to write.
#[derive(Debug, ClapArgs)]
pub(crate) struct WriteArgs {
    /// The file to write; its ending tells the format. Standard output if left out.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// The format, when the ending does not tell.
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<TableFormat>,
    /// Only what a person has confirmed.
    #[arg(long)]
    pub(crate) confirmed: bool,
    /// Replace a file that is there.
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// A table for spreadsheets.
    Csv,
    /// A table with tabs.
    Tsv,
    /// A workbook.
    Xlsx,
    /// Everything that is known: terms, characters, memories, summaries. Nothing is lost in it.
    Json,
    /// A list of src, dst and info, as other translators of novels read it.
    SimpleJson,
    /// Lines of word->translation, as Sakura reads them.
    Sakura,
    /// Lines of word, translation and remark, as `GalTransl` reads them.
    #[value(name = "galtransl")]
    GalTransl,
    /// The exchange format of terminology tools.
    Tbx,
}

fn kind_parser() -> impl TypedValueParser<Value = TermKind> {
    PossibleValuesParser::new(TermKind::ALL.map(TermKind::as_str))
        .map(|word| TermKind::from_word(&word).unwrap_or_default())
}

fn strictness_parser() -> impl TypedValueParser<Value = Strictness> {
    PossibleValuesParser::new(Strictness::ALL.map(Strictness::as_str))
        .map(|word| Strictness::from_word(&word).unwrap_or_default())
}

fn standing_parser() -> impl TypedValueParser<Value = EntryState> {
    PossibleValuesParser::new(EntryState::ALL.map(EntryState::as_str))
        .map(|word| EntryState::from_word(&word).unwrap_or_default())
}
