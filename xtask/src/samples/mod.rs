//! `cargo xtask samples`: the two stories in `samples`, written as text and as EPUB from one source each.

mod aozora;
mod epub;
mod inline;
mod plain;
mod story;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use std::path::Path;
use story::{Language, Story};
use xtask::{process, tree};

/// What `cargo xtask samples` can be told.
#[derive(Args)]
pub(crate) struct Options {
    /// Write nothing; fail if a file in `samples` is not what its source gives.
    #[arg(long)]
    check: bool,
}

/// Writes every sample, or compares it.
pub(crate) fn run(options: &Options) -> Result<()> {
    let stale = write_or_compare(options.check)?;
    if stale.is_empty() {
        return Ok(());
    }
    bail!("not what the source gives: {}\nhint: run `cargo xtask samples`", stale.join(", "))
}

/// The samples that differ from what their sources give.
pub(crate) fn stale() -> Result<Vec<String>> {
    write_or_compare(true)
}

fn write_or_compare(only_compare: bool) -> Result<Vec<String>> {
    let folder = tree::root().join("samples");
    let mut sources: Vec<_> = std::fs::read_dir(folder.join("source"))
        .context("the folder `samples/source` cannot be read")?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "story"))
        .collect();
    sources.sort();
    let mut stale = Vec::new();
    for source in sources {
        let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let story = Story::read(&std::fs::read_to_string(&source)?).with_context(|| name.clone())?;
        let text = match story.language {
            Language::Japanese => aozora::write(&story),
            Language::English => plain::write(&story),
        };
        let book = epub::write(&story)?;
        for (ending, bytes) in [("txt", text.into_bytes()), ("epub", book)] {
            let file_name = format!("{name}.{ending}");
            if !settle(&folder.join(&file_name), &bytes, only_compare)? {
                stale.push(format!("samples/{file_name}"));
            }
        }
    }
    Ok(stale)
}

/// Makes the file what it should be; whether it is so afterwards.
fn settle(path: &Path, bytes: &[u8], only_compare: bool) -> Result<bool> {
    if std::fs::read(path).is_ok_and(|present| present == bytes) {
        return Ok(true);
    }
    if only_compare {
        return Ok(false);
    }
    std::fs::write(path, bytes).with_context(|| format!("`{}` cannot be written", path.display()))?;
    process::print_note(&format!("written: {} ({} bytes)", path.display(), bytes.len()));
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::stale;

    #[test]
    fn the_samples_are_what_their_sources_give() {
        assert_eq!(stale().unwrap(), Vec::<String>::new());
    }
}
