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

/// One size.
#[derive(Serialize)]
pub(crate) struct GrowthRow {
    n_paragraphs: usize,
    /// Seconds and peak in megabytes for each of the steps.
    steps: Vec<(f64, f64)>,
}

/// Takes books of these numbers of chapters through every step.
pub(crate) fn rows(place: &Place<'_>, sizes: &[usize]) -> Result<Vec<GrowthRow>> {
    sizes.iter().map(|n_chapters| row(place, *n_chapters)).collect()
}

fn row(place: &Place<'_>, n_chapters: usize) -> Result<GrowthRow> {
    let n_paragraphs = n_chapters * PARAGRAPHS_PER_CHAPTER;
    process::tell(&format!("a book of {n_paragraphs} paragraphs"));
    let folder = place.folder.join(format!("growth-{n_chapters}"));
    std::fs::create_dir_all(&folder)?;
    let file = folder.join("book.txt").to_string_lossy().into_owned();
    std::fs::write(&file, long_book::file(Language::Japanese, "txt", n_chapters)?)?;
    let out = folder.join("out.txt").to_string_lossy().into_owned();
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
    Ok(GrowthRow { n_paragraphs, steps: steps.iter().map(figures).collect() })
}

fn figures(step: &Measurement) -> (f64, f64) {
    let peak = step.peak_memory_kb.and_then(|kb| u32::try_from(kb / 1024).ok());
    (step.wall.as_secs_f64(), peak.map_or(0.0, f64::from))
}

/// One line for each step, one column for each size.
pub(crate) fn table(rows: &[GrowthRow]) -> String {
    let mut out = format!("{:<20}", "paragraphs");
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
