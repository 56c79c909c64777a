//! The samples are what their sources give.

use super::Fault;
use xtask::tree::Tree;

pub(super) fn check(_: &Tree) -> Vec<Fault> {
    match crate::samples::stale() {
        Ok(stale) => stale
            .iter()
            .map(|path| Fault::error(path, "is not what its source gives: run `cargo xtask samples`"))
            .collect(),
        Err(error) => vec![Fault::error("samples", format!("{error:#}"))],
    }
}
