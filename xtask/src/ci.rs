//! `cargo xtask ci`: everything a change has to pass, the quick steps first and the tests last.

use crate::{corpora, page, tidy};
use anyhow::{Result, bail};
use std::process::Command;
use std::time::Instant;
use xtask::{process, tree};

/// Runs every step; the last line said is the closing line of the test runner.
pub(crate) fn run() -> Result<()> {
    step("formatting", || process::run(&mut cargo(&["fmt", "--all", "--check"])))?;
    step("formatting of fuzz", || {
        process::run(&mut cargo(&["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"]))
    })?;
    step("tidy", tidy::run)?;
    // The program takes the page's files in, so they are there before it is built.
    page::check()?;
    let runner = Runner::installed();
    step("programs of the tests", || process::run(runner.command().arg("--no-run")))?;
    // A browser and the tests wait much of their time; the compiler takes what they leave, and only that.
    // Whatever fails, the others are run to their end: all that is wrong is told at once.
    let (browsed, tested, linted) = std::thread::scope(|scope| {
        let linted = scope.spawn(lints_and_documentation);
        (page::browse(), tests(runner), linted.join())
    });
    browsed?;
    let closing = tested?;
    match linted {
        Ok(linted) => linted?,
        Err(panic) => std::panic::resume_unwind(panic),
    }
    process::tell(&closing);
    Ok(())
}

/// Says what the compiler says only if it complains: the tests are told at the same time.
fn lints_and_documentation() -> Result<()> {
    process::run_aside(&mut cargo_aside(&[
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]))?;
    let mut documentation = cargo_aside(&["doc", "--workspace", "--no-deps", "--quiet"]);
    process::run_aside(documentation.env("RUSTDOCFLAGS", "-D warnings"))?;
    process::tell("   lints and documentation: no complaint");
    Ok(())
}

/// What runs the tests. Examples are linted, not linked: nobody runs them here.
#[derive(Clone, Copy, PartialEq)]
enum Runner {
    Nextest,
    CargoTest,
}

impl Runner {
    fn installed() -> Self {
        if process::is_installed("cargo", &["nextest", "--version"]) {
            Self::Nextest
        } else {
            Self::CargoTest
        }
    }

    fn command(self) -> Command {
        match self {
            Self::Nextest => cargo(&["nextest", "run", "--workspace", "--tests", "--cargo-quiet"]),
            Self::CargoTest => cargo(&["test", "--workspace", "--tests", "--quiet"]),
        }
    }
}

/// So many tests run at once for each core: half of their time they wait for a process, a clock or a disk.
const TESTS_PER_CORE: usize = 2;

/// Runs them all, and returns the closing line of the runner.
fn tests(runner: Runner) -> Result<String> {
    process::tell("== tests");
    let corpora = corpora::Stamp::read();
    let mut command = runner.command();
    command.arg("--no-fail-fast");
    if runner == Runner::Nextest {
        let n_cores = std::thread::available_parallelism().map_or(1, usize::from);
        command.args(["--status-level", "slow", "--test-threads"]);
        command.arg((n_cores * TESTS_PER_CORE).to_string());
        if corpora.has_passed() {
            process::tell("the checks were measured on their corpora before and have not changed since");
            command.args(["--filterset", corpora::WITHOUT]);
        }
    }
    let (said, passed) = process::run_listening(&mut command)?;
    let closing = match runner {
        Runner::Nextest => nextest_closing(&said),
        Runner::CargoTest => cargo_test_closing(&said),
    };
    match (passed, closing) {
        (true, Some(closing)) => {
            corpora.keep();
            Ok(closing)
        }
        (true, None) => bail!("the test runner said nothing about tests"),
        (false, closing) => bail!("tests failed\n{}", closing.unwrap_or_default()),
    }
}

fn cargo(arguments: &[&str]) -> Command {
    let mut command = process::cargo();
    command.args(arguments).current_dir(tree::root());
    command
}

fn cargo_aside(arguments: &[&str]) -> Command {
    let mut command = process::cargo_aside();
    command.args(arguments).current_dir(tree::root());
    command
}

/// Names a step, runs it, and says what it took.
pub(crate) fn step(name: &str, work: impl FnOnce() -> Result<()>) -> Result<()> {
    process::tell(&format!("== {name}"));
    let (begun, cpu) = (Instant::now(), process::cpu_seconds_of_children());
    work()?;
    let wall = begun.elapsed().as_secs_f64();
    let cpu = process::cpu_seconds_of_children().zip(cpu).map(|(now, before)| now - before);
    let cpu = cpu.map(|cpu| format!(", {cpu:.0} s of processor time")).unwrap_or_default();
    process::tell(&format!("   {name}: {wall:.0} s{cpu}"));
    Ok(())
}

/// The line in which `cargo nextest` sums up.
fn nextest_closing(said: &str) -> Option<String> {
    said.lines().rfind(|line| line.trim_start().starts_with("Summary [")).map(|line| line.trim().to_owned())
}

/// `cargo test` sums up once for every program it runs; this adds the sums, in its own words.
fn cargo_test_closing(said: &str) -> Option<String> {
    let mut sums = [0_u64; 3];
    let mut ok = true;
    let mut any = false;
    for line in said.lines().filter_map(|line| line.strip_prefix("test result: ")) {
        any = true;
        ok &= line.starts_with("ok.");
        for (sum, word) in sums.iter_mut().zip(["passed", "failed", "ignored"]) {
            *sum += number_before(line, word);
        }
    }
    let [passed, failed, ignored] = sums;
    let verdict = if ok { "ok" } else { "FAILED" };
    any.then(|| format!("test result: {verdict}. {passed} passed; {failed} failed; {ignored} ignored"))
}

fn number_before(line: &str, word: &str) -> u64 {
    let before = line.split(word).next().unwrap_or_default();
    before.split_whitespace().next_back().and_then(|number| number.parse().ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{cargo_test_closing, nextest_closing};

    #[test]
    fn the_closing_line_of_nextest_is_found_among_others() {
        let said = "   Compiling x\n     Summary [   1.204s] 12 tests run: 12 passed, 0 skipped\nerror: test run failed\n";
        assert_eq!(
            nextest_closing(said).as_deref(),
            Some("Summary [   1.204s] 12 tests run: 12 passed, 0 skipped")
        );
    }

    #[test]
    fn the_sums_of_several_test_programs_are_added() {
        let said = "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.1s\n\
                    test result: FAILED. 4 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.1s\n";
        assert_eq!(
            cargo_test_closing(said).as_deref(),
            Some("test result: FAILED. 7 passed; 2 failed; 1 ignored")
        );
        assert_eq!(cargo_test_closing("nothing"), None);
    }
}
