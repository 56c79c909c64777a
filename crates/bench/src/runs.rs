//! Whole runs of the real program: import, translate, export, verify, against a model server at a chosen latency.

use crate::long_book;
use crate::measure::{Measurement, Program, measure, part};
use crate::model::{ModelServer, ideal, ratio};
use crate::report::RunRow;
use anyhow::{Context as _, Result, ensure};
use llm::Delivery;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use xtask::process;

/// Requests at once in every run.
const CONCURRENCY: usize = 8;

/// One book at one latency.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Case {
    pub(crate) n_chapters: usize,
    pub(crate) language: long_book::Language,
    pub(crate) ending: &'static str,
    pub(crate) latency: Duration,
    /// The form in which the model delivers.
    pub(crate) delivery: Delivery,
    /// The model submits at most so many paragraphs a call.
    pub(crate) in_batches: Option<usize>,
}

impl Case {
    fn server(&self) -> Result<ModelServer> {
        match self.in_batches {
            Some(n) => ModelServer::in_batches(self.latency, n),
            None => ModelServer::start(self.latency, self.delivery),
        }
    }

    /// How the model delivers, in a word.
    fn manner(&self) -> String {
        let batches = self.in_batches.map(|n| format!(" by {n}")).unwrap_or_default();
        format!("{}{batches}", self.delivery)
    }
}

/// Where things are.
pub(crate) struct Place<'a> {
    pub(crate) binary: &'a Path,
    pub(crate) folder: &'a Path,
    pub(crate) repeats: usize,
}

/// Runs a case from file to verified file. A run that loses a paragraph fails the whole bench.
pub(crate) fn run(case: &Case, place: &Place<'_>) -> Result<RunRow> {
    let name = format!("{}-{}.{}", case.language.code(), case.n_chapters, case.ending);
    process::print_note(&format!("running {name} at {} ms, {}", case.latency.as_millis(), case.manner()));
    let folder = place.folder.join(format!("{name}-{}-{}", case.latency.as_millis(), case.manner()));
    std::fs::create_dir_all(&folder)?;
    let file = folder.join(&name);
    std::fs::write(&file, long_book::file(case.language, case.ending, case.n_chapters)?)?;
    let reference = reference(case, &file)?;
    let stage = Stage::new(case, place, &folder, &file)?;
    let first_request = stage.first_request()?;
    let resumed = stage.resume()?;
    let imported = stage.program.run(&["import", &stage.file, "--to", stage.target])?;
    let book = stage.program.first_book()?;
    let planned = stage.program.run(&stage.translating(&book, &["--dry-run"]))?;
    let server = case.server()?;
    let translated = stage.with(&server).program.run(&stage.with(&server).translating(&book, &[]))?;
    let traffic = server.traffic();
    let ended = last_event(&translated, "ended")?;
    ensure!(ended.get("ending") == Some(&Value::from("finished")), "a paragraph was lost: {ended}");
    let out = folder.join("out").with_extension(case.ending).to_string_lossy().into_owned();
    let exported = stage.program.run(&["export", &book, "-o", &out])?;
    let verified = stage.program.run(&["verify", &out])?;
    let n_accepted = count(&ended, "accepted")?;
    let source = count(&serde_json::from_str(&planned.said)?, "source_tokens")?;
    let needed = needed_output(&translated);
    let per_source = |field: &str| -> Result<f64> { Ok(ratio(count(&ended, field)?, source)) };
    let steps = [&imported, &translated, &exported, &verified];
    let ideal = ideal(&traffic.per_chapter, case.latency, CONCURRENCY);
    let chapter = (case.n_chapters / 2).max(1).to_string();
    let shown = ["show", &book, "--chapter", &chapter, "--json"];
    let searched = ["search", &book, case.language.common_word()];
    Ok(RunRow {
        book: name,
        delivery: case.manner(),
        latency_ms: u64::try_from(case.latency.as_millis())?,
        n_paragraphs: n_accepted,
        wall_seconds: total(&steps, |step| Some(step.wall.as_secs_f64())),
        translate_seconds: translated.wall.as_secs_f64(),
        wall_of_ideal: times_as_long(&translated, ideal),
        wall_of_latencies: times_as_long(&translated, shared_out(traffic.n_requests, case.latency)),
        cpu_seconds: total(&steps, |step| step.cpu_seconds),
        cpu_by_step: steps.map(|step| step.cpu_seconds.unwrap_or_default()),
        times_reference_cpu: total(&steps, |step| step.cpu_seconds) / reference.cpu.max(0.005),
        reference_cpu_seconds: reference.cpu,
        reference_wall_seconds: reference.wall.as_secs_f64(),
        peak_mb: steps.iter().filter_map(|step| step.peak_memory_kb).max().map(megabytes),
        reference_peak_mb: reference.peak_kb.map(megabytes),
        n_requests: traffic.n_requests,
        input_per_source: per_source("input_tokens")?,
        cached_per_source: per_source("cached_input_tokens")?,
        uncached_per_source: per_source("input_tokens")? * (1.0 - 0.9 * traffic.stable_of_all),
        output_per_source: per_source("output_tokens")?,
        output_of_needed: ratio(count(&ended, "output_tokens")?, needed),
        requests_per_chunk: ratio(
            traffic.n_requests,
            count(&serde_json::from_str(&planned.said)?, "chunks").unwrap_or(traffic.n_requests),
        ),
        times_reference_peak: times(
            steps.iter().filter_map(|step| step.peak_memory_kb).max(),
            reference.peak_kb,
        ),
        times_reference_wall: total(&steps, |step| Some(step.wall.as_secs_f64()))
            / reference.wall.as_secs_f64().max(1e-3),
        stable_of_fixed: traffic.stable_of_fixed,
        stable_of_all: traffic.stable_of_all,
        written_per_paragraph: translated
            .written_bytes
            .and_then(|bytes| usize::try_from(bytes).ok().map(|bytes| ratio(bytes, n_accepted))),
        first_request_ms: milliseconds(first_request),
        resume_ms: milliseconds(resumed),
        search_ms: stage.latency(&searched, place.repeats)?,
        open_chapter_ms: stage.latency(&shown, place.repeats)?,
        certificate: "clean".to_owned(),
    })
}

