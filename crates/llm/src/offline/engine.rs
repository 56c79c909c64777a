//! A program that turns text into text: started for every request, or kept running and spoken to line by line.

use std::process::Stdio;
use std::time::Duration;

use async_trait::async_trait;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout};
use tokio::sync::Mutex;
use tokio::time::timeout;

use crate::Failure;

/// No program's answer may be longer.
const MOST_OUTPUT: u64 = 16 * 1024 * 1024;

/// What came of a program's work.
pub(super) enum EngineError {
    /// It was not done in time.
    TooSlow,
    /// It failed, in these words.
    Failed(String),
}

/// Something that translates several texts, each on one line, and gives as many back.
#[async_trait]
pub(super) trait Engine: Send + Sync {
    async fn translate(&self, texts: &[&str], language: Option<&str>) -> Result<Vec<String>, EngineError>;
}

/// A program that is started anew for every request.
#[derive(Debug)]
pub(super) struct OneShot {
    pub(super) argv: Vec<String>,
    pub(super) timeout: Duration,
}

impl OneShot {
    async fn run(&self, input: String) -> Result<String, EngineError> {
        let mut child = spawn(&self.argv, Stdio::piped())?;
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
        let status =
            timeout(self.timeout, working).await.map_err(|_| EngineError::TooSlow)?.map_err(failed)?;
        if !status.success() {
            let said = String::from_utf8_lossy(&complaint);
            return Err(EngineError::Failed(format!("it ended with {status}: {}", said.trim())));
        }
        String::from_utf8(output).map_err(|_| EngineError::Failed(String::from("its output is not UTF-8")))
    }
}

#[async_trait]
impl Engine for OneShot {
    /// All in one run if the program keeps lines apart, one by one if it does not.
    async fn translate(&self, texts: &[&str], _language: Option<&str>) -> Result<Vec<String>, EngineError> {
        // A blank line between texts: for most programs the end of a paragraph.
        let together = self.run(format!("{}\n", texts.join("\n\n"))).await?;
        let lines: Vec<&str> = together.trim_end().split('\n').map(str::trim).collect();
        let blank_between = lines.iter().skip(1).step_by(2).all(|line| line.is_empty());
        if lines.len() == texts.len() * 2 - 1 && blank_between {
            let translated: Vec<String> = lines.into_iter().step_by(2).map(str::to_owned).collect();
            if translated.iter().all(|line| !line.is_empty()) {
                return Ok(translated);
            }
        }
        let mut translated = Vec::with_capacity(texts.len());
        for text in texts {
            let output = self.run(format!("{text}\n")).await?;
            let words: Vec<&str> = output.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
            translated.push(some_words(text, &words.join(" "))?);
        }
        Ok(translated)
    }
}

/// A program that stays: a line in, a line out.
#[derive(Debug)]
pub(super) struct Resident {
    pub(super) argv: Vec<String>,
    /// For one line.
    pub(super) timeout: Duration,
    pub(super) speaks_json: bool,
    pub(super) running: Mutex<Option<Running>>,
}

#[derive(Debug)]
pub(super) struct Running {
    /// Ends with this value.
    _child: Child,
    stdin: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Running {
    fn start(argv: &[String]) -> Result<Self, EngineError> {
        // What it has to say beside its answers nobody reads, so it must not fill a pipe.
        let mut child = spawn(argv, Stdio::null())?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let (Some(stdin), Some(stdout)) = (stdin, stdout) else {
            return Err(EngineError::Failed(String::from("it cannot be spoken to")));
        };
        Ok(Self { _child: child, stdin, lines: BufReader::new(stdout).lines() })
    }

    async fn ask(&mut self, line: &str) -> Result<String, EngineError> {
        self.stdin.write_all(format!("{line}\n").as_bytes()).await.map_err(failed)?;
        self.stdin.flush().await.map_err(failed)?;
        let answer = self.lines.next_line().await.map_err(failed)?;
        answer.ok_or_else(|| EngineError::Failed(String::from("it ended before it answered")))
    }
}

#[async_trait]
impl Engine for Resident {
    async fn translate(&self, texts: &[&str], language: Option<&str>) -> Result<Vec<String>, EngineError> {
        let mut held = self.running.lock().await;
        let mut translated = Vec::with_capacity(texts.len());
        for text in texts {
            // Taken out while it works: one that failed or was given up on is ended, and the next text starts another.
            let mut running = match held.take() {
                Some(running) => running,
                None => Running::start(&self.argv)?,
            };
            let asked = if self.speaks_json {
                json!({"text": text, "target": language}).to_string()
            } else {
                (*text).to_owned()
            };
            let answer =
                timeout(self.timeout, running.ask(&asked)).await.map_err(|_| EngineError::TooSlow)??;
            translated.push(some_words(text, &self.read(&answer)?)?);
            *held = Some(running);
        }
        Ok(translated)
    }
}

impl Resident {
    fn read(&self, answer: &str) -> Result<String, EngineError> {
        if !self.speaks_json {
            return Ok(answer.trim().to_owned());
        }
        let value: Value = serde_json::from_str(answer)
            .map_err(|error| EngineError::Failed(format!("its answer is not JSON: {error}")))?;
        if let Some(error) = value.get("error").and_then(Value::as_str) {
            return Err(EngineError::Failed(error.to_owned()));
        }
        Ok(value.get("text").and_then(Value::as_str).unwrap_or_default().trim().to_owned())
    }
}

fn spawn(argv: &[String], stderr: Stdio) -> Result<Child, EngineError> {
    let Some((program, arguments)) = argv.split_first() else {
        return Err(EngineError::Failed(String::from("no program is named")));
    };
    tokio::process::Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(stderr)
        .kill_on_drop(true)
        .spawn()
        .map_err(|error| EngineError::Failed(format!("it cannot be started: {error}")))
}

#[expect(clippy::needless_pass_by_value, reason = "what `map_err` gives")]
fn failed(error: impl ToString) -> EngineError {
    EngineError::Failed(error.to_string())
}

fn some_words(text: &str, answer: &str) -> Result<String, EngineError> {
    if answer.is_empty() {
        let excerpt: String = text.chars().take(40).collect();
        return Err(EngineError::Failed(format!("it gave nothing for `{excerpt}`")));
    }
    Ok(answer.to_owned())
}

impl EngineError {
    /// The same as a failure of the program of this name.
    pub(super) fn into_failure(self, program: &str, limit: Duration) -> Failure {
        let detail = match self {
            Self::TooSlow => format!("it took longer than {} s", limit.as_secs_f32()),
            Self::Failed(detail) => detail,
        };
        Failure::Program { program: program.to_owned(), detail }
    }
}
