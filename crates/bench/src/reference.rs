//! The reference client: reads a book, sends its lines forty at a time with a short prompt, looks whether as many lines
//! with as many tags came back, and writes them. Nothing is kept, resumed or proved, so whatever Tsumugi needs beyond this
//! is the price of what it promises.

use anyhow::{Context as _, Result};
use clap::Args;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Cursor, Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Lines in one request.
const LINES: usize = 40;
/// How often a batch is sent before its lines stay as they are.
const ATTEMPTS: usize = 4;
const SYSTEM: &str = "You are a translator of novels. Each line of the input is one paragraph. Translate line by line; never \
    join, split or leave out a line; keep tags where they belong. Answer with the translated lines only.";

/// What the reference client is told.
#[derive(Args)]
pub(crate) struct Options {
    /// The book.
    file: PathBuf,
    /// Where the translation goes.
    out: PathBuf,
    /// The server, as `host:port`.
    server: String,
    /// How many requests at once.
    concurrency: usize,
}

/// Translates a book as simply as it can be done.
pub(crate) fn run(options: &Options) -> Result<()> {
    let bytes = std::fs::read(&options.file)?;
    let is_epub = options.file.extension().is_some_and(|ending| ending == "epub");
    let out = if is_epub {
        let pages = unzip(&bytes)?;
        let lines: Vec<String> = pages.iter().flat_map(Page::lines).collect();
        let mut translated = translate(&lines, options)?.into_iter();
        zip(&pages, &mut translated)?
    } else {
        let text = String::from_utf8(bytes)?;
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        translate(&lines, options)?.join("\n").into_bytes()
    };
    Ok(std::fs::write(&options.out, out)?)
}

/// A file of the book: a page, or something that is copied.
struct Page {
    name: String,
    bytes: Vec<u8>,
    text: Option<String>,
}

impl Page {
    /// What stands between the tags of its paragraphs.
    fn lines(&self) -> Vec<String> {
        let text = self.text.as_deref().unwrap_or_default();
        text.lines().filter(|line| is_paragraph(line)).map(str::to_owned).collect()
    }
}

fn is_paragraph(line: &str) -> bool {
    line.starts_with("<p>") || line.starts_with("<h2>")
}

fn unzip(bytes: &[u8]) -> Result<Vec<Page>> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes))?;
    let mut pages = Vec::new();
    for index in 0..archive.len() {
        let mut file = archive.by_index(index)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let name = file.name()?.into_owned();
        let is_page = name.contains("chapter-") && !name.contains("nav");
        let text = is_page.then(|| String::from_utf8_lossy(&bytes).into_owned());
        pages.push(Page { name, bytes, text });
    }
    Ok(pages)
}

fn zip(pages: &[Page], translated: &mut impl Iterator<Item = String>) -> Result<Vec<u8>> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for page in pages {
        archive.start_file(page.name.as_str(), zip::write::SimpleFileOptions::default())?;
        let Some(text) = &page.text else {
            archive.write_all(&page.bytes)?;
            continue;
        };
        for line in text.lines() {
            let new = if is_paragraph(line) { translated.next() } else { None };
            writeln!(archive, "{}", new.as_deref().unwrap_or(line))?;
        }
    }
    Ok(archive.finish()?.into_inner())
}

fn translate(lines: &[String], options: &Options) -> Result<Vec<String>> {
    let batches: Vec<&[String]> = lines.chunks(LINES).collect();
    let answers: Vec<Mutex<Vec<String>>> = batches.iter().map(|_| Mutex::default()).collect();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| -> Result<()> {
        let work = || -> Result<()> {
            let mut connection = Connection::open(&options.server)?;
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let (Some(batch), Some(answer)) = (batches.get(number), answers.get(number)) else {
                    return Ok(());
                };
                let translated = connection.translate(batch)?;
                if let Ok(mut answer) = answer.lock() {
                    *answer = translated;
                }
            }
        };
        let workers: Vec<_> = (0..options.concurrency.max(1)).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            worker.join().map_err(|_| anyhow::anyhow!("a worker of the reference client broke off"))??;
        }
        Ok(())
    })?;
    Ok(answers.into_iter().flat_map(|answer| answer.into_inner().unwrap_or_default()).collect())
}

/// One connection that is kept.
struct Connection {
    stream: BufReader<TcpStream>,
    server: String,
}

impl Connection {
    fn open(server: &str) -> Result<Self> {
        let stream = TcpStream::connect(server).with_context(|| format!("no server at `{server}`"))?;
        stream.set_nodelay(true)?;
        Ok(Self { stream: BufReader::new(stream), server: server.to_owned() })
    }

    /// The lines in translation; a line that never comes back whole stays as it is.
    fn translate(&mut self, batch: &[String]) -> Result<Vec<String>> {
        let mut translated = batch.to_vec();
        for _ in 0..ATTEMPTS {
            let text = self.ask(&batch.join("\n"))?;
            let lines: Vec<&str> = text.lines().collect();
            let mut n_whole = 0;
            for ((line, source), place) in lines.iter().zip(batch).zip(&mut translated) {
                if n_tags(line) == n_tags(source) {
                    (*line).clone_into(place);
                    n_whole += 1;
                }
            }
            if n_whole == batch.len() {
                break;
            }
        }
        Ok(translated)
    }

    fn ask(&mut self, text: &str) -> Result<String> {
        let content = format!("Translate each line into English.\n{text}");
        let messages = json!([{"role": "system", "content": SYSTEM}, {"role": "user", "content": content}]);
        let body = json!({"model": "m", "messages": messages, "temperature": 0.3}).to_string();
        let head = format!(
            "POST /v1/chat/completions HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            self.server,
            body.len()
        );
        self.stream.get_mut().write_all(format!("{head}{body}").as_bytes())?;
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line)?;
            let Some((name, value)) = line.trim_end().split_once(':') else {
                if line.trim().is_empty() {
                    break;
                }
                continue;
            };
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse()?;
            }
        }
        let mut reply = vec![0; length];
        self.stream.read_exact(&mut reply)?;
        let reply: Value = serde_json::from_slice(&reply)?;
        let text = reply.pointer("/choices/0/message/content").and_then(Value::as_str);
        Ok(text.unwrap_or_default().to_owned())
    }
}

fn n_tags(line: &str) -> usize {
    line.bytes().filter(|byte| *byte == b'<').count()
}