fn times_as_long(measured: &Measurement, ideal: Duration) -> Option<f64> {
    (!ideal.is_zero()).then(|| measured.wall.as_secs_f64() / ideal.as_secs_f64())
}

/// All latencies, shared out evenly among the requests at once.
fn shared_out(n_requests: usize, latency: Duration) -> Duration {
    let at_once = u32::try_from(CONCURRENCY).unwrap_or(1);
    latency * u32::try_from(n_requests).unwrap_or(u32::MAX) / at_once
}

/// The tokens of the accepted translations themselves: what no client could do without.
fn needed_output(translated: &Measurement) -> usize {
    let events = translated.said.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let accepted = events.filter(|event| event.get("event") == Some(&Value::from("accepted")));
    let tokens = accepted
        .filter_map(|event| event.get("translation").and_then(Value::as_str).map(llm::estimate_tokens))
        .sum::<u64>();
    usize::try_from(tokens).unwrap_or(usize::MAX)
}

fn times(ours: Option<u64>, theirs: Option<u64>) -> Option<f64> {
    ours.zip(theirs).map(|(ours, theirs)| megabytes(ours) / megabytes(theirs).max(0.1))
}

/// A library of its own for each question, so that none answers for another.
struct Stage {
    binary: PathBuf,
    folder: PathBuf,
    program: Program,
    file: String,
    target: &'static str,
    url: String,
    delivery: Delivery,
    n_paragraphs: usize,
}

impl Stage {
    fn new(case: &Case, place: &Place<'_>, folder: &Path, file: &Path) -> Result<Self> {
        Ok(Self {
            binary: place.binary.to_path_buf(),
            folder: folder.to_path_buf(),
            program: Program::new(place.binary, &folder.join("library.tsumugi")),
            file: file.to_str().context("the temporary folder has a strange name")?.to_owned(),
            target: case.language.target(),
            url: "http://127.0.0.1:9/v1".to_owned(),
            delivery: case.delivery,
            n_paragraphs: case.n_chapters * long_book::PARAGRAPHS_PER_CHAPTER,
        })
    }

    /// The same, with the model served there.
    fn with(&self, server: &ModelServer) -> Self {
        self.in_library("library.tsumugi", server)
    }

    fn in_library(&self, library: &str, server: &ModelServer) -> Self {
        Self {
            program: Program::new(&self.binary, &self.folder.join(library)),
            url: server.base_url(),
            binary: self.binary.clone(),
            folder: self.folder.clone(),
            file: self.file.clone(),
            target: self.target,
            delivery: self.delivery,
            n_paragraphs: self.n_paragraphs,
        }
    }

