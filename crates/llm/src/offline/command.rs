//! Any program that turns text into text, put behind the agent protocol as a draft engine.

use std::process::Stdio;
use std::time::Duration;

use async_trait::async_trait;
use futures::stream;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;

use super::inline::{Part, parts};
use super::play::{Translator, play};
use super::protocol::WorkItem;
use crate::{EventStream, Failure, Model, Request};

/// No program's answer may be longer.
const MOST_OUTPUT: u64 = 16 * 1024 * 1024;

/// The program and how long it may take.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommandConfig {
    /// The program and its arguments; no shell is involved.
    pub argv: Vec<String>,
    /// For one run of it.
    pub timeout: Duration,
}

/// A program as a model: text goes to its standard input, its standard output is the translation.
#[derive(Debug, Clone)]
pub struct Command {
    name: String,
    config: CommandConfig,
}

impl Command {
    /// Prepares a program; nothing is run yet.
    pub fn new(config: CommandConfig) -> Self {
        Self { name: format!("command:{}", config.argv.join(" ")), config }
    }

    fn failed(&self, detail: impl Into<String>) -> Failure {
        Failure::Program { program: self.config.argv.join(" "), detail: detail.into() }
    }

    async fn run(&self, input: String) -> Result<String, Failure> {
        let Some((program, arguments)) = self.config.argv.split_first() else {
            return Err(self.failed("no program is named"));
        };
        let mut child = tokio::process::Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| self.failed(format!("it cannot be started: {error}")))?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (mut output, mut complaint) = (Vec::new(), Vec::new());
        let feed = async {
            if let Some(mut stdin) = stdin {
                // A program that stops reading early says why with its exit status.
                let _early = stdin.write_all(input.as_bytes()).await;
            }
        };
        let listen = async {
            if let Some(stdout) = stdout {
                stdout.take(MOST_OUTPUT).read_to_end(&mut output).await?;
            }
            std::io::Result::Ok(())
        };
        let overhear = async {
            if let Some(stderr) = stderr {
                stderr.take(4096).read_to_end(&mut complaint).await?;
            }
            std::io::Result::Ok(())
        };
        let working = async {
            let ((), heard, _) = tokio::join!(feed, listen, overhear);
            heard?;
            child.wait().await
        };
        let limit = self.config.timeout;
        let status = timeout(limit, working)
            .await
            .map_err(|_| self.failed(format!("it took longer than {} s", limit.as_secs_f32())))?
            .map_err(|error| self.failed(error.to_string()))?;
        if !status.success() {
            let said = String::from_utf8_lossy(&complaint);
            return Err(self.failed(format!("it ended with {status}: {}", said.trim())));
        }
        String::from_utf8(output).map_err(|_| self.failed("its output is not UTF-8"))
    }

    /// Translates pieces of text that hold no tags: all in one run if the program keeps lines apart,
    /// one by one if it does not.
    async fn pieces(&self, pieces: &[&str]) -> Result<Vec<String>, Failure> {
        if pieces.is_empty() {
            return Ok(Vec::new());
        }
        // A blank line between pieces: for most programs the end of a paragraph.
        let together = self.run(format!("{}\n", pieces.join("\n\n"))).await?;
        let lines: Vec<&str> = together.trim_end().split('\n').map(str::trim).collect();
        let blank_between = lines.iter().skip(1).step_by(2).all(|line| line.is_empty());
        if lines.len() == pieces.len() * 2 - 1 && blank_between {
            let translated: Vec<String> = lines.into_iter().step_by(2).map(str::to_owned).collect();
            if translated.iter().all(|line| !line.is_empty()) {
                return Ok(translated);
            }
        }
        let mut translated = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let output = self.run(format!("{piece}\n")).await?;
            let words: Vec<&str> = output.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
            if words.is_empty() {
                return Err(self.failed(format!("it gave nothing for `{}`", excerpt(piece))));
            }
            translated.push(words.join(" "));
        }
        Ok(translated)
    }
}

#[async_trait]
impl Translator for Command {
    async fn translate(&self, items: &[WorkItem], _language: Option<&str>) -> Result<Vec<String>, Failure> {
        let mut wanted = Vec::new();
        for item in items {
            wanted.extend(parts(&item.source).into_iter().filter_map(translatable));
        }
        let mut translated = self.pieces(&wanted).await?.into_iter();
        let texts = items.iter().map(|item| {
            let mut text = String::new();
            for part in parts(&item.source) {
                match (part, translatable(part)) {
                    (Part::Words(words), Some(piece)) => {
                        let (before, after) = words.split_once(piece).unwrap_or_default();
                        text.push_str(before);
                        text.push_str(&translated.next().unwrap_or_default());
                        text.push_str(after);
                    }
                    (Part::Tag(same) | Part::Words(same), _) => text.push_str(same),
                }
            }
            text
        });
        Ok(texts.collect())
    }
}

#[async_trait]
impl Model for Command {
    fn name(&self) -> &str {
        &self.name
    }

    async fn stream(&self, request: &Request) -> Result<EventStream, Failure> {
        let events = play(request, self).await?.events();
        Ok(Box::pin(stream::iter(events.into_iter().map(Ok))))
    }
}

/// The words a program should see: without the blanks around them, and only if there are letters.
fn translatable(part: Part<'_>) -> Option<&str> {
    match part {
        Part::Words(words) if words.chars().any(char::is_alphabetic) => Some(words.trim()),
        Part::Words(_) | Part::Tag(_) => None,
    }
}

fn excerpt(text: &str) -> String {
    text.chars().take(40).collect()
}
