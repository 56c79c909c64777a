//! Documents exist in both languages and stand in the contents of the manual; what they link to exists, the headings too;
//! and every picture of the manual is shown in it.

use super::Fault;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use xtask::tree::Tree;

/// The contents of the manual.
const CONTENTS: &str = "SUMMARY.md";

/// Lengths may differ between languages; the number of headings may not.
pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (path, text) in tree.texts() {
        // Books that tests read may link to what they like.
        let is_book = path.contains("/tests/") || path.starts_with("fuzz/seeds/");
        if is_book || Path::new(path).extension().is_none_or(|ending| ending != "md") {
            continue;
        }
        if let Some(name) = path.strip_prefix("docs/").filter(|name| !name.contains('/')) {
            let twin = format!("docs/zh/{name}");
            match tree.text(&twin) {
                None => faults.push(Fault::error(path, format!("has no twin `{twin}`"))),
                Some(other) if n_headings(text) != n_headings(other) => {
                    faults.push(Fault::error(path, format!("has other headings than `{twin}`")));
                }
                Some(_) => {}
            }
        }
        if let Some(name) = path.strip_prefix("docs/zh/")
            && tree.text(&format!("docs/{name}")).is_none()
        {
            faults.push(Fault::error(path, format!("has no twin `docs/{name}`")));
        }
        if let Some((folder, name)) =
            path.rsplit_once('/').filter(|(folder, _)| ["docs", "docs/zh"].contains(folder))
            && name != CONTENTS
            && !tree
                .text(&format!("{folder}/{CONTENTS}"))
                .is_some_and(|contents| links(contents).any(|link| link == name))
        {
            faults.push(Fault::error(path, format!("is not in `{folder}/{CONTENTS}`")));
        }
        faults.extend(dead_links(tree, path, text));
    }
    faults.extend(hidden_pictures(tree));
    faults
}

/// The links of a document to files that do not exist, and to headings that their document does not have.
fn dead_links(tree: &Tree, path: &str, text: &str) -> Vec<Fault> {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut faults = Vec::new();
    for (file, heading) in targets(text) {
        if !file.is_empty() && !tree.root.join(folder).join(file).exists() {
            faults.push(Fault::error(path, format!("links to `{file}`, which does not exist")));
            continue;
        }
        let document = if file.is_empty() { path.to_owned() } else { resolved(folder, file) };
        let Some(heading) = heading else { continue };
        if let Some(text) = tree.text(&document)
            && !anchors(text).iter().any(|anchor| anchor == heading)
        {
            faults.push(Fault::error(
                path,
                format!("links to `{document}#{heading}`, a heading it does not have"),
            ));
        }
    }
    faults
}

/// The pictures of the manual that no document of its folder shows.
fn hidden_pictures(tree: &Tree) -> Vec<Fault> {
    let is_shown = |folder: &str, name: &str| {
        let documents = tree
            .texts()
            .filter(|(path, _)| path.strip_prefix(folder).is_some_and(|rest| !rest.contains('/')));
        documents.into_iter().any(|(_, text)| links(text).any(|link| link == name))
    };
    let pictures = tree.files.iter().filter_map(|file| {
        let (folder, name) = file.path.split_once("pictures/")?;
        (["docs/", "docs/zh/"].contains(&folder) && !is_shown(folder, &format!("pictures/{name}")))
            .then(|| Fault::error(&file.path, "is shown in no document"))
    });
    pictures.collect()
}

/// The path from the root of a file that is named from a folder.
fn resolved(folder: &str, file: &str) -> String {
    let mut path = PathBuf::new();
    for part in Path::new(folder).join(file).components() {
        match part {
            Component::ParentDir => drop(path.pop()),
            Component::Normal(name) => path.push(name),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// What the headings of a document are called in links, as mdBook and the usual hosts of repositories do it.
fn anchors(text: &str) -> Vec<String> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    headings(text)
        .map(|line| {
            let title = line.trim_start_matches('#').trim().to_lowercase();
            let name: String = title
                .chars()
                .filter_map(|c| match c {
                    _ if c.is_alphanumeric() || c == '_' || c == '-' => Some(c),
                    _ if c.is_whitespace() => Some('-'),
                    _ => None,
                })
                .collect();
            let n_before = seen.entry(name.clone()).or_default();
            *n_before += 1;
            if *n_before == 1 { name } else { format!("{name}-{}", *n_before - 1) }
        })
        .collect()
}

fn n_headings(text: &str) -> usize {
    headings(text).count()
}

fn headings(text: &str) -> impl Iterator<Item = &str> {
    let mut in_code = false;
    text.lines().filter(move |line| {
        in_code ^= line.starts_with("```");
        !in_code && line.starts_with('#')
    })
}

/// The files a document links to, without places inside them and without addresses.
fn links(text: &str) -> impl Iterator<Item = &str> {
    targets(text).map(|(file, _)| file).filter(|file| !file.is_empty())
}

/// The files and headings a document links to; a file without a name is the document itself. Addresses are left alone.
fn targets(text: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    text.split("](").skip(1).filter_map(|rest| {
        let (target, _) = rest.split_once(')')?;
        let (file, heading) =
            target.split_once('#').map_or((target, None), |(file, place)| (file, Some(place)));
        (!target.contains("://")).then_some((file, heading))
    })
}

#[cfg(test)]
mod tests {
    use super::{anchors, check, links, n_headings};
    use xtask::tree::{RepositoryFile, Tree};

    #[test]
    fn links_are_found_and_addresses_are_left_alone() {
        let text = "[a](b.md#c) and [d](https://e.f) and ![g](h.svg) and [i](#j)";
        assert_eq!(links(text).collect::<Vec<_>>(), vec!["b.md", "h.svg"]);
    }

    #[test]
    fn headings_in_code_do_not_count() {
        assert_eq!(n_headings("# a\n```sh\n# b\n```\n## c\n"), 2);
    }

    #[test]
    fn a_document_without_its_twin_and_without_a_place_in_the_manual_is_found() {
        let file = RepositoryFile { path: "docs/x.md".to_owned(), text: Some("# X\n".to_owned()) };
        let tree = Tree { root: std::path::PathBuf::new(), files: vec![file] };
        assert_eq!(check(&tree).len(), 2);
    }

    #[test]
    fn a_link_to_a_heading_that_is_not_there_and_a_picture_nobody_sees_are_found() {
        let file =
            |path: &str, text: &str| RepositoryFile { path: path.to_owned(), text: Some(text.to_owned()) };
        let text = "# My `book`\n## 我的书\n## 我的书\n[a](#my-book) [b](#我的书-1) [c](#elsewhere)\n";
        let files = vec![file("README.md", text), file("docs/pictures/x.webp", "")];
        let tree = Tree { root: std::path::PathBuf::new(), files };
        let told: Vec<String> = check(&tree).into_iter().map(|fault| fault.message).collect();
        assert_eq!(
            told,
            ["links to `README.md#elsewhere`, a heading it does not have", "is shown in no document"]
        );
        assert_eq!(anchors(text), ["my-book", "我的书", "我的书-1"]);
    }
}
