//! A newer list of prices than the program's own, kept beside the settings.

use anyhow::Context;
use llm::PriceList;
use std::path::{Path, PathBuf};

/// The list taken in last, if any.
pub(crate) fn read(folder: &Path) -> anyhow::Result<Option<PriceList>> {
    let path = path(folder);
    match std::fs::read_to_string(&path) {
        Ok(text) => {
            let list = PriceList::parse(&text).with_context(|| format!("in `{}`", path.display()))?;
            Ok(Some(list))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read `{}`", path.display())),
    }
}

/// Takes a list in: it is read first, so that a broken one changes nothing.
pub(crate) fn take_in(folder: &Path, file: &Path) -> anyhow::Result<PriceList> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read `{}`", file.display()))?;
    let list = PriceList::parse(&text).with_context(|| format!("in `{}`", file.display()))?;
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make `{}`", folder.display()))?;
    formats::file::write_whole(&path(folder), text.as_bytes())?;
    Ok(list)
}

fn path(folder: &Path) -> PathBuf {
    folder.join("prices.toml")
}
