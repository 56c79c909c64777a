//! A book leaves the library only while no run holds it, at whichever door it is asked for and whichever process runs it.

use crate::run::test_run::{Running, TestRun, code, errors};
use crate::serving::Serving;
use llm_test_server::Plan;

#[test]
fn a_book_a_run_holds_is_not_removed_at_any_door() {
    let test_run = TestRun::new(Plan::agent());
    test_run.book(4, 24);
    let options = ["--json", "--chunk-size", "64", "--concurrency", "1", "--yes"];
    let mut running = Running::start(&mut test_run.translate(&options));
    running.wait_for("accepted");
    running.signal("STOP");
    let book = test_run.book_id();

    let refused = test_run.command(&["remove", &book, "--yes"]).output().unwrap();
    assert_eq!(code(&refused), 1, "{}", errors(&refused));
    assert!(errors(&refused).contains("is being worked on"), "{}", errors(&refused));
    let serving = Serving::begin(&test_run.cli, &[]);
    let reply = serving.ask("DELETE", &format!("/api/v1/books/{book}"), "");
    assert!(reply.starts_with("HTTP/1.1 409") && reply.contains("book_claimed"), "{reply}");
    assert_eq!(test_run.books(), std::slice::from_ref(&book), "the book is still there");

    // A run that was killed holds nothing any more.
    running.kill();
    let reply = serving.ask("DELETE", &format!("/api/v1/books/{book}"), "");
    assert!(reply.starts_with("HTTP/1.1 204"), "{reply}");
    serving.stop();
    assert!(test_run.books().is_empty());
}
