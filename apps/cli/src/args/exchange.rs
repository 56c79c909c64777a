//! What can be typed about translations that are edited elsewhere.

use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Hand translations out to people who work elsewhere, and take them back.
///
/// A book goes out as XLIFF for translation tools, as a table for Excel or Word, or as a translation memory. What comes
/// back becomes your own versions, paragraph by paragraph. What was changed here since the file was written is never
/// overwritten: the text from the file becomes a suggestion, and is listed.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi exchange export novel -o novel.xliff
  tsumugi exchange import novel novel.xliff --dry-run")]
pub(crate) struct ExchangeArgs {
    #[command(subcommand)]
    pub(crate) command: ExchangeCommand,
}

/// What is to be done.
#[derive(Debug, Subcommand)]
pub(crate) enum ExchangeCommand {
    Export(HandOutArgs),
    Import(TakeBackArgs),
}

/// Write source and translation of every paragraph into a file for editing.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi exchange export novel                    as XLIFF 2.1
  tsumugi exchange export novel -o novel.xlsx      a table for Excel
  tsumugi exchange export novel -o 3.docx -c 3     chapter 3, for Word")]
pub(crate) struct HandOutArgs {
    /// The book: an id, a title, or the file it came from.
    pub(crate) book: String,
    /// Where to write it; `-` is standard output.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// The format to write: by the ending of the file, or XLIFF, if left out.
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<EditFormat>,
    /// Only this chapter: its number in the list, or its id. Can be given several times.
    #[arg(long, short, value_name = "N")]
    pub(crate) chapter: Vec<String>,
    /// Replace a file that is there.
    #[arg(long)]
    pub(crate) force: bool,
}

/// Take an edited file back: what was changed in it becomes the translation, or a suggestion where it was changed here too.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi exchange import novel novel.xlsx --dry-run
  tsumugi exchange import novel novel.xlsx
  tsumugi undo novel                       takes all of it back")]
pub(crate) struct TakeBackArgs {
    /// The book: an id, a title, or the file it came from.
    pub(crate) book: String,
    /// The file: XLIFF, CSV, XLSX, DOCX or TMX.
    pub(crate) file: PathBuf,
    /// Only show what would happen.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// The encoding of a CSV file, when the detected one is wrong.
    #[arg(long, value_name = "NAME")]
    pub(crate) encoding: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum EditFormat {
    /// XLIFF 2.1, for translation tools.
    Xliff,
    /// A table, values between commas.
    Csv,
    /// A workbook for Excel.
    Xlsx,
    /// A document with a table for Word.
    Docx,
    /// A translation memory.
    Tmx,
}
