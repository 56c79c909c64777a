//! The figures, for people and for programs.

use crate::measure::Measurement;
use crate::reads::ReadRow;
use anyhow::Result;
use serde::Serialize;
use std::fmt::Write as _;
use std::time::Duration;

/// Everything that was measured.
#[derive(Serialize)]
pub(crate) struct Report {
    pub(crate) n_paragraphs: usize,
    pub(crate) n_chapters: usize,
    /// The program's own size.
    pub(crate) binary_mb: f64,
    pub(crate) rows: Vec<Row>,
    pub(crate) runs: Vec<RunRow>,
    pub(crate) reads: Vec<ReadRow>,
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
    pub(crate) fn new(format: &str, what: &str, figures: &Measurement, reference: Duration) -> Self {
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
        let figures = Measurement { wall: reference, ..Measurement::default() };
        Self::new(format, "reference: copy the file", &figures, reference)
    }
}

/// One book from file to verified file.
#[derive(Serialize)]
pub(crate) struct RunRow {
    pub(crate) book: String,
    pub(crate) delivery: String,
    pub(crate) latency_ms: u64,
    pub(crate) n_paragraphs: usize,
    /// Import, translation, export and verification together.
    pub(crate) wall_seconds: f64,
    pub(crate) translate_seconds: f64,
    /// The translation against latencies alone, chapters in order; absent without latency.
    pub(crate) wall_of_ideal: Option<f64>,
    /// The same against all latencies shared out evenly, as if chapters had no order.
    pub(crate) wall_of_latencies: Option<f64>,
    pub(crate) cpu_seconds: f64,
    /// Import, translation, export, verification.
    pub(crate) cpu_by_step: [f64; 4],
    pub(crate) times_reference_cpu: f64,
    pub(crate) reference_cpu_seconds: f64,
    pub(crate) reference_wall_seconds: f64,
    pub(crate) peak_mb: Option<f64>,
    pub(crate) reference_peak_mb: Option<f64>,
    pub(crate) n_requests: usize,
    pub(crate) input_per_source: f64,
    pub(crate) cached_per_source: f64,
    /// Input where what a service could have cached counts a tenth.
    pub(crate) uncached_per_source: f64,
    pub(crate) output_per_source: f64,
    /// Output tokens for each token of the accepted translations.
    pub(crate) output_of_needed: f64,
    pub(crate) requests_per_chunk: f64,
    pub(crate) times_reference_peak: Option<f64>,
    pub(crate) times_reference_wall: f64,
    pub(crate) stable_of_fixed: f64,
    pub(crate) stable_of_all: f64,
    pub(crate) written_per_paragraph: Option<f64>,
    pub(crate) first_request_ms: f64,
    pub(crate) resume_ms: f64,
    /// The middle, and what one in twenty exceeds; the start of the program included.
    pub(crate) search_ms: [f64; 2],
    pub(crate) open_chapter_ms: [f64; 2],
    pub(crate) certificate: String,
}

