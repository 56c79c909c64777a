//! Locks that others hold for long and networks that fall silent: whoever waits gets on afterwards, and nobody else waits.

use crate::open;
use crate::sample::{TestLibrary, add, cat_book};
use book::edit::Edit;
use book::id::{BookId, ParagraphId};
use book::text::version::{Author, Selection, TaskKind};
use postgres_testkit::{Cluster, OtherSession, Proxy};
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;
use store::change::Cause;
use store::error::StoreError;
use store::record::NewBook;
use store::store::Store;
use store::work::{Claim, NewRun};
use tokio::task::JoinSet;

/// Longer than a begin waits at once, so that it has to ask again.
const LONG: Duration = Duration::from_millis(2_600);
/// Longer than a connection may take to show that it is in order.
const SILENCE: Duration = Duration::from_millis(5_500);

async fn edit(store: &Store, book: BookId, paragraph: ParagraphId) -> Result<(), StoreError> {
    let (text, author, selection) = ("cat".to_owned(), Author::Person, Selection::Select);
    let edit = Edit::AddVersion { paragraph, text, author, selection };
    store.commit(book, &[edit], &Cause::person(""), 1).await.map(drop)
}

/// Holds the locks of all series, as a program that hangs would.
fn lock_all_series(cluster: &Cluster, folder: &Path) -> OtherSession {
    let address = cluster.database_for(folder);
    cluster.other_session(&address, "SELECT pg_advisory_lock(key) FROM series")
}

