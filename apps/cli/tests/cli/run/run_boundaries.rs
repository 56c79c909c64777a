//! Workers that are killed exactly where something is committed: before the database has heard of it, and after it has
//! answered and the worker has not heard of that. Whoever takes the run next goes on, and nothing is lost or done twice.

use crate::run::test_accidents::Accidents;
use crate::run::test_run::{Chance, Running};
use postgres_testkit::{Cluster, HeldAt, Proxy};
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Paragraphs of a chapter, by book: as many workers as books.
const SIZES: [usize; 4] = [2, 2, 3, 3];
/// How many of the commits of a run are tried, each before and after; `TSUMUGI_FRESH_CASES=1` tries every one.
const N_SAMPLED: usize = 4;

/// Runs that workers were killed in, and how often.
type Kills = Arc<Mutex<HashMap<String, usize>>>;

/// A worker with a proxy of its own.
struct Watched {
    /// Killed when it is dropped.
    _running: Running,
    proxy: Proxy,
}

impl Watched {
    /// A worker that is held at the next step it commits. Of each run the first is held before its first step is committed,
    /// the next after it, the third before the second step, and so on: every boundary of every run is met from both sides.
    fn at_next_step(scene: &Accidents, cluster: &Cluster, kills: &Kills) -> Self {
        let proxy = Proxy::before(cluster.port());
        let mut running = scene.queue.worker_through(&proxy);
        let taken: Arc<Mutex<Option<String>>> = Arc::default();
        let heard = Arc::clone(&taken);
        running.follow(move |event| {
            if event["event"] == "taken" {
                *heard.lock().unwrap() = event["run"].as_str().map(ToOwned::to_owned);
            }
        });
        let kills = Arc::clone(kills);
        proxy.hold_commit(move |statements| {
            is_step(statements).then(|| {
                // It is said before anything is done for the run; who reads it may be a moment behind.
                let run = loop {
                    match taken.lock().unwrap().clone() {
                        Some(run) => break run,
                        None => std::thread::sleep(Duration::from_millis(1)),
                    }
                };
                let mut kills = kills.lock().unwrap();
                let n_kills = kills.entry(run).or_default();
                *n_kills += 1;
                if *n_kills % 2 == 1 { HeldAt::Before } else { HeldAt::After }
            })
        });
        Self { _running: running, proxy }
    }
}

/// Waits until a commit is held or everything is over, and says whether it is over. What is over costs a request to find out.
fn until_seen(is_held: impl Fn() -> bool, is_over: impl Fn() -> bool) -> bool {
    let began = Instant::now();
    loop {
        for _ in 0..50 {
            if is_held() {
                return false;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        if is_over() {
            return true;
        }
        assert!(began.elapsed() < Duration::from_mins(1), "nothing is committed, and nothing is over");
    }
}

fn is_step(statements: &[String]) -> bool {
    statements.iter().any(|statement| statement.starts_with("INSERT INTO steps"))
}

/// Heartbeats come when they come; everything else a worker commits is a boundary.
fn is_heartbeat(statements: &[String]) -> bool {
    statements.iter().any(|statement| statement.starts_with("UPDATE workers SET"))
}

#[test]
fn four_workers_killed_before_and_after_every_step_translate_every_paragraph_once() {
    let Some(cluster) = postgres_testkit::cluster() else { return };
    let scene = Accidents::new(SIZES.to_vec(), cluster, None);
    let n_calm = scene.n_needed();
    let runs = scene.begin();
    let kills = Kills::default();
    let mut workers: Vec<Watched> =
        runs.iter().map(|_| Watched::at_next_step(&scene, cluster, &kills)).collect();
    let began = Instant::now();
    while !until_seen(|| workers.iter().any(|worker| worker.proxy.is_held()), || scene.are_over(&runs)) {
        for worker in workers.iter_mut().filter(|worker| worker.proxy.is_held()) {
            // The one before is killed when it is dropped.
            *worker = Watched::at_next_step(&scene, cluster, &kills);
        }
        assert!(began.elapsed() < Duration::from_mins(5), "{:?}", kills.lock().unwrap());
    }
    drop(workers);
    let n_kills: usize = kills.lock().unwrap().values().sum();
    let n_steps = scene.n_steps(cluster);
    assert_eq!(n_kills, 2 * n_steps, "every step was met from both sides");
    scene.has_survived(&runs, n_calm, n_kills);
}

#[test]
fn a_worker_killed_at_a_sample_of_its_commits_leaves_a_run_that_another_finishes() {
    let Some(cluster) = postgres_testkit::cluster() else { return };
    #[expect(clippy::disallowed_methods, reason = "a test has no other way to be asked for more")]
    let wants_all = std::env::var_os("TSUMUGI_FRESH_CASES").is_some();
    let n_commits = count_commits(cluster);
    let mut chance = Chance::new(20_261_117);
    let places: Vec<usize> = if wants_all {
        (1..=n_commits).collect()
    } else {
        (0..N_SAMPLED)
            .map(|part| 1 + part * n_commits / N_SAMPLED + chance.below(n_commits / N_SAMPLED))
            .collect()
    };
    let cases: Vec<(usize, HeldAt)> =
        places.iter().flat_map(|place| [(*place, HeldAt::Before), (*place, HeldAt::After)]).collect();
    let scene = Accidents::new(vec![2; cases.len()], cluster, None);
    let n_calm = scene.n_needed();
    let mut runs = Vec::new();
    let mut n_kills = 0;
    for (book, (place, held_at)) in scene.books.iter().zip(&cases) {
        runs.push(scene.begin_one(book));
        let run = runs.last().unwrap();
        let proxy = held_at_commit(cluster, *place, *held_at);
        let worker = scene.queue.worker_through(&proxy);
        until_seen(|| proxy.is_held(), || scene.is_over(run));
        n_kills += usize::from(proxy.is_held());
        worker.kill();
        let next = scene.queue.worker("30");
        scene.waits_for_end(run);
        next.kill();
    }
    // The order of two chapters that are translated at once may make one commit more or less.
    assert!(n_kills + 4 >= cases.len(), "{n_kills} of {} commits were met", cases.len());
    scene.has_survived(&runs, n_calm, n_kills);
}

/// How many commits a worker makes from its start until its run is over, heartbeats left out.
fn count_commits(cluster: &Cluster) -> usize {
    let scene = Accidents::new(vec![2], cluster, None);
    let run = scene.begin_one(&scene.books[0]);
    let proxy = Proxy::before(cluster.port());
    let n_commits = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&n_commits);
    proxy.hold_commit(move |statements| {
        counted.fetch_add(usize::from(!is_heartbeat(statements)), Ordering::SeqCst);
        None
    });
    let worker = scene.queue.worker_through(&proxy);
    scene.waits_for_end(&run);
    worker.kill();
    n_commits.load(Ordering::SeqCst)
}

/// A proxy that holds a worker at its so-manieth commit, counted from one.
fn held_at_commit(cluster: &Cluster, place: usize, held_at: HeldAt) -> Proxy {
    let proxy = Proxy::before(cluster.port());
    let n_commits = AtomicUsize::new(0);
    proxy.hold_commit(move |statements| {
        let is_it = !is_heartbeat(statements) && n_commits.fetch_add(1, Ordering::SeqCst) + 1 == place;
        is_it.then_some(held_at)
    });
    proxy
}
