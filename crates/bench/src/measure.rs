//! One run of the program, from the outside: how long it took, what it used, and how much memory it had.

use anyhow::{Context as _, Result, bail};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use xtask::process;

/// How often a running program is looked at: at first and at last. Looking takes processor time from what is looked at, so a
/// long run is looked at less often. Linux keeps the peak and adds up the rest: only the last look matters.
const LOOK_EVERY: [Duration; 2] = [Duration::from_millis(1), Duration::from_millis(5)];
/// The same for its memory, which takes longer to look at.
const LOOK_AT_MEMORY_EVERY: [Duration; 2] = [Duration::from_millis(1), Duration::from_millis(50)];

/// What was seen of one command.
#[derive(Clone, Default)]
pub(crate) struct Measurement {
    pub(crate) wall: Duration,
    pub(crate) peak_memory_kb: Option<u64>,
    /// Processor time, where the system tells.
    pub(crate) cpu_seconds: Option<f64>,
    /// Bytes handed to the disk, where the system tells.
    pub(crate) written_bytes: Option<u64>,
    /// What it printed.
    pub(crate) said: String,
}

/// The program and the library it works on.
pub(crate) struct Program {
    binary: PathBuf,
    library: PathBuf,
    /// Where its settings are.
    settings: PathBuf,
}

impl Program {
    pub(crate) fn new(binary: &Path, library: &Path) -> Self {
        let settings = library.with_extension("config");
        Self { binary: binary.to_path_buf(), library: library.to_path_buf(), settings }
    }

    /// The same with a library in the database of this address, and settings in a folder.
    pub(crate) fn in_database(binary: &Path, address: &str, folder: &Path) -> Self {
        let settings = folder.join("config");
        Self { binary: binary.to_path_buf(), library: PathBuf::from(address), settings }
    }

    /// Runs a command once.
    pub(crate) fn run(&self, arguments: &[&str]) -> Result<Measurement> {
        measure(&mut self.command(arguments))
    }

    /// Runs a quick command several times: the middle of the times, the most of the memory.
    pub(crate) fn repeat(&self, arguments: &[&str], times: usize) -> Result<Measurement> {
        let all = self.times(arguments, times)?;
        let wall = part(all.iter().map(|measurement| measurement.wall).collect(), 50);
        let peak_memory_kb = all.iter().filter_map(|measurement| measurement.peak_memory_kb).max();
        Ok(Measurement { wall, peak_memory_kb, ..Measurement::default() })
    }

    /// Runs a command several times.
    pub(crate) fn times(&self, arguments: &[&str], times: usize) -> Result<Vec<Measurement>> {
        (0..times.max(1)).map(|_| self.run(arguments)).collect()
    }

    /// Starts a command and waits until it prints an event for which `is_it` holds; how long that took.
    pub(crate) fn until(
        &self,
        arguments: &[&str],
        is_it: impl Fn(&serde_json::Value) -> bool,
    ) -> Result<(Duration, Child)> {
        let started = Instant::now();
        let mut child = self.command(arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let stdout = child.stdout.take().context("no standard output")?;
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            if serde_json::from_str(&line).is_ok_and(|event| is_it(&event)) {
                return Ok((started.elapsed(), child));
            }
        }
        child.kill()?;
        bail!("`tsumugi {}` ended without the event that was waited for", arguments.join(" "))
    }

    /// Starts a command that goes on; the first line it prints.
    pub(crate) fn first_line(&self, arguments: &[&str]) -> Result<(String, Child)> {
        let mut child = self.command(arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let stdout = child.stdout.take().context("no standard output")?;
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line)?;
        Ok((line.trim().to_owned(), child))
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

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.binary);
        command.args(arguments).env("TSUMUGI_LIBRARY", &self.library);
        // Nothing a person has configured on this machine may change the figures.
        command.env("TSUMUGI_CONFIG", &self.settings);
        // A dictionary that happens to be installed is not measured along.
        command.env("TSUMUGI_DICTIONARIES", &self.settings);
        command.env("TSUMUGI_API_KEY", "for the bench");
        // A book that is exported by the way goes to the other files of the bench, not to the folder it was started in.
        if let Some(folder) = self.settings.parent() {
            command.current_dir(folder);
        }
        command
    }
}

/// Runs a program to its end and looks at it meanwhile; fails if it does.
pub(crate) fn measure(command: &mut Command) -> Result<Measurement> {
    let shown = format!("{command:?}");
    // Pipes are read by threads, so that a program that says much is not held up.
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let started = Instant::now();
    let mut child = command.spawn().with_context(|| format!("{shown} cannot be started"))?;
    let readers = [read_all(child.stdout.take()), read_all(child.stderr.take())];
    let name = child.id().to_string();
    let mut seen = Measurement::default();
    let mut memory_at = Duration::ZERO;
    loop {
        let elapsed = started.elapsed();
        if elapsed >= memory_at {
            seen.peak_memory_kb = process::peak_memory_kb(&name).max(seen.peak_memory_kb);
            memory_at = elapsed + pause(elapsed, LOOK_AT_MEMORY_EVERY);
        }
        // An ended program keeps its figures until it is waited for.
        let Some(look) = process::cpu_seconds(&name) else { break };
        seen.cpu_seconds = Some(look.seconds);
        if look.has_ended {
            seen.written_bytes = process::written_bytes(&name);
            break;
        }
        std::thread::sleep(pause(elapsed, LOOK_EVERY));
    }
    let status = child.wait()?;
    seen.wall = started.elapsed();
    let [said, complained] = readers.map(|reader| reader.join().unwrap_or_default());
    seen.said = said;
    if !status.success() {
        bail!("{shown} failed ({status}): {}", complained.trim());
    }
    Ok(seen)
}

/// How long to wait after so much time: one part in two hundred of it.
fn pause(elapsed: Duration, [least, most]: [Duration; 2]) -> Duration {
    (elapsed / 200).clamp(least, most)
}

fn read_all(pipe: Option<impl std::io::Read + Send + 'static>) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut text = String::new();
        if let Some(mut pipe) = pipe {
            // What cannot be read is not looked at.
            let _ = pipe.read_to_string(&mut text);
        }
        text
    })
}

/// The least any program could take: reading the file and writing it again, safely on disk.
pub(crate) fn copy(file: &Path, times: usize) -> Result<Duration> {
    let copy = file.with_extension("copy");
    let one = || -> Result<Duration> {
        let started = Instant::now();
        let bytes = std::fs::read(file)?;
        let mut written = std::fs::File::create(&copy)?;
        written.write_all(&bytes)?;
        written.sync_all()?;
        Ok(started.elapsed())
    };
    Ok(part((0..times.max(1)).map(|_| one()).collect::<Result<Vec<_>>>()?, 50))
}

/// The time that so many percent of the times do not exceed.
pub(crate) fn part(mut times: Vec<Duration>, percent: usize) -> Duration {
    times.sort_unstable();
    let last = times.len().saturating_sub(1);
    times.get(last * percent / 100).copied().unwrap_or_default()
}
