//! The contract every database behind the handle keeps. It knows only the public handle; `open` is the one line that
//! says which database is meant. Beside it, in `file`, what only a library in a file has to keep.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]

mod sample;

mod backup;
mod books;
mod budgets;
mod chance;
mod changes;
mod counts;
mod crowd;
mod editions;
mod file;
mod folding;
mod inserts;
mod knowledge;
mod logins;
mod mailing;
mod mentions;
mod months;
mod originals;
mod people;
mod place;
mod queue;
mod random;
mod rehearsals;
mod reviews;
mod revisions;
mod search;
mod suggestions;
mod teamwork;
mod work;

use std::path::Path;
use store::store::Store;

/// Opens the library under test.
async fn open(path: &Path) -> Store {
    Store::open(path).await.unwrap()
}

/// How many random cases a property is held against.
const N_CASES: u32 = 32;

/// Whatever holds a handle must be able to work on any thread.
fn assert_send<T: Send>(value: T) -> T {
    value
}
