//! `cargo xtask bench --database postgres`: many books in one database, and how fast worker processes translate them together.

use crate::long_book::{self, Language};
use crate::measure::{Program, part};
use crate::model::{ModelServer, ratio};
use anyhow::{Context as _, Result, bail, ensure};
use llm::Delivery;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use xtask::process;

/// Requests at once in every run.
const CONCURRENCY: usize = 8;
/// Runs at once in every worker.
const RUNS: &str = "4";

/// How much is measured.
pub(crate) struct Size {
    pub(crate) books: usize,
    /// Of a hundred paragraphs each.
    pub(crate) chapters: usize,
    /// How many workers at once, one measurement for each.
    pub(crate) workers: Vec<usize>,
}

/// What so many workers did.
struct Row {
    n_workers: usize,
    n_paragraphs: usize,
    n_commits: usize,
    seconds: f64,
    /// From a run's taking to its end: the middle, and what one in a hundred takes longer than.
    middle: Duration,
    slowest: Duration,
}

/// Measures and prints a table.
pub(crate) fn run(binary: &Path, folder: &Path, size: &Size, as_json: bool) -> Result<()> {
    let cluster =
        postgres_testkit::cluster().context("PostgreSQL is missing; scripts/setup-tests installs it")?;
    let mut rows = Vec::new();
    for n_workers in &size.workers {
        process::tell(&format!("{} books, {n_workers} workers", size.books));
        let folder = folder.join(format!("database-{n_workers}"));
        std::fs::create_dir_all(&folder)?;
        let address = cluster.database_for(&folder);
        let program = Program::in_database(binary, &address, &folder);
        rows.push(measure(&program, &folder, size, *n_workers)?);
    }
    process::print(&if as_json { in_json(&rows)? } else { table(&rows, size) })
}

fn measure(program: &Program, folder: &Path, size: &Size, n_workers: usize) -> Result<Row> {
    let text = long_book::text(Language::English, size.chapters);
    for number in 0..size.books {
        let file = folder.join(format!("{number}.txt"));
        // Each of them is another file.
        std::fs::write(&file, format!("{text}\nThis is copy {number}.\n"))?;
        program.run(&["import", &file.to_string_lossy(), "--to", "zh"])?;
    }
    let books = program.run(&["books", "--json"])?;
    let books: Vec<Value> = serde_json::from_str(&books.said)?;
    ensure!(books.len() == size.books, "{} books were imported", books.len());
    let model = ModelServer::start(Duration::ZERO, Delivery::Tools)?;
    let server = Server::start(program)?;
    for book in &books {
        let id = book.get("id").and_then(Value::as_str).context("a book without an id")?;
        server.begin_run(id, &model.base_url())?;
    }
    let began = Instant::now();
    let (events, told) = mpsc::channel();
    let mut workers = Vec::new();
    for _ in 0..n_workers {
        let arguments = ["worker", "--json", "--runs", RUNS];
        let mut child = program.command(&arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let stdout = child.stdout.take().context("no standard output")?;
        workers.push(Ended(child));
        let events = events.clone();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                let Ok(event) = serde_json::from_str::<Value>(&line) else { continue };
                // Nobody listens any more when everything has ended.
                let _ = events.send((began.elapsed(), event));
            }
        });
    }
    let durations = follow(&told, size.books)?;
    let seconds = began.elapsed().as_secs_f64();
    drop(workers);
    let books = program.run(&["books", "--json"])?;
    let books: Vec<Value> = serde_json::from_str(&books.said)?;
    let count = |field: &str| books.iter().filter_map(|book| book.get(field)?.as_u64()).sum::<u64>();
    let n_paragraphs = usize::try_from(count("translated"))?;
    Ok(Row {
        n_workers,
        n_paragraphs,
        n_commits: model.traffic().n_requests,
        seconds,
        middle: part(durations.clone(), 50),
        slowest: part(durations, 99),
    })
}

