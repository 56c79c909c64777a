//! The figures, for people and for programs.

use super::measure::Measurement;
use anyhow::Result;
use serde::Serialize;
use std::fmt::Write as _;
use std::time::Duration;

/// Everything that was measured.
#[derive(Serialize)]
pub(crate) struct Report {
    pub(crate) n_paragraphs: usize,
    pub(crate) n_chapters: usize,
    pub(crate) rows: Vec<Row>,
}

/// One command on one format.
#[derive(Serialize)]
pub(crate) struct Row {
    format: String,
    what: String,
    milliseconds: f64,
    peak_memory_mb: Option<f64>,
    /// How many times the reference it took: comparable between machines, which milliseconds are not.
    times_reference: f64,
}

impl Row {
    /// The row of a command.
    pub(crate) fn new(format: &str, what: &str, figures: Measurement, reference: Duration) -> Self {
        let peak_memory_mb = figures.peak_memory_kb.and_then(|kb| u32::try_from(kb).ok());
        Self {
            format: format.to_owned(),
            what: what.to_owned(),
            milliseconds: figures.wall.as_secs_f64() * 1000.0,
            peak_memory_mb: peak_memory_mb.map(|kb| f64::from(kb) / 1024.0),
            times_reference: figures.wall.as_secs_f64() / reference.as_secs_f64().max(1e-9),
        }
    }

    /// The row of the reference itself.
    pub(crate) fn reference(format: &str, reference: Duration) -> Self {
        let figures = Measurement { wall: reference, peak_memory_kb: None };
        Self::new(format, "reference: copy the file", figures, reference)
    }
}

impl Report {
    /// For programs.
    pub(crate) fn json(&self) -> Result<String> {
        Ok(serde_json::to_string_pretty(self)?)
    }

    /// For people.
    pub(crate) fn table(&self) -> String {
        let mut out = format!("{} paragraphs in {} chapters\n\n", self.n_paragraphs, self.n_chapters);
        let _ = writeln!(
            out,
            "{:<6} {:<26} {:>12} {:>12} {:>12}",
            "format", "command", "time", "memory", "× reference"
        );
        for row in &self.rows {
            let memory = row.peak_memory_mb.map_or_else(|| "–".to_owned(), |mb| format!("{mb:.1} MB"));
            let time = format!("{:.1} ms", row.milliseconds);
            let ratio = format!("{:.1}", row.times_reference);
            let _ = writeln!(out, "{:<6} {:<26} {time:>12} {memory:>12} {ratio:>12}", row.format, row.what);
        }
        out
    }
}
