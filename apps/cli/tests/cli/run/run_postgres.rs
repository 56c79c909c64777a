//! The whole program on a library in PostgreSQL: a book is translated, moved to a file and goes out the same.

use crate::run::test_run::{TestRun, code, errors};
use llm_test_server::Plan;

/// A run whose library is in a database of its own.
fn in_postgres() -> Option<(TestRun, String)> {
    let cluster = postgres_testkit::cluster()?;
    let mut test_run = TestRun::new(Plan::agent());
    let address = cluster.database_for(test_run.folder());
    // As an address with a password, which must never be seen.
    let address = address.replace("postgres@", "postgres:hidden-word@");
    test_run.cli = test_run.cli.with_variable("TSUMUGI_LIBRARY", &address);
    Some((test_run, address))
}

#[test]
fn a_book_in_a_database_is_translated_moved_to_a_file_and_goes_out_the_same() {
    let Some((test_run, address)) = in_postgres() else { return };
    test_run.book(2, 12);
    test_run.ok(&["import", "book.txt"]);
    let output = test_run.translate(&["--json", "--yes"]).output().unwrap();
    assert_eq!(code(&output), 0, "{}", errors(&output));
    let books = test_run.json(&["books"]);
    assert_eq!(books[0]["n_translated"], books[0]["n_work"], "{books}");
    test_run.ok(&["search", "book", "a"]);
    test_run.ok(&["export", "book", "--output", "there.txt"]);

    let moved = test_run.json(&["library", "move", &address, "file.tsumugi"]);
    assert_eq!(moved["books"], 1, "{moved}");
    test_run.ok(&["export", "book", "--output", "here.txt", "--library", "file.tsumugi"]);
    let read = |name: &str| std::fs::read(test_run.path(name)).unwrap();
    assert_eq!(read("there.txt"), read("here.txt"));

    let doctor = test_run.ok(&["doctor", "--json"]);
    assert!(!doctor.stdout.contains("hidden-word"), "{doctor:?}");
    let backup = test_run.run(&["backup", "copy.tsumugi"]);
    assert_eq!(backup.code, 1, "{backup:?}");
    assert!(backup.stderr.contains("pg_dump") && !backup.stderr.contains("hidden-word"), "{backup:?}");
}
