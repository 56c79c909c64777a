//! The tests of the rig, in one program: `sample` is quick and fixed, `full` reads whole corpora and plants every defect.
//!
//! The full runs matter when the checks changed: `cargo nextest run -p mutation` makes them all, and
//! `-E 'not test(/^full::/)'` leaves them out.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod corpora;
mod documentation;
mod full;
mod invariance;
mod judged;
mod prose;
mod sample;
