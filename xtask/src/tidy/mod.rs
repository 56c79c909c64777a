//! `cargo xtask tidy`: our rules that the compiler does not know, one rule per file.

mod architecture;
mod documents;
mod files;
mod futures;
mod lists;
mod names;
mod privileges;
mod samples;
mod untested;

use anyhow::{Result, bail};
use xtask::process;
use xtask::tree::Tree;

/// A rule: looks at the repository and says what is wrong.
type Rule = fn(&Tree) -> Vec<Fault>;

/// Every rule, in the order of their names.
const ALL: &[(&str, Rule)] = &[
    ("architecture", architecture::check),
    ("documents", documents::check),
    ("files", files::check),
    ("futures", futures::check),
    ("lists", lists::check),
    ("names", names::check),
    ("privileges", privileges::check),
    ("samples", samples::check),
    ("untested", untested::check),
];

/// Something that is not as it should be.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The file it is about.
    path: String,
    /// What is wrong and what to do.
    message: String,
    /// Whether it can wait.
    severity: Severity,
}

/// How bad a fault is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Severity {
    Warning,
    Error,
}

impl Fault {
    fn error(path: &str, message: impl Into<String>) -> Self {
        Self { path: path.to_owned(), message: message.into(), severity: Severity::Error }
    }

    fn warning(path: &str, message: impl Into<String>) -> Self {
        Self { path: path.to_owned(), message: message.into(), severity: Severity::Warning }
    }
}

/// Checks every rule and lists every fault before failing.
pub(crate) fn run() -> Result<()> {
    let tree = Tree::read()?;
    let mut n_errors = 0;
    for (name, rule) in ALL {
        for fault in rule(&tree) {
            let word = match fault.severity {
                Severity::Warning => "warning",
                Severity::Error => "error",
            };
            n_errors += usize::from(fault.severity == Severity::Error);
            process::print_note(&format!("tidy: {word}: {name}: {}: {}", fault.path, fault.message));
        }
    }
    if n_errors > 0 {
        bail!("{n_errors} things are not tidy");
    }
    process::print_note(&format!("tidy: {} files follow {} rules", tree.files.len(), ALL.len()));
    Ok(())
}
