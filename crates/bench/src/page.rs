//! A server with a very long book, asked as the page asks.

use crate::measure::{Measurement, Program, part};
use anyhow::{Context as _, Result, ensure};
use serde_json::Value;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::process::Child;
use std::time::{Duration, Instant};
use xtask::process;

/// The library, the book and a screen of one of its chapters, each asked for several times; the memory is the server's peak.
pub(crate) fn answers(program: &Program, book: &str, repeats: usize) -> Result<[Measurement; 3]> {
    let server = Server::start(program)?;
    let chapter = server.middle_chapter(book)?;
    let book = format!("/api/v1/books/{book}");
    let screen = format!("{book}/chapters/{chapter}/paragraphs?limit=100");
    let asked = ["/api/v1/books", &book, &screen].map(|path| ask_often(&server, path, repeats));
    let peak_memory_kb = server.peak_memory_kb();
    let [library, outline, screen] = asked;
    Ok([library?, outline?, screen?].map(|wall| Measurement {
        wall,
        peak_memory_kb,
        ..Measurement::default()
    }))
}

fn ask_often(server: &Server, path: &str, repeats: usize) -> Result<Duration> {
    let one = |_| -> Result<Duration> {
        let started = Instant::now();
        server.get(path)?;
        Ok(started.elapsed())
    };
    Ok(part((0..repeats.max(1)).map(one).collect::<Result<Vec<_>>>()?, 50))
}

/// A server that is running until it is dropped.
pub(crate) struct Server {
    address: String,
    child: Child,
}

impl Server {
    pub(crate) fn start(program: &Program) -> Result<Self> {
        let (said, child) = program.first_line(&["serve", "--port", "0", "--no-token"])?;
        let address = said.trim_start_matches("http://").trim_end_matches('/').to_owned();
        Ok(Self { address, child })
    }

    pub(crate) fn peak_memory_kb(&self) -> Option<u64> {
        process::peak_memory_kb(&self.child.id().to_string())
    }

    fn book(&self, book: &str) -> Result<Value> {
        Ok(serde_json::from_str(&self.get(&format!("/api/v1/books/{book}"))?)?)
    }

    /// How many paragraphs of a book have a translation.
    pub(crate) fn n_translated(&self, book: &str) -> Result<u64> {
        let said = self.book(book)?;
        let n_translated = said.get("n_translated").and_then(Value::as_u64);
        n_translated.with_context(|| format!("no count in {said}"))
    }

    /// A chapter in the middle of a book.
    pub(crate) fn middle_chapter(&self, book: &str) -> Result<String> {
        let said = self.book(book)?;
        let chapters = said.get("chapters").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let chapter = chapters.get(chapters.len() / 2).and_then(|chapter| chapter.get("id"));
        let chapter = chapter.and_then(Value::as_str).with_context(|| format!("no chapter in {said}"))?;
        Ok(chapter.to_owned())
    }

    /// The body of an answer.
    pub(crate) fn get(&self, path: &str) -> Result<String> {
        self.ask(&format!("GET {path} HTTP/1.0\r\nhost: {}\r\n\r\n", self.address))
    }

    /// The same for a question with a body.
    pub(crate) fn post(&self, path: &str, body: &Value) -> Result<String> {
        let (body, host) = (body.to_string(), &self.address);
        self.ask(&format!(
            "POST {path} HTTP/1.0\r\nhost: {host}\r\ncontent-type: application/json\r\nx-tsumugi: bench\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        ))
    }

    /// To a caller of HTTP/1.0 an answer comes in one piece.
    fn ask(&self, request: &str) -> Result<String> {
        let mut stream = TcpStream::connect(&self.address)?;
        stream.write_all(request.as_bytes())?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        let (head, body) = answer.split_once("\r\n\r\n").context("an answer without a body")?;
        let status = head.lines().next().unwrap_or_default();
        let is_good = status.split(' ').nth(1).is_some_and(|code| code.starts_with('2'));
        ensure!(is_good, "{}: {status} {body}", request.lines().next().unwrap_or_default());
        Ok(body.to_owned())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may be gone already, which is as well.
        let _gone = self.child.kill();
        let _waited = self.child.wait();
    }
}
