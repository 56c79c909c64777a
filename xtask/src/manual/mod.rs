//! `cargo xtask docs`: the manual as a book with search, in both languages. `docs` and `docs/zh` are made into pages by
//! mdBook; every link in them is tried, every page is reached from the first, and a word of each language is searched for.

mod links;

use anyhow::{Context as _, Result, bail};
use std::path::Path;
use std::process::Command;
use xtask::{process, tree};

/// The English book holds the Chinese one, so it is made first: making a book empties its folder.
const BOOKS: [&str; 2] = ["docs", "docs/zh"];

/// Where a word is searched for, and a page that must be among the results.
const SEARCHES: [(&str, &str, &str); 2] = [
    ("getting-started.html", "glossary", "knowledge.html"),
    ("zh/getting-started.html", "语表", "knowledge.html"),
];

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
    let report = links::check(&built)?;
    if !report.faults.is_empty() {
        bail!("the manual is not whole:\n{}", report.faults.join("\n"));
    }
    search(&built)?;
    process::print_note(&format!(
        "{} pages, {} links; begin with {}",
        report.n_pages,
        report.n_links,
        built.join("index.html").display()
    ));
    Ok(())
}

/// Searches the manual in a browser, where there is one.
fn search(built: &Path) -> Result<()> {
    let Some(chromium) = crate::page::chromium() else {
        process::print_note("skipped: the search of the manual is not tried, for `chromium` is missing");
        return Ok(());
    };
    for (page, word, wanted) in SEARCHES {
        let address = format!("file://{}?search={word}", built.join(page).display());
        let output = Command::new(chromium)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--virtual-time-budget=10000",
                "--dump-dom",
            ])
            .arg(&address)
            .output()
            .context("the browser cannot be started")?;
        let shown = String::from_utf8_lossy(&output.stdout);
        let results = shown.split("id=\"mdbook-searchresults\"").nth(1).unwrap_or_default();
        let results = results.split("</ul>").next().unwrap_or_default();
        if !results.contains(wanted) {
            bail!("the search for `{word}` in `{page}` does not find `{wanted}`");
        }
    }
    Ok(())
}
