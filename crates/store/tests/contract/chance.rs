//! Ids are drawn by chance, or can be repeated.

use crate::open;
use store::chance::{Repeatable, is_repeatable};

#[tokio::test]
async fn a_seed_gives_the_same_ids_again_until_its_thread_is_let_go() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder.path().join("library.db")).await;
    let drawn = |seed| {
        let _repeatable = Repeatable::with_seed(seed);
        assert!(is_repeatable());
        [(); 3].map(|()| store.fresh_task_id().ok())
    };
    assert_eq!(drawn(7), drawn(7));
    assert_ne!(drawn(7), drawn(8));
    assert!(!is_repeatable());
    assert_ne!(store.fresh_task_id().ok(), store.fresh_task_id().ok());
}
