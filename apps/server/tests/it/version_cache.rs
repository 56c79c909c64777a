//! The cache at its door: nothing from before the question, and one making for all who ask at the same time.

use server::parts::VersionCache;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use store::error::StoreError;
use store::store::Store;

async fn library() -> (Store, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    (Store::open(&folder.path().join("library.tsumugi")).await.unwrap(), folder)
}

#[tokio::test]
async fn a_value_is_made_again_only_after_its_state_has_changed() {
    let (store, _folder) = library().await;
    let cache = VersionCache::new(4);
    let made = AtomicUsize::new(0);
    let ask = async |state: u32| {
        let make = async { Ok::<_, StoreError>(made.fetch_add(1, Ordering::Relaxed)) };
        cache.get(store.library(), "book", async { Ok(state) }, make).await.unwrap()
    };
    assert_eq!((ask(1).await, ask(2).await), (0, 0), "without a commit nothing else is looked at");
    store.begin_serving().await.unwrap();
    assert_eq!(ask(1).await, 0, "a commit to something else");
    store.begin_serving().await.unwrap();
    assert_eq!((ask(2).await, ask(2).await), (1, 1));
}

#[tokio::test]
async fn those_who_ask_at_the_same_time_share_one_making_and_none_from_before_a_change() {
    let (store, _folder) = library().await;
    let cache = Arc::new(VersionCache::new(4));
    let made = Arc::new(AtomicUsize::new(0));
    let ask = || {
        let (cache, made, store) = (Arc::clone(&cache), Arc::clone(&made), store.clone());
        tokio::spawn(async move {
            let version = async { store.library().data_version().await };
            let make = async {
                tokio::time::sleep(Duration::from_millis(100)).await;
                Ok::<_, StoreError>(made.fetch_add(1, Ordering::Relaxed))
            };
            cache.get(store.library(), (), version, make).await.unwrap()
        })
    };
    let first: Vec<_> = (0..16).map(|_| ask()).collect();
    tokio::time::sleep(Duration::from_millis(30)).await;
    store.begin_serving().await.unwrap();
    let second: Vec<_> = (0..16).map(|_| ask()).collect();
    for one in first {
        assert!(one.await.unwrap() <= 1);
    }
    for one in second {
        assert_eq!(one.await.unwrap(), 1, "what began before the change is not for who asked after it");
    }
    assert_eq!(made.load(Ordering::Relaxed), 2);
}
