//! One run of the program, from the outside: how long it took and how much memory it had.

use crate::process;
use anyhow::{Context as _, Result, bail};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How often the memory of a running program is looked at. Linux keeps the peak, so only the last look matters.
const LOOK_EVERY: Duration = Duration::from_millis(1);

/// What was seen of one command.
#[derive(Clone, Copy)]
pub(crate) struct Measurement {
    pub(crate) wall: Duration,
    pub(crate) peak_memory_kb: Option<u64>,
}

/// The program and the library it works on.
pub(crate) struct Program {
    binary: PathBuf,
    library: PathBuf,
}

impl Program {
    pub(crate) fn new(binary: &Path, library: &Path) -> Self {
        Self { binary: binary.to_path_buf(), library: library.to_path_buf() }
    }

    /// Runs a command once.
    pub(crate) fn run(&self, arguments: &[&str]) -> Result<Measurement> {
        let mut command = self.command(arguments);
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        let started = Instant::now();
        let mut child =
            command.spawn().with_context(|| format!("`{}` cannot be started", self.binary.display()))?;
        let name = child.id().to_string();
        let mut peak_memory_kb = None;
        let status = loop {
            peak_memory_kb = process::peak_memory_kb(&name).max(peak_memory_kb);
            if let Some(status) = child.try_wait()? {
                break status;
            }
            std::thread::sleep(LOOK_EVERY);
        };
        let wall = started.elapsed();
        if !status.success() {
            let mut said = String::new();
            if let Some(mut pipe) = child.stderr.take() {
                pipe.read_to_string(&mut said)?;
            }
            bail!("`tsumugi {}` failed ({status}): {}", arguments.join(" "), said.trim());
        }
        Ok(Measurement { wall, peak_memory_kb })
    }

    /// Runs a quick command several times: the middle of the times, the most of the memory.
    pub(crate) fn repeat(&self, arguments: &[&str], times: usize) -> Result<Measurement> {
        let all = (0..times.max(1)).map(|_| self.run(arguments)).collect::<Result<Vec<_>>>()?;
        let wall = middle(all.iter().map(|measurement| measurement.wall).collect());
        let peak_memory_kb = all.iter().filter_map(|measurement| measurement.peak_memory_kb).max();
        Ok(Measurement { wall, peak_memory_kb })
    }

    /// The id of the library's first book.
    pub(crate) fn first_book(&self) -> Result<String> {
        self.first(&["books", "--json"], "id")
    }

    /// The id of a chapter's first paragraph.
    pub(crate) fn first_paragraph(&self, book: &str, chapter: &str) -> Result<String> {
        self.first(&["show", book, "--chapter", chapter, "--json"], "paragraph_id")
    }

    /// A field of the first object in the array a command prints.
    fn first(&self, arguments: &[&str], field: &str) -> Result<String> {
        let output = self.command(arguments).output()?;
        let shown = arguments.join(" ");
        let array: serde_json::Value = serde_json::from_slice(&output.stdout)
            .with_context(|| format!("`tsumugi {shown}` gave no JSON"))?;
        let value = array.get(0).and_then(|first| first.get(field)).and_then(|value| value.as_str());
        value.map(str::to_owned).with_context(|| format!("`tsumugi {shown}` gave no `{field}`"))
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.binary);
        command.arg("--library").arg(&self.library).args(arguments);
        command
    }
}

/// The least any program could take: reading the file and writing it again, safely on disk.
pub(crate) fn reference(file: &Path, times: usize) -> Result<Duration> {
    let copy = file.with_extension("copy");
    let one = || -> Result<Duration> {
        let started = Instant::now();
        let bytes = std::fs::read(file)?;
        let mut written = std::fs::File::create(&copy)?;
        written.write_all(&bytes)?;
        written.sync_all()?;
        Ok(started.elapsed())
    };
    Ok(middle((0..times.max(1)).map(|_| one()).collect::<Result<Vec<_>>>()?))
}

fn middle(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