impl RunRow {
    /// What is said about a run, each with its name.
    fn figures(&self) -> Vec<(&'static str, String)> {
        let optional =
            |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| format!("{value:.2}"));
        let whole = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| format!("{value:.0}"));
        let [import, translate, export, verify] = self.cpu_by_step;
        let pair = |[middle, worst]: [f64; 2]| format!("{middle:.0} / {worst:.0}");
        vec![
            ("delivery", self.delivery.clone()),
            ("latency, ms", self.latency_ms.to_string()),
            ("paragraphs", self.n_paragraphs.to_string()),
            ("wall, s", format!("{:.2}", self.wall_seconds)),
            ("  of it translation, s", format!("{:.2}", self.translate_seconds)),
            ("wall / ideal", optional(self.wall_of_ideal)),
            ("wall / (latencies / 8)", optional(self.wall_of_latencies)),
            ("reference wall, s", format!("{:.2}", self.reference_wall_seconds)),
            ("wall × reference", format!("{:.2}", self.times_reference_wall)),
            ("CPU, s", format!("{:.2}", self.cpu_seconds)),
            ("  import+translate", format!("{import:.2}+{translate:.2}")),
            ("  export+verify", format!("{export:.2}+{verify:.2}")),
            ("reference CPU, s", format!("{:.3}", self.reference_cpu_seconds)),
            ("CPU × reference", format!("{:.1}", self.times_reference_cpu)),
            ("peak, MB", whole(self.peak_mb)),
            ("reference peak, MB", whole(self.reference_peak_mb)),
            ("peak × reference", optional(self.times_reference_peak)),
            ("requests", self.n_requests.to_string()),
            ("input / source token", format!("{:.2}", self.input_per_source)),
            ("cached / source token", format!("{:.2}", self.cached_per_source)),
            ("uncached / source token", format!("{:.2}", self.uncached_per_source)),
            ("output / source token", format!("{:.2}", self.output_per_source)),
            ("output / needed token", format!("{:.2}", self.output_of_needed)),
            ("requests / chunk", format!("{:.2}", self.requests_per_chunk)),
            ("stable share of fixed", format!("{:.0}%", self.stable_of_fixed * 100.0)),
            ("stable share of all", format!("{:.0}%", self.stable_of_all * 100.0)),
            ("written / paragraph, B", whole(self.written_per_paragraph)),
            ("to first request, ms", format!("{:.0}", self.first_request_ms)),
            ("resume, ms", format!("{:.0}", self.resume_ms)),
            ("search p50 / p95, ms", pair(self.search_ms)),
            ("open p50 / p95, ms", pair(self.open_chapter_ms)),
            ("certificate", self.certificate.clone()),
        ]
    }
}

impl Report {
    /// For programs.
    pub(crate) fn json(&self) -> Result<String> {
        Ok(serde_json::to_string_pretty(self)?)
    }

    /// For people.
    pub(crate) fn table(&self) -> String {
        let (n_paragraphs, n_chapters, size) = (self.n_paragraphs, self.n_chapters, self.binary_mb);
        let mut out =
            format!("{n_paragraphs} paragraphs in {n_chapters} chapters; the program has {size:.1} MB\n\n");
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
        out.push('\n');
        out.push_str(&self.runs_table());
        out.push('\n');
        out.push_str(&reads_table(&self.reads));
        out
    }

    /// The runs, one column each.
    fn runs_table(&self) -> String {
        let mut out = format!("{:<26}", "whole runs");
        for run in &self.runs {
            let _ = write!(out, " {:>16}", run.book);
        }
        let columns: Vec<_> = self.runs.iter().map(RunRow::figures).collect();
        let names = columns.first().map(|column| column.iter().map(|(name, _)| *name).collect::<Vec<_>>());
        for (line, name) in names.unwrap_or_default().into_iter().enumerate() {
            let _ = write!(out, "\n{name:<26}");
            for column in &columns {
                let value = column.get(line).map(|(_, value)| value.as_str()).unwrap_or_default();
                let _ = write!(out, " {value:>16}");
            }
        }
        out.push('\n');
        out
    }
}

/// What the page asks for, one line each.
pub(crate) fn reads_table(reads: &[ReadRow]) -> String {
    let mut out = format!(
        "{:<26} {:>10} {:>18} {:>24} {:>10}\n",
        "the page, ms", "first", "alone p50 / p99", "16 readers p50 / p99", "worst"
    );
    for read in reads {
        let pair = |[middle, worst]: [f64; 2]| format!("{middle:.1} / {worst:.1}");
        let (alone, beside) = (pair(read.alone_ms), pair(read.beside_a_run_ms));
        let (what, first, worst) = (read.what, read.first_ms, read.worst_ms);
        let _ = writeln!(out, "{what:<26} {first:>10.1} {alone:>18} {beside:>24} {worst:>10.1}");
    }
    out
}
