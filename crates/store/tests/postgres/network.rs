//! A network that cuts, an answer to `COMMIT` that never comes, and a database that is killed.

use crate::sample::{add, cat_book, model};
use book::edit::Edit;
use book::id::{BookId, ParagraphId, TaskId};
use book::text::version::{Author, Selection, TaskKind};
use postgres_testkit::{CommitFate, Proxy};
use std::path::Path;
use std::time::Duration;
use store::change::Cause;
use store::error::StoreError;
use store::store::Store;
use store::work::{NewRun, NewTask, Step, StepUsage};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

struct TestNetwork {
    _folder: tempfile::TempDir,
    proxy: Proxy,
    store: Store,
    book: BookId,
    paragraph: ParagraphId,
    task: TaskId,
}

impl TestNetwork {
    async fn new() -> Self {
        let cluster = postgres_testkit::needed();
        let folder = tempfile::tempdir().unwrap();
        let proxy = Proxy::before(cluster.port());
        let address = proxy.address(&cluster.database_for(folder.path()), cluster.port());
        let (store, book, paragraph, task) = with_task(&address).await;
        Self { _folder: folder, proxy, store, book, paragraph, task }
    }
}

/// A library at this address with a book, a paragraph of it, and a task on the paragraph.
async fn with_task(address: &str) -> (Store, BookId, ParagraphId, TaskId) {
    let store = Store::open(Path::new(address)).await.unwrap();
    let book = add(&store, &cat_book(), b"the file").await.id;
    let paragraph = store.library().all_paragraphs(book).await.unwrap()[2].clone();
    let new = NewRun { book, kind: TaskKind::Translation, spec: "{}", now_ms: 0 };
    let run = store.create_run(&new).await.unwrap();
    let task = NewTask {
        knowledge: None,
        run,
        book,
        kind: TaskKind::Translation,
        chapter: paragraph.chapter,
        paragraphs: &[paragraph.id],
        machine: "{}",
        machine_version: 1,
        now_ms: 0,
    };
    let task = store.create_task(&task).await.unwrap();
    (store, book, paragraph.id, task)
}

fn edit(paragraph: ParagraphId, author: Author) -> [Edit; 1] {
    [Edit::AddVersion { paragraph, text: "cat".to_owned(), author, selection: Selection::Select }]
}

async fn step(store: &Store, task: TaskId, paragraph: ParagraphId, after: u32) -> Result<(), StoreError> {
    let author = model();
    let step = Step {
        task,
        begins: None,
        who: &author,
        edits: &edit(paragraph, model()),
        machine: "{}",
        machine_version: 1,
        transcript: &[format!("{{\"after\":{after}}}")],
        ledger: &[],
        todos: &[],
        questions: &[],
        fence: None,
        after: Some(after),
        finished: None,
        usage: StepUsage { cost_micros: 5, ..StepUsage::default() },
        now_ms: 1,
    };
    store.commit_step(&step).await.map(drop)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_whose_answer_is_lost_is_found_to_have_happened() {
    let network = TestNetwork::new().await;
    network.proxy.next_commit(CommitFate::Swallowed);
    let edits = edit(network.paragraph, Author::Person);
    network.store.commit(network.book, &edits, &Cause::person(""), 1).await.unwrap();
    let versions = network.store.library().versions(network.book, network.paragraph).await.unwrap();
    assert_eq!(versions.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_that_never_arrived_is_told_and_nothing_of_it_is_there() {
    let network = TestNetwork::new().await;
    network.proxy.next_commit(CommitFate::Cut);
    let edits = edit(network.paragraph, Author::Person);
    let refusal = network.store.commit(network.book, &edits, &Cause::person(""), 1).await.unwrap_err();
    assert!(matches!(refusal, StoreError::Unreachable { .. }), "{refusal}");
    let versions = network.store.library().versions(network.book, network.paragraph).await.unwrap();
    assert_eq!(versions.len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_is_committed_once_whatever_the_network_does_to_its_commit() {
    let network = TestNetwork::new().await;
    for after in 0..6 {
        let fates = [CommitFate::Passed, CommitFate::Swallowed, CommitFate::Cut];
        network.proxy.next_commit(fates[after as usize % 3]);
        step(&network.store, network.task, network.paragraph, after).await.unwrap();
    }
    let task = network.store.library().task(network.task).await.unwrap();
    assert_eq!((task.n_steps, task.usage.cost_micros), (6, 30));
    let versions = network.store.library().versions(network.book, network.paragraph).await.unwrap();
    assert_eq!(versions.len(), 6);
    assert_eq!(network.store.library().transcript(network.task).await.unwrap().len(), 6);
}

#[tokio::test(flavor = "multi_thread")]
async fn steps_wait_for_a_database_that_was_killed_and_each_is_there_once() {
    let cluster = postgres_testkit::cluster_of_its_own();
    let (store, book, paragraph, task) = with_task(&cluster.database("library")).await;
    let killing = {
        let cluster = cluster.clone();
        tokio::task::spawn_blocking(move || cluster.crash())
    };
    for after in 0..20 {
        step(&store, task, paragraph, after).await.unwrap();
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    killing.await.unwrap();
    assert_eq!(store.library().task(task).await.unwrap().n_steps, 20);
    assert_eq!(store.library().versions(book, paragraph).await.unwrap().len(), 20);
    cluster.stop();
}

/// A server that lets a client log in and is silent from its first question on. Time passes by itself from then on, so that
/// nobody waits for it here.
async fn silent_database() -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        let (mut client, _) = listener.accept().await.unwrap();
        let mut said = [0; 4096];
        assert!(client.read(&mut said).await.unwrap() > 0, "it wants to log in");
        // It may, and the server is ready.
        client.write_all(b"R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I").await.unwrap();
        assert!(client.read(&mut said).await.unwrap() > 0, "it asks something");
        tokio::time::pause();
        while client.read(&mut said).await.unwrap() > 0 {}
    });
    format!("postgres://me@127.0.0.1:{port}/books?sslmode=disable")
}

#[tokio::test]
async fn a_database_that_falls_silent_while_a_library_is_opened_is_given_up() {
    let address = silent_database().await;
    let opening = tokio::time::timeout(Duration::from_hours(3), Store::open(Path::new(&address)));
    let Ok(opened) = opening.await else { panic!("it waits for an answer without end") };
    let refusal = opened.unwrap_err();
    assert!(matches!(refusal, StoreError::Unreachable { .. }), "{refusal:?}");
}