fn in_background<T: Send + 'static>(after: Duration, work: impl FnOnce() -> T + Send + 'static) {
    std::thread::spawn(move || {
        std::thread::sleep(after);
        work();
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn writers_that_wait_for_a_locked_series_all_get_on_and_no_other_book_waits() {
    let cluster = postgres_testkit::needed();
    let test_library = TestLibrary::with_cat_book().await;
    let (store, book) = (test_library.store.clone(), test_library.book);
    let paragraph = test_library.paragraph(2).await;
    let held = lock_all_series(cluster, &test_library.folder.path().join("library.db"));
    let new = NewRun { book, kind: TaskKind::Translation, spec: "{}", now_ms: 0 };
    let mut waiting = JoinSet::new();
    // More than there are connections.
    for _ in 0..6 {
        let store = store.clone();
        waiting.spawn(async move { edit(&store, book, paragraph).await });
    }
    let creating = store.create_run(&new);
    in_background(LONG, move || drop(held));
    let run = creating.await.unwrap();
    for edited in waiting.join_all().await {
        edited.unwrap();
    }
    let versions = store.library().versions(book, paragraph).await.unwrap();
    assert_eq!(versions.len(), 6, "run {run}");
    // Every connection of the pool is in order again.
    for _ in 0..8 {
        edit(&store, book, paragraph).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_heartbeat_and_a_claim_wait_for_no_lock() {
    let cluster = postgres_testkit::needed();
    let test_library = TestLibrary::with_cat_book().await;
    let (store, book) = (&test_library.store, test_library.book);
    let paragraph = test_library.paragraph(2).await;
    let new = NewRun { book, kind: TaskKind::Translation, spec: "{}", now_ms: 0 };
    let run = store.create_run(&new).await.unwrap();
    let claim = |until_ms| Claim { book, run, holder: "one", until_ms };
    store.claim_book(&claim(10), 0).await.unwrap();
    let worker = store.register_worker("w", "w", 10, 0).await.unwrap();
    let held = lock_all_series(cluster, &test_library.folder.path().join("library.db"));
    let address = cluster.database_for(&test_library.folder.path().join("library.db"));
    let library = cluster.other_session(&address, "SELECT pg_advisory_lock(-1), pg_advisory_lock(-4)");
    // All connections of writers wait.
    let mut waiting = JoinSet::new();
    for _ in 0..6 {
        let store = store.clone();
        waiting.spawn(async move { edit(&store, book, paragraph).await });
    }
    for round in 1..20 {
        store.renew_claim(&claim(10 + round)).await.unwrap();
        assert_eq!(store.beat(worker, 10 + round, false).await.unwrap(), Some(Vec::new()));
    }
    store.release_book(book, run, "one").await.unwrap();
    let lost = store.renew_claim(&claim(100)).await.unwrap_err();
    assert!(matches!(lost, StoreError::ClaimLost { .. }), "{lost}");
    assert!(waiting.try_join_next().is_none(), "the edits still wait");
    drop((held, library));
    for edited in waiting.join_all().await {
        edited.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_network_that_was_silent_for_a_while_loses_no_edit_and_no_connection() {
    let cluster = postgres_testkit::needed();
    let folder = tempfile::tempdir().unwrap();
    let proxy = Proxy::before(cluster.port());
    let address = proxy.address(&cluster.database_for(folder.path()), cluster.port());
    let store = Store::open(Path::new(&address)).await.unwrap();
    let book = add(&store, &cat_book(), b"the file").await.id;
    let paragraph = store.library().all_paragraphs(book).await.unwrap()[2].id;
    edit(&store, book, paragraph).await.unwrap();
    proxy.part();
    let mut waiting = JoinSet::new();
    for _ in 0..6 {
        let store = store.clone();
        waiting.spawn(async move { edit(&store, book, paragraph).await });
    }
    let read = store.library().paragraph(book, paragraph);
    in_background(SILENCE, move || {
        proxy.heal();
        // It passes on until the process ends.
        std::mem::forget(proxy);
    });
    read.await.unwrap();
    for edited in waiting.join_all().await {
        edited.unwrap();
    }
    let versions = store.library().versions(book, paragraph).await.unwrap();
    assert_eq!(versions.len(), 7);
}

/// Imports a book of a series.
async fn import(store: &Store, file: &[u8], progress: &(dyn Fn(u64, u64) + Send + Sync)) -> BookId {
    let (book, series, target_language) = (cat_book(), Some("cats"), None);
    let new =
        NewBook { book: &book, original: file, file_name: "cat.txt", series, target_language, now_ms: 1 };
    store.add_book(&new, progress).await.unwrap().id
}

#[tokio::test(flavor = "multi_thread", worker_threads = 3)]
async fn a_long_import_into_a_series_stops_no_edit_of_its_other_books() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder.path().join("library.db")).await;
    let first = import(&store, b"one", &|_, _| {}).await;
    let paragraph = store.library().all_paragraphs(first).await.unwrap()[2].id;
    // The import stands still in its middle until others have written.
    let (halfway, is_halfway) = tokio::sync::oneshot::channel::<()>();
    let (go_on, goes_on) = std::sync::mpsc::channel::<()>();
    let stopping = Mutex::new(Some((halfway, goes_on)));
    let other = store.clone();
    let importing = tokio::spawn(async move {
        let stand_still = |_, _| {
            let stopping = stopping.lock().unwrap().take();
            if let Some((halfway, goes_on)) = stopping {
                halfway.send(()).unwrap();
                tokio::task::block_in_place(|| goes_on.recv().unwrap());
            }
        };
        import(&other, b"two", &stand_still).await
    });
    is_halfway.await.unwrap();
    let written = async {
        edit(&store, first, paragraph).await.unwrap();
        // Another file is another matter too.
        add(&store, &cat_book(), b"three").await
    };
    let written = tokio::time::timeout(Duration::from_secs(8), written).await;
    go_on.send(()).unwrap();
    assert!(written.is_ok(), "they wait for the import");
    importing.await.unwrap();
    let books = store.library().books().await.unwrap();
    assert_eq!(books.len(), 3);
    assert_eq!(books.iter().filter(|book| book.series.name == "cats").count(), 2, "{books:?}");
    assert_eq!(store.library().versions(first, paragraph).await.unwrap().len(), 1);
}
