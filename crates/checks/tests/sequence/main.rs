//! What only shows over many paragraphs, and the checks that look at lists, terms and versions.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod chapters;
mod doors;
mod walk;
