//! `cargo xtask bench --micro`: what each hot path costs in instructions. A busy machine changes times, not these.

use crate::long_book::{self, Language};
use anyhow::{Context as _, Result, ensure};
use serde::Serialize;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use xtask::{process, tree};

/// Chapters of a hundred paragraphs in the book they work on: valgrind is fifty times slower than the machine.
const N_CHAPTERS: usize = 2;
/// Turns of the longer run; the shorter one only prepares.
const TURNS: u64 = 2;

/// One path.
#[derive(Serialize)]
struct CountedPath {
    path: String,
    instructions: u64,
    per_unit: u64,
    unit: &'static str,
}

/// Counts every path.
pub(crate) fn run(as_json: bool) -> Result<()> {
    ensure!(process::is_installed("valgrind", &["--version"]), "valgrind is missing: `apt install valgrind`");
    let program = build()?;
    let folder = tempfile::tempdir().context("no temporary folder can be made")?;
    let [epub, text] = ["epub", "txt"].map(|ending| folder.path().join("book").with_extension(ending));
    std::fs::write(&epub, long_book::file(Language::Japanese, "epub", N_CHAPTERS)?)?;
    std::fs::write(&text, long_book::file(Language::Japanese, "txt", N_CHAPTERS)?)?;
    let names =
        Command::new(&program).output().with_context(|| format!("{} does not run", program.display()))?;
    let mut counted = Vec::new();
    for name in String::from_utf8(names.stdout)?.lines() {
        process::print_note(&format!("counting {name}"));
        let count = |turns: u64| instructions(&program, name, turns, &epub, &text);
        let instructions = count(TURNS)?.saturating_sub(count(0)?) / TURNS;
        let (n_units, unit) = unit(name);
        counted.push(CountedPath {
            path: name.to_owned(),
            instructions,
            per_unit: instructions / n_units,
            unit,
        });
    }
    let shown = if as_json { serde_json::to_string_pretty(&counted)? } else { table(&counted) };
    process::print(&shown)
}

fn build() -> Result<std::path::PathBuf> {
    let root = tree::root();
    let arguments = ["build", "--release", "--package", "bench", "--example", "hot_paths"];
    process::run(process::cargo().args(arguments).current_dir(&root))?;
    Ok(root.join("target/release/examples/hot_paths"))
}

/// What one turn of a path consists of.
fn unit(path: &str) -> (u64, &'static str) {
    let n_paragraphs = u64::try_from(N_CHAPTERS * long_book::PARAGRAPHS_PER_CHAPTER).unwrap_or(1);
    match path {
        "render-prompt" | "search" => (1, "turn"),
        "parse-sse" | "receive-reply" => (1000, "piece"),
        "commit-batch" => (50, "paragraph"),
        _ => (n_paragraphs, "paragraph"),
    }
}

/// The instructions of one run, as valgrind tells them at its end.
fn instructions(program: &Path, name: &str, turns: u64, epub: &Path, text: &Path) -> Result<u64> {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(program);
    let output = command.arg(name).arg(turns.to_string()).arg(epub).arg(text).output()?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    ensure!(output.status.success(), "`{name}` failed: {}", said.trim());
    let told = said.lines().find_map(|line| line.split_once("Collected :"));
    told.and_then(|(_, number)| number.trim().parse().ok()).context("valgrind told no number of instructions")
}

fn table(counted: &[CountedPath]) -> String {
    let mut out = format!("{:<20} {:>16} {:>14}\n", "hot path", "instructions", "per");
    for one in counted {
        let per = format!("{} / {}", one.per_unit, one.unit);
        let _ = writeln!(out, "{:<20} {:>16} {per:>24}", one.path, one.instructions);
    }
    out
}
