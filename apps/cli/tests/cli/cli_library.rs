//! The library from outside: two programs at once, and files that cannot be one.

use crate::program::{files, test_cli, with_books};
use testkit::cli::CliOutput;

#[test]
fn two_programs_import_into_one_library_at_once() {
    let cli = test_cli();
    let lines = |word: &str| (0..3_000).map(|number| format!("{word} line {number}.")).collect::<Vec<_>>();
    for name in ["one", "two", "three"] {
        cli.file(&format!("{name}.txt"), lines(name).join("\n").as_bytes());
    }
    let children: Vec<_> = ["one", "two", "three"]
        .iter()
        .map(|name| cli.command(&["import", &format!("{name}.txt")]).spawn().unwrap())
        .collect();
    let listed = cli.run(&["books", "--json"]).succeeded();
    assert!(listed.json().as_array().unwrap().len() <= 3);
    for child in children {
        let said = CliOutput::from(child.wait_with_output().unwrap()).succeeded();
        assert!(!said.stderr.contains("locked"), "{said:?}");
    }
    assert_eq!(cli.books().len(), 3);
    let hits = cli.run(&["search", "two", "two line 2999", "--json"]).succeeded();
    assert_eq!(hits.json().as_array().unwrap().len(), 1);
}

#[test]
fn a_library_is_made_where_it_is_named_and_kept_apart_from_others() {
    let cli = with_books();
    cli.run(&["import", "tale.txt", "--library", "new/place/mine", "--yes"]).succeeded();
    assert_eq!(
        cli.run(&["books", "--json", "--library", "new/place/mine"]).json().as_array().unwrap().len(),
        1
    );
    assert_eq!(cli.books().len(), 2);
}

#[test]
fn a_foreign_file_is_left_as_it_is() {
    let cli = test_cli();
    let bytes = b"these are somebody's letters\n".repeat(100);
    let path = cli.file("letters.txt", &bytes);
    for arguments in [&["books"][..], &["show", "x"][..], &["runs"][..]] {
        let said = cli.run(&[&["--library", "letters.txt"], arguments].concat());
        assert_eq!(said.code, 1, "{said:?}");
        assert!(said.stderr.contains("`letters.txt` is not a Tsumugi library\nhint: "), "{said:?}");
    }
    assert_eq!(std::fs::read(path).unwrap(), bytes);
    assert_eq!(files(cli.folder()), ["letters.txt"]);
}
