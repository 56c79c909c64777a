//! `cargo xtask bench`: what a person waits for and pays, measured with the real program and very long books.

pub(crate) mod reference;
pub(crate) mod stand;

mod long_book;
mod measure;
mod micro;
mod model;
mod page;
mod report;
mod runs;

use crate::{process, tree};
use anyhow::{Context as _, Result};
use clap::Args;
use long_book::Language;
use measure::{Measurement, Program};
use report::{Report, Row};
use runs::{Case, Place};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// What `cargo xtask bench` can be told.
#[derive(Args)]
pub(crate) struct Options {
    /// Give the figures as JSON.
    #[arg(long)]
    json: bool,
    /// Only the short books: less than two minutes.
    #[arg(long)]
    quick: bool,
    /// Only the hot paths, counted in instructions, which are the same on a busy machine; needs valgrind.
    #[arg(long)]
    micro: bool,
    /// How many chapters of a hundred paragraphs the long books have.
    #[arg(long, default_value_t = 500)]
    chapters: usize,
    /// How often a quick command is repeated; the middle of the times is shown.
    #[arg(long, default_value_t = 7)]
    repeats: usize,
    /// Measure this program instead of building one.
    #[arg(long)]
    program: Option<PathBuf>,
}

/// So many chapters of a hundred paragraphs the short books have.
const SHORT: usize = 20;

/// Measures everyday commands and whole runs.
pub(crate) fn run(options: &Options) -> Result<()> {
    if options.micro {
        return micro::run(options.json);
    }
    if cfg!(debug_assertions) {
        return run_optimised();
    }
    let binary = match &options.program {
        Some(program) => program.clone(),
        None => build("tsumugi")?,
    };
    let folder = tempfile::tempdir().context("no temporary folder can be made")?;
    let n_chapters = if options.quick { SHORT } else { options.chapters };
    let mut rows = Vec::new();
    for ending in ["txt", "epub"] {
        let bytes = long_book::file(Language::Japanese, ending, n_chapters)?;
        process::tell(&format!("measuring {ending} ({} MB)", bytes.len() / 1_000_000));
        let file = folder.path().join(format!("long.{ending}"));
        std::fs::write(&file, bytes)?;
        rows.extend(one_format(&binary, &file, ending, n_chapters, options)?);
    }
    let place = Place { binary: &binary, folder: folder.path(), repeats: options.repeats };
    let runs = cases(options).iter().map(|case| runs::run(case, &place)).collect::<Result<Vec<_>>>()?;
    let n_paragraphs = n_chapters * long_book::PARAGRAPHS_PER_CHAPTER;
    let size = u32::try_from(std::fs::metadata(&binary)?.len() / 1024).unwrap_or(u32::MAX);
    let binary_mb = f64::from(size) / 1024.0;
    let report = Report { n_paragraphs, n_chapters, binary_mb, rows, runs };
    process::print(&if options.json { report.json()? } else { report.table() })
}

/// The same in a build that is as fast as the one measured: the server and the reference client run in here.
fn run_optimised() -> Result<()> {
    let itself = build("xtask")?;
    process::run(Command::new(itself).args(std::env::args_os().skip(1)))
}

/// Two sizes, two languages, two formats, with and without latency.
fn cases(options: &Options) -> Vec<Case> {
    let case = |n_chapters, language, ending, milliseconds| Case {
        n_chapters,
        language,
        ending,
        latency: Duration::from_millis(milliseconds),
    };
    let mut cases = vec![
        case(SHORT, Language::Japanese, "epub", 0),
        case(SHORT, Language::Japanese, "epub", 200),
        case(SHORT, Language::English, "txt", 0),
    ];
    if !options.quick {
        cases.push(case(options.chapters, Language::Japanese, "epub", 0));
        cases.push(case(options.chapters, Language::Japanese, "epub", 200));
        cases.push(case(options.chapters, Language::English, "txt", 0));
    }
    cases
}

fn build(package: &str) -> Result<PathBuf> {
    let root = tree::root();
    process::run(
        Command::new("cargo").args(["build", "--release", "--package", package]).current_dir(&root),
    )?;
    Ok(root.join("target/release").join(package))
}

fn one_format(
    binary: &Path,
    file: &Path,
    ending: &str,
    n_chapters: usize,
    options: &Options,
) -> Result<Vec<Row>> {
    let reference = measure::copy(file, options.repeats)?;
    let program = Program::new(binary, &file.with_extension(format!("{ending}.tsumugi")));
    let imported = program.run(&["import", &file.to_string_lossy()])?;
    let book = program.first_book()?;
    let chapter = (n_chapters / 2).max(1).to_string();
    let exported = file.with_extension(format!("out.{ending}"));
    let exported_name = exported.to_string_lossy().into_owned();
    let paragraph =
        serde_json::json!({ "paragraph_id": program.first_paragraph(&book, &chapter)? }).to_string();
    let quick = |arguments: &[&str]| program.repeat(arguments, options.repeats);
    let [library, outline, screen] = page::answers(&program, &book, options.repeats)?;
    let row = |what: &str, figures: Measurement| Row::new(ending, what, &figures, reference);
    Ok(vec![
        Row::reference(ending, reference),
        row("start the program", quick(&["--version"])?),
        row("--help", quick(&["--help"])?),
        row("import", imported),
        row("books", quick(&["books", "--json"])?),
        row("show a chapter", quick(&["show", &book, "--chapter", &chapter, "--json"])?),
        row("a paragraph by its id", quick(&["tool", "get_paragraph_info", &paragraph, "--book", &book])?),
        row("its neighbours", quick(&["tool", "get_next_paragraphs", &paragraph, "--book", &book])?),
        row("search, rare", quick(&["search", &book, long_book::RARE_WORD])?),
        row("search, common", quick(&["search", &book, long_book::COMMON_WORD])?),
        row("page: the library", library),
        row("page: the book", outline),
        row("page: a screen of a chapter", screen),
        row("export", program.run(&["export", &book, "-o", &exported_name])?),
        row("verify", program.run(&["verify", &exported_name])?),
    ])
}
