//! `cargo xtask recall`: what the checks find in judged pairs, class by class, and what they find in excellent prose.

use anyhow::Result;
use mutation::judged::Comparison;
use mutation::prose;
use std::io::{self, Write};
use std::path::Path;

/// Prints the tables of `docs/checks.md`; with `--wrong` also the pairs of the tuning part that were missed or flagged
/// wrongly, and all false findings in prose. Those of the held-out part are not shown: nobody is to make rules from them.
fn main() -> Result<()> {
    let is_wrong_wanted = std::env::args().any(|argument| argument == "--wrong");
    let mut out = io::stdout().lock();
    let comparison = Comparison::measure();
    write!(out, "{comparison}")?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora/prose");
    let false_findings = prose::measure(&prose::read(&folder)?)?;
    write!(out, "\n{false_findings}")?;
    if is_wrong_wanted {
        let samples = false_findings.samples.iter().map(|(_, sample)| sample);
        for one in comparison.tuning.wrong.iter().chain(samples) {
            writeln!(out, "{one}")?;
        }
    }
    Ok(())
}
