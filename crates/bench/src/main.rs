//! `cargo xtask bench`: what a person waits for and pays, measured with the real program and very long books.

mod commits;
mod comparison;
mod database;
mod growth;
mod long_book;
mod measure;
mod micro;
mod model;
mod page;
mod parts;
mod reads;
mod reference;
mod report;
mod runs;
mod team;

use anyhow::{Context as _, Result};
use clap::{Args, Parser, Subcommand};
use database::Size;
use llm::Delivery;
use long_book::Language;
use measure::{Measurement, Program};
use report::{Report, Row};
use runs::{Case, Place};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use xtask::{process, tree};

/// Measures the real program with books of 2,000 and 50,000 paragraphs.
#[derive(Parser)]
#[command(name = "cargo xtask bench", args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    part: Option<Part>,
    #[command(flatten)]
    options: Options,
}

/// A part of the bench by itself.
#[derive(Subcommand)]
enum Part {
    /// The reference client, which the bench runs by itself.
    Reference(reference::Options),
    /// The model server alone, for a profiler beside it.
    Serve(parts::Serve),
    /// One of the books, as a file.
    Book(parts::Book),
}

#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
struct Options {
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
    /// Measure workers at a database instead: books of 500 paragraphs, translated by one, two and four of them.
    #[arg(long, value_name = "DATABASE", value_parser = ["postgres"])]
    database: Option<String>,
    /// How many books the database has.
    #[arg(long, default_value_t = 100, requires = "database")]
    books: usize,
    /// How many workers at once, one measurement for each number.
    #[arg(long, default_values_t = [1, 2, 4], value_delimiter = ',', requires = "database")]
    workers: Vec<usize>,
    /// Measure this program instead of building one.
    #[arg(long)]
    program: Option<PathBuf>,
    /// Only what the page asks for, alone and with sixteen readers beside a run.
    #[arg(long)]
    reads: bool,
    /// Only a team at one server: 200 people who read, 20 who edit, and four rehearsals.
    #[arg(long)]
    team: bool,
    /// Only books of 10,000, 100,000 and a million paragraphs: what each step takes, and its memory.
    #[arg(long)]
    growth: bool,
    /// Compare with the program of another commit, or with this program file: both run in turn, so that noise meets both.
    #[arg(long, value_name = "REVISION")]
    against: Option<String>,
    /// How often each book is run by each of the two programs.
    #[arg(long, default_value_t = 3, requires = "against")]
    rounds: usize,
}

/// So many chapters of a hundred paragraphs the short books have.
const SHORT: usize = 20;
/// So many chapters have the books that show what grows.
const GROWING: [usize; 3] = [100, 1_000, 10_000];

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    process::exit_code(match &arguments.part {
        None => run(&arguments.options),
        Some(Part::Reference(options)) => reference::run(options),
        Some(Part::Serve(options)) => parts::serve(options),
        Some(Part::Book(options)) => parts::book(options),
    })
}

/// Measures everyday commands and whole runs.
fn run(options: &Options) -> Result<()> {
    if options.micro {
        return micro::run(options.json);
    }
    let binary = match &options.program {
        Some(program) => std::path::absolute(program)?,
        None => build()?,
    };
    let folder = tempfile::tempdir().context("no temporary folder can be made")?;
    if options.database.is_some() {
        let size = Size { books: options.books, chapters: 5, workers: options.workers.clone() };
        return database::run(&binary, folder.path(), &size, options.json);
    }
    let n_chapters = if options.quick { SHORT } else { options.chapters };
    let place = Place { binary: &binary, folder: folder.path(), repeats: options.repeats };
    if let Some(other) = &options.against {
        let other = comparison::program(other)?;
        let table = comparison::table(&comparison::cases(options), &place, &other, options.rounds)?;
        return process::print(&table);
    }
    if options.growth {
        let rows = growth::rows(&place, &GROWING)?;
        return process::print(&if options.json {
            serde_json::to_string_pretty(&rows)?
        } else {
            growth::table(&rows)
        });
    }
    if options.team {
        let row = team::row(&place, n_chapters)?;
        return process::print(&if options.json {
            serde_json::to_string_pretty(&row)?
        } else {
            team::table(&row)
        });
    }
    let reads = reads::rows(&place, n_chapters)?;
    if options.reads {
        return process::print(&report::reads_table(&reads));
    }
    let mut rows = Vec::new();
    for ending in ["txt", "epub"] {
        let bytes = long_book::file(Language::Japanese, ending, n_chapters)?;
        process::print_note(&format!("measuring {ending} ({} MB)", bytes.len() / 1_000_000));
        let file = folder.path().join(format!("long.{ending}"));
        std::fs::write(&file, bytes)?;
        rows.extend(one_format(&binary, &file, ending, n_chapters, options)?);
    }
    let runs = cases(options).iter().map(|case| runs::run(case, &place)).collect::<Result<Vec<_>>>()?;
    let n_paragraphs = n_chapters * long_book::PARAGRAPHS_PER_CHAPTER;
    let size = u32::try_from(std::fs::metadata(&binary)?.len() / 1024).unwrap_or(u32::MAX);
    let binary_mb = f64::from(size) / 1024.0;
    let report = Report { n_paragraphs, n_chapters, binary_mb, rows, runs, reads };
    process::print(&if options.json { report.json()? } else { report.table() })
}

/// Two sizes, two languages, two formats, with and without latency; and the other forms of delivery with the short books.
fn cases(options: &Options) -> Vec<Case> {
    let case = |n_chapters, language, ending, milliseconds| Case {
        n_chapters,
        language,
        ending,
        latency: Duration::from_millis(milliseconds),
        delivery: Delivery::Tools,
        in_batches: None,
    };
    let in_form = |language, ending, delivery| Case { delivery, ..case(SHORT, language, ending, 0) };
    let mut cases = vec![
        case(SHORT, Language::Japanese, "epub", 0),
        case(SHORT, Language::Japanese, "epub", 200),
        case(SHORT, Language::English, "txt", 0),
        in_form(Language::Japanese, "epub", Delivery::Structured),
        in_form(Language::Japanese, "epub", Delivery::Lines),
        in_form(Language::English, "txt", Delivery::Lines),
        Case { in_batches: Some(10), ..case(SHORT, Language::Japanese, "epub", 0) },
    ];
    if !options.quick {
        cases.push(case(options.chapters, Language::Japanese, "epub", 0));
        cases.push(case(options.chapters, Language::Japanese, "epub", 200));
        cases.push(case(options.chapters, Language::English, "txt", 0));
    }
    cases
}

fn build() -> Result<PathBuf> {
    let root = tree::root();
    let arguments = ["build", "--release", "--package", "tsumugi"];
    process::run(process::cargo().args(arguments).current_dir(&root))?;
    Ok(root.join("target/release/tsumugi"))
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
