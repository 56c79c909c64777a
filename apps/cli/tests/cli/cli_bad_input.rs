//! Bad input: every row of the table in the documents is tried, shows its message, and nothing is ever written.

use crate::bad_inputs::{Make, ROWS, Row};
use crate::program::{files, test_cli};
use std::collections::BTreeSet;
use std::path::Path;
use testkit::cli::CliOutput;

/// The rows of the first table of a document: the first cell, and the message in the second.
fn documented(name: &str) -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    let table = text.lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    let rows = table.take_while(|line| line.starts_with('|')).map(|line| {
        let (input, seen) = line.trim_matches('|').split_once(" | ").unwrap();
        let message = seen.split("``").nth(1).unwrap_or_else(|| panic!("no message in {line}"));
        (input.trim().to_owned(), message.trim().to_owned())
    });
    rows.collect()
}

/// Whether the message of a document, in which `…` stands for anything, is in what was said.
fn says(said: &str, message: &str) -> bool {
    let mut rest = said;
    message.split('…').map(str::trim).all(|piece| match rest.split_once(piece) {
        Some((_, after)) => {
            rest = after;
            true
        }
        None => false,
    })
}

fn check(input: &str, make: Make, message: &str) {
    let cli = test_cli();
    let arguments = make(&cli);
    if arguments.is_empty() {
        return;
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (books_before, files_before) = (cli.books(), files(cli.folder()));
    let CliOutput { code, stdout, stderr } = cli.run(&arguments);
    assert_eq!(code, 1, "{input}: {stderr}");
    assert_eq!(stdout, "", "{input}");
    let error = stderr.lines().position(|line| line.starts_with("error: "));
    assert!(error.is_some(), "{input}: {stderr}");
    assert!(says(&stderr, message), "{input}: `{message}` is not in:\n{stderr}");
    assert_eq!(cli.books(), books_before, "{input}: a book was added");
    assert_eq!(files(cli.folder()), files_before, "{input}: a file was left");
}

#[test]
fn every_bad_input_shows_its_message_and_writes_nothing() {
    let documented = documented("bad-input.md");
    for Row { input, first, more } in ROWS {
        let (_, message) = documented.iter().find(|(name, _)| name == input).unwrap_or_else(|| {
            panic!("`{input}` is not in docs/bad-input.md");
        });
        check(input, *first, message);
        for (make, message) in *more {
            check(input, *make, message);
        }
    }
}

#[test]
fn every_row_of_the_documents_is_tested_in_both_languages() {
    let english = documented("bad-input.md");
    let names: BTreeSet<&str> = english.iter().map(|(input, _)| input.as_str()).collect();
    let tested: BTreeSet<&str> = ROWS.iter().map(|row| row.input).collect();
    assert_eq!(names, tested);
    // The messages are the program's own, so both documents quote the same ones in the same order.
    let quoted =
        |rows: Vec<(String, String)>| rows.into_iter().map(|(_, message)| message).collect::<Vec<_>>();
    assert_eq!(quoted(documented("zh/bad-input.md")), quoted(english));
}
