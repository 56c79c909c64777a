//! Worker processes at one database: killed, frozen, drained and stopped, every paragraph is translated once.

use crate::run::test_queue::{TestQueue, json_of};
use crate::run::test_run::TestRun;
use book::id::ParagraphId;
use llm::ScriptedReply;
use llm_test_server::{Plan, Turn, WireFault};
use serde_json::json;
use std::collections::BTreeSet;
use std::ops::Deref;
use std::time::{Duration, Instant};

/// A queue with one book.
struct Queued(TestQueue);

impl Deref for Queued {
    type Target = TestQueue;

    fn deref(&self) -> &TestQueue {
        &self.0
    }
}

impl Queued {
    fn new(plan: Plan, n_paragraphs: usize) -> Option<Self> {
        let queue = TestQueue::new(plan, |test_run| {
            test_run.book(2, n_paragraphs);
            test_run.ok(&["import", "book.txt"]);
        })?;
        Some(Self(queue))
    }

    /// Begins a run through the API.
    fn begin(&self) -> String {
        let url = self.test_run.base_url();
        self.0.begin(&self.test_run.book_id(), &[("model", "m"), ("base_url", &url)])
    }

    /// Waits until the model was asked so often.
    fn asked(&self, n_requests: usize) {
        let began = Instant::now();
        while self.test_run.n_requests() < n_requests {
            assert!(began.elapsed() < Duration::from_mins(1), "the model was not asked");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// How many versions the paragraphs have, the translated ones only.
    fn n_versions(&self) -> BTreeSet<u32> {
        let ids: Vec<ParagraphId> =
            self.test_run.translations().keys().map(|id| id.parse().unwrap()).collect();
        self.0.n_versions(&self.test_run.book_id(), &ids).into_iter().collect()
    }

    /// Every paragraph with text is translated.
    fn is_whole(&self) {
        let paragraphs = self.test_run.paragraphs();
        let left: Vec<_> = paragraphs.iter().filter(|one| one.translation.is_none()).collect();
        assert!(left.iter().all(|one| one.text.trim().is_empty()), "{left:?}");
        assert!(paragraphs.len() > left.len());
    }
}

fn slow(ms: u64) -> Plan {
    let turn = Turn::agent().with(WireFault::Latency(Duration::from_millis(ms)));
    Plan { turns: Vec::new(), then: Some(turn) }
}

#[test]
fn a_killed_worker_is_replaced_at_once_and_every_paragraph_is_translated_once() {
    let Some(queued) = Queued::new(slow(30), 6) else { return };
    let mut one = queued.worker("30");
    let run = queued.begin();
    assert_eq!(one.wait_for("taken")["run"], *run);
    let mut other = queued.worker("30");
    queued.asked(4);
    one.kill();
    let began = Instant::now();
    assert_eq!(other.wait_for("taken")["epoch"], 2);
    assert!(
        began.elapsed() < Duration::from_secs(20),
        "nobody waits for the lease of a process that is gone"
    );
    assert_eq!(other.wait_for("ended")["ending"], "finished");
    queued.is_whole();
    assert_eq!(queued.n_versions(), BTreeSet::from([1]));
    assert_eq!(queued.show(&run)["state"], "over");
    other.signal("TERM");
    assert_eq!(other.finish().0, 0);
}

#[test]
fn a_worker_that_was_frozen_past_its_lease_writes_nothing_when_it_comes_back() {
    let Some(queued) = Queued::new(slow(100), 4) else { return };
    let mut one = queued.worker("2");
    queued.begin();
    one.wait_for("taken");
    queued.asked(2);
    one.signal("STOP");
    let mut other = queued.worker("30");
    assert_eq!(other.wait_for("taken")["epoch"], 2);
    assert_eq!(other.wait_for("ended")["ending"], "finished");
    queued.is_whole();
    let before = queued.test_run.translations();
    one.signal("CONT");
    one.wait_for("lost");
    one.signal("TERM");
    assert_eq!(one.finish().0, 0);
    assert_eq!(queued.test_run.translations(), before);
    assert_eq!(queued.n_versions(), BTreeSet::from([1]));
    other.kill();
}

#[test]
fn a_worker_that_has_to_leave_lets_requests_come_in_and_gives_its_run_back() {
    let Some(queued) = Queued::new(slow(300), 4) else { return };
    let mut one = queued.worker("30");
    let run = queued.begin();
    one.wait_for("taken");
    queued.asked(1);
    one.signal("TERM");
    one.wait_for("put_back");
    assert_eq!(one.finish().0, 0);
    let n_asked = queued.test_run.n_requests();
    assert_eq!(queued.show(&run)["state"], "waiting");
    assert!(n_asked <= 2, "no request was begun after the signal: {n_asked}");
    let shown = queued.show(&run);
    assert!(shown["ledger"]["accepted"].as_u64().unwrap() > 0, "what was in flight came in: {shown}");
    let mut other = queued.worker("30");
    assert_eq!(other.wait_for("ended")["ending"], "finished");
    queued.is_whole();
    other.kill();
}

#[test]
fn a_stop_reaches_the_worker_and_its_stream_tells_the_end() {
    let Some(queued) = Queued::new(slow(150), 8) else { return };
    let mut one = queued.worker("30");
    let run = queued.begin();
    one.wait_for("taken");
    queued.asked(1);
    assert_eq!(queued.show(&run)["state"], "elsewhere");
    let answer = queued.serving.ask("POST", &format!("/api/v1/runs/{run}/stop"), "");
    assert!(answer.starts_with("HTTP/1.1 202"), "{answer}");
    assert_eq!(one.wait_for("ended")["ending"], "interrupted");
    assert_eq!(queued.show(&run)["state"], "resting");
    let answer = queued.serving.ask("POST", &format!("/api/v1/runs/{run}/resume"), "{}");
    assert!(answer.starts_with("HTTP/1.1 202"), "{answer}");
    let told = queued.serving.ask("GET", &format!("/api/v1/runs/{run}/events"), "");
    assert!(told.contains("event: snapshot") && told.contains("event: ended"), "{told}");
    assert!(told.contains(r#""ending":"finished""#), "{told}");
    queued.is_whole();
    one.kill();
}

#[test]
fn a_question_of_a_run_in_a_worker_is_answered_through_the_server_and_the_run_goes_on() {
    let about = json!({"question": "What is the keeper called?", "choices": ["Tama", "Mike"]});
    let question = Turn::reply(ScriptedReply::call("ask_user", &about));
    let plan = Plan { turns: vec![question], then: Some(Turn::agent()) };
    let Some(queued) = Queued::new(plan, 4) else { return };
    let mut worker = queued.worker("30");
    let run = queued.begin();
    worker.wait_for("taken");
    let path = format!("/api/v1/runs/{run}/questions");
    let asked = || json_of(&queued.serving.ask("GET", &path, ""))["items"][0].clone();
    let began = Instant::now();
    while asked().is_null() {
        assert!(began.elapsed() < Duration::from_mins(1), "nothing was asked");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(asked()["choices"], about["choices"]);
    assert_eq!(queued.show(&run)["state"], "elsewhere", "the run waits in its worker");
    let task = asked()["task"].as_str().unwrap().to_owned();
    let answer = queued.serving.ask("POST", &format!("{path}/{task}"), r#"{"answer": "Neither: Yuki"}"#);
    assert!(answer.starts_with("HTTP/1.1 204"), "{answer}");
    assert_eq!(worker.wait_for("ended")["ending"], "finished");
    assert!(asked().is_null(), "nothing waits any more");
    let has_heard =
        queued.test_run.requests().iter().any(|request| request.body.to_string().contains("Yuki"));
    assert!(has_heard, "the answer reached the model");
    queued.is_whole();
    worker.kill();
}

#[test]
fn a_run_that_crashed_three_workers_stops_and_says_what_to_do() {
    let stall = Plan { turns: Vec::new(), then: Some(Turn::agent().with(WireFault::Stall)) };
    let Some(queued) = Queued::new(stall, 2) else { return };
    let run = queued.begin();
    for epoch in 1..=3 {
        let mut worker = queued.worker("30");
        assert_eq!(worker.wait_for("taken")["epoch"], epoch);
        worker.kill();
    }
    let mut last = queued.worker("30");
    let failed = last.wait_for("failed");
    let told = queued.serving.ask("GET", &format!("/api/v1/runs/{run}/events"), "");
    for text in [failed["reason"].as_str().unwrap(), &told] {
        assert!(text.contains("3 workers in a row") && text.contains("tsumugi resume"), "{text}");
    }
    assert_eq!(queued.show(&run)["ending"], "failed");
    last.kill();
}

#[test]
fn the_metrics_tell_how_long_the_oldest_run_waits_and_how_many_workers_live() {
    let stall = Plan { turns: Vec::new(), then: Some(Turn::agent().with(WireFault::Stall)) };
    let Some(queued) = Queued::new(stall, 2) else { return };
    let value = |name: &str| -> String {
        let text = queued.serving.ask("GET", "/metrics", "");
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("no {name} in {text}")).to_owned()
    };
    let all = || {
        ["oldest_waiting_seconds", "waiting_runs", "workers"]
            .map(|name| value(&format!("tsumugi_queue_{name}")))
    };
    assert_eq!(all(), ["0", "0", "0"]);
    queued.begin();
    std::thread::sleep(Duration::from_millis(20));
    let [oldest, n_waiting, n_workers] = all();
    assert!(oldest.parse::<f64>().unwrap() >= 0.02, "{oldest}");
    assert_eq!([n_waiting, n_workers], ["1", "0"]);
    let mut one = queued.worker("30");
    one.wait_for("taken");
    assert_eq!(all(), ["0", "0", "1"]);
    one.kill();
}

#[test]
fn a_library_in_a_file_has_no_workers() {
    let test_run = TestRun::new(Plan::agent());
    test_run.book(1, 2);
    test_run.ok(&["import", "book.txt"]);
    for arguments in [&["worker"][..], &["serve", "--workers", "--port", "0"][..]] {
        let said = test_run.run(arguments);
        assert_eq!(said.code, 2, "{said:?}");
        assert!(said.stderr.contains("tsumugi library move"), "{said:?}");
    }
}
