//! A search after a run: what it needs is there.

use crate::run::test_run::{TestRun, code, errors};
use llm_test_server::Plan;
use store::store::Store;

#[test]
fn after_a_long_run_the_first_search_has_nothing_to_prepare() {
    let test_run = TestRun::new(Plan::agent());
    test_run.book(21, 100);
    let output = test_run.translate(&["--yes", "--concurrency", "8"]).output().unwrap();
    assert_eq!(code(&output), 0, "{}", errors(&output));
    let book = test_run.book_id().parse().unwrap();
    test_run.runtime.block_on(async {
        let store = Store::open(&test_run.library()).await.unwrap();
        let library = store.library();
        assert_eq!(library.prepare_search(book, 10_000).await.unwrap(), 0);
    });
}
