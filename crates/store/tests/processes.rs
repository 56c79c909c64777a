//! Several processes on one library, and processes that die in the middle of writing.
//!
//! This program is both the tests and, started by them with `writer …`, the other process.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test fails by panicking, and a writer acknowledges on stdout"
)]

use book::edit::Edit;
use book::id::{BookId, ParagraphId};
use book::text::book::Book;
use book::text::chapter::Chapter;
use book::text::markup::Marked;
use book::text::paragraph::{Paragraph, ParagraphKind, Place};
use book::text::version::{Author, Selection};
use sqlx::{Connection, SqliteConnection};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use store::change::Cause;
use store::record::NewBook;
use store::search::SearchQuery;
use store::store::Store;

type Test = (&'static str, fn());

const TESTS: &[Test] = &[
    ("a_commit_waits_for_the_import_of_another_process", a_commit_waits_for_the_import_of_another_process),
    ("an_import_that_is_killed_leaves_no_part_of_a_book", an_import_that_is_killed_leaves_no_part_of_a_book),
    (
        "processes_that_make_the_same_library_at_once_all_get_it",
        processes_that_make_the_same_library_at_once_all_get_it,
    ),
    (
        "two_processes_write_without_losing_or_refusing_anything",
        two_processes_write_without_losing_or_refusing_anything,
    ),
    ("what_a_killed_process_acknowledged_is_there", what_a_killed_process_acknowledged_is_there),
];

/// Speaks as much of the test harness's language as `cargo test` and `cargo nextest` need.
fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("writer") => block_on(writer(&arguments[1..])),
        Some("importer") => block_on(importer(&arguments[1..])),
        Some("founder") => block_on(founder(&arguments[1..])),
        _ if arguments.iter().any(|it| it == "--list") => {
            if !arguments.iter().any(|it| it == "--ignored") {
                for (name, _) in TESTS {
                    println!("{name}: test");
                }
            }
        }
        _ => {
            let wanted: Vec<&String> = arguments.iter().filter(|it| !it.starts_with('-')).collect();
            for (name, test) in TESTS {
                if wanted.is_empty() || wanted.iter().any(|it| name.contains(it.as_str())) {
                    test();
                    println!("test {name} ... ok");
                }
            }
        }
    }
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap()
        .block_on(future)
}

/// `writer PATH BOOK NAME COUNT`: adds versions to the same paragraphs as everyone else, and says each one's name
/// when the library has taken it.
async fn writer(arguments: &[String]) {
    let [path, book, name, count] = arguments else { panic!("writer PATH BOOK NAME COUNT") };
    let store = Store::open(Path::new(path)).await.unwrap();
    let book: BookId = book.parse().unwrap();
    for n in 0..count.parse::<u32>().unwrap() {
        let text = format!("{name}-{n}");
        let edit = Edit::AddVersion {
            paragraph: ParagraphId::from_number(n % 5),
            text: text.clone(),
            author: Author::Person,
            selection: Selection::Select,
        };
        store.commit(book, &[edit], &Cause::person(&text), i64::from(n)).await.unwrap();
        acknowledge(&text);
    }
}

/// `importer PATH`: imports a large book and says how far it is.
async fn importer(arguments: &[String]) {
    let store = Store::open(Path::new(&arguments[0])).await.unwrap();
    // Its file is written in pieces.
    let original = b"large".repeat(1 << 20);
    add(&store, &book_of(20_000), &original, &|done, _| acknowledge(&done.to_string())).await;
}

/// `founder PATH NAME`: makes the library if it is missing and puts a book of its own into it.
async fn founder(arguments: &[String]) {
    let store = Store::open(Path::new(&arguments[0])).await.unwrap();
    add(&store, &book_of(3), arguments[1].as_bytes(), &|_, _| {}).await;
}

fn acknowledge(text: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{text}").unwrap();
    out.flush().unwrap();
}

fn start(arguments: &[&str]) -> Child {
    let program = std::env::current_exe().unwrap();
    Command::new(program).args(arguments).stdout(Stdio::piped()).spawn().unwrap()
}

fn book_of(n_paragraphs: u32) -> Book {
    let paragraph = |n: u32| Paragraph {
        text: Marked::from_plain(&format!("第{n}段落。{}", "吾輩は猫である".repeat(5))),
        tags: Vec::new(),
        kind: ParagraphKind::Body,
        place: Place { part: 0, block: n },
    };
    let chapter = Chapter { paragraphs: (0..n_paragraphs).map(paragraph).collect(), ..Chapter::default() };
    Book { title: "book".to_owned(), chapters: vec![chapter], ..Book::default() }
}

async fn add(
    store: &Store,
    book: &Book,
    original: &[u8],
    progress: &(dyn Fn(u64, u64) + Send + Sync),
) -> BookId {
    let new = NewBook { book, original, file_name: "x", series: None, target_language: None, now_ms: 0 };
    store.add_book(&new, progress).await.unwrap().id
}

async fn all_versions(store: &Store, book: BookId) -> Vec<String> {
    let mut texts = Vec::new();
    for n in 0..5 {
        let versions = store.library().versions(book, ParagraphId::from_number(n)).await.unwrap();
        texts.extend(versions.into_iter().map(|version| version.text.as_str().to_owned()));
    }
    texts
}

