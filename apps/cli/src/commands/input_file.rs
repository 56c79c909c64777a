//! A file that a person names, read whole.

use crate::exit::WithMessage;
use messages::Message;
use std::path::Path;

/// No honest book is larger; reading one would fill the memory.
const LARGEST_FILE: u64 = 512 * 1024 * 1024;

/// The bytes of a file, unless it is too large to be a book.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let about = |code| Message::new(code).with("path", path.display());
    let what = || Message::new("file_unreadable").with("path", path.display());
    let size = std::fs::metadata(path).with_message(what)?;
    anyhow::ensure!(!size.is_dir(), about("folder_given"));
    anyhow::ensure!(
        size.len() <= LARGEST_FILE,
        about("file_too_large").count("megabytes", LARGEST_FILE >> 20)
    );
    std::fs::read(path).with_message(what)
}
