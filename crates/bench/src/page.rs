//! A server with a very long book, asked as the page asks.

use crate::measure::{Measurement, Program, part};
use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::ops::Deref;
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
    visitor: Visitor,
    child: Child,
}

impl Server {
    pub(crate) fn start(program: &Program) -> Result<Self> {
        let (said, child) = program.first_line(&["serve", "--port", "0", "--no-token"])?;
        let address = said.trim_start_matches("http://").trim_end_matches('/').to_owned();
        Ok(Self { visitor: Visitor { address, headers: String::new() }, child })
    }

    /// A server for a team, and its owner.
    pub(crate) fn start_for_team(program: &Program) -> Result<(Self, Visitor)> {
        let (said, child) = program.first_line(&["serve", "--port", "0", "--team"])?;
        let link = said.split_whitespace().find(|word| word.contains("/#/join/"));
        let (address, secret) = link
            .and_then(|link| link.split_once("/#/join/"))
            .with_context(|| format!("no link in {said}"))?;
        let address = address.trim_start_matches("http://").to_owned();
        let server = Self { visitor: Visitor { address: address.clone(), headers: String::new() }, child };
        let password = "a long password for the bench";
        let wish = json!({ "secret": secret, "name": "Owner", "login": "owner", "password": password });
        let (head, _) = server.visitor.answer("POST", "/api/v1/join", Some(&wish))?;
        let cookies: Vec<&str> = head
            .lines()
            .filter_map(|line| {
                line.split_once(": ").filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie"))
            })
            .filter_map(|(_, cookie)| cookie.split(';').next())
            .collect();
        ensure!(!cookies.is_empty(), "joining gave no cookie: {head}");
        let owner = Visitor { address, headers: format!("cookie: {}\r\n", cookies.join("; ")) };
        Ok((server, owner))
    }

    pub(crate) fn peak_memory_kb(&self) -> Option<u64> {
        process::peak_memory_kb(&self.child.id().to_string())
    }
}

impl Deref for Server {
    type Target = Visitor;

    fn deref(&self) -> &Visitor {
        &self.visitor
    }
}

/// Somebody who asks a server.
pub(crate) struct Visitor {
    address: String,
    /// What says who they are, as lines of a request.
    headers: String,
}

impl Visitor {
    /// Somebody with a token of this person's.
    pub(crate) fn with_token(&self, name: &str, role: &str) -> Result<Self> {
        let said = self.post("/api/v1/me/tokens", &json!({ "name": name, "role": role, "days": 1 }))?;
        let said: Value = serde_json::from_str(&said)?;
        let token = said.get("token").and_then(Value::as_str).context("no token")?;
        Ok(Self { address: self.address.clone(), headers: format!("authorization: Bearer {token}\r\n") })
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
        Ok(self.answer("GET", path, None)?.1)
    }

    /// The same for a question with a body.
    pub(crate) fn post(&self, path: &str, body: &Value) -> Result<String> {
        Ok(self.answer("POST", path, Some(body))?.1)
    }

    /// Head and body of an answer; to a caller of HTTP/1.0 it comes in one piece.
    fn answer(&self, method: &str, path: &str, body: Option<&Value>) -> Result<(String, String)> {
        let (host, headers) = (&self.address, &self.headers);
        let start = format!("{method} {path} HTTP/1.0\r\nhost: {host}\r\n{headers}");
        let request = body.map(ToString::to_string).map_or_else(
            || format!("{start}\r\n"),
            |body| {
                let length = body.len();
                format!("{start}content-type: application/json\r\nx-tsumugi: bench\r\ncontent-length: {length}\r\n\r\n{body}")
            },
        );
        let mut stream = TcpStream::connect(host)?;
        stream.write_all(request.as_bytes())?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        let (head, body) = answer.split_once("\r\n\r\n").context("an answer without a body")?;
        let status = head.lines().next().unwrap_or_default();
        let is_good = status.split(' ').nth(1).is_some_and(|code| code.starts_with('2'));
        ensure!(is_good, "{method} {path}: {status} {body}");
        Ok((head.to_owned(), body.to_owned()))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may be gone already, which is as well.
        let _gone = self.child.kill();
        let _waited = self.child.wait();
    }
}
