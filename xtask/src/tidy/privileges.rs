//! What only one room may do: SQL, sockets, the environment. And what none may: know the machine it was written on.

use super::Fault;
use xtask::tree::Tree;

/// Words in Rust code, and the beginnings of the paths that may say them.
const WORDS: &[(&str, &[&str])] = &[
    ("env::var", &["crates/settings/src/environment"]),
    ("reqwest::", &["crates/llm/src/http"]),
    ("sqlx::", &["crates/store/"]),
    ("TcpListener", &["apps/server/", "crates/llm_test_server/"]),
];

/// Dependencies, and the manifests that may name them.
const DEPENDENCIES: &[(&str, &[&str])] = &[
    ("sqlx", &["Cargo.toml", "crates/store/Cargo.toml"]),
    // The store names it for the client of buckets, which it does not write itself.
    ("reqwest", &["Cargo.toml", "crates/llm/Cargo.toml", "crates/store/Cargo.toml"]),
];

/// Beginnings of paths that exist on one machine only; written in halves so that this file may be read too.
const MACHINE_PATHS: &[&str] = &[concat!("/ro", "ot/"), concat!("/wo", "rk/")];

pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (path, text) in tree.rust().filter(|(path, _)| !is_test(path) && !path.starts_with("xtask/")) {
        for (word, allowed) in WORDS {
            if text.contains(word) && !allowed.iter().any(|start| path.starts_with(start)) {
                faults.push(Fault::error(path, format!("`{word}` belongs to {}", allowed.join(", "))));
            }
        }
    }
    for (path, text) in tree.texts().filter(|(path, _)| path.ends_with("Cargo.toml")) {
        for (name, allowed) in DEPENDENCIES {
            if text.lines().any(|line| names(line, name)) && !allowed.contains(&path) {
                faults
                    .push(Fault::error(path, format!("`{name}` may only be used by {}", allowed.join(", "))));
            }
        }
    }
    for (path, text) in tree.texts() {
        for machine_path in MACHINE_PATHS {
            if let Some(line) = text.lines().position(|line| line.contains(machine_path)) {
                let message = format!("line {}: `{machine_path}` is a path of one machine", line + 1);
                faults.push(Fault::error(path, message));
            }
        }
    }
    faults
}

/// Tests may look for the books of the person who runs them, and play the other end of a socket.
fn is_test(path: &str) -> bool {
    path.contains("/tests/") || path.ends_with("_tests.rs") || is_testkit(path)
}

fn is_testkit(path: &str) -> bool {
    ["crates/testkit/", "crates/postgres_testkit/"].iter().any(|folder| path.starts_with(folder))
}

fn names(line: &str, dependency: &str) -> bool {
    line.strip_prefix(dependency).is_some_and(|rest| rest.starts_with([' ', '.', '=']))
}

#[cfg(test)]
mod tests {
    use super::check;
    use xtask::tree::{RepositoryFile, Tree};

    fn n_faults(path: &str, text: &str) -> usize {
        let file = RepositoryFile { path: path.to_owned(), text: Some(text.to_owned()) };
        check(&Tree { root: std::path::PathBuf::new(), files: vec![file] }).len()
    }

    #[test]
    fn the_environment_is_read_in_one_room_and_in_tests() {
        let text = "std::env::var(\"X\")";
        assert_eq!(n_faults("crates/settings/src/environment.rs", text), 0);
        assert_eq!(n_faults("crates/store/tests/contract.rs", text), 0);
        assert_eq!(n_faults("crates/store/src/lib.rs", text), 1);
    }

    #[test]
    fn a_database_outside_the_store_is_found() {
        assert_eq!(n_faults("crates/store/Cargo.toml", "sqlx.workspace = true"), 0);
        assert_eq!(n_faults("apps/cli/Cargo.toml", "sqlx.workspace = true"), 1);
        assert_eq!(n_faults("apps/cli/Cargo.toml", "sqlx-like = \"1\""), 0);
    }

    #[test]
    fn a_path_of_one_machine_is_found_in_any_text() {
        assert_eq!(n_faults("README.md", concat!("look in /ro", "ot/books")), 1);
    }
}
