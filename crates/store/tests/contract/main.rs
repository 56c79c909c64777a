//! The contract every database behind the handle keeps. It knows only the public handle; `open` is the one line that
//! says which database is meant.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod sample;

mod books;

use std::path::Path;
use store::store::Store;

/// Opens the library under test.
async fn open(path: &Path) -> Store {
    Store::open(path).await.unwrap()
}

/// Whatever holds a handle must be able to work on any thread.
fn assert_send<T: Send>(value: T) -> T {
    value
}
