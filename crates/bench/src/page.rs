//! What the page asks for first, answered by a server with a very long book: how long it takes, and its memory.

use crate::measure::{Measurement, Program, part};
use anyhow::{Context as _, Result, ensure};
use serde_json::Value;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use xtask::process;

/// The library, the book and a screen of one of its chapters, each asked for several times; the memory is the server's peak.
pub(crate) fn answers(program: &Program, book: &str, repeats: usize) -> Result<[Measurement; 3]> {
    let (said, mut child) = program.first_line(&["serve", "--port", "0", "--no-token"])?;
    let address = said.trim_start_matches("http://").trim_end_matches('/');
    let asked = ask_all(address, book, repeats);
    let peak_memory_kb = process::peak_memory_kb(&child.id().to_string());
    child.kill()?;
    child.wait()?;
    Ok(asked?.map(|wall| Measurement { wall, peak_memory_kb, ..Measurement::default() }))
}

fn ask_all(address: &str, book: &str, repeats: usize) -> Result<[Duration; 3]> {
    let book = format!("/api/v1/books/{book}");
    let said: Value = serde_json::from_str(&ask(address, &book)?)?;
    let chapter = said.pointer("/chapters/0/id").and_then(Value::as_str);
    let chapter = chapter.with_context(|| format!("no chapter in {said}"))?;
    let screen = format!("{book}/chapters/{chapter}/paragraphs?limit=100");
    Ok([
        ask_often(address, "/api/v1/books", repeats)?,
        ask_often(address, &book, repeats)?,
        ask_often(address, &screen, repeats)?,
    ])
}

fn ask_often(address: &str, path: &str, repeats: usize) -> Result<Duration> {
    let one = |_| -> Result<Duration> {
        let started = Instant::now();
        ask(address, path)?;
        Ok(started.elapsed())
    };
    Ok(part((0..repeats.max(1)).map(one).collect::<Result<Vec<_>>>()?, 50))
}

/// One request; the body of its answer. To a caller of 1.0 it comes in one piece.
fn ask(address: &str, path: &str) -> Result<String> {
    let mut stream = TcpStream::connect(address)?;
    write!(stream, "GET {path} HTTP/1.0\r\nhost: {address}\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let (head, body) = answer.split_once("\r\n\r\n").context("an answer without a body")?;
    let status = head.lines().next().unwrap_or_default();
    ensure!(status.ends_with("200 OK"), "{path}: {status}");
    Ok(body.to_owned())
}
