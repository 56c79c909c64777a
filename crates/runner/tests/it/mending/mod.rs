//! What checks find, on its way to a person, a model or another program: mended, let stand, reported; and runs on the same small book.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

mod acknowledged;
mod candidates;
mod confirmed_plan;
mod page;
mod repairs;
mod sarif;
mod starting;
mod test_run;
mod ways;
