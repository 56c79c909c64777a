//! Four workers at one database, one after another of which is killed between two steps, one of them frozen past its lease:
//! every paragraph is translated once, little is paid for twice, and the monthly budget is never passed. The same holds
//! where the network loses commits and their answers, and the database dies.

use crate::run::test_accidents::Accidents;
use crate::run::test_run::{Chance, Running};
use postgres_testkit::{CommitFate, Proxy};
use std::time::Duration;

const N_WORKERS: usize = 4;
/// How many workers are killed; `TSUMUGI_FRESH_CASES=60` has as many killed in longer books.
const N_KILLS: usize = 4;
/// Paragraphs of a chapter in the shortest book, where the network fails.
const LONGER: usize = 12;

#[test]
fn four_workers_survive_accidents_and_every_paragraph_is_translated_once() {
    #[expect(clippy::disallowed_methods, reason = "a test has no other way to be asked for more")]
    let n_kills: usize = std::env::var("TSUMUGI_FRESH_CASES").map_or(N_KILLS, |n| n.parse().unwrap());
    let Some(cluster) = postgres_testkit::cluster() else { return };
    let scene = Accidents::new(sizes(6 + n_kills / 2), cluster, None);
    let n_calm = scene.n_needed();
    let runs = scene.begin();
    let mut chance = Chance::new(20_261_117);
    // One is frozen, and comes back when others have done its run.
    let mut frozen = scene.queue.worker("2");
    frozen.wait_for("taken");
    scene.waits_for_requests(1);
    frozen.signal("STOP");
    let mut workers: Vec<Running> = (0..N_WORKERS).map(|_| scene.queue.worker("30")).collect();
    for accident in 0..n_kills {
        // After some requests more, so that every run has got on: one that crashes three times without a step is given up.
        let n_asked = scene.queue.test_run.n_requests();
        if !scene.waits_for_requests(n_asked + 6) {
            break;
        }
        std::thread::sleep(Duration::from_millis(u64::try_from(chance.below(25)).unwrap()));
        workers.remove(accident % workers.len()).kill();
        scene.is_within_budget();
        workers.push(scene.queue.worker("30"));
    }
    for run in &runs {
        scene.waits_for_end(run);
    }
    frozen.signal("CONT");
    frozen.wait_for("lost");
    frozen.kill();
    workers.into_iter().for_each(Running::kill);
    scene.has_survived(&runs, n_calm, n_kills + 1);
}

/// Paragraphs of a chapter, by book.
fn sizes(shortest: usize) -> Vec<usize> {
    (shortest..).take(N_WORKERS).collect()
}

/// Longer than the leases of the workers it happens to.
const HELD: Duration = Duration::from_secs(5);

/// What happens to a commit of some worker, or to all of them.
#[derive(Debug, Clone, Copy)]
enum NetworkAccident {
    Commit(CommitFate),
    AllCut,
    DatabaseDies,
}

#[test]
fn workers_survive_a_locked_library_and_a_network_that_is_silent_for_longer_than_their_lease() {
    let Some(cluster) = postgres_testkit::cluster() else { return };
    let proxy = Proxy::before(cluster.port());
    let scene = Accidents::new(sizes(LONGER), cluster, Some(&proxy));
    let n_calm = scene.n_needed();
    let runs = scene.begin();
    let workers: Vec<Running> = (0..N_WORKERS).map(|_| scene.queue.worker("3")).collect();
    scene.waits_for_requests(4);
    // Another program that hangs holds every series, and the library as a whole.
    let sql = "SELECT pg_advisory_lock(key) FROM series; SELECT pg_advisory_lock(-1)";
    let held = cluster.other_session(scene.queue.database(), sql);
    std::thread::sleep(HELD);
    drop(held);
    let n_asked = scene.queue.test_run.n_requests();
    assert!(scene.waits_for_requests(n_asked + 4), "no run gets on after the locks");
    proxy.part();
    std::thread::sleep(HELD);
    proxy.heal();
    // Nobody starts another worker and nobody resumes a run.
    for run in &runs {
        scene.waits_for_end(run);
    }
    workers.into_iter().for_each(Running::kill);
    scene.has_survived(&runs, n_calm, 3 * N_WORKERS);
}

#[test]
fn four_workers_survive_lost_commits_and_a_database_that_dies() {
    use NetworkAccident::{AllCut, Commit, DatabaseDies};
    if postgres_testkit::cluster().is_none() {
        return;
    }
    let accidents = [
        Commit(CommitFate::Swallowed),
        AllCut,
        Commit(CommitFate::Cut),
        DatabaseDies,
        Commit(CommitFate::Swallowed),
    ];
    let cluster = postgres_testkit::cluster_of_its_own();
    let proxy = Proxy::before(cluster.port());
    let scene = Accidents::new(sizes(LONGER), &cluster, Some(&proxy));
    let n_calm = scene.n_needed();
    let runs = scene.begin();
    let workers: Vec<Running> = (0..N_WORKERS).map(|_| scene.queue.worker("30")).collect();
    for accident in accidents {
        let n_asked = scene.queue.test_run.n_requests();
        assert!(scene.waits_for_requests(n_asked + 4), "no run gets on before {accident:?}");
        match accident {
            Commit(fate) => {
                proxy.next_commit(fate);
                scene.waits_for("a commit", || proxy.has_met_it());
            }
            AllCut => proxy.cut_all(),
            DatabaseDies => cluster.crash(),
        }
    }
    // Nobody starts another worker and nobody resumes a run: a database that died is no reason to give a run up.
    for run in &runs {
        scene.waits_for_end(run);
    }
    workers.into_iter().for_each(Running::kill);
    // What cuts all connections is an accident of every worker.
    let n_of_all = accidents.iter().filter(|accident| matches!(accident, AllCut | DatabaseDies)).count();
    scene.has_survived(&runs, n_calm, accidents.len() + n_of_all * (N_WORKERS - 1));
    drop(scene);
    cluster.stop();
}
