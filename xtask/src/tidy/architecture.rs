//! `ARCHITECTURE.md` is short, and its table of crates says what the manifests say.

use super::Fault;
use std::collections::{BTreeMap, BTreeSet};
use xtask::tree::Tree;

const DOCUMENT: &str = "ARCHITECTURE.md";
const MAX_LINES: usize = 200;

/// A crate's folder, and which of our own crates it uses.
type Crates = BTreeMap<String, BTreeSet<String>>;

pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    let Some(document) = tree.text(DOCUMENT) else {
        return vec![Fault::error(DOCUMENT, "is missing")];
    };
    let mut faults = Vec::new();
    let n_lines = document.lines().count();
    if n_lines > MAX_LINES {
        faults.push(Fault::error(DOCUMENT, format!("{n_lines} lines; {MAX_LINES} is the limit")));
    }
    let (drawn, built) = (from_table(document), from_manifests(tree));
    for (name, uses) in &built {
        match drawn.get(name) {
            None => faults.push(Fault::error(DOCUMENT, format!("the table of crates lacks `{name}`"))),
            Some(said) if said != uses => faults.push(Fault::error(
                DOCUMENT,
                format!("`{name}` uses {} and the table says {}", quoted_list(uses), quoted_list(said)),
            )),
            Some(_) => {}
        }
    }
    for name in drawn.keys().filter(|name| !built.contains_key(*name)) {
        faults
            .push(Fault::error(DOCUMENT, format!("the table of crates has `{name}`, which does not exist")));
    }
    faults
}

fn quoted_list(names: &BTreeSet<String>) -> String {
    if names.is_empty() {
        return "nothing".to_owned();
    }
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// The rows that look like `| 1 | `formats` | book | …`.
fn from_table(document: &str) -> Crates {
    let mut crates = Crates::new();
    for line in document.lines() {
        let mut cells = line.split('|').map(str::trim).skip(1);
        let (Some(level), Some(name), Some(uses)) = (cells.next(), cells.next(), cells.next()) else {
            continue;
        };
        if level.is_empty() || !level.bytes().all(|byte| byte.is_ascii_digit()) {
            continue;
        }
        let uses = uses.split(',').map(|name| name.trim().trim_matches('`').to_owned());
        let uses = uses.filter(|name| !name.is_empty() && name != "–").collect();
        crates.insert(name.trim_matches('`').to_owned(), uses);
    }
    crates
}

/// The folders under `crates` by name and those under `apps` with `apps/` before, and the path dependencies between them.
fn from_manifests(tree: &Tree) -> Crates {
    let manifests: Vec<(String, toml::Table)> = tree
        .texts()
        .filter_map(|(path, text)| {
            let folder = path.strip_suffix("/Cargo.toml")?;
            let folder = folder.strip_prefix("crates/").unwrap_or(folder);
            let ours = !folder.contains('/') || folder.starts_with("apps/");
            let ours = ours && (path.starts_with("crates/") || path.starts_with("apps/"));
            Some((folder.to_owned(), text.parse().ok()?)).filter(|_| ours)
        })
        .collect();
    let by_package: BTreeMap<_, _> = manifests
        .iter()
        .filter_map(|(folder, manifest)| Some((manifest.get("package")?.get("name")?.as_str()?, folder)))
        .collect();
    manifests
        .iter()
        .map(|(folder, manifest)| {
            let dependencies = manifest.get("dependencies").and_then(toml::Value::as_table);
            let names = dependencies.into_iter().flat_map(toml::Table::keys);
            let uses = names.filter_map(|name| by_package.get(name.as_str())).map(|folder| (*folder).clone());
            (folder.clone(), uses.collect())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{DOCUMENT, check};
    use xtask::tree::{RepositoryFile, Tree};

    fn faults(table: &str) -> Vec<String> {
        let manifest =
            |name: &str, rest: &str| format!("[package]\nname = \"{name}\"\n[dependencies]\n{rest}");
        let files = [
            ("crates/book/Cargo.toml", manifest("book", "")),
            ("apps/cli/Cargo.toml", manifest("tsumugi", "book.workspace = true\nclap = \"4\"")),
            (DOCUMENT, table.to_owned()),
        ];
        let files = files
            .into_iter()
            .map(|(path, text)| RepositoryFile { path: path.to_owned(), text: Some(text) })
            .collect();
        check(&Tree { root: std::path::PathBuf::new(), files })
            .into_iter()
            .map(|fault| fault.message)
            .collect()
    }

    #[test]
    fn a_true_table_has_no_fault() {
        assert_eq!(
            faults("| 0 | `book` | – | values |\n| 1 | `apps/cli` | book | door |\n"),
            Vec::<String>::new()
        );
    }

    #[test]
    fn a_wrong_dependency_a_missing_crate_and_an_invented_one_are_found() {
        assert_eq!(
            faults("| 1 | `apps/cli` | – | door |\n| 2 | `moon` | – | shines |\n"),
            vec![
                "`apps/cli` uses `book` and the table says nothing",
                "the table of crates lacks `book`",
                "the table of crates has `moon`, which does not exist",
            ]
        );
    }
}
