//! What can be typed to carry a book from one library to another.

use clap::Args as ClapArgs;
use std::path::PathBuf;

/// Put a book with everything into one file, to hand to somebody or to carry to another machine.
///
/// In it are the original file, all translations with their history, what the series knows, runs with their cost, and
/// conversations. Keys and settings are not.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi bundle novel
  tsumugi bundle novel -o novel.tsumugi-bundle
  tsumugi unbundle novel.tsumugi-bundle     on the other machine")]
pub(crate) struct BundleArgs {
    /// The book: an id, a title, or the file it came from; the only one if left out.
    #[arg(default_value = "", hide_default_value = true)]
    pub(crate) book: String,
    /// Where to write it.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Replace a file that is there.
    #[arg(long)]
    pub(crate) force: bool,
}

/// Take a book out of a bundle into the library.
///
/// A book that is not here is put back as it was. One that is here is merged: your own words stay, on either side, and where
/// both sides have written, those of the bundle become suggestions.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi unbundle novel.tsumugi-bundle
  tsumugi undo novel                        takes a merge back")]
pub(crate) struct UnbundleArgs {
    /// The bundle.
    pub(crate) file: PathBuf,
    /// Do not ask before making the library that `--library` names.
    #[arg(long, short)]
    pub(crate) yes: bool,
}
