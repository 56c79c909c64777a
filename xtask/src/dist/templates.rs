//! The files other package managers read, filled in from the sums of a release. One that cannot be filled in wholly fails
//! the release, and so does a mark that a maintainer has to fill in.

use super::VERSION;
use anyhow::{Context as _, Result, bail};
use std::path::Path;
use xtask::{process, tree};

const FILES: [&str; 4] = ["homebrew.rb", "scoop.json", "winget.yaml", "install.sh"];

/// What a maintainer replaces, and the files in which it may stand.
const MARK: &str = "FILL-IN";
const MARKED: [&str; 4] =
    ["Cargo.toml", "apps/cli/Cargo.toml", ".github/workflows/ci.yml", ".github/workflows/release.yml"];

/// Fills in every file of [`FILES`] and writes it beside the sums.
pub(super) fn fill(folder: &Path, releases: &str) -> Result<()> {
    let open = unfilled(&tree::root())?;
    if !open.is_empty() {
        bail!("no release before these are filled in:\n{}", open.join("\n"));
    }
    let path = folder.join("SHA256SUMS");
    let sums = std::fs::read_to_string(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
    for file in FILES {
        let template = std::fs::read_to_string(tree::root().join("packaging").join(file))?;
        let filled =
            filled(&template, &sums, releases).with_context(|| format!("`{file}` cannot be filled in"))?;
        std::fs::write(folder.join(file), filled)?;
        process::print_note(&format!("wrote {file}"));
    }
    Ok(())
}

/// The lines below a folder that a maintainer has not filled in yet.
fn unfilled(root: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for file in MARKED {
        let text =
            std::fs::read_to_string(root.join(file)).with_context(|| format!("cannot read `{file}`"))?;
        let marked = text.lines().zip(1..).filter(|(line, _)| line.contains(MARK));
        found.extend(marked.map(|(line, number)| format!("{file}:{number}: {}", line.trim())));
    }
    Ok(found)
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
    use super::{FILES, MARKED, VERSION, filled, unfilled};

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

    #[test]
    fn every_file_for_a_package_manager_is_filled_in_wholly_from_a_release() {
        let machines = [
            "aarch64-apple-darwin.tar.gz",
            "x86_64-apple-darwin.tar.gz",
            "x86_64-unknown-linux-gnu.tar.gz",
            "x86_64-pc-windows-msvc.zip",
        ];
        let sum = "0f".repeat(32);
        let sums: Vec<String> =
            machines.iter().map(|end| format!("{sum}  tsumugi-{VERSION}-{end}\n")).collect();
        let sums = sums.concat();
        for file in FILES {
            let template =
                std::fs::read_to_string(xtask::tree::root().join("packaging").join(file)).expect(file);
            let text = filled(&template, &sums, "https://example.org/t/releases/download").expect(file);
            let is_open = |line: &&str| {
                line.contains("@VERSION")
                    || line.contains("@RELEASES")
                    || line.contains("@SHA")
                    || line.contains("@HOME")
            };
            assert_eq!(text.lines().find(is_open), None, "{file}");
            assert!(
                file == "install.sh"
                    || text.contains(&format!("/releases/download/v{VERSION}/tsumugi-{VERSION}-")),
                "{file}"
            );
        }
    }

    #[test]
    fn a_release_fails_while_a_maintainer_has_something_to_fill_in() {
        let folder = tempfile::tempdir().expect("a folder");
        for file in MARKED {
            let path = folder.path().join(file);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            std::fs::write(path, "name = \"x\"\n").expect("written");
        }
        assert_eq!(unfilled(folder.path()).expect("read"), Vec::<String>::new());
        std::fs::write(folder.path().join("Cargo.toml"), "a = 1\n  b = \"FILL-IN\"\n").expect("written");
        assert_eq!(unfilled(folder.path()).expect("read"), ["Cargo.toml:2: b = \"FILL-IN\""]);
    }

    /// An action is pinned by a digest, which cannot be moved, or by a placeholder that fails until it is replaced by one.
    #[test]
    fn every_action_of_the_workflows_is_pinned() {
        for file in MARKED.iter().filter(|file| file.contains("workflows")) {
            let text = std::fs::read_to_string(xtask::tree::root().join(file)).expect("read");
            for line in text.lines().filter(|line| line.contains("uses:")) {
                let digest =
                    line.split_once('@').map(|(_, digest)| digest.split(' ').next().unwrap_or_default());
                let is_digest =
                    |digest: &str| digest.len() == 40 && digest.chars().all(|c| c.is_ascii_hexdigit());
                assert!(
                    digest.is_some_and(|digest| digest.starts_with("FILL-IN") || is_digest(digest)),
                    "{line}"
                );
            }
        }
    }
}