/// Waits until every run has ended; how long each was worked on.
fn follow(told: &mpsc::Receiver<(Duration, Value)>, n_runs: usize) -> Result<Vec<Duration>> {
    let mut taken = std::collections::HashMap::new();
    let mut durations = Vec::new();
    while durations.len() < n_runs {
        let (at, event) = told.recv_timeout(Duration::from_mins(30)).context("the workers said nothing")?;
        let run = event.get("run").and_then(Value::as_str).unwrap_or_default().to_owned();
        match event.get("event").and_then(Value::as_str) {
            Some("taken") => drop(taken.insert(run, at)),
            Some("ended") => {
                ensure!(
                    event.get("ending") == Some(&Value::from("finished")),
                    "a run did not end well: {event}"
                );
                durations.push(at.saturating_sub(taken.remove(&run).unwrap_or_default()));
            }
            Some("failed") => bail!("a run failed: {event}"),
            Some(_) | None => {}
        }
    }
    Ok(durations)
}

/// A process that is ended with this.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        // One that has left needs no killing.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The program as a server that queues runs.
struct Server {
    _process: Ended,
    address: String,
    token: Option<String>,
}

impl Server {
    fn start(program: &Program) -> Result<Self> {
        let arguments = ["serve", "--workers", "--port", "0", "--json"];
        let mut child = program.command(&arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let mut stdout = BufReader::new(child.stdout.take().context("no standard output")?);
        let process = Ended(child);
        let mut told = String::new();
        while serde_json::from_str::<Value>(&told).is_err() {
            ensure!(stdout.read_line(&mut told)? > 0, "the server left: {told}");
        }
        let told: Value = serde_json::from_str(&told)?;
        let text = |field: &str| told.get(field).and_then(Value::as_str);
        let address = text("address").context("the server says no address")?.to_owned();
        Ok(Self { _process: process, address, token: text("token").map(ToOwned::to_owned) })
    }

    fn begin_run(&self, book: &str, base_url: &str) -> Result<()> {
        let body = json!({
            "kind": "translation", "target_language": "zh", "model": "m", "base_url": base_url,
            "concurrency": CONCURRENCY,
        })
        .to_string();
        let mut stream = TcpStream::connect(&self.address)?;
        let bearer =
            self.token.as_ref().map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
        write!(
            stream,
            "POST /api/v1/books/{book}/runs HTTP/1.1\r\nHost: localhost\r\nX-Tsumugi: 1\r\n{bearer}\
             Connection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        ensure!(answer.starts_with("HTTP/1.1 202"), "the run was not queued: {answer}");
        Ok(())
    }
}

fn per_second(n: usize, seconds: f64) -> f64 {
    ratio(n, 1) / seconds.max(0.001)
}

fn table(rows: &[Row], size: &Size) -> String {
    let mut text = format!(
        "{} books of {} paragraphs, {RUNS} runs in each worker, {CONCURRENCY} requests at once in each run\n\n\
         | workers | seconds | paragraphs/s | commits/s | run, middle | run, p99 |\n|---|---|---|---|---|---|\n",
        size.books,
        size.chapters * long_book::PARAGRAPHS_PER_CHAPTER,
    );
    for row in rows {
        // Writing to a text does not fail.
        let _ = writeln!(
            text,
            "| {} | {:.1} | {:.0} | {:.0} | {:.1} s | {:.1} s |",
            row.n_workers,
            row.seconds,
            per_second(row.n_paragraphs, row.seconds),
            per_second(row.n_commits, row.seconds),
            row.middle.as_secs_f64(),
            row.slowest.as_secs_f64(),
        );
    }
    text
}

fn in_json(rows: &[Row]) -> Result<String> {
    let rows: Vec<Value> = rows
        .iter()
        .map(|row| {
            json!({
                "workers": row.n_workers,
                "paragraphs": row.n_paragraphs,
                "commits": row.n_commits,
                "seconds": row.seconds,
                "run_middle_seconds": row.middle.as_secs_f64(),
                "run_p99_seconds": row.slowest.as_secs_f64(),
            })
        })
        .collect();
    Ok(serde_json::to_string_pretty(&rows)?)
}
