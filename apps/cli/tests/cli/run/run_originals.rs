//! Original files beside the database: in a folder and in a bucket, named by what is in them.

use crate::foreign_clients::python;
use crate::program::skipped;
use crate::run::test_run::TestRun;
use crate::serving::request;
use llm_test_server::Plan;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use store::error::StoreError;
use store::originals::{OriginalsPlace, Swept};
use store::store::Store;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// A library in a database, with originals at a place.
struct Beside {
    test_run: TestRun,
    database: String,
    place: OriginalsPlace,
}

impl Beside {
    fn new(place: impl FnOnce(&TestRun) -> OriginalsPlace, variables: &[(&str, &str)]) -> Option<Self> {
        let cluster = postgres_testkit::cluster()?;
        let mut test_run = TestRun::new(Plan::agent());
        let database = cluster.database_for(test_run.folder());
        let place = place(&test_run);
        test_run.cli = test_run
            .cli
            .with_variable("TSUMUGI_LIBRARY", &database)
            .with_variable("TSUMUGI_ORIGINALS", &place.address);
        for (name, value) in variables {
            test_run.cli = test_run.cli.with_variable(name, value);
        }
        Some(Self { test_run, database, place })
    }

    fn with<T>(&self, place: Option<&OriginalsPlace>, work: impl AsyncFnOnce(&Store) -> T) -> T {
        self.test_run.runtime.block_on(async {
            let store = Store::open_with(Path::new(&self.database), place).await.unwrap();
            let done = work(&store).await;
            store.close().await;
            done
        })
    }

    fn original(&self, place: Option<&OriginalsPlace>) -> Result<Vec<u8>, StoreError> {
        let book = self.test_run.book_id().parse().unwrap();
        self.with(place, async |store: &Store| store.library().original(book).await)
    }

    fn sweep(&self, before_ms: i64) -> Swept {
        self.with(Some(&self.place), async |store: &Store| store.sweep_originals(before_ms).await.unwrap())
    }

    /// A book comes in and leaves nothing behind when it goes; one that comes in again is moved to a file with its original inside.
    fn story(&self) {
        let test_run = &self.test_run;
        let book = std::fs::read(test_run.book(1, 3)).unwrap();
        test_run.ok(&["import", "book.txt"]);
        assert_eq!(self.original(Some(&self.place)).unwrap(), book);
        let refusal = self.original(None).unwrap_err();
        assert!(refusal.to_string().contains("TSUMUGI_ORIGINALS"), "{refusal}");

        let now_ms = now_ms();
        assert_eq!(self.sweep(now_ms + DAY_MS), Swept { n_files: 1, n_removed: 0 }, "a book names it");
        test_run.ok(&["remove", "book", "--permanently", "--yes"]);
        assert_eq!(self.sweep(now_ms - DAY_MS), Swept { n_files: 1, n_removed: 0 }, "it is too young");
        assert_eq!(self.sweep(now_ms + DAY_MS), Swept { n_files: 1, n_removed: 1 });
        assert_eq!(self.sweep(now_ms + DAY_MS), Swept::default());

        test_run.ok(&["import", "book.txt"]);
        test_run.ok(&["library", "move", &self.database, "file.tsumugi"]);
        let id = test_run.books().remove(0).parse().unwrap();
        let moved = test_run.runtime.block_on(async {
            let store = Store::open(&test_run.path("file.tsumugi")).await.unwrap();
            let bytes = store.library().original(id).await.unwrap();
            store.close().await;
            bytes
        });
        assert_eq!(moved, book, "a file has everything inside");
    }
}

#[expect(clippy::disallowed_methods, reason = "files have the time of this machine")]
fn now_ms() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    i64::try_from(since.as_millis()).unwrap()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() { all.extend(files(&path)) } else { all.push(path) }
    }
    all
}

fn in_folder() -> Option<(Beside, PathBuf)> {
    let mut folder = PathBuf::new();
    let beside = Beside::new(
        |test_run| {
            folder = test_run.path("originals");
            OriginalsPlace { address: format!("file://{}", folder.display()), options: Vec::new() }
        },
        &[],
    )?;
    Some((beside, folder))
}

#[test]
fn originals_in_a_folder_go_in_out_and_away_with_their_book() {
    let Some((beside, _)) = in_folder() else { return };
    beside.story();
}

#[test]
fn an_original_that_was_changed_in_its_folder_is_refused() {
    let Some((beside, folder)) = in_folder() else { return };
    beside.test_run.book(1, 3);
    beside.test_run.ok(&["import", "book.txt"]);
    let found = files(&folder);
    assert_eq!(found.len(), 1, "{found:?}");
    std::fs::write(&found[0], "another text").unwrap();
    let refusal = beside.original(Some(&beside.place)).unwrap_err();
    assert!(matches!(refusal, StoreError::Originals { .. }), "{refusal}");
}

/// A server that speaks S3, ended when it is dropped.
struct Bucket {
    child: Child,
    address: String,
}

impl Bucket {
    fn start(test: &str) -> Option<Self> {
        let python = python(test, "python")?;
        let has_moto =
            Command::new(&python).args(["-c", "import moto.server"]).stderr(Stdio::null()).status();
        if !has_moto.is_ok_and(|status| status.success()) {
            skipped("`moto` is missing in `target/python`; `scripts/setup-tests` installs it");
            return None;
        }
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut command = Command::new(python);
        command.args(["-m", "moto.server", "-H", "127.0.0.1", "-p", &port.to_string()]);
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let bucket = Self { child, address: format!("127.0.0.1:{port}") };
        let began = Instant::now();
        while TcpStream::connect(&bucket.address).is_err() {
            assert!(began.elapsed() < Duration::from_mins(1), "the server does not answer");
            std::thread::sleep(Duration::from_millis(50));
        }
        let made = request(&bucket.address, None, "PUT", "/books", "Accept: */*", "");
        assert!(made.starts_with("HTTP/1.1 200"), "{made}");
        Some(bucket)
    }
}

impl Drop for Bucket {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn originals_in_a_bucket_go_in_out_and_away_with_their_book() {
    let Some(bucket) = Bucket::start("originals_in_a_bucket_go_in_out_and_away_with_their_book") else {
        return;
    };
    let url = format!("http://{}", bucket.address);
    let options = [
        ("aws_endpoint", url.as_str()),
        ("aws_allow_http", "true"),
        ("aws_region", "us-east-1"),
        ("aws_access_key_id", "key"),
        ("aws_secret_access_key", "word"),
    ];
    let place = OriginalsPlace {
        address: "s3://books/originals".to_owned(),
        options: options.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
    };
    let variables = [
        ("AWS_ENDPOINT_URL", url.as_str()),
        ("AWS_REGION", "us-east-1"),
        ("AWS_ACCESS_KEY_ID", "key"),
        ("AWS_SECRET_ACCESS_KEY", "word"),
    ];
    let Some(beside) = Beside::new(|_| place, &variables) else { return };
    beside.story();
}
