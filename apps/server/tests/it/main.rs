//! The server at its door: a real socket, a real library, and models that are played.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

mod client;
mod instructing;
mod operations;
mod test_app;

mod answers;
mod books;
mod budgeting;
mod bundling;
mod chatting;
mod document;
mod due_days;
mod editing;
mod exchanging;
mod file_names;
mod fixing;
mod following;
mod guarded;
mod held;
mod hostile;
mod knowing;
mod library_keys;
mod linking;
mod login_limits;
mod login_parts;
mod login_service;
mod mail;
mod many;
mod mcp;
mod model_questions;
mod oidc_attacks;
mod proxies;
mod rehearsing;
mod renaming;
mod reviewing;
mod rights;
mod roles;
mod runs;
mod searching;
mod surveying;
mod teams;
mod teamwork;
mod version_cache;
mod watching;
mod worded;
