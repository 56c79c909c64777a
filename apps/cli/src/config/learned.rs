//! What was learnt about models from their refusals, kept beside the settings so that the next run begins with it.

use anyhow::Context;
use llm::{LearnedFacts, Learner};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What was learnt, by `service/model`.
pub(crate) type Learned = BTreeMap<String, LearnedFacts>;

/// Reads what was learnt; without a file, nothing was.
pub(crate) fn read(folder: &Path) -> anyhow::Result<Learned> {
    let path = path(folder);
    match std::fs::read_to_string(&path) {
        Ok(text) => toml::from_str(&text).with_context(|| {
            format!(
                "cannot understand `{}`\nhint: `tsumugi models learned --forget` begins anew",
                path.display()
            )
        }),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Learned::new()),
        Err(error) => Err(error).with_context(|| format!("cannot read `{}`", path.display())),
    }
}

/// What is known of one model, told to the file as it grows.
pub(crate) fn learner(folder: &Path, name: &str) -> anyhow::Result<Arc<Learner>> {
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
pub(crate) fn forget(folder: &Path, name: Option<&str>) -> anyhow::Result<usize> {
    let mut n_forgotten = 0;
    let Some(name) = name else {
        // Also a file that cannot be understood is forgotten.
        n_forgotten = read(folder).map_or(1, |learned| learned.len());
        write(folder, &Learned::new())?;
        return Ok(n_forgotten);
    };
    change(folder, |learned| n_forgotten = usize::from(learned.remove(name).is_some()))?;
    Ok(n_forgotten)
}

fn change(folder: &Path, edit: impl FnOnce(&mut Learned)) -> anyhow::Result<()> {
    let mut learned = read(folder)?;
    edit(&mut learned);
    write(folder, &learned)
}

fn write(folder: &Path, learned: &Learned) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make `{}`", folder.display()))?;
    let text = toml::to_string(learned)?;
    formats::file::write_whole(&path(folder), text.as_bytes())?;
    Ok(())
}

fn path(folder: &Path) -> PathBuf {
    folder.join("learned.toml")
}
