//! `cargo xtask snapshots`: the one way to look at snapshots that changed and to accept them.

use anyhow::Result;
use xtask::process;

/// Opens the review where the tool for it is installed, and otherwise says how to go on without.
pub(crate) fn run() -> Result<()> {
    if process::is_installed("cargo", &["insta", "--version"]) {
        return process::run(process::cargo().args(["insta", "review"]).current_dir(xtask::tree::root()));
    }
    process::print_note(
        "`cargo insta` is not installed; two ways to go on:\n\
         1. cargo install cargo-insta --locked, then again: cargo xtask snapshots\n\
         2. INSTA_UPDATE=always cargo test -p <crate>, then read the change with: git diff -- '*.snap'\n\
         A changed snapshot is a change people or models see: say why in the commit.",
    );
    Ok(())
}
