//! `cargo xtask ci`: everything a change has to pass, the quick steps first and the tests last.

use crate::{corpora, page, tidy};
use anyhow::{Result, bail};
use clap::Args;
use serde_json::Value;
use std::process::Command;
use std::time::Instant;
use xtask::{process, tree};

/// What `cargo xtask ci` can be told.
#[derive(Args)]
pub(crate) struct Options {
    /// Install what the tests use beside Rust first, while the compiler is at work.
    #[arg(long)]
    install: bool,
}

/// Runs every step; the last line said is the closing line of the test runner.
pub(crate) fn run(options: &Options) -> Result<()> {
    step("formatting", || process::run(&mut cargo(&["fmt", "--all", "--check"])))?;
    step("tidy", tidy::run)?;
    let runner = Runner::installed();
    // Installing waits for the network and the disk, a browser for much of its time; the compiler takes what they leave, and only
    // that. The tests have the machine for themselves: many of them kill, freeze and cut off processes. Whatever fails, the
    // others are run to their end: all that is wrong is told at once.
    let (tell, told) = std::sync::mpsc::channel();
    let (tried, built) = run_in_parallel(
        move || {
            install(options);
            let checked = page::check();
            // Without the program nobody tells.
            let browsed = told.recv().map_or(Ok(()), |()| page::browse());
            checked.and(browsed)
        },
        || {
            let when_program = move || {
                // The page may have been given up.
                let _ = tell.send(());
            };
            programs(runner, when_program).map(|()| documentation())
        },
    );
    let documented = built?;
    let tested = tests(runner);
    documented?;
    tried?;
    let closing = tested?;
    process::print_note(&closing);
    Ok(())
}

