//! What worker processes at one database share: a monthly budget that is met and never passed though one of them is killed, and
//! a key whose users count each other.

use crate::run::run_monthly_budget::with_price;
use crate::run::test_queue::TestQueue;
use crate::run::test_run::Running;
use llm_test_server::{Plan, Turn, WireFault};
use serde_json::Value;
use std::time::{Duration, Instant};

const N_WORKERS: usize = 3;
/// Dollars: less than the books cost, and enough for some of their chapters.
const BUDGET: &str = "0.9";
const BUDGET_MICROS: i64 = 900_000;
/// Settings of a service: a key, and what it allows in a minute.
const KEY_WITH_A_RATE: &str = "key = \"TEST_RUN_KEY\"\nrequests_per_minute = 600\n";

/// Books at a database, begun.
struct Shared {
    queue: TestQueue,
    runs: Vec<String>,
}

impl Shared {
    /// `more` are settings of the service beside its price.
    fn new(n_chapters: usize, fault: WireFault, budget: Option<&str>, more: &str) -> Option<Self> {
        let then = Some(Turn::agent().with(fault));
        let queue = TestQueue::new(Plan { turns: Vec::new(), then }, |test_run| {
            with_price(test_run, more);
            for number in 0..N_WORKERS {
                let file = format!("book{number}.txt");
                let book = test_run.book(n_chapters + number, 12);
                std::fs::rename(book, test_run.folder().join(&file)).unwrap();
                test_run.ok(&["import", &file]);
            }
            if let Some(budget) = budget {
                test_run.ok(&["budget", "set", budget]);
            }
        })?;
        let books = queue.test_run.books();
        let runs = books.iter().map(|book| queue.begin(book, &[("model", "test_run/m")])).collect();
        Some(Self { queue, runs })
    }

    /// What is spent of the budget and what is set aside, in millionths of a dollar.
    fn spent_and_held(&self) -> [i64; 2] {
        let told = self.queue.test_run.json(&["budget"]);
        ["spent_micros", "held_micros"].map(|field| told["budgets"][0][field].as_i64().unwrap())
    }

    fn used(&self) -> i64 {
        self.spent_and_held().iter().sum()
    }

    fn stop(&self) {
        for run in &self.runs {
            let answer = self.queue.serving.ask("POST", &format!("/api/v1/runs/{run}/stop"), "");
            assert!(answer.starts_with("HTTP/1.1 202"), "{answer}");
        }
    }

    fn ends(&self) -> Vec<Value> {
        self.runs.iter().map(|run| self.queue.show(run)["ending"].clone()).collect()
    }
}

#[test]
fn workers_meet_a_monthly_budget_and_never_pass_it_though_one_is_killed() {
    let Some(shared) = Shared::new(12, WireFault::Latency(Duration::from_millis(30)), Some(BUDGET), "")
    else {
        return;
    };
    let mut workers: Vec<Running> = (0..N_WORKERS).map(|_| shared.queue.worker("3")).collect();
    let began = Instant::now();
    let mut is_one_killed = false;
    while shared.ends().iter().any(Value::is_null) {
        let used = shared.used();
        assert!(used <= BUDGET_MICROS, "{used} of {BUDGET_MICROS} is spent or set aside");
        if !is_one_killed && shared.queue.test_run.n_requests() > 2 * N_WORKERS {
            is_one_killed = true;
            workers.remove(0).kill();
        }
        assert!(began.elapsed() < Duration::from_mins(2), "{:?}", shared.ends());
    }
    assert!(is_one_killed);
    assert!(shared.ends().iter().all(|ending| ending == "budget"), "{:?}", shared.ends());
    let used = shared.used();
    assert!(used <= BUDGET_MICROS && used > BUDGET_MICROS / 3, "{used} of {BUDGET_MICROS}");
}

#[test]
fn what_a_killed_worker_had_set_aside_is_released_though_nobody_goes_on_with_its_run() {
    let Some(shared) = Shared::new(2, WireFault::Stall, Some(BUDGET), "") else { return };
    let wait_until = |is_so: &dyn Fn() -> bool| {
        let began = Instant::now();
        while !is_so() {
            assert!(began.elapsed() < Duration::from_mins(2), "{:?}", shared.spent_and_held());
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    let killed = shared.queue.worker("3");
    wait_until(&|| shared.queue.test_run.n_requests() > 0);
    killed.kill();
    assert!(shared.spent_and_held()[1] > 0, "nobody has booked it");
    shared.stop();
    let _worker = shared.queue.worker("3");
    wait_until(&|| shared.ends().iter().all(|ending| ending == "interrupted"));
    wait_until(&|| shared.spent_and_held()[1] == 0);
    let [spent, _] = shared.spent_and_held();
    assert!(spent > 0 && spent <= BUDGET_MICROS, "its request may have been paid for: {spent}");
}

#[test]
fn workers_that_use_one_key_count_each_other_until_their_runs_are_stopped() {
    // Users are counted only of a key that has a rate. The model never answers: no run ends before all are counted.
    let Some(shared) = Shared::new(2, WireFault::Stall, None, KEY_WITH_A_RATE) else { return };
    let n_users = || {
        let cluster = postgres_testkit::needed();
        let counted = cluster.psql(
            shared.queue.database(),
            "SELECT coalesce(max(n), 0) FROM (SELECT count(*) AS n FROM key_users GROUP BY key_digest) k",
        );
        counted.unwrap().parse::<usize>().unwrap()
    };
    assert_eq!(n_users(), 0);
    let _workers: Vec<Running> = (0..N_WORKERS).map(|_| shared.queue.worker("30")).collect();
    let is_soon = |n: usize| {
        let began = Instant::now();
        while n_users() != n {
            assert!(began.elapsed() < Duration::from_mins(2), "{} share the key", n_users());
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    is_soon(N_WORKERS);
    shared.stop();
    is_soon(0);
}
