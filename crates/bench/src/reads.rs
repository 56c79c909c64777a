//! What people wait for at the page: every view of a long translated book, alone and with sixteen readers beside a run.

use crate::long_book::{self, Language};
use crate::measure::{Program, part};
use crate::model::ModelServer;
use crate::page::Server;
use crate::runs::Place;
use anyhow::{Result, ensure};
use llm::Delivery;
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use xtask::process;

/// So many people read at once.
const N_CLIENTS: usize = 16;
/// They do so for this long.
const BESIDE_A_RUN: Duration = Duration::from_secs(20);
/// So slowly the model answers that the last tenth of the book takes longer than that.
const ANSWERS_AFTER: Duration = Duration::from_secs(1);

/// How long one view takes, in milliseconds.
#[derive(Serialize)]
pub(crate) struct ReadRow {
    pub(crate) what: &'static str,
    /// The first time after the server was started.
    pub(crate) first_ms: f64,
    /// The middle, and what one in a hundred exceeds.
    pub(crate) alone_ms: [f64; 2],
    pub(crate) beside_a_run_ms: [f64; 2],
    /// The longest anybody waited beside the run.
    pub(crate) worst_ms: f64,
}

/// One thing the page asks for.
struct PageRead {
    what: &'static str,
    path: String,
    /// What is sent along, if the question is more than an address.
    body: Option<Value>,
}

/// Translates a book, and asks for every view of it.
pub(crate) fn rows(place: &Place<'_>, n_chapters: usize) -> Result<Vec<ReadRow>> {
    process::print_note(&format!("reading as the page does, {n_chapters} chapters"));
    let program = Program::new(place.binary, &place.folder.join("reads.tsumugi"));
    // The last tenth is for the run beside the readers.
    let book = translated_book(&program, place, n_chapters, n_chapters * 9 / 10)?;
    let server = Server::start(&program)?;
    let model = ModelServer::start(ANSWERS_AFTER, Delivery::Tools)?;
    let wish = wish(&model.base_url());
    let reads = reads(&server, &book, &wish)?;
    let mut rows = Vec::new();
    for read in &reads {
        let first = time(&server, read)?;
        let n_times = place.repeats.max(1) * 10;
        let alone = (0..n_times).map(|_| time(&server, read)).collect::<Result<Vec<_>>>()?;
        rows.push((first, alone));
    }
    let before = server.n_translated(&book)?;
    let beside = beside_a_run(&server, &book, &wish, &reads)?;
    let after = server.n_translated(&book)?;
    ensure!(after > before, "the run beside the readers changed nothing");
    process::print_note(&format!("{} paragraphs were translated beside the readers", after - before));
    let pair = |times: &[Duration]| [50, 99].map(|percent| milliseconds(part(times.to_vec(), percent)));
    Ok(reads
        .iter()
        .zip(rows)
        .zip(beside)
        .map(|((read, (first, alone)), beside)| ReadRow {
            what: read.what,
            first_ms: milliseconds(first),
            alone_ms: pair(&alone),
            beside_a_run_ms: pair(&beside),
            worst_ms: milliseconds(part(beside, 100)),
        })
        .collect())
}

/// A long book of which so many chapters are translated; its id.
pub(crate) fn translated_book(
    program: &Program,
    place: &Place<'_>,
    n_chapters: usize,
    n_translated: usize,
) -> Result<String> {
    let file = place.folder.join("translated.epub");
    std::fs::write(&file, long_book::file(Language::Japanese, "epub", n_chapters)?)?;
    let model = ModelServer::start(Duration::ZERO, Delivery::Tools)?;
    let (file, url) = (file.to_string_lossy().into_owned(), model.base_url());
    let chapters = format!("1-{}", n_translated.max(1));
    let what = ["translate", &file, "--chapters", &chapters, "--to", "en"];
    let how = ["--model", "m", "--base-url", &url, "--yes", "--json"];
    program.run(&[what, how].concat())?;
    program.first_book()
}

fn reads(server: &Server, book: &str, wish: &Value) -> Result<Vec<PageRead>> {
    let mut word = String::new();
    for byte in long_book::COMMON_WORD.bytes() {
        // Writing to a string cannot fail.
        let _ = write!(word, "%{byte:02X}");
    }
    let base = format!("/api/v1/books/{book}");
    let chapter = server.middle_chapter(book)?;
    let read = |what, rest: &str| PageRead { what, path: format!("{base}{rest}"), body: None };
    Ok(vec![
        PageRead { what: "library", path: "/api/v1/books".to_owned(), body: None },
        read("book", ""),
        read("screen of a chapter", &format!("/chapters/{chapter}/paragraphs?limit=100")),
        read("history", "/changes?limit=50"),
        read("cost", "/cost"),
        read("search", &format!("/search?q={word}&limit=50")),
        read("review", "/paragraphs?limit=100"),
        read("findings", "/findings?limit=100"),
        read("quality", "/quality"),
        read("report", "/report?lang=en"),
        PageRead { what: "estimate", path: format!("{base}/plan"), body: Some(wish.clone()) },
    ])
}

/// What is left of the book, to be translated by the model served there.
fn wish(base_url: &str) -> Value {
    json!({ "kind": "translation", "model": "m", "base_url": base_url, "concurrency": 8 })
}

fn time(server: &Server, read: &PageRead) -> Result<Duration> {
    let started = Instant::now();
    match &read.body {
        None => server.get(&read.path)?,
        Some(body) => server.post(&read.path, body)?,
    };
    Ok(started.elapsed())
}

/// Sixteen readers, each asking for everything in turn, while a run works on the same book.
fn beside_a_run(server: &Server, book: &str, wish: &Value, reads: &[PageRead]) -> Result<Vec<Vec<Duration>>> {
    server.post(&format!("/api/v1/books/{book}/runs"), wish)?;
    let is_over = AtomicBool::new(false);
    let asked = std::thread::scope(|scope| {
        let readers: Vec<_> = (0..N_CLIENTS)
            .map(|client| {
                let is_over = &is_over;
                scope.spawn(move || -> Result<Vec<(usize, Duration)>> {
                    let mut times = Vec::new();
                    // Everybody begins elsewhere, so that not all ask for the same thing at once.
                    for turn in client.. {
                        if is_over.load(Ordering::Relaxed) {
                            break;
                        }
                        let index = turn % reads.len().max(1);
                        if let Some(read) = reads.get(index) {
                            times.push((index, time(server, read)?));
                        }
                    }
                    Ok(times)
                })
            })
            .collect();
        std::thread::sleep(BESIDE_A_RUN);
        is_over.store(true, Ordering::Relaxed);
        readers.into_iter().map(|reader| reader.join().unwrap_or_else(|_| Ok(Vec::new()))).collect::<Vec<_>>()
    });
    let mut times = vec![Vec::new(); reads.len()];
    for (index, took) in asked.into_iter().collect::<Result<Vec<_>>>()?.into_iter().flatten() {
        if let Some(times) = times.get_mut(index) {
            times.push(took);
        }
    }
    Ok(times)
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}
