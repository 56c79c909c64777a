//! The tests of the checks, in one program.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]

mod autofix;
mod boundary;
mod cases;
mod chapters;
mod characters;
mod dictionaries;
mod documentation;
mod empty;
mod languages;
mod lengths;
mod metamorphic;
mod reader;
mod runs;
mod sentences;
mod shift;
mod walk;
mod words;
