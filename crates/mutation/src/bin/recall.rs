//! `cargo xtask recall`: what the checks find in judged pairs, class by class, in the tuning part and in the held-out one.

use mutation::judged::Comparison;
use std::io::{self, Write};

/// Prints the table of `docs/checks.md`; with `--wrong` also the pairs of the tuning part that were missed or flagged
/// wrongly. Those of the held-out part are not shown: nobody is to make rules from them.
fn main() -> io::Result<()> {
    let comparison = Comparison::measure();
    let mut out = io::stdout().lock();
    write!(out, "{comparison}")?;
    if std::env::args().any(|argument| argument == "--wrong") {
        for one in &comparison.tuning.wrong {
            writeln!(out, "{one}")?;
        }
    }
    Ok(())
}
