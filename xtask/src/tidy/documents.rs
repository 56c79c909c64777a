//! Documents exist in both languages and stand in the contents of the manual, and what they link to exists.

use super::Fault;
use std::path::Path;
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
        for target in links(text) {
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            if !tree.root.join(folder).join(target).exists() {
                faults.push(Fault::error(path, format!("links to `{target}`, which does not exist")));
            }
        }
    }
    faults
}

fn n_headings(text: &str) -> usize {
    let mut in_code = false;
    text.lines()
        .filter(|line| {
            in_code ^= line.starts_with("```");
            !in_code && line.starts_with('#')
        })
        .count()
}

/// The files a document links to, without places inside them and without addresses.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| {
        let (target, _) = rest.split_once(')')?;
        let file = target.split('#').next().unwrap_or_default();
        (!file.is_empty() && !target.contains("://")).then_some(file)
    })
}

#[cfg(test)]
mod tests {
    use super::{check, links, n_headings};
    use xtask::tree::{File, Tree};

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
        let file = File { path: "docs/x.md".to_owned(), text: Some("# X\n".to_owned()) };
        let tree = Tree { root: std::path::PathBuf::new(), files: vec![file] };
        assert_eq!(check(&tree).len(), 2);
    }
}
