//! What the page asks for first, answered by a server with a very long book: how long it takes, and its memory.

use super::measure::{Measurement, Program, part};
use crate::process;
use anyhow::{Context as _, Result, ensure};
use serde_json::Value;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The library and a screen of a chapter, each asked for several times; the memory is the server's peak.
pub(crate) fn answers(program: &Program, book: &str, repeats: usize) -> Result<[Measurement; 2]> {
    let (said, mut child) = program.first_line(&["serve", "--port", "0"])?;
    let address = said.trim_start_matches("http://").trim_end_matches('/').to_owned();
    let asked = [
        ask_often(&address, "/api/v1/books", repeats),
        first_chapter(&address, book).and_then(|chapter| {
            ask_often(
                &address,
                &format!("/api/v1/books/{book}/chapters/{chapter}/paragraphs?limit=100"),
                repeats,
            )
        }),
    ];
    let peak_memory_kb = process::peak_memory_kb(&child.id().to_string());
    child.kill()?;
    child.wait()?;
    let [books, chapter] = asked;
    let figures = |wall| Measurement { wall, peak_memory_kb, ..Measurement::default() };
    Ok([figures(books?), figures(chapter?)])
}

fn first_chapter(address: &str, book: &str) -> Result<String> {
    let said: Value =
        serde_json::from_str(&ask(address, &format!("/api/v1/books/{book}/chapters?limit=1"))?)?;
    let id = said.pointer("/items/0/id").and_then(Value::as_str);
    id.map(str::to_owned).with_context(|| format!("no chapter in {said}"))
}

fn ask_often(address: &str, path: &str, repeats: usize) -> Result<Duration> {
    let one = |_| -> Result<Duration> {
        let started = Instant::now();
        ask(address, path)?;
        Ok(started.elapsed())
    };
    Ok(part((0..repeats.max(1)).map(one).collect::<Result<Vec<_>>>()?, 50))
}

/// One request; the body of its answer.
fn ask(address: &str, path: &str) -> Result<String> {
    let mut stream = TcpStream::connect(address)?;
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    ensure!(answer.starts_with("HTTP/1.1 200"), "{path}: {}", answer.lines().next().unwrap_or_default());
    let (_, body) = answer.split_once("\r\n\r\n").context("an answer without a body")?;
    // Where the length was not known before, sizes stand between the pieces: lines of their own.
    let is_size = |line: &&str| {
        !line.is_empty() && line.len() <= 8 && line.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    Ok(body.split("\r\n").filter(|line| !is_size(line)).collect())
}
