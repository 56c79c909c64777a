//! What the integration tests of several crates need: a library with a small book, the program as a person starts it, and what a
//! model is asked. Used as a dev-dependency only.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    reason = "a test fails by panicking"
)]

pub mod cli;
pub mod library;
pub mod request;
pub mod text;
