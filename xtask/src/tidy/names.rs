//! No two public types have one name, so that a name in one file means what it means in all others. What only its own
//! crate sees does not count, and a `pub use` makes no second type.

use super::Fault;
use std::collections::BTreeMap;
use xtask::tree::Tree;

const KINDS: &[&str] = &["struct", "enum", "trait", "type", "union"];

pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut first: BTreeMap<&str, &str> = BTreeMap::new();
    for (path, text) in tree.rust().filter(|(path, _)| is_source(path)) {
        for name in text.lines().filter_map(public_type) {
            match first.get(name) {
                None => {
                    first.insert(name, path);
                }
                Some(other) => faults.push(Fault::error(
                    path,
                    format!(
                        "`{name}` is a public type of {other} too; rename one, or let only its crate see it"
                    ),
                )),
            }
        }
    }
    faults
}

fn is_source(path: &str) -> bool {
    let in_source = path.split('/').any(|folder| folder == "src");
    in_source && !path.contains("/tests/") && !path.ends_with("tests.rs")
}

/// The type a line defines for other crates; none where a macro is given the name.
fn public_type(line: &str) -> Option<&str> {
    let mut words = line.trim_start().strip_prefix("pub ")?.split_ascii_whitespace();
    let kind = words.find(|word| *word != "unsafe")?;
    let name = words.next().filter(|_| KINDS.contains(&kind))?;
    let name = name.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next()?;
    Some(name).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::check;
    use xtask::tree::{RepositoryFile, Tree};

    fn faults(sources: &[(&str, &str)]) -> Vec<String> {
        let file = |(path, text): &(&str, &str)| RepositoryFile {
            path: (*path).to_owned(),
            text: Some((*text).to_owned()),
        };
        let files = sources.iter().map(file).collect();
        let faults = check(&Tree { root: std::path::PathBuf::new(), files });
        faults.into_iter().map(|fault| format!("{}: {}", fault.path, fault.message)).collect()
    }

    #[test]
    fn a_public_name_that_two_types_have_is_found() {
        for doubled in [
            "pub enum Line {",
            "    pub trait Line: Send {",
            "pub type Line<'a> = (u8, &'a str);",
            "pub struct Line;",
        ] {
            assert_eq!(
                faults(&[
                    ("crates/book/src/align.rs", "pub struct Line<'a> {"),
                    ("apps/cli/src/print/line.rs", doubled)
                ]),
                [
                    "apps/cli/src/print/line.rs: `Line` is a public type of crates/book/src/align.rs too; rename one, or let only its crate see it"
                ],
                "{doubled}"
            );
        }
    }

    #[test]
    fn a_type_of_one_crate_a_reexport_a_macro_a_test_and_a_longer_name_are_no_second_type() {
        for other in [
            ("crates/llm/src/line.rs", "pub(crate) struct Line {"),
            ("crates/llm/src/line.rs", "pub use book::align::Line;"),
            ("crates/llm/src/line.rs", "impl Iterator for X {\n    type Line = u8;"),
            ("crates/llm/src/line.rs", "pub struct LineEnd;"),
            ("crates/llm/src/line.rs", "pub fn enum_line() -> Line {"),
            ("crates/llm/src/line.rs", "pub struct $name(u8);\npub struct $other(u8);"),
            ("crates/llm/src/line_tests.rs", "pub struct Line {"),
            ("crates/llm/tests/it/line.rs", "pub struct Line {"),
        ] {
            assert_eq!(
                faults(&[("crates/book/src/align.rs", "pub struct Line {"), other]),
                [""; 0],
                "{other:?}"
            );
        }
    }
}
