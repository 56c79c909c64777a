//! The tests of the checks, in one program.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod boundary;
mod cases;
mod chapters;
mod documentation;
mod languages;
mod metamorphic;
mod walk;
