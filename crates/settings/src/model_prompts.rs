//! The prompts of translation-tuned models: the person's own, from a folder beside the settings, and then the built-in ones.

use crate::error::{SettingsError, garbled, unreadable};
use runner::run::{LONGEST_FILE, ModelPrompt};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The folder in the settings folder.
pub const FOLDER: &str = "model-prompts";
/// No more files are read.
const MAX_FILES: usize = 200;

/// All prompts, the person's own first: the first whose names fit a model counts.
pub fn read(folder: &Path) -> Result<Vec<ModelPrompt>, SettingsError> {
    let mut prompts = Vec::new();
    for path in files(&folder.join(FOLDER))? {
        let file = std::fs::File::open(&path).map_err(unreadable(&path))?;
        let mut text = String::new();
        // One byte more than may be there tells a longer file from one that fits.
        let most = u64::try_from(LONGEST_FILE).unwrap_or(u64::MAX).saturating_add(1);
        file.take(most).read_to_string(&mut text).map_err(unreadable(&path))?;
        prompts.push(ModelPrompt::parse(&text).map_err(|error| garbled(&path, error))?);
    }
    prompts.extend(ModelPrompt::built_in());
    Ok(prompts)
}

/// The files of the folder by name; without a folder there are none.
fn files(folder: &Path) -> Result<Vec<PathBuf>, SettingsError> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(unreadable(folder)(error)),
    };
    let is_toml = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "toml");
    let mut files: Vec<PathBuf> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_toml).take(MAX_FILES).collect();
    files.sort();
    Ok(files)
}
