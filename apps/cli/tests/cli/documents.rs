//! Every command that a document tells to type can be typed, and every command there is stands in the list of commands.

use clap::{CommandFactory, Parser};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use tsumugi::parts::{Args, in_order};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn documents() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for folder in ["", "docs", "docs/zh"] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            // What has changed is told in the words of its day.
            if path.extension().is_some_and(|ending| ending == "md") && !path.ends_with("CHANGELOG.md") {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path.display().to_string(), text));
            }
        }
    }
    found
}

/// The commands in the shell's blocks of a document, without comments and without what the shell does with the output.
fn commands(text: &str) -> Vec<String> {
    let mut in_shell = false;
    let mut found = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            in_shell = line == "```sh";
        } else if in_shell && line.starts_with("tsumugi ") && !line.ends_with('\\') {
            let ends = [" #", " | ", " > ", " && ", " < "];
            let end = ends.iter().filter_map(|end| line.find(end)).min().unwrap_or(line.len());
            found.push(line.get(..end).unwrap_or(line).trim_end().to_owned());
        }
    }
    found
}

#[test]
fn every_command_in_the_documents_can_be_typed() {
    let mut n_tried = 0;
    for (path, text) in documents() {
        for command in commands(&text) {
            let words =
                shlex::split(&command).unwrap_or_else(|| panic!("{path}: `{command}` has an open quote"));
            let typed = in_order(words.into_iter().map(OsString::from));
            let read = Args::try_parse_from(typed);
            // `--help` ends the reading too, and is no fault.
            if let Err(error) = read.map_err(|error| (error.use_stderr(), error))
                && error.0
            {
                let error = error.1;
                panic!("{path}: `{command}`: {error}");
            }
            n_tried += 1;
        }
    }
    assert!(n_tried > 100, "only {n_tried} commands were found");
}

#[test]
fn the_list_of_commands_has_every_command() {
    for page in ["docs/commands.md", "docs/zh/commands.md"] {
        let text = fs::read_to_string(root().join(page)).unwrap();
        let missing: Vec<_> = Args::command()
            .get_subcommands()
            .filter(|command| !command.is_hide_set())
            .map(|command| command.get_name().to_owned())
            .filter(|name| {
                let command = format!("tsumugi {name}");
                !text.lines().any(|line| line == command || line.starts_with(&format!("{command} ")))
                    && !text.contains(&format!("`{name}`"))
            })
            .collect();
        assert!(missing.is_empty(), "{page} lacks {missing:?}");
    }
}
