//! A newer list of prices than the program's own, kept beside the settings.

use crate::error::{SettingsError, unreadable};
use crate::private_file;
use llm::PriceList;
use std::path::{Path, PathBuf};

/// The list taken in last, if any.
pub fn read(folder: &Path) -> Result<Option<PriceList>, SettingsError> {
    let path = path(folder);
    match std::fs::read_to_string(&path) {
        Ok(text) => {
            let list = PriceList::parse(&text)?;
            Ok(Some(list))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(unreadable(&path)(error)),
    }
}

/// Takes a list in: it is read first, so that a broken one changes nothing.
pub fn take_in(folder: &Path, file: &Path) -> Result<PriceList, SettingsError> {
    let text = std::fs::read_to_string(file).map_err(unreadable(file))?;
    let list = PriceList::parse(&text)?;
    private_file::write(&path(folder), &text)?;
    Ok(list)
}

fn path(folder: &Path) -> PathBuf {
    folder.join("prices.toml")
}
