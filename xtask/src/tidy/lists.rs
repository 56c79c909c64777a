//! A thing that is written but not in its list is never used: every implementer of a listed trait is in `ALL`.

use super::Fault;
use xtask::tree::Tree;

/// A trait, the folder its implementers live in, and the file that lists them.
const LISTED: &[(&str, &str, &str)] = &[
    ("Format", "crates/formats/src/", "crates/formats/src/lib.rs"),
    ("Check", "crates/checks/src/", "crates/checks/src/lib.rs"),
];

pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (role, folder, list_path) in LISTED {
        let Some(list) = tree.text(list_path).and_then(all_list) else { continue };
        for (path, text) in tree.rust().filter(|(path, _)| path.starts_with(folder)) {
            for name in implementers(text, role) {
                let listed = list.split(|sign: char| !sign.is_alphanumeric() && sign != '_');
                if !listed.clone().any(|word| word == name) {
                    faults.push(Fault::error(path, format!("`{name}` is not in `ALL` of {list_path}")));
                }
            }
        }
    }
    faults
}

/// What stands between the brackets of `const ALL: … = &[…];`.
fn all_list(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("const ALL:")?;
    let (_, rest) = rest.split_once("= &[")?;
    rest.split_once("];").map(|(list, _)| list)
}

fn implementers<'a>(text: &'a str, role: &str) -> Vec<&'a str> {
    let lines = text.lines().take_while(|line| !line.starts_with("#[cfg(test)]"));
    lines
        .filter_map(|line| {
            let (before, after) = line.strip_prefix("impl ")?.split_once(" for ")?;
            let is_role = before.rsplit("::").next() == Some(role);
            after.split([' ', '<', '{']).next().filter(|_| is_role)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::check;
    use xtask::tree::{RepositoryFile, Tree};

    #[test]
    fn an_implementer_that_nobody_lists_is_found() {
        let files = [
            ("crates/formats/src/lib.rs", "pub const ALL: &[&dyn Format] = &[&a::Alpha];\n"),
            ("crates/formats/src/a.rs", "impl Format for Alpha {\n"),
            ("crates/formats/src/b.rs", "impl crate::Format for Beta {\n"),
        ];
        let files = files
            .into_iter()
            .map(|(path, text)| RepositoryFile { path: path.to_owned(), text: Some(text.to_owned()) })
            .collect();
        let faults = check(&Tree { root: std::path::PathBuf::new(), files });
        assert_eq!(faults.len(), 1);
        assert_eq!(faults[0].path, "crates/formats/src/b.rs");
    }
}
