//! A network that cuts, an answer to `COMMIT` that never comes, and a database that is killed.

use crate::sample::{add, cat_book, model};
use book::edit::Edit;
use book::id::{BookId, ParagraphId, TaskId};
use book::text::version::{Author, Selection, TaskKind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;
use store::change::Cause;
use store::error::StoreError;
use store::store::Store;
use store::work::{NewRun, NewTask, Step, StepUsage};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

const PASS: u8 = 0;
/// The next `COMMIT` reaches the database, its answer nobody.
const SWALLOW: u8 = 1;
/// The next `COMMIT` does not reach the database.
const CUT: u8 = 2;

/// Stands between the program and the database.
struct Proxy {
    port: u16,
    mode: Arc<AtomicU8>,
}

impl Proxy {
    async fn before(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let proxy = Self { port: listener.local_addr().unwrap().port(), mode: Arc::new(AtomicU8::new(PASS)) };
        let mode = Arc::clone(&proxy.mode);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let Ok(server) = TcpStream::connect(("127.0.0.1", port)).await else { continue };
                tokio::spawn(pass_on(client, server, Arc::clone(&mode)));
            }
        });
        proxy
    }

    fn next_commit(&self, mode: u8) {
        self.mode.store(mode, Ordering::SeqCst);
    }
}

async fn pass_on(client: TcpStream, server: TcpStream, mode: Arc<AtomicU8>) {
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let answers = tokio::spawn(async move { tokio::io::copy(&mut from_server, &mut to_client).await });
    let mut buffer = vec![0; 65536];
    while let Ok(n) = from_client.read(&mut buffer).await {
        if n == 0 {
            break;
        }
        let is_commit = buffer[..n].windows(6).any(|word| word == b"COMMIT");
        if is_commit && mode.load(Ordering::SeqCst) != PASS {
            let how = mode.swap(PASS, Ordering::SeqCst);
            answers.abort();
            if how == SWALLOW {
                to_server.write_all(&buffer[..n]).await.unwrap();
                tokio::time::sleep(Duration::from_millis(300)).await;
            }
            return;
        }
        if to_server.write_all(&buffer[..n]).await.is_err() {
            break;
        }
    }
    answers.abort();
}

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
        let proxy = Proxy::before(cluster.port()).await;
        let address = cluster.database_for(folder.path());
        let address = address.replace(&format!(":{}/", cluster.port()), &format!(":{}/", proxy.port));
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
    network.proxy.next_commit(SWALLOW);
    let edits = edit(network.paragraph, Author::Person);
    network.store.commit(network.book, &edits, &Cause::person(""), 1).await.unwrap();
    let versions = network.store.library().versions(network.book, network.paragraph).await.unwrap();
    assert_eq!(versions.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_that_never_arrived_is_told_and_nothing_of_it_is_there() {
    let network = TestNetwork::new().await;
    network.proxy.next_commit(CUT);
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
        network.proxy.next_commit([PASS, SWALLOW, CUT][after as usize % 3]);
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
