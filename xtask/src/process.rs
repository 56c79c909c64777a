//! Starting other programs, and saying things: the only printer of this crate.

use anyhow::{Context as _, Result, bail};
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::process::{Command, ExitCode, Stdio};

/// Says something to the person.
pub fn print_note(message: &str) {
    // Without standard error there is no place left to report to.
    let _ = writeln!(std::io::stderr().lock(), "{message}");
}

/// Gives out what was asked for.
pub fn print(data: &str) -> Result<()> {
    writeln!(std::io::stdout().lock(), "{data}").context("standard output is closed")
}

/// How a program of ours ends: what went wrong is said last.
pub fn exit_code(result: Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print_note(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

/// Whether a program can be started at all.
pub fn is_installed(program: &str, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// `cargo` as a person would call it. What the cargo that started us tells about our own package is taken out: build
/// scripts take it for theirs, find that it has changed, and half of the libraries would be built again.
pub fn cargo() -> Command {
    without_own_package(Command::new("cargo"))
}

/// The same at the lowest priority.
pub fn cargo_aside() -> Command {
    let mut command = without_own_package(Command::new("nice"));
    command.args(["-n", "19", "cargo"]);
    command
}

fn without_own_package(mut command: Command) -> Command {
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(tells_of_a_package) {
            command.env_remove(name);
        }
    }
    command
}

fn tells_of_a_package(variable: &str) -> bool {
    let prefixes = ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_", "CARGO_CRATE_", "CARGO_PRIMARY_"];
    prefixes.iter().any(|prefix| variable.starts_with(prefix))
}

/// Runs a program to its end and fails if it does.
pub fn run(command: &mut Command) -> Result<()> {
    let shown = show(command);
    let status = command.status().with_context(|| format!("`{shown}` cannot be started"))?;
    if status.success() { Ok(()) } else { bail!("`{shown}` failed ({status})") }
}

/// What a program says in the folder of the project; nothing if it fails or cannot be started.
pub fn output_of(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).current_dir(crate::tree::root()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs a program beside others, and passes on what it says only if it fails.
pub fn run_aside(command: &mut Command) -> Result<()> {
    let mut output = String::new();
    run_heeding(command, |line| {
        output.push_str(line);
        output.push('\n');
    })
    .inspect_err(|_| print_note(&output))
}

/// The same for a program that reports line by line: each line of its output is given to `heed` at once, and to nobody else.
pub fn run_heeding(command: &mut Command, mut heed: impl FnMut(&str)) -> Result<()> {
    let shown = show(command);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().with_context(|| format!("`{shown}` cannot be started"))?;
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let said = std::thread::scope(|scope| {
        let said = scope.spawn(|| lines(err).collect::<Vec<_>>());
        for line in lines(out) {
            heed(&line);
        }
        said.join().unwrap_or_default()
    });
    let status = child.wait().with_context(|| format!("`{shown}` was lost"))?;
    if status.success() {
        return Ok(());
    }
    print_note(&said.join("\n"));
    bail!("`{shown}` failed ({status})")
}

/// Runs a program, passes on all it says, and returns what it said with whether it succeeded.
pub fn run_listening(command: &mut Command) -> Result<(String, bool)> {
    let shown = show(command);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().with_context(|| format!("`{shown}` cannot be started"))?;
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let (from_out, from_err) = std::thread::scope(|scope| {
        let from_out = scope.spawn(|| pass_on(out));
        let from_err = pass_on(err);
        (from_out.join().unwrap_or_default(), from_err)
    });
    let status = child.wait().with_context(|| format!("`{shown}` was lost"))?;
    Ok((from_out + &from_err, status.success()))
}

fn pass_on(pipe: Option<impl Read>) -> String {
    let mut said = String::new();
    for line in lines(pipe) {
        print_note(&line);
        said.push_str(&line);
        said.push('\n');
    }
    said
}

fn lines(pipe: Option<impl Read>) -> impl Iterator<Item = String> {
    pipe.into_iter().flat_map(|pipe| BufReader::new(pipe).lines().map_while(Result::ok))
}

fn show(command: &Command) -> String {
    let arguments = command.get_args().map(|argument| argument.to_string_lossy().into_owned());
    std::iter::once(command.get_program().to_string_lossy().into_owned())
        .chain(arguments)
        .collect::<Vec<_>>()
        .join(" ")
}

/// The most memory a process ever had, as Linux counts it; `None` elsewhere, and once the process is gone.
pub fn peak_memory_kb(process: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Processor time of a process, and whether it has ended and only waits to be asked for.
pub struct CpuLook {
    /// The time used so far.
    pub seconds: f64,
    /// Whether only its end is left to be asked for.
    pub has_ended: bool,
}

/// How much processor time a process has used so far, as Linux counts it; `None` elsewhere, and once it is gone.
pub fn cpu_seconds(process: &str) -> Option<CpuLook> {
    let ticks = ticks(process)?;
    Some(CpuLook { seconds: f64::from(ticks.own) / TICKS_PER_SECOND, has_ended: ticks.has_ended })
}

/// Linux tells these times in hundredths of a second on every machine it runs on.
const TICKS_PER_SECOND: f64 = 100.0;

struct Ticks {
    own: u32,
    of_children: u32,
    has_ended: bool,
}

fn ticks(process: &str) -> Option<Ticks> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program stands in brackets and may hold anything; the fields are counted from behind it.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let sum = |indices: [usize; 2]| -> Option<u32> {
        indices.iter().map(|index| fields.get(*index)?.parse::<u32>().ok()).sum()
    };
    let has_ended = fields.first().is_some_and(|state| ["Z", "X"].contains(state));
    Some(Ticks { own: sum([11, 12])?, of_children: sum([13, 14])?, has_ended })
}

/// How much processor time the programs took that this one started and waited for, and those they started in turn; `None`
/// where the system is not Linux.
pub fn cpu_seconds_of_children() -> Option<f64> {
    let ticks = ticks("self")?;
    Some(f64::from(ticks.of_children) / TICKS_PER_SECOND)
}

/// How many bytes a process has had written to disk so far, as Linux counts them.
pub fn written_bytes(process: &str) -> Option<u64> {
    let io = std::fs::read_to_string(format!("/proc/{process}/io")).ok()?;
    io.lines().find_map(|line| line.strip_prefix("write_bytes: "))?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::tells_of_a_package;

    #[test]
    fn cargo_is_not_told_which_package_called_it() {
        for own in ["CARGO_PKG_NAME", "CARGO_MANIFEST_DIR", "CARGO_BIN_NAME", "CARGO_PRIMARY_PACKAGE"] {
            assert!(tells_of_a_package(own), "{own}");
        }
        for setting in
            ["CARGO_HOME", "CARGO_INCREMENTAL", "CARGO_TERM_COLOR", "CARGO_PROFILE_DEV_DEBUG", "PATH"]
        {
            assert!(!tells_of_a_package(setting), "{setting}");
        }
    }
}
