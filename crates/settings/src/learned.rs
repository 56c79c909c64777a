//! What was learnt about models from their refusals, kept beside the settings so that the next run begins with it.

use crate::error::{SettingsError, garbled, unreadable};
use crate::private_file;
use llm::{LearnedFacts, Learner};
use messages::Message;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What was learnt, by `service/model`.
pub type LearnedByModel = BTreeMap<String, LearnedFacts>;

/// Reads what was learnt; without a file, nothing was.
pub fn read(folder: &Path) -> Result<LearnedByModel, SettingsError> {
    let path = path(folder);
    match std::fs::read_to_string(&path) {
        Ok(text) => toml::from_str(&text).map_err(|_| {
            SettingsError::Unusable(Message::new("learned_garbled").with("path", path.display()))
        }),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(LearnedByModel::new()),
        Err(error) => Err(unreadable(&path)(error)),
    }
}

/// What is known of one model, told to the file as it grows.
pub fn learner(folder: &Path, name: &str) -> Result<Arc<Learner>, SettingsError> {
    let known = read(folder)?.remove(name).unwrap_or_default();
    let (folder, name) = (folder.to_owned(), name.to_owned());
    let keep = move |facts: &LearnedFacts| {
        // A file that cannot be written must not stop the work: the next run learns again.
        let _kept = change(&folder, |learned| {
            learned.insert(name.clone(), facts.clone());
        });
    };
    Ok(Arc::new(Learner::new(known, Box::new(keep))))
}

/// Forgets what was learnt about one model, or about all; how many were forgotten.
pub fn forget(folder: &Path, name: Option<&str>) -> Result<usize, SettingsError> {
    let mut n_forgotten = 0;
    let Some(name) = name else {
        // Also a file that cannot be understood is forgotten.
        n_forgotten = read(folder).map_or(1, |learned| learned.len());
        write(folder, &LearnedByModel::new())?;
        return Ok(n_forgotten);
    };
    change(folder, |learned| n_forgotten = usize::from(learned.remove(name).is_some()))?;
    Ok(n_forgotten)
}

fn change(folder: &Path, edit: impl FnOnce(&mut LearnedByModel)) -> Result<(), SettingsError> {
    let mut learned = read(folder)?;
    edit(&mut learned);
    write(folder, &learned)
}

fn write(folder: &Path, learned: &LearnedByModel) -> Result<(), SettingsError> {
    let path = path(folder);
    let text = toml::to_string(learned).map_err(|error| garbled(&path, error))?;
    private_file::write(&path, &text)
}

fn path(folder: &Path) -> PathBuf {
    folder.join("learned.toml")
}
