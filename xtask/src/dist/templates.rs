//! The files other package managers read, filled in from the sums of a release. One that cannot be filled in wholly fails
//! the release.

use super::VERSION;
use anyhow::{Context as _, Result, bail};
use std::path::Path;
use xtask::{process, tree};

const FILES: [&str; 4] = ["homebrew.rb", "scoop.json", "winget.yaml", "install.sh"];

/// Fills in every file of [`FILES`] and writes it beside the sums.
pub(super) fn fill(folder: &Path, releases: &str) -> Result<()> {
    let path = folder.join("SHA256SUMS");
    let sums = std::fs::read_to_string(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
    for file in FILES {
        let template = std::fs::read_to_string(tree::root().join("packaging").join(file))?;
        let filled =
            filled(&template, &sums, releases).with_context(|| format!("`{file}` cannot be filled in"))?;
        std::fs::write(folder.join(file), filled)?;
        process::tell(&format!("wrote {file}"));
    }
    Ok(())
}

/// The template with every `@NAME@` replaced.
fn filled(template: &str, sums: &str, releases: &str) -> Result<String> {
    let releases = releases.trim_end_matches('/');
    let mut text = template
        .replace("@VERSION@", VERSION)
        .replace("@RELEASES@", releases)
        .replace("@HOMEPAGE@", releases.split("/releases").next().unwrap_or(releases));
    while let Some((before, rest)) = text.split_once("@SHA256:") {
        let (ending, after) = rest.split_once('@').context("a mark has no end")?;
        let name = format!("tsumugi-{VERSION}-{ending}");
        let sum = sums
            .lines()
            .find_map(|line| line.strip_suffix(&name).map(|sum| sum.trim_end_matches([' ', '*'])));
        match sum {
            Some(sum) if sum.len() == 64 => text = format!("{before}{sum}{after}"),
            Some(sum) => bail!("`{sum}` is not the SHA-256 sum of `{name}`"),
            None => bail!("SHA256SUMS has no line for `{name}`"),
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::{VERSION, filled};

    #[test]
    fn a_file_is_filled_in_from_the_sums_and_one_missing_sum_fails() {
        let sum = "ab".repeat(32);
        let sums = format!("{sum}  tsumugi-{VERSION}-x.tar.gz\n");
        let text = filled("@RELEASES@/@VERSION@ @SHA256:x.tar.gz@", &sums, "https://example.org/r/")
            .expect("filled");
        assert_eq!(text, format!("https://example.org/r/{VERSION} {sum}"));
        let error = filled("@SHA256:y.zip@", &sums, "https://example.org").expect_err("refused");
        assert_eq!(error.to_string(), format!("SHA256SUMS has no line for `tsumugi-{VERSION}-y.zip`"));
    }
}
