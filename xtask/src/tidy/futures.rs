//! Public async functions of the crates that everything above calls are `#[boxed]`. Their futures nest dozens of others; without
//! a box, every crate above proves for each caller that all of them may move between threads, and builds them once more.

use super::Fault;
use xtask::tree::Tree;

/// The crates whose public async functions are called from many others.
const CRATES: &[&str] = &["crates/operations/src/", "crates/runner/src/", "crates/store/src/"];

/// What a function says instead, with its reason.
const EXEMPT: &str = "// Not boxed: ";

pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (path, text) in tree.rust().filter(|(path, _)| CRATES.iter().any(|folder| path.starts_with(folder))) {
        let lines: Vec<&str> = text.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            let Some(name) = public_async_function(line) else { continue };
            let above =
                index.checked_sub(1).and_then(|above| lines.get(above)).map_or("", |line| line.trim());
            if above != "#[boxed]" && !above.starts_with(EXEMPT) {
                let remedy = format!("put `#[boxed]` above it, or `{EXEMPT}` and the reason");
                faults.push(Fault::error(
                    path,
                    format!("`{name}` is a public async function without a box; {remedy}"),
                ));
            }
        }
    }
    faults
}

fn public_async_function(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub async fn ")?;
    rest.split(['(', '<']).next()
}

#[cfg(test)]
mod tests {
    use super::check;
    use xtask::tree::{RepositoryFile, Tree};

    fn faults(path: &str, text: &str) -> usize {
        let file = RepositoryFile { path: path.to_owned(), text: Some(text.to_owned()) };
        check(&Tree { root: std::path::PathBuf::new(), files: vec![file] }).len()
    }

    #[test]
    fn a_public_async_function_of_a_library_is_boxed_or_says_why_not() {
        let path = "crates/store/src/store.rs";
        assert_eq!(faults(path, "/// Reads.\npub async fn read(&self) {}\n"), 1);
        assert_eq!(faults(path, "/// Reads.\n    #[boxed]\n    pub async fn read(&self) {}\n"), 0);
        assert_eq!(faults(path, "// Not boxed: it takes any closure.\npub async fn each<T>() {}\n"), 0);
        assert_eq!(faults(path, "pub(crate) async fn read(&self) {}\nasync fn own() {}\n"), 0);
        assert_eq!(faults("apps/cli/src/main.rs", "pub async fn run() {}\n"), 0);
    }
}
