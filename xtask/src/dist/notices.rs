//! Who wrote the packages that are in the program, and under which licences: from the lock file, with the texts the packages
//! carry. Those of the page travel with its files.

use anyhow::{Context as _, Result, bail};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use xtask::{process, tree};

const HEADING: &str = "Tsumugi is made with the packages below. Each is under its own licence.\n";

/// The notices as one text: the packages of the program, then those of the page.
pub(super) fn collect() -> Result<String> {
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut list = String::new();
    for package in packages()? {
        let name = format!("{} {}", text_of(&package, "name"), text_of(&package, "version"));
        let licence = text_of(&package, "license");
        let own = texts_of(Path::new(text_of(&package, "manifest_path")))?;
        if licence.is_empty() && own.is_empty() {
            bail!("`{name}` names no licence and carries none");
        }
        writeln!(list, "{name}: {}", if licence.is_empty() { "see its text below" } else { licence })?;
        for text in own {
            texts.entry(text).or_default().insert(name.clone());
        }
    }
    let page = std::fs::read_to_string(tree::root().join("apps/server/page/licences.md"))
        .context("the page's licences are missing: `cargo xtask page` writes them")?;
    let mut all = format!("{HEADING}\n{list}");
    for (text, names) in texts {
        let names = names.into_iter().collect::<Vec<_>>().join(", ");
        write!(all, "\n{}\n{names}\n\n{}\n", "-".repeat(80), text.trim_end())?;
    }
    write!(all, "\n{}\nThe page\n\n{page}", "-".repeat(80))?;
    Ok(all)
}

/// The packages of others that the program is linked with, not those of its tests.
fn packages() -> Result<Vec<Value>> {
    let output = process::cargo()
        .args(["metadata", "--format-version", "1", "--locked", "--filter-platform", &super::target()?])
        .current_dir(tree::root())
        .output()
        .context("`cargo metadata` cannot be started")?;
    if !output.status.success() {
        bail!("`cargo metadata` failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let wanted = linked(&metadata);
    let packages = metadata.get("packages").and_then(Value::as_array).cloned().unwrap_or_default();
    let mut found: Vec<Value> = packages
        .into_iter()
        .filter(|package| {
            wanted.contains(text_of(package, "id")) && !package.get("source").is_none_or(Value::is_null)
        })
        .collect();
    found.sort_by(|one, other| text_of(one, "name").cmp(text_of(other, "name")));
    Ok(found)
}

/// The ids of the packages that `tsumugi` uses, over any number of others, without those only tests use.
fn linked(metadata: &Value) -> BTreeSet<String> {
    let nodes = metadata.pointer("/resolve/nodes").and_then(Value::as_array).cloned().unwrap_or_default();
    let by_id: BTreeMap<&str, &Value> = nodes.iter().map(|node| (text_of(node, "id"), node)).collect();
    let mut found = BTreeSet::new();
    let mut waiting: Vec<&str> =
        by_id.keys().copied().filter(|id| id.contains("apps/cli#") || id.contains("/tsumugi#")).collect();
    while let Some(id) = waiting.pop() {
        if !found.insert(id.to_owned()) {
            continue;
        }
        let dependencies = by_id.get(id).and_then(|node| node.get("deps")?.as_array());
        for dependency in dependencies.into_iter().flatten() {
            let kinds = dependency.get("dep_kinds").and_then(Value::as_array);
            if kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind.get("kind").is_none_or(Value::is_null)))
            {
                waiting.push(text_of(dependency, "pkg"));
            }
        }
    }
    found
}

/// How deep below a package the licences of libraries in C lie that it brings along.
const DEEPEST: usize = 4;

/// The licences and notices that a package carries, those of libraries it brings along among them.
fn texts_of(manifest: &Path) -> Result<Vec<String>> {
    let mut found = BTreeSet::new();
    let mut folders: Vec<(PathBuf, usize)> =
        manifest.parent().map(|folder| (folder.to_owned(), 0)).into_iter().collect();
    while let Some((folder, depth)) = folders.pop() {
        for entry in
            std::fs::read_dir(&folder).with_context(|| format!("cannot list `{}`", folder.display()))?
        {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
            let is_one = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"]
                .iter()
                .any(|start| name.starts_with(start));
            if path.is_dir() && depth < DEEPEST {
                folders.push((path, depth + 1));
            } else if is_one && path.is_file() {
                found.insert(String::from_utf8_lossy(&std::fs::read(&path)?).replace('\r', ""));
            }
        }
    }
    Ok(found.into_iter().collect())
}

fn text_of<'a>(value: &'a Value, field: &str) -> &'a str {
    value.get(field).and_then(Value::as_str).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{collect, packages};

    #[test]
    fn the_notices_hold_the_page_and_the_libraries_in_c_that_packages_bring() {
        let text = collect().expect("collected");
        for part in ["Academic Free License", "Permission is hereby granted", "svelte", "mimalloc"] {
            assert!(text.contains(part), "{part}");
        }
    }

    #[test]
    fn the_notices_name_what_the_program_is_linked_with_and_not_what_tests_use() {
        let names: Vec<String> = packages()
            .expect("metadata")
            .iter()
            .map(|package| super::text_of(package, "name").to_owned())
            .collect();
        assert!(names.contains(&"axum".to_owned()), "{names:?}");
        assert!(!names.contains(&"insta".to_owned()), "{names:?}");
        assert!(!names.contains(&"server".to_owned()), "{names:?}");
    }
}
