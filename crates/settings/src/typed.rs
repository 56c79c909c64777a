//! What was typed on this machine: programs that are used as models, and addresses of endpoints. A run that is resumed starts no
//! other program and sends the key of the environment to no other address, whatever the library says that holds it.

use crate::error::{SettingsError, unreadable};
use crate::models::{Endpoint, ModelRegistry};
use crate::offline::is_program;
use crate::{file, private_file};
use llm::Dialect;
use messages::Message;
use ring::digest::{SHA256, digest};
use runner::spec::{NamedBy, RunSpec};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// More lines are not kept; the oldest go first.
const MOST: usize = 2_000;

impl ModelRegistry {
    /// The model that is used when none is named. A program is taken from a settings file only that nobody else can write.
    pub fn default_model(&self) -> Result<Option<String>, SettingsError> {
        let name = self.settings.default_model.clone();
        if name.as_deref().is_some_and(is_program) {
            refuse_foreign(&file::path(&self.folder))?;
        }
        Ok(name)
    }

    /// Notes that a run was typed here, so that it can be resumed as it is.
    pub fn note_typed(&self, spec: &RunSpec) -> Result<(), SettingsError> {
        let known = read(&self.folder)?;
        let new: Vec<String> = marks(spec).filter(|mark| !known.contains(mark)).collect();
        if new.is_empty() {
            return Ok(());
        }
        let all: Vec<String> = known.into_iter().chain(new).collect();
        let kept = all.get(all.len().saturating_sub(MOST)..).unwrap_or_default();
        private_file::write(&path(&self.folder), &(kept.join("\n") + "\n"))
    }

    /// Refuses a run of a library that would start a program nobody typed here.
    pub fn refuse_untyped(&self, spec: &RunSpec) -> Result<(), SettingsError> {
        let known = read(&self.folder)?;
        match programs(spec).find(|name| !known.contains(&mark("program", name))) {
            Some(name) => {
                Err(SettingsError::Refused(Message::new("program_not_typed_here").with("program", name)))
            }
            None => Ok(()),
        }
    }

    /// The endpoint of a run of a library. One that nobody typed here gets no key of the environment.
    pub fn endpoint_of<'s>(&self, spec: &'s RunSpec) -> Result<Option<Endpoint<'s>>, SettingsError> {
        let Some(endpoint) = &spec.endpoint else { return Ok(None) };
        let dialect = Dialect::ALL.iter().find(|dialect| endpoint.dialect.as_deref() == Some(dialect.name()));
        let is_typed = read(&self.folder)?.contains(&mark("endpoint", &endpoint.base_url));
        let least = if is_typed { NamedBy::Operator } else { NamedBy::Owner };
        Ok(Some(Endpoint {
            base_url: &endpoint.base_url,
            dialect: dialect.copied(),
            named_by: endpoint.named_by.max(least),
        }))
    }
}

fn programs(spec: &RunSpec) -> impl Iterator<Item = &String> {
    let first = std::iter::once(&spec.model).filter(|_| spec.endpoint.is_none());
    first.chain(&spec.fallbacks).filter(|name| is_program(name))
}

fn marks(spec: &RunSpec) -> impl Iterator<Item = String> {
    let endpoint = spec.endpoint.iter().filter(|endpoint| endpoint.named_by == NamedBy::Operator);
    let endpoint = endpoint.map(|endpoint| mark("endpoint", &endpoint.base_url));
    programs(spec).map(|name| mark("program", name)).chain(endpoint)
}

/// What was typed is kept as digests: a command line may hold more than a file should.
fn mark(kind: &str, text: &str) -> String {
    let mut mark = String::new();
    for byte in digest(&SHA256, format!("{kind}\n{text}").as_bytes()).as_ref() {
        // Writing to a text does not fail.
        let _ = write!(mark, "{byte:02x}");
    }
    mark
}

fn read(folder: &Path) -> Result<Vec<String>, SettingsError> {
    let text = private_file::read(&path(folder))?.unwrap_or_default();
    Ok(text.lines().map(str::to_owned).collect())
}

fn path(folder: &Path) -> PathBuf {
    folder.join("typed-here")
}

#[cfg(unix)]
fn refuse_foreign(path: &Path) -> Result<(), SettingsError> {
    use std::os::unix::fs::MetadataExt;
    let settings = std::fs::metadata(path).map_err(unreadable(path))?;
    // The system's own account of this process; where it keeps none, the rights of the file have to do.
    let process = std::fs::metadata("/proc/self").map_or(settings.uid(), |process| process.uid());
    if settings.uid() == process && settings.mode() & 0o022 == 0 {
        return Ok(());
    }
    Err(SettingsError::Unusable(Message::new("program_from_open_settings").with("path", path.display())))
}

#[cfg(not(unix))]
fn refuse_foreign(path: &Path) -> Result<(), SettingsError> {
    std::fs::metadata(path).map(drop).map_err(unreadable(path))
}
