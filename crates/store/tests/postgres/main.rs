//! The contract once more, on PostgreSQL, and what only a database on a network can do wrong.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]

#[path = "../contract/sample.rs"]
mod sample;

#[path = "../contract/books.rs"]
mod books;
#[path = "../contract/budgets.rs"]
mod budgets;
#[path = "../contract/changes.rs"]
mod changes;
#[path = "../contract/counts.rs"]
mod counts;
#[path = "../contract/crowd.rs"]
mod crowd;
#[path = "../contract/editions.rs"]
mod editions;
#[path = "../contract/knowledge/mod.rs"]
mod knowledge;
#[path = "../contract/logins.rs"]
mod logins;
#[path = "../contract/mailing.rs"]
mod mailing;
#[path = "../contract/originals.rs"]
mod originals;
#[path = "../contract/people.rs"]
mod people;
#[path = "../contract/queue.rs"]
mod queue;
#[path = "../contract/random.rs"]
mod random;
#[path = "../contract/rehearsals.rs"]
mod rehearsals;
#[path = "../contract/reviews.rs"]
mod reviews;
#[path = "../contract/revisions.rs"]
mod revisions;
#[path = "../contract/search.rs"]
mod search;
#[path = "../contract/suggestions.rs"]
mod suggestions;
#[path = "../contract/teamwork.rs"]
mod teamwork;
#[path = "../contract/work.rs"]
mod work;

mod moving;
mod network;
mod plans;
mod races;
mod shape;
mod stuck;
mod unfit;
mod walk;

use std::path::Path;
use store::store::Store;

/// Opens the library under test: each path has a database of its own, with the tables of a new library.
async fn open(path: &Path) -> Store {
    let cluster = postgres_testkit::needed();
    let new = async |address: String| Store::open(Path::new(&address)).await.unwrap().close().await;
    let address = cluster.filled_database_for(path, new).await;
    Store::open(Path::new(&address)).await.unwrap()
}

/// How many random cases a property is held against. The rules are those of the contract, which holds them against more;
/// what is tried here is that other statements give the same.
const N_CASES: u32 = 8;

/// Whatever holds a handle must be able to work on any thread.
fn assert_send<T: Send>(value: T) -> T {
    value
}
