//! What the last test of each model has shown, kept beside the settings.

use crate::error::{SettingsError, garbled, unreadable};
use crate::private_file;
use llm::Delivery;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What a test has shown.
#[expect(clippy::struct_excessive_bools, reason = "each is one thing a person wants to know about a model")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TestedModel {
    /// When, in milliseconds since the Unix epoch.
    pub tested_ms: i64,
    /// Whether the model can be used.
    pub works: bool,
    /// Why it could not even be asked.
    pub failure: Option<String>,
    /// Whether it calls tools.
    pub tools: bool,
    /// Whether it calls several at once.
    pub parallel_calls: bool,
    /// The first form of delivery that works.
    pub delivery: Option<Delivery>,
    /// Whether it answers piece by piece.
    pub streaming: bool,
    /// Whether it thinks before it answers.
    pub thinking: bool,
    /// Whether an answer keeps to a schema; nothing where the dialect has none.
    pub structured_output: Option<bool>,
    /// Whether a limit cut the answer off.
    pub cut_off: bool,
    /// Tokens it can read and write together.
    pub window: Option<u64>,
    /// What the service says it can do.
    pub capabilities: Vec<String>,
    /// Output tokens per second, from the first word on.
    pub tokens_per_second: Option<f64>,
    /// Dollars for a million tokens sent.
    pub usd_per_million_input: Option<f64>,
    /// Dollars for a million tokens received.
    pub usd_per_million_output: Option<f64>,
    /// What it said, shortened.
    pub answer: String,
    /// Milliseconds to the first word.
    pub first_event_ms: u64,
    /// Milliseconds in all.
    pub ms: u64,
    /// What the request cost, in millionths of a dollar.
    pub cost_micros: Option<u64>,
}

impl TestedModel {
    /// A test that came to nothing.
    pub fn failed(tested_ms: i64, failure: String) -> Self {
        Self {
            tested_ms,
            works: false,
            failure: Some(failure),
            tools: false,
            parallel_calls: false,
            delivery: None,
            streaming: false,
            thinking: false,
            structured_output: None,
            cut_off: false,
            window: None,
            capabilities: Vec::new(),
            tokens_per_second: None,
            usd_per_million_input: None,
            usd_per_million_output: None,
            answer: String::new(),
            first_event_ms: 0,
            ms: 0,
            cost_micros: None,
        }
    }
}

/// The last test of each model, by `service/model`.
pub type TestedByModel = BTreeMap<String, TestedModel>;

/// Reads what was kept; a file that cannot be understood is worth nothing, since every test can be made again.
pub fn read(folder: &Path) -> Result<TestedByModel, SettingsError> {
    let path = path(folder);
    match std::fs::read_to_string(&path) {
        Ok(text) => Ok(serde_json::from_str(&text).unwrap_or_default()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(TestedByModel::new()),
        Err(error) => Err(unreadable(&path)(error)),
    }
}

/// Keeps what a test has shown, over what the one before had.
pub fn keep(folder: &Path, name: &str, tested: TestedModel) -> Result<(), SettingsError> {
    let mut all = read(folder)?;
    all.insert(name.to_owned(), tested);
    write(folder, &all)
}

/// Forgets the tests of a service's models.
pub fn forget(folder: &Path, service: &str) -> Result<(), SettingsError> {
    let mut all = read(folder)?;
    let n_before = all.len();
    all.retain(|name, _| name.split('/').next() != Some(service));
    if all.len() == n_before { Ok(()) } else { write(folder, &all) }
}

fn write(folder: &Path, tested: &TestedByModel) -> Result<(), SettingsError> {
    let path = path(folder);
    let text = serde_json::to_string_pretty(tested).map_err(|error| garbled(&path, error))?;
    private_file::write(&path, &text)
}

fn path(folder: &Path) -> PathBuf {
    folder.join("tested.json")
}
