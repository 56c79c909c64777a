//! What has to hold whatever happens to workers: every paragraph translated once, little paid for twice, the budget kept.

use crate::run::run_monthly_budget::with_price;
use crate::run::test_queue::{CONCURRENCY, TestQueue};
use crate::run::test_run::TestRun;
use llm_test_server::{Plan, Turn, WireFault};
use postgres_testkit::{Cluster, Proxy};
use std::time::{Duration, Instant};

/// Dollars a month; more than everything costs, so that every run can end.
const BUDGET: f64 = 400.0;

/// Books at a database, a server that queues their runs, and what has to hold for them whatever happens to the workers.
pub(crate) struct Accidents {
    pub(crate) queue: TestQueue,
    pub(crate) books: Vec<String>,
    /// Paragraphs of a chapter, by book.
    sizes: Vec<usize>,
}

impl Accidents {
    /// Books of two chapters with so many paragraphs each at a database; the workers reach it through a proxy where there is
    /// one.
    pub(crate) fn new(sizes: Vec<usize>, cluster: &Cluster, proxy: Option<&Proxy>) -> Self {
        let slow = Turn::agent().with(WireFault::Latency(Duration::from_millis(40)));
        let queue = TestQueue::at(cluster, proxy, Plan { turns: Vec::new(), then: Some(slow) }, |test_run| {
            with_price(test_run, "");
            for (number, size) in sizes.iter().enumerate() {
                let file = book(test_run, number, *size);
                test_run.ok(&["import", &file]);
            }
            test_run.ok(&["budget", "set", &BUDGET.to_string()]);
        });
        let books = queue.test_run.json(&["books"]);
        let mut books: Vec<(String, String)> = books
            .as_array()
            .unwrap()
            .iter()
            .map(|book| {
                (book["file_name"].as_str().unwrap().to_owned(), book["id"].as_str().unwrap().to_owned())
            })
            .collect();
        books.sort();
        let books = books.into_iter().map(|(_, id)| id).collect();
        Self { queue, books, sizes }
    }

    /// How many requests the same books need without an accident.
    pub(crate) fn n_needed(&self) -> usize {
        let calm = TestRun::new(Plan::agent());
        with_price(&calm, "");
        for (number, size) in self.sizes.iter().enumerate() {
            let file = book(&calm, number, *size);
            calm.ok(&[
                "translate",
                &file,
                "--to",
                "en",
                "--model",
                "test_run/m",
                "--yes",
                "--chunk-size",
                "64",
                "--concurrency",
                "2",
            ]);
        }
        calm.n_requests()
    }

    /// Begins a run on each book.
    pub(crate) fn begin(&self) -> Vec<String> {
        self.books.iter().map(|book| self.begin_one(book)).collect()
    }

    pub(crate) fn begin_one(&self, book: &str) -> String {
        self.queue.begin(book, &[("model", "test_run/m")])
    }

    /// Whether the run has ended as it should.
    pub(crate) fn is_over(&self, run: &str) -> bool {
        let shown = self.queue.show(run);
        assert_ne!(shown["state"], "resting", "{shown}");
        let is_over = shown["state"] == "over";
        assert!(!is_over || shown["ending"] == "finished", "{shown}");
        is_over
    }

    pub(crate) fn are_over(&self, runs: &[String]) -> bool {
        runs.iter().all(|run| self.is_over(run))
    }

    /// How many steps of all runs are committed.
    pub(crate) fn n_steps(&self, cluster: &Cluster) -> usize {
        let database = self.queue.database();
        cluster.psql(database, "SELECT count(*) FROM steps").unwrap().parse().unwrap()
    }

    /// Everything that has to hold when all runs are over.
    pub(crate) fn has_survived(&self, runs: &[String], n_calm: usize, n_accidents: usize) {
        let n_asked = self.queue.test_run.n_requests();
        let n_wasted = n_asked.saturating_sub(n_calm);
        assert!(
            n_wasted <= CONCURRENCY * n_accidents,
            "{n_wasted} of {n_asked} calls were wasted by {n_accidents} accidents"
        );
        for (book, run) in self.books.iter().zip(runs) {
            self.is_whole(book, run);
        }
        self.is_within_budget();
    }

    /// Waits until the model was asked so often; says whether it was.
    pub(crate) fn waits_for_requests(&self, n_requests: usize) -> bool {
        let began = Instant::now();
        while self.queue.test_run.n_requests() < n_requests {
            if began.elapsed() > Duration::from_secs(20) {
                return false;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        true
    }

    pub(crate) fn waits_for(&self, what: &str, has_come: impl Fn() -> bool) {
        let began = Instant::now();
        while !has_come() {
            let n_asked = self.queue.test_run.n_requests();
            assert!(began.elapsed() < Duration::from_secs(20), "{what} never came; {n_asked} requests did");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Waits until the run has finished. No person helps: a run that rests is none that survived.
    pub(crate) fn waits_for_end(&self, run: &str) {
        let began = Instant::now();
        while !self.is_over(run) {
            assert!(began.elapsed() < Duration::from_mins(2), "{}", self.queue.show(run));
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    pub(crate) fn is_within_budget(&self) {
        let told = self.queue.test_run.json(&["budget"]);
        let budget = &told["budgets"][0];
        let micros = |field: &str| budget[field].as_f64().unwrap();
        assert!(micros("spent_micros") + micros("held_micros") <= micros("limit_micros"), "{told}");
    }

    /// The ledger, the versions and the certificate say the same: every paragraph once.
    fn is_whole(&self, book: &str, run: &str) {
        let paragraphs = self.queue.test_run.cli.paragraphs(book);
        let with_text: Vec<_> = paragraphs.iter().filter(|one| !one.text.trim().is_empty()).collect();
        let ids: Vec<book::id::ParagraphId> = with_text.iter().map(|one| one.id.parse().unwrap()).collect();
        let n_versions = self.queue.n_versions(book, &ids);
        assert!(n_versions.iter().all(|n| *n == 1), "none has two");
        let shown = self.queue.show(run);
        assert_eq!(shown["ledger"]["accepted"].as_u64(), u64::try_from(ids.len()).ok(), "{shown}");
        let file = format!("{book}.txt");
        let certificate = self.queue.test_run.json(&["export", book, "-o", &file]);
        assert_eq!(certificate["translated"].as_u64(), u64::try_from(ids.len()).ok(), "{certificate}");
        self.queue.test_run.ok(&["verify", &file]);
    }
}

/// A book as a file; books of the same size are files of their own all the same.
fn book(test_run: &TestRun, number: usize, size: usize) -> String {
    let text = std::fs::read_to_string(test_run.book(2, size)).unwrap();
    let name = format!("book{number}.txt");
    test_run.file(&name, text + &"\n".repeat(number));
    name
}
