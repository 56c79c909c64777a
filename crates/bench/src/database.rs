//! `cargo xtask bench --database postgres`: many books in one database, how many steps it commits by connections, and how fast
//! worker processes translate the books together.

use crate::commits::{self, CommitRow, Spread};
use crate::long_book::{self, Language};
use crate::measure::{Program, part};
use crate::model::{ModelServer, ratio};
use anyhow::{Context as _, Result, bail, ensure};
use book::id::BookId;
use llm::Delivery;
use postgres_testkit::Cluster;
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

/// Who commits at once in the first table, and to what.
const COMMITTERS: [(usize, Spread); 6] = [
    (1, Spread::OwnBooks),
    (2, Spread::OwnBooks),
    (4, Spread::OwnBooks),
    (8, Spread::OwnBooks),
    (16, Spread::OwnBooks),
    (8, Spread::OneBook),
];

/// The database that every measurement begins with a copy of.
const FILLED: &str = "filled";

/// Measures and prints two tables.
pub(crate) fn run(binary: &Path, folder: &Path, size: &Size, as_json: bool) -> Result<()> {
    postgres_testkit::cluster().context("PostgreSQL is missing; scripts/setup-tests installs it")?;
    let cluster = BenchCluster::start()?;
    let filled = cluster.0.database(FILLED);
    fill(&Program::in_database(binary, &filled, folder), folder, size)?;
    let copy = |name: &str| {
        let made = cluster.0.psql("postgres", &format!("CREATE DATABASE \"{name}\" TEMPLATE {FILLED}"));
        made.map_err(anyhow::Error::msg).map(|_| cluster.0.database(name))
    };
    let address = copy("commits")?;
    let books = books_of(&Program::in_database(binary, &address, folder))?;
    let mut commit_rows = Vec::new();
    for (n_connections, spread) in COMMITTERS {
        if spread == Spread::OwnBooks && n_connections > books.len() {
            continue;
        }
        process::print_note(&format!("{n_connections} connections, {}", describe_spread(spread)));
        commit_rows.push(commits::measure(&address, &books, n_connections, spread)?);
    }
    let mut rows = Vec::new();
    for n_workers in &size.workers {
        process::print_note(&format!("{} books, {n_workers} workers", size.books));
        let name = format!("workers{n_workers}");
        let program = Program::in_database(binary, &copy(&name)?, folder);
        let n_steps = || -> Result<usize> {
            let counted = cluster.0.psql(&name, "SELECT count(*) FROM steps").map_err(anyhow::Error::msg)?;
            Ok(counted.parse()?)
        };
        rows.push(measure(&program, &books, *n_workers, n_steps)?);
    }
    let report = if as_json { in_json(&commit_rows, &rows)? } else { tables(&commit_rows, &rows, size) };
    process::print(&report)
}

/// A cluster that keeps what it commits, as one that is used does; the tests' own does not wait for the disk.
struct BenchCluster(Cluster);

impl BenchCluster {
    fn start() -> Result<Self> {
        let cluster = Self(postgres_testkit::cluster_of_its_own());
        for setting in ["fsync", "autovacuum"] {
            cluster
                .0
                .psql("postgres", &format!("ALTER SYSTEM SET {setting} = on"))
                .map_err(anyhow::Error::msg)?;
        }
        cluster.0.psql("postgres", "SELECT pg_reload_conf()").map_err(anyhow::Error::msg)?;
        Ok(cluster)
    }
}

