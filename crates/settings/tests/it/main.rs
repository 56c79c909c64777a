//! What a person has set, seen from the doors of the crate: one binary, so that it is linked once.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod commands;
mod library_keys;
