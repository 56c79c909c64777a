//! `cargo xtask recall`: what the checks find of the faults real engines made, class by class.

use mutation::real_faults;
use std::io::{self, Write};

/// Prints the table of `docs/checks.md`; with `--wrong` also the pairs that were missed or flagged wrongly.
fn main() -> io::Result<()> {
    let recall = real_faults::measure();
    let mut out = io::stdout().lock();
    write!(out, "{recall}")?;
    if std::env::args().any(|argument| argument == "--wrong") {
        for one in &recall.wrong {
            writeln!(out, "{one}")?;
        }
    }
    Ok(())
}