/// Does one thing on a thread of its own beside another.
fn run_in_parallel<A: Send, B>(aside: impl FnOnce() -> A + Send, here: impl FnOnce() -> B) -> (A, B) {
    std::thread::scope(|scope| {
        let aside = scope.spawn(aside);
        let here = here();
        match aside.join() {
            Ok(aside) => (aside, here),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// No package manager, no network: the tests still run, and those that need what is missing are skipped or, in CI, fail.
fn install(options: &Options) {
    if options.install && process::run(&mut Command::new(tree::root().join("scripts/setup-tests"))).is_err() {
        process::print_note("some programs could not be installed; the tests that need them will be skipped");
    }
}

/// Builds the program, every program of the tests and the examples, with the lints on: one walk over our code instead of two, and
/// the libraries are not read a second time for the lints alone. All in one call: it leaves neither core without work.
fn programs(runner: Runner, mut when_program: impl FnMut()) -> Result<()> {
    timed("programs, and lints", || {
        let mut command = process::cargo_aside();
        command.args(["test", "--workspace", "--tests", "--examples", "--no-run", "--quiet"]);
        command.arg("--message-format=json-render-diagnostics");
        process::run_heeding(with_lints(&mut command), |line| {
            if is_program(line) {
                when_program();
            }
        })?;
        process::run_aside(runner.command().arg("--no-run"))
    })
}

/// Whether this is what cargo says of the program once it can be run.
fn is_program(line: &str) -> bool {
    let Ok(message) = serde_json::from_str::<Value>(line) else { return false };
    let is = |pointer: &str, value: Value| message.pointer(pointer) == Some(&value);
    is("/target/name", "tsumugi".into())
        && is("/target/kind/0", "bin".into())
        && is("/profile/test", false.into())
}

/// Says when a thing is done that goes on beside others, and how long it took.
fn timed(name: &str, work: impl FnOnce() -> Result<()>) -> Result<()> {
    let begun = Instant::now();
    work()?;
    process::print_note(&format!("   {name}: {:.0} s", begun.elapsed().as_secs_f64()));
    Ok(())
}

/// Says what the documentation's compiler says only if it complains: the browser is told of at the same time.
fn documentation() -> Result<()> {
    let mut command = process::cargo_aside();
    command.args(["test", "--doc", "--workspace", "--quiet"]);
    let command = with_lints(&mut command).env("RUSTDOC", tree::root().join("scripts/document"));
    timed("documentation", || process::run_aside(command))
}

/// What runs the tests.
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

/// How many tests run at once for each core: half of their time they wait for a process, a clock or a disk.
const TESTS_PER_CORE: usize = 2;

/// Runs them all, and returns the closing line of the runner.
fn tests(runner: Runner) -> Result<String> {
    process::print_note("== tests");
    let corpora = corpora::Stamp::read();
    let mut command = runner.command();
    command.arg("--no-fail-fast");
    if let Some(seed) = process::output_of("git", &["rev-parse", "HEAD"]).as_deref().and_then(fresh_seed) {
        command.env("TSUMUGI_FRESH_SEED", seed.to_string());
    }
    if runner == Runner::Nextest {
        let n_cores = std::thread::available_parallelism().map_or(1, usize::from);
        // Many tests kill, freeze and cut off real processes while others run. One that fails is tried once more and named as
        // flaky at the end; one that fails twice has failed.
        command.args(["--retries", "1", "--final-status-level", "flaky"]);
        command.args(["--status-level", "slow", "--test-threads"]);
        command.arg((n_cores * TESTS_PER_CORE).to_string());
        if corpora.has_passed() {
            process::print_note(
                "the checks were measured on their corpora before and have not changed since",
            );
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

/// The first of the simulated days that every commit has of its own: the first 32 bits of its hash. One commit always has
/// the same days, so that it passes or fails whenever it is tested.
fn fresh_seed(commit: &str) -> Option<u64> {
    u64::from_str_radix(commit.trim().get(..8)?, 16).ok()
}

fn cargo(arguments: &[&str]) -> Command {
    let mut command = process::cargo();
    with_lints(command.args(arguments));
    command
}

/// Lints what is built; a lint that complains is an error.
fn with_lints(command: &mut Command) -> &mut Command {
    // What `cargo clippy -- -D warnings -A clippy::large_futures` tells the compiler. How large a future is without
    // optimisation says nothing of the program that people use.
    let arguments = ["-D", "warnings", "-A", "clippy::large_futures"];
    let arguments = arguments.map(|argument| format!("{argument}__CLIPPY_HACKERY__")).concat();
    command
        .current_dir(tree::root())
        .env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver")
        .env("CLIPPY_ARGS", arguments)
}

/// Names a step, runs it, and says what it took.
pub(crate) fn step(name: &str, work: impl FnOnce() -> Result<()>) -> Result<()> {
    process::print_note(&format!("== {name}"));
    let (begun, cpu) = (Instant::now(), process::cpu_seconds_of_children());
    work()?;
    let wall = begun.elapsed().as_secs_f64();
    let cpu = process::cpu_seconds_of_children().zip(cpu).map(|(now, before)| now - before);
    let cpu = cpu.map(|cpu| format!(", {cpu:.0} s of processor time")).unwrap_or_default();
    process::print_note(&format!("   {name}: {wall:.0} s{cpu}"));
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
    use super::{cargo_test_closing, fresh_seed, is_program, nextest_closing};

    #[test]
    fn a_commit_always_has_the_same_simulated_days_and_another_one_has_others() {
        assert_eq!(fresh_seed("881798b9c0ffee00\n"), Some(0x8817_98b9));
        assert_eq!(fresh_seed("16e9fabec0ffee00"), Some(0x16e9_fabe));
        assert_eq!(fresh_seed("fatal: not a repository"), None);
        assert_eq!(fresh_seed(""), None);
    }

    #[test]
    fn the_browser_waits_for_the_program_and_for_nothing_else() {
        let said = |name: &str, kind: &str, is_test: bool| {
            format!(
                r#"{{"reason":"compiler-artifact","target":{{"kind":["{kind}"],"name":"{name}"}},"profile":{{"test":{is_test}}}}}"#
            )
        };
        assert!(is_program(&said("tsumugi", "bin", false)));
        assert!(!is_program(&said("tsumugi", "lib", false)));
        assert!(!is_program(&said("tsumugi", "bin", true)));
        assert!(!is_program(&said("xtask", "bin", false)));
        assert!(!is_program(r#"{"reason":"build-finished","success":true}"#));
        assert!(!is_program("warning: not a report"));
    }

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
