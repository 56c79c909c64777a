//! Proof that a process lives.

use store::store::Store;
use tsumugi::parts::ProcessLock;

#[tokio::test]
async fn a_process_is_there_until_it_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let library = Store::open(&folder.path().join("library.tsumugi")).await.unwrap();
    let other = Store::open(&folder.path().join("other.tsumugi")).await.unwrap();
    let (one, two) = (ProcessLock::begin(&library), ProcessLock::begin(&other));
    let (holder, name) = (one.holder(), one.holder().name);
    assert!(!(holder.is_gone)(&name));
    drop(one);
    assert!((holder.is_gone)(&name));
    assert!(
        !(holder.is_gone)("process 7 on another machine"),
        "nothing is known about a claim without a mark"
    );
    drop(two);
    library.close().await;
    other.close().await;
    let stays = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(stays.filter(|name| name.to_string_lossy().contains("at-work")).count() == 0);
}
