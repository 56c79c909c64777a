//! `cargo xtask bench`: what a person waits for, measured with the real program and a very long book.

mod long_book;
mod measure;
mod report;

use crate::{process, tree};
use anyhow::{Context as _, Result};
use clap::Args;
use measure::{Measurement, Program};
use report::{Report, Row};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What `cargo xtask bench` can be told.
#[derive(Args)]
pub(crate) struct Options {
    /// Give the figures as JSON.
    #[arg(long)]
    json: bool,
    /// How many chapters of a hundred paragraphs the book has.
    #[arg(long, default_value_t = 500)]
    chapters: usize,
    /// How often a quick command is repeated; the middle of the times is shown.
    #[arg(long, default_value_t = 7)]
    repeats: usize,
    /// Measure this program instead of building one.
    #[arg(long)]
    program: Option<PathBuf>,
}

/// Measures each format in a library of its own.
pub(crate) fn run(options: &Options) -> Result<()> {
    let binary = match &options.program {
        Some(program) => program.clone(),
        None => build()?,
    };
    let folder = tempfile::tempdir().context("no temporary folder can be made")?;
    let mut rows = Vec::new();
    for (ending, bytes) in [
        ("txt", long_book::text(options.chapters).into_bytes()),
        ("epub", long_book::epub(options.chapters)?),
    ] {
        process::tell(&format!("measuring {ending} ({} MB)", bytes.len() / 1_000_000));
        let file = folder.path().join(format!("long.{ending}"));
        std::fs::write(&file, bytes)?;
        rows.extend(one_format(&binary, &file, ending, options)?);
    }
    let n_paragraphs = options.chapters * long_book::PARAGRAPHS_PER_CHAPTER;
    let report = Report { n_paragraphs, n_chapters: options.chapters, rows };
    process::print(&if options.json { report.json()? } else { report.table() })
}

fn build() -> Result<PathBuf> {
    let root = tree::root();
    process::run(
        Command::new("cargo").args(["build", "--release", "--package", "tsumugi"]).current_dir(&root),
    )?;
    Ok(root.join("target/release/tsumugi"))
}

fn one_format(binary: &Path, file: &Path, ending: &str, options: &Options) -> Result<Vec<Row>> {
    let reference = measure::reference(file, options.repeats)?;
    let program = Program::new(binary, &file.with_extension(format!("{ending}.tsumugi")));
    let imported = program.run(&["import", &file.to_string_lossy()])?;
    let book = program.first_book()?;
    let chapter = (options.chapters / 2).max(1).to_string();
    let exported = file.with_extension(format!("out.{ending}"));
    let exported_name = exported.to_string_lossy().into_owned();
    let paragraph =
        serde_json::json!({ "paragraph_id": program.first_paragraph(&book, &chapter)? }).to_string();
    let quick = |arguments: &[&str]| program.repeat(arguments, options.repeats);
    let row = |what: &str, figures: Measurement| Row::new(ending, what, figures, reference);
    Ok(vec![
        Row::reference(ending, reference),
        row("start the program", quick(&["--version"])?),
        row("import", imported),
        row("books", quick(&["books", "--json"])?),
        row("show a chapter", quick(&["show", &book, "--chapter", &chapter, "--json"])?),
        row("a paragraph by its id", quick(&["tool", "get_paragraph_info", &paragraph, "--book", &book])?),
        row("its neighbours", quick(&["tool", "get_next_paragraphs", &paragraph, "--book", &book])?),
        row("search, rare", quick(&["search", &book, long_book::RARE_WORD])?),
        row("search, common", quick(&["search", &book, long_book::COMMON_WORD])?),
        row("export", program.run(&["export", &book, "-o", &exported_name])?),
        row("verify", program.run(&["verify", &exported_name])?),
    ])
}
