//! Books of ten thousand, a hundred thousand and a million paragraphs: what grows faster than the book is a fault.

use crate::long_book::{self, Language, PARAGRAPHS_PER_CHAPTER};
use crate::measure::{Measurement, Program};
use crate::model::ModelServer;
use crate::runs::Place;
use anyhow::Result;
use llm::Delivery;
use serde::Serialize;
use std::fmt::Write as _;
use std::time::Duration;
use xtask::process;

/// What books of that length come as.
const ENDINGS: [&str; 2] = ["epub", "txt"];

/// What every size is asked for.
const STEPS: [&str; 8] = [
    "import",
    "open a chapter",
    "plan",
    "search, first",
    "search, again",
    "translate 1 %",
    "export",
    "verify",
];

/// One size of one kind of file.
#[derive(Serialize)]
pub(crate) struct GrowthRow {
    ending: &'static str,
    n_paragraphs: usize,
    /// Seconds and peak in megabytes for each of the steps.
    steps: Vec<(f64, f64)>,
}

/// Takes books of these numbers of chapters through every step.
pub(crate) fn rows(place: &Place<'_>, sizes: &[usize]) -> Result<Vec<GrowthRow>> {
    let both = ENDINGS.iter().flat_map(|ending| sizes.iter().map(move |n_chapters| (*ending, *n_chapters)));
    both.map(|(ending, n_chapters)| row(place, ending, n_chapters)).collect()
}

fn row(place: &Place<'_>, ending: &'static str, n_chapters: usize) -> Result<GrowthRow> {
    let n_paragraphs = n_chapters * PARAGRAPHS_PER_CHAPTER;
    process::print_note(&format!("a book of {n_paragraphs} paragraphs ({ending})"));
    let folder = place.folder.join(format!("growth-{ending}-{n_chapters}"));
    std::fs::create_dir_all(&folder)?;
    let file = folder.join(format!("book.{ending}")).to_string_lossy().into_owned();
    std::fs::write(&file, long_book::file(Language::Japanese, ending, n_chapters)?)?;
    let out = folder.join(format!("out.{ending}")).to_string_lossy().into_owned();
    let program = Program::new(place.binary, &folder.join("library.tsumugi"));
    let model = ModelServer::start(Duration::ZERO, Delivery::Tools)?;
    let url = model.base_url();
    let imported = program.run(&["import", &file, "--to", "en"])?;
    let book = program.first_book()?;
    let (middle, hundredth) = ((n_chapters / 2).to_string(), format!("1-{}", (n_chapters / 100).max(1)));
    let work = ["translate", &book, "--to", "en", "--model", "m", "--base-url", &url, "--yes", "--json"];
    let run = |arguments: &[&str]| program.run(arguments);
    let steps = [
        imported,
        run(&["show", &book, "--chapter", &middle, "--json"])?,
        run(&[&work[..], &["--dry-run"]].concat())?,
        run(&["search", &book, long_book::RARE_WORD])?,
        run(&["search", &book, long_book::RARE_WORD])?,
        run(&[&work[..], &["--chapters", &hundredth]].concat())?,
        run(&["export", &book, "-o", &out])?,
        run(&["verify", &out])?,
    ];
    std::fs::remove_dir_all(&folder)?;
    Ok(GrowthRow { ending, n_paragraphs, steps: steps.iter().map(figures).collect() })
}

fn figures(step: &Measurement) -> (f64, f64) {
    let peak = step.peak_memory_kb.and_then(|kb| u32::try_from(kb / 1024).ok());
    (step.wall.as_secs_f64(), peak.map_or(0.0, f64::from))
}

/// For each kind of file one line for each step, one column for each size.
pub(crate) fn table(rows: &[GrowthRow]) -> String {
    let of = |ending: &str| rows.iter().filter(|row| row.ending == ending).collect::<Vec<_>>();
    ENDINGS.iter().map(|ending| table_of(ending, &of(ending))).collect::<Vec<_>>().join("\n")
}

fn table_of(ending: &str, rows: &[&GrowthRow]) -> String {
    let mut out = format!("{:<20}", format!("paragraphs ({ending})"));
    for row in rows {
        let _ = write!(out, " {:>22}", row.n_paragraphs);
    }
    out.push('\n');
    for (place, step) in STEPS.iter().enumerate() {
        let _ = write!(out, "{step:<20}");
        for row in rows {
            let (seconds, megabytes) = row.steps.get(place).copied().unwrap_or_default();
            let _ = write!(out, " {:>22}", format!("{seconds:.2} s, {megabytes:.0} MB"));
        }
        out.push('\n');
    }
    out
}
