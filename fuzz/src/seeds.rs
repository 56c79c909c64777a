//! Whole files to start from: small hand-made ones in `fuzz/seeds`, and the samples.

use std::path::{Path, PathBuf};

/// The seeds of a target, always in the same order.
pub fn of(target: &str) -> Result<Vec<Vec<u8>>, String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = files_in(&here.join("seeds").join(target))?;
    let sample = match target {
        "epub" => "../samples/ito-no-machi.epub",
        "docx" => "../crates/formats/tests/files/ferry.docx",
        "odt" => "../crates/formats/tests/files/lamp.odt",
        "pdf" => "../crates/formats/tests/files/pdf/restricted.pdf",
        "aozora" => "../samples/ito-no-machi.txt",
        _ => "../samples/the-lamplighters-ledger.txt",
    };
    paths.push(here.join(sample));
    paths
        .iter()
        .map(|path| std::fs::read(path).map_err(|error| format!("`{}`: {error}", path.display())))
        .collect()
}

fn files_in(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("`{}`: {error}", folder.display()))?;
    let mut paths: Vec<_> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.sort();
    Ok(paths)
}