impl Drop for BenchCluster {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Imports the books.
fn fill(program: &Program, folder: &Path, size: &Size) -> Result<()> {
    process::print_note(&format!("importing {} books", size.books));
    let text = long_book::text(Language::English, size.chapters);
    for number in 0..size.books {
        let file = folder.join(format!("{number}.txt"));
        // Each of them is another file.
        std::fs::write(&file, format!("{text}\nThis is copy {number}.\n"))?;
        program.run(&["import", &file.to_string_lossy(), "--to", "zh"])?;
    }
    let n_books = books_of(program)?.len();
    ensure!(n_books == size.books, "{n_books} books were imported");
    Ok(())
}

fn books_of(program: &Program) -> Result<Vec<BookId>> {
    let books: Vec<Value> = serde_json::from_str(&program.run(&["books", "--json"])?.said)?;
    let id =
        |book: &Value| Ok(book.get("id").and_then(Value::as_str).context("a book without an id")?.parse()?);
    books.iter().map(id).collect()
}

fn measure(
    program: &Program,
    books: &[BookId],
    n_workers: usize,
    n_steps: impl Fn() -> Result<usize>,
) -> Result<Row> {
    let model = ModelServer::start(Duration::ZERO, Delivery::Tools)?;
    let server = Server::start(program)?;
    for book in books {
        server.begin_run(*book, &model.base_url())?;
    }
    let began = Instant::now();
    let (events, told) = mpsc::channel();
    let mut workers = Vec::new();
    for _ in 0..n_workers {
        let arguments = ["worker", "--json", "--runs", RUNS];
        let mut child = program.command(&arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let stdout = child.stdout.take().context("no standard output")?;
        workers.push(ChildGuard(child));
        let events = events.clone();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                let Ok(event) = serde_json::from_str::<Value>(&line) else { continue };
                // Nobody listens any more when everything has ended.
                let _ = events.send((began.elapsed(), event));
            }
        });
    }
    let durations = follow(&told, books.len())?;
    let seconds = began.elapsed().as_secs_f64();
    drop(workers);
    let told: Vec<Value> = serde_json::from_str(&program.run(&["books", "--json"])?.said)?;
    let count = |field: &str| told.iter().filter_map(|book| book.get(field)?.as_u64()).sum::<u64>();
    let n_paragraphs = usize::try_from(count("translated"))?;
    ensure!(
        count("translated") == count("paragraphs"),
        "{n_paragraphs} paragraphs are translated, and not all"
    );
    Ok(Row {
        n_workers,
        n_paragraphs,
        n_commits: n_steps()?,
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
struct ChildGuard(Child);

impl Drop for ChildGuard {
    fn drop(&mut self) {
        // One that has left needs no killing.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The program as a server that queues runs.
struct Server {
    _process: ChildGuard,
    address: String,
    token: Option<String>,
}

impl Server {
    fn start(program: &Program) -> Result<Self> {
        let arguments = ["serve", "--workers", "--port", "0", "--json"];
        let mut child = program.command(&arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let mut stdout = BufReader::new(child.stdout.take().context("no standard output")?);
        let process = ChildGuard(child);
        let mut told = String::new();
        while serde_json::from_str::<Value>(&told).is_err() {
            ensure!(stdout.read_line(&mut told)? > 0, "the server left: {told}");
        }
        let told: Value = serde_json::from_str(&told)?;
        let text = |field: &str| told.get(field).and_then(Value::as_str);
        let address = text("address").context("the server says no address")?.to_owned();
        Ok(Self { _process: process, address, token: text("token").map(ToOwned::to_owned) })
    }

    fn begin_run(&self, book: BookId, base_url: &str) -> Result<()> {
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

const fn describe_spread(spread: Spread) -> &'static str {
    match spread {
        Spread::OwnBooks => "each to a book of its own",
        Spread::OneBook => "all to one book",
    }
}

fn tables(commit_rows: &[CommitRow], rows: &[Row], size: &Size) -> String {
    let mut text =
        "| connections | steps of 40 paragraphs | commits/s | middle | p99 |\n|---|---|---|---|---|\n"
            .to_owned();
    for row in commit_rows {
        let [middle, slowest] =
            [50, 99].map(|share| part(row.durations.clone(), share).as_secs_f64() * 1000.0);
        let rate = per_second(row.n_commits, row.seconds);
        let (n, spread) = (row.n_connections, describe_spread(row.spread));
        // Writing to a text does not fail.
        let _ = writeln!(text, "| {n} | {spread} | {rate:.0} | {middle:.0} ms | {slowest:.0} ms |");
    }
    let _ = write!(
        text,
        "\n{} books of {} paragraphs, {RUNS} runs in each worker, {CONCURRENCY} requests at once in each run\n\n\
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

fn in_json(commit_rows: &[CommitRow], rows: &[Row]) -> Result<String> {
    let commits: Vec<Value> = commit_rows
        .iter()
        .map(|row| {
            json!({
                "connections": row.n_connections,
                "one_book": row.spread == Spread::OneBook,
                "commits": row.n_commits,
                "seconds": row.seconds,
                "middle_seconds": part(row.durations.clone(), 50).as_secs_f64(),
                "p99_seconds": part(row.durations.clone(), 99).as_secs_f64(),
            })
        })
        .collect();
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
    Ok(serde_json::to_string_pretty(&json!({"commits": commits, "workers": rows}))?)
}
