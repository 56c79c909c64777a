//! Crash equivalence: killed at any moment and resumed, a run comes to the same book and pays for nothing twice but
//! what was in flight.

use crate::run::test_run::{Chance, Running, TestRun};
use llm_test_server::{Plan, SeenRequest};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

const N_KILLS: usize = 100;
/// A process takes longer there to begin.
const N_KILLS_IN_DATABASE: usize = 12;
const CONCURRENCY: usize = 4;
const OPTIONS: &[&str] = &["--json", "--chunk-size", "64", "--concurrency", "4", "--yes"];

#[test]
fn killed_at_a_hundred_moments_a_run_comes_to_the_same_book() {
    let mut chance = Chance::new(20_260_101);
    let mut n_kills = 0;
    let mut n_amid_commits = 0;
    for effort in ["standard", "careful"].into_iter().cycle() {
        let calm = Story::new(effort);
        assert_eq!(Running::start(&mut calm.begin()).finish().0, 0);
        let mut story = Story::new(effort);
        while story.sit(&mut chance) == Sat::Killed {
            n_kills += 1;
            story.look();
        }
        n_amid_commits += story.n_amid_commits;
        assert_eq!(story.by_place(), calm.by_place(), "{effort}: the book is another one");
        story.pays_once();
        if n_kills >= N_KILLS {
            break;
        }
    }
    assert!(n_amid_commits * 3 > n_kills, "only {n_amid_commits} of {n_kills} kills hit a commit");
}

#[test]
fn in_a_database_too_a_killed_run_comes_to_the_same_book_and_is_resumed_at_once() {
    let Some(cluster) = postgres_testkit::cluster() else { return };
    let mut chance = Chance::new(20_260_102);
    let calm = Story::new("standard");
    assert_eq!(Running::start(&mut calm.begin()).finish().0, 0);
    let mut n_kills = 0;
    while n_kills < N_KILLS_IN_DATABASE {
        let mut story = Story::new("standard");
        let address = cluster.database_for(story.test_run.folder());
        story.test_run.cli = story.test_run.cli.with_variable("TSUMUGI_LIBRARY", &address);
        while story.sit(&mut chance) == Sat::Killed {
            n_kills += 1;
            story.look();
        }
        assert_eq!(story.by_place(), calm.by_place(), "the book is another one");
        story.pays_once();
    }
}

/// One book's run, from beginning to end over several sittings.
struct Story {
    test_run: TestRun,
    effort: &'static str,
    n_kills: usize,
    n_amid_commits: usize,
    /// What was told to be accepted.
    told: BTreeMap<String, String>,
    /// What was in the library at the last kill.
    seen: BTreeMap<String, String>,
    /// For each kill, how many requests there were, and what was accepted.
    kept: Vec<(usize, BTreeSet<String>)>,
}

#[derive(Debug, PartialEq, Eq)]
enum Sat {
    Killed,
    Finished,
}

impl Story {
    fn new(effort: &'static str) -> Self {
        let test_run = TestRun::new(Plan::agent());
        test_run.book(4, 24);
        Self {
            test_run,
            effort,
            n_kills: 0,
            n_amid_commits: 0,
            told: BTreeMap::new(),
            seen: BTreeMap::new(),
            kept: Vec::new(),
        }
    }

    fn begin(&self) -> std::process::Command {
        let mut options = OPTIONS.to_vec();
        options.extend(["--effort", self.effort]);
        self.test_run.translate(&options)
    }

    /// Works until a moment chosen by chance: some events after the start, half of them such that a commit follows.
    fn sit(&mut self, chance: &mut Chance) -> Sat {
        if self.n_kills > 0 && self.is_over() {
            return Sat::Finished;
        }
        let mut running = Running::start(&mut if self.n_kills == 0 {
            self.begin()
        } else {
            self.test_run.command(&["resume", "--json"])
        });
        let mut n_events = 1 + chance.below(40);
        let wants_commit = chance.below(2) == 0;
        loop {
            let Some(event) = running.next_event() else {
                let (code, _) = running.finish();
                assert_eq!(code, 0, "the run did not end well");
                return Sat::Finished;
            };
            if event["event"] == "accepted" {
                let text = |field: &str| event[field].as_str().unwrap().to_owned();
                self.told.insert(text("paragraph_id"), text("translation"));
            }
            n_events = n_events.saturating_sub(1);
            // A reply and a call are told right before they are committed.
            let before_commit = event["event"] == "replied" || event["event"] == "called";
            if n_events == 0 && (before_commit || !wants_commit) {
                running.kill();
                self.n_kills += 1;
                self.n_amid_commits += usize::from(before_commit);
                return Sat::Killed;
            }
        }
    }

    /// Whether the kill came too late: the run had ended, and there is nothing to resume.
    fn is_over(&self) -> bool {
        let output = self.test_run.command(&["runs", "--json"]).output().unwrap();
        let runs: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        runs.as_array().unwrap().iter().all(|run| run["ending"] == "finished")
    }

    /// Looks into the library after a kill: what was told is there, and what was there still is.
    fn look(&mut self) {
        let now = self.test_run.translations();
        for (paragraph, text) in self.told.iter().chain(&self.seen) {
            assert_eq!(now.get(paragraph), Some(text), "an accepted paragraph was lost");
        }
        self.kept.push((self.test_run.requests().len(), now.keys().cloned().collect()));
        self.seen = now;
    }

    /// The texts by place: ids differ from library to library.
    fn by_place(&self) -> Vec<(String, Option<String>)> {
        self.test_run.paragraphs().into_iter().map(|p| (p.text, p.translation)).collect()
    }

    /// No request came twice but those in flight at a kill, and nothing accepted was asked for anew.
    fn pays_once(&self) {
        let requests = self.test_run.requests();
        let mut times: BTreeMap<(Vec<String>, usize), usize> = BTreeMap::new();
        for request in &requests {
            *times.entry((work(request), messages(request).len())).or_default() += 1;
        }
        let n_repeated: usize = times.values().map(|times| times - 1).sum();
        let most = self.n_kills * CONCURRENCY;
        assert!(n_repeated <= most, "{n_repeated} requests came twice after {} kills", self.n_kills);
        for (n_requests, accepted) in &self.kept {
            // A request that was under way at the kill may arrive a little later.
            for request in requests.iter().skip(n_requests + CONCURRENCY) {
                let is_new_task = messages(request).len() == 2;
                let again: Vec<String> =
                    work(request).into_iter().filter(|id| is_new_task && accepted.contains(id)).collect();
                assert!(again.is_empty(), "accepted paragraphs {again:?} were asked for again");
            }
        }
    }
}

fn messages(request: &SeenRequest) -> &[Value] {
    request.body["messages"].as_array().map(Vec::as_slice).unwrap_or_default()
}

/// The ids of the paragraphs a task is about.
fn work(request: &SeenRequest) -> Vec<String> {
    let first = messages(request).iter().find(|message| message["role"] == "user").unwrap();
    let text = first["content"].as_str().unwrap();
    let labels = text.lines().filter_map(|line| line.split_once("[ID: ")?.1.split_once(']'));
    labels.map(|(id, _)| id.to_owned()).collect()
}
