//! Reading a book before it is translated: only what the text bears out is learnt, nothing is paid for twice, and what a
//! later chapter reveals stays there.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

mod learning;
mod real_books;
mod resuming;
mod spoilers;
mod stale;
mod test_survey;
