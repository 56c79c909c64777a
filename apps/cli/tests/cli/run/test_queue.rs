//! Runs that wait in a database for worker processes: the server that queues them, and the workers.

use crate::run::test_run::{Running, TestRun};
use crate::serving::Serving;
use book::id::ParagraphId;
use llm_test_server::Plan;
use postgres_testkit::{Cluster, Proxy};
use serde_json::{Value, json};
use std::path::Path;
use store::store::Store;

/// Requests a run has in flight at most.
pub(crate) const CONCURRENCY: usize = 2;

/// A library in a database, and a server that queues runs for workers.
pub(crate) struct TestQueue {
    pub(crate) test_run: TestRun,
    pub(crate) serving: Serving,
    address: String,
    port: u16,
    /// The same database, as the workers reach it.
    for_workers: String,
}

impl TestQueue {
    /// `fill` puts books into the library before the server begins; `None` where no database can be had.
    pub(crate) fn new(plan: Plan, fill: impl FnOnce(&TestRun)) -> Option<Self> {
        Some(Self::at(postgres_testkit::cluster()?, None, plan, fill))
    }

    /// The same in this cluster; the workers reach it through the proxy where there is one.
    pub(crate) fn at(
        cluster: &Cluster,
        proxy: Option<&Proxy>,
        plan: Plan,
        fill: impl FnOnce(&TestRun),
    ) -> Self {
        let mut test_run = TestRun::new(plan);
        let address = cluster.database_for(test_run.folder());
        // The key is used only where the settings of the service name it.
        test_run.cli = test_run
            .cli
            .with_variable("TSUMUGI_LIBRARY", &address)
            .with_variable("TEST_RUN_KEY", "sk-of-the-test-run");
        fill(&test_run);
        let serving = Serving::begin(&test_run.cli, &["--workers"]);
        let for_workers =
            proxy.map_or_else(|| address.clone(), |proxy| proxy.address(&address, cluster.port()));
        Self { test_run, serving, address, port: cluster.port(), for_workers }
    }

    /// Begins a translation through the API; `model` are the fields of the body that name the model.
    pub(crate) fn begin(&self, book: &str, model: &[(&str, &str)]) -> String {
        let mut body = json!({
            "kind": "translation", "target_language": "en", "chunk_tokens": 64, "concurrency": CONCURRENCY,
        });
        for (field, text) in model {
            body[*field] = json!(text);
        }
        let answer = self.serving.ask("POST", &format!("/api/v1/books/{book}/runs"), &body.to_string());
        assert!(answer.starts_with("HTTP/1.1 202"), "{answer}");
        json_of(&answer)["run"].as_str().unwrap().to_owned()
    }

    /// A worker that takes one run at a time and holds it for so many seconds; it is ready.
    pub(crate) fn worker(&self, lease: &str) -> Running {
        let mut running = self.start_worker(lease, &self.for_workers);
        running.wait_for("ready");
        running
    }

    /// A worker that reaches the database through a proxy of its own. It may never be ready, if the proxy holds it before.
    pub(crate) fn worker_through(&self, proxy: &Proxy) -> Running {
        self.start_worker("30", &proxy.address(&self.address, self.port))
    }

    fn start_worker(&self, lease: &str, address: &str) -> Running {
        let arguments = ["worker", "--json", "--lease", lease, "--runs", "1"];
        Running::start(self.test_run.command(&arguments).env("TSUMUGI_LIBRARY", address))
    }

    /// The name of the database.
    pub(crate) fn database(&self) -> &str {
        self.address.rsplit('/').next().unwrap_or_default()
    }

    /// A run as the API shows it.
    pub(crate) fn show(&self, run: &str) -> Value {
        json_of(&self.serving.ask("GET", &format!("/api/v1/runs/{run}"), ""))
    }

    /// How many versions each of these paragraphs has; every one has some.
    pub(crate) fn n_versions(&self, book: &str, paragraphs: &[ParagraphId]) -> Vec<u32> {
        self.test_run.runtime.block_on(async {
            let store = Store::open(Path::new(&self.address)).await.unwrap();
            let counts = store.library().version_counts(book.parse().unwrap(), paragraphs).await.unwrap();
            store.close().await;
            assert_eq!(counts.len(), paragraphs.len(), "every paragraph has a version");
            counts.values().map(|counts| counts.n_versions).collect()
        })
    }
}

pub(crate) fn json_of(answer: &str) -> Value {
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap_or_else(|_| panic!("{answer}"))
}