/// The file is whole.
async fn assert_intact(path: &Path) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path);
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    let health: String =
        sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut connection).await.unwrap();
    assert_eq!(health, "ok");
    let lost = "SELECT count(*) FROM original_pieces WHERE book NOT IN (SELECT key FROM books)";
    let n_lost: i64 = sqlx::query_scalar(lost).fetch_one(&mut connection).await.unwrap();
    assert_eq!(n_lost, 0, "no piece of a file without its book");
    connection.close().await.unwrap();
}

fn two_processes_write_without_losing_or_refusing_anything() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    let place = path.to_str().unwrap();
    let book = block_on(async {
        let store = Store::open(&path).await.unwrap();
        let book = add(&store, &book_of(5), b"x", &|_, _| {}).await;
        store.close().await;
        book
    });
    let id = book.to_string();
    let others: Vec<Child> = ["a", "b"].map(|name| start(&["writer", place, &id, name, "150"])).into();
    block_on(async {
        // This process takes part, and reads all the while.
        let store = Store::open(&path).await.unwrap();
        for n in 0..100 {
            let edit = Edit::SetBookTitle { translation: Some(n.to_string()) };
            store.commit(book, &[edit], &Cause::person("title"), n).await.unwrap();
            store.library().search(book, &SearchQuery::text("a-1", 5)).await.unwrap();
        }
        for other in others {
            let output = other.wait_with_output().unwrap();
            assert!(output.status.success());
            assert_eq!(output.stdout.lines().count(), 150);
        }
        let mut texts = all_versions(&store, book).await;
        texts.sort();
        let mut expected: Vec<String> =
            ["a", "b"].iter().flat_map(|name| (0..150).map(move |n| format!("{name}-{n}"))).collect();
        expected.sort();
        assert_eq!(texts, expected);
        assert_eq!(store.library().changes(book, 1_000).await.unwrap().len(), 400);
        assert_intact(&path).await;
    });
}

fn a_commit_waits_for_the_import_of_another_process() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    block_on(async {
        let store = Store::open(&path).await.unwrap();
        let book = add(&store, &book_of(5), b"x", &|_, _| {}).await;
        let mut importer = start(&["importer", path.to_str().unwrap()]);
        let mut lines = BufReader::new(importer.stdout.take().unwrap()).lines();
        // With the first sign of progress the other process holds the library, and reading goes on all the same.
        lines.next().unwrap().unwrap();
        assert_eq!(store.library().books().await.unwrap().len(), 1);
        let edit = Edit::SetBookTitle { translation: Some("waited".to_owned()) };
        store.commit(book, &[edit], &Cause::person("title"), 0).await.unwrap();
        assert_eq!(store.library().books().await.unwrap().len(), 2, "the import came first");
        assert_eq!(lines.last().unwrap().unwrap(), "20000");
        assert!(importer.wait().unwrap().success());
    });
}

fn what_a_killed_process_acknowledged_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    let place = path.to_str().unwrap();
    let book = block_on(async {
        let store = Store::open(&path).await.unwrap();
        let book = add(&store, &book_of(5), b"x", &|_, _| {}).await;
        store.close().await;
        book
    });
    let mut acknowledged: Vec<String> = Vec::new();
    for (round, n_wanted) in [1_usize, 30, 7, 2, 19, 11, 3, 23].into_iter().enumerate() {
        let mut child = start(&["writer", place, &book.to_string(), &round.to_string(), "100000"]);
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        acknowledged.extend(lines.by_ref().take(n_wanted).map(Result::unwrap));
        // It goes on writing until the signal arrives, which is in the middle of whatever it is doing.
        child.kill().unwrap();
        child.wait().unwrap();
        acknowledged.extend(lines.map_while(Result::ok));
        block_on(async {
            let store = Store::open(&path).await.unwrap();
            let texts = all_versions(&store, book).await;
            for text in &acknowledged {
                assert!(texts.contains(text), "`{text}` was acknowledged and is lost");
            }
            let n_changes = store.library().changes(book, 10_000).await.unwrap().len();
            assert_eq!(n_changes, texts.len(), "every version has its change, and every change its version");
            // At most one commit per killed process was on its way when it died.
            assert!(texts.len() <= acknowledged.len() + round + 1);
            store.close().await;
            assert_intact(&path).await;
        });
    }
}

fn an_import_that_is_killed_leaves_no_part_of_a_book() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    let place = path.to_str().unwrap();
    for n_wanted in [1, 40, 90] {
        let mut child = start(&["importer", place]);
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert_eq!(lines.take(n_wanted).filter_map(Result::ok).count(), n_wanted);
        child.kill().unwrap();
        child.wait().unwrap();
        block_on(async {
            let store = Store::open(&path).await.unwrap();
            assert_eq!(store.library().books().await.unwrap(), []);
            store.close().await;
            assert_intact(&path).await;
        });
    }
}

fn processes_that_make_the_same_library_at_once_all_get_it() {
    let folder = tempfile::tempdir().unwrap();
    for round in 0..3 {
        let path = folder.path().join(format!("{round}/library.db"));
        let place = path.to_str().unwrap();
        let founders: Vec<Child> = ["a", "b", "c", "d"].map(|name| start(&["founder", place, name])).into();
        for founder in founders {
            assert!(founder.wait_with_output().unwrap().status.success());
        }
        block_on(async {
            let store = Store::open(&path).await.unwrap();
            assert_eq!(store.library().books().await.unwrap().len(), 4);
            store.close().await;
            assert_intact(&path).await;
        });
    }
}
