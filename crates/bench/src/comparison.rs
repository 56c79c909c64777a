//! Two programs on the same books in turn, so that whatever else the machine does meets both.

use crate::long_book::Language;
use crate::report::RunRow;
use crate::runs::{self, Case, Place};
use crate::{Options, SHORT};
use anyhow::{Context as _, Result, ensure};
use llm::Delivery;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use xtask::{process, tree};

/// The program file, or the program of a commit: built once in a checkout of its own and kept.
pub(crate) fn program(revision: &str) -> Result<PathBuf> {
    if Path::new(revision).is_file() {
        return Ok(std::path::absolute(revision)?);
    }
    let root = tree::root();
    let arguments = ["rev-parse", "--verify", "--short=12", revision];
    let named = Command::new("git").args(arguments).current_dir(&root).output()?;
    ensure!(named.status.success(), "no commit and no file is called {revision}");
    let commit = String::from_utf8(named.stdout)?;
    let kept = root.join("target/against").join(commit.trim());
    let binary = kept.join("tsumugi");
    if !binary.is_file() {
        let checkout = kept.join("checkout");
        let target = root.join("target/against/build");
        std::fs::create_dir_all(&kept)?;
        let git = |arguments: &[&str]| process::run(Command::new("git").args(arguments).current_dir(&root));
        let place = checkout.to_string_lossy();
        git(&["worktree", "add", "--force", "--detach", &place, commit.trim()])?;
        let mut build = process::cargo();
        build.args(["build", "--release", "--package", "tsumugi"]).current_dir(&checkout);
        let built = process::run(build.env("CARGO_TARGET_DIR", &target));
        git(&["worktree", "remove", "--force", &place])?;
        built?;
        std::fs::copy(target.join("release/tsumugi"), &binary)
            .with_context(|| format!("{} cannot be kept", binary.display()))?;
    }
    Ok(binary)
}

/// The books of a comparison: short ones, and the long one where there is time.
pub(crate) fn cases(options: &Options) -> Vec<Case> {
    let case = |n_chapters, language, ending| Case {
        n_chapters,
        language,
        ending,
        latency: Duration::ZERO,
        delivery: Delivery::Tools,
        in_batches: None,
    };
    let mut cases = vec![
        case(SHORT, Language::Japanese, "epub"),
        case(SHORT, Language::English, "txt"),
        Case { in_batches: Some(10), ..case(SHORT, Language::Japanese, "epub") },
    ];
    if !options.quick {
        cases.push(case(options.chapters, Language::Japanese, "epub"));
    }
    cases
}

/// Runs every case by both programs in turn; the middle of each figure, before and after, and their ratio.
pub(crate) fn table(cases: &[Case], place: &Place<'_>, other: &Path, rounds: usize) -> Result<String> {
    let mut out = String::new();
    for case in cases {
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for round in 0..rounds.max(1) {
            let run = |binary: &Path, side: &str| -> Result<RunRow> {
                let folder = place.folder.join(format!("{side}-{round}"));
                std::fs::create_dir_all(&folder)?;
                let row = runs::run(case, &Place { binary, folder: &folder, repeats: place.repeats });
                std::fs::remove_dir_all(&folder)?;
                row
            };
            // Each goes first as often as the other.
            if round % 2 == 0 {
                before.push(run(other, "before")?);
                after.push(run(place.binary, "after")?);
            } else {
                after.push(run(place.binary, "after")?);
                before.push(run(other, "before")?);
            }
        }
        let name = after.first().map(|row| format!("{}, {}", row.book, row.delivery)).unwrap_or_default();
        let _ = writeln!(out, "{name:<36} {:>10} {:>10} {:>8}", "before", "after", "ratio");
        for (what, figure) in FIGURES {
            let [before, after] = [&before, &after].map(|rows| middle(rows.iter().map(figure).collect()));
            let ratio = after / before.max(1e-9);
            let _ = writeln!(out, "  {what:<34} {before:>10.2} {after:>10.2} {ratio:>8.3}");
        }
        out.push('\n');
    }
    Ok(out)
}

type Figure = (&'static str, fn(&RunRow) -> f64);

const FIGURES: [Figure; 10] = [
    ("wall, s", |row| row.wall_seconds),
    ("processor, s", |row| row.cpu_seconds),
    ("peak, MB", |row| row.peak_mb.unwrap_or_default()),
    ("input / source token", |row| row.input_per_source),
    ("output / source token", |row| row.output_per_source),
    ("written / paragraph, B", |row| row.written_per_paragraph.unwrap_or_default()),
    ("to first request, ms", |row| row.first_request_ms),
    ("resume, ms", |row| row.resume_ms),
    ("search p50, ms", |row| row.search_ms[0]),
    ("open a chapter p50, ms", |row| row.open_chapter_ms[0]),
];

fn middle(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::middle;

    #[test]
    fn one_odd_run_does_not_move_the_middle() {
        assert!((middle(vec![3.0, 1.0, 900.0]) - 3.0).abs() < f64::EPSILON);
    }
}
