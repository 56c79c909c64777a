//! The manual as a book with search, in both languages: `docs` and `docs/zh` made into pages by mdBook, and every link in
//! them tried.

use anyhow::{Context as _, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;
use xtask::{process, tree};

/// The English book holds the Chinese one, so it is made first: making a book empties its folder.
const BOOKS: [&str; 2] = ["docs", "docs/zh"];

pub(crate) fn run() -> Result<()> {
    if !process::is_installed("mdbook", &["--version"]) {
        bail!("`mdbook` is missing\nhint: `cargo install mdbook --locked` installs it");
    }
    let root = tree::root();
    for book in BOOKS {
        let output = Command::new("mdbook").arg("build").arg(root.join(book)).output()?;
        let said = String::from_utf8_lossy(&output.stderr);
        // A warning is a page that does not look as it was meant.
        if !output.status.success() || said.contains("WARN") || said.contains("ERROR") {
            bail!("mdbook did not make `{book}` without a warning\n{said}");
        }
    }
    let built = root.join("target/book");
    let (n_pages, broken) = broken_links(&built)?;
    if !broken.is_empty() {
        bail!("links that lead nowhere:\n{}", broken.join("\n"));
    }
    process::tell(&format!("{n_pages} pages; begin with {}", built.join("index.html").display()));
    Ok(())
}

/// The number of pages below a folder, and the links in them to files that do not exist or to other servers' files.
fn broken_links(built: &Path) -> Result<(usize, Vec<String>)> {
    let mut broken = Vec::new();
    let pages = pages(built)?;
    for page in &pages {
        let text =
            std::fs::read_to_string(page).with_context(|| format!("cannot read `{}`", page.display()))?;
        let folder = page.parent().unwrap_or(built);
        let name = page.strip_prefix(built).unwrap_or(page).display();
        for (attribute, target) in targets(&text) {
            let is_address = target.contains("://");
            let file = target.split(['#', '?']).next().unwrap_or_default();
            if is_address && attribute == "src" {
                broken.push(format!("{name} loads {target}"));
            } else if !is_address && !file.is_empty() && !folder.join(file).exists() {
                broken.push(format!("{name} leads to {target}"));
            }
        }
    }
    Ok((pages.len(), broken))
}

fn pages(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in
            std::fs::read_dir(&folder).with_context(|| format!("cannot list `{}`", folder.display()))?
        {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "html") && !path.ends_with("404.html") {
                // The page for a wrong address has its links from the root of a server.
                found.push(path);
            }
        }
    }
    Ok(found)
}

/// What a page links to and what it loads, with the attribute that says so.
fn targets(text: &str) -> impl Iterator<Item = (&'static str, &str)> {
    ["href", "src"].into_iter().flat_map(move |attribute| {
        let mark = if attribute == "href" { " href=\"" } else { " src=\"" };
        text.split(mark).skip(1).filter_map(move |rest| Some((attribute, rest.split_once('"')?.0)))
    })
}

#[cfg(test)]
mod tests {
    use super::broken_links;

    #[test]
    fn a_link_to_nowhere_and_a_foreign_script_are_told() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("b.html"), "<p id=\"x\">b</p>").expect("written");
        let text = "<a href=\"b.html#x\">b</a><a href=\"https://example.org\">e</a>\
                    <a href=\"gone.html\">g</a><script src=\"https://example.org/s.js\"></script>";
        std::fs::write(folder.path().join("a.html"), text).expect("written");
        let (n_pages, broken) = broken_links(folder.path()).expect("read");
        assert_eq!(n_pages, 2);
        assert_eq!(broken, ["a.html leads to gone.html", "a.html loads https://example.org/s.js"]);
    }
}