    fn translating<'a>(&'a self, book: &'a str, more: &[&'a str]) -> Vec<&'a str> {
        let mut arguments =
            vec!["translate", book, "--to", self.target, "--model", "m", "--base-url", &self.url];
        arguments.extend(["--concurrency", "8", "--json", "--yes"]);
        // Tools come first anyway, and programs of earlier days know nothing else.
        if self.delivery != Delivery::Tools {
            arguments.extend(["--delivery", self.delivery.as_str()]);
        }
        arguments.extend(more);
        arguments
    }

    /// From nothing to the first request: the file is imported on the way.
    fn first_request(&self) -> Result<Duration> {
        let server = ModelServer::start(Duration::ZERO, self.delivery)?;
        let stage = self.in_library("first.tsumugi", &server);
        let is_asked = |event: &Value| event.get("event") == Some(&Value::from("asked"));
        let (took, mut child) = stage.program.until(&stage.translating(&stage.file, &[]), is_asked)?;
        child.kill()?;
        child.wait()?;
        Ok(took)
    }

    /// From `resume` to its first request, after a kill in the middle of the book.
    fn resume(&self) -> Result<Duration> {
        let server = ModelServer::start(Duration::ZERO, self.delivery)?;
        let stage = self.in_library("resumed.tsumugi", &server);
        let n_accepted = std::cell::Cell::new(0);
        let is_half = |event: &Value| {
            n_accepted
                .set(n_accepted.get() + usize::from(event.get("event") == Some(&Value::from("accepted"))));
            n_accepted.get() * 2 > self.n_paragraphs
        };
        let (_, mut child) = stage.program.until(&stage.translating(&stage.file, &[]), is_half)?;
        child.kill()?;
        child.wait()?;
        let is_asked = |event: &Value| event.get("event") == Some(&Value::from("asked"));
        let (took, mut child) = stage.program.until(&["resume", "--json"], is_asked)?;
        child.kill()?;
        child.wait()?;
        Ok(took)
    }

    /// How long a command takes, in the middle and at worst.
    fn latency(&self, arguments: &[&str], repeats: usize) -> Result<[f64; 2]> {
        let times: Vec<Duration> =
            self.program.times(arguments, repeats)?.into_iter().map(|measured| measured.wall).collect();
        Ok([milliseconds(part(times.clone(), 50)), milliseconds(part(times, 95))])
    }
}

/// What the reference client took for the same file at the same latency.
struct Reference {
    wall: Duration,
    cpu: f64,
    peak_kb: Option<u64>,
}

fn reference(case: &Case, file: &Path) -> Result<Reference> {
    // The system counts processor time in hundredths of a second: a short run is measured over several.
    let n_times = if case.n_chapters < 100 { 5 } else { 1 };
    let server = ModelServer::start(case.latency, Delivery::Tools)?;
    let address = server.base_url().replace("http://", "").replace("/v1", "");
    let mut all = Vec::new();
    for _ in 0..n_times {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("reference").arg(file).arg(file.with_extension("reference"));
        all.push(measure(command.arg(&address).arg(CONCURRENCY.to_string()))?);
    }
    let cpu: f64 = all.iter().filter_map(|measured| measured.cpu_seconds).sum();
    Ok(Reference {
        wall: part(all.iter().map(|measured| measured.wall).collect(), 50),
        cpu: cpu / f64::from(u32::try_from(n_times)?),
        peak_kb: all.iter().filter_map(|measured| measured.peak_memory_kb).max(),
    })
}

fn last_event(measured: &Measurement, name: &str) -> Result<Value> {
    let events = measured.said.lines().rev().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut found = events.filter(|event| event.get("event") == Some(&Value::from(name)));
    found.next().with_context(|| format!("the run told no `{name}`"))
}

fn count(event: &Value, field: &str) -> Result<usize> {
    let number =
        event.get(field).and_then(Value::as_u64).with_context(|| format!("no `{field}` in {event}"))?;
    Ok(usize::try_from(number)?)
}

fn total(steps: &[&Measurement], figure: impl Fn(&Measurement) -> Option<f64>) -> f64 {
    steps.iter().filter_map(|step| figure(step)).sum()
}

fn megabytes(kilobytes: u64) -> f64 {
    f64::from(u32::try_from(kilobytes).unwrap_or(u32::MAX)) / 1024.0
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}
