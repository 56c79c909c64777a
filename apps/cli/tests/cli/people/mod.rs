//! What people do to a translation with the real program: edit, choose, lock, judge suggestions, bring newer editions;
//! and to what a series knows.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test fails by panicking and says what it skipped"
)]

mod knowledge_exchange;
mod knowledge_people;
mod knowledge_rename;
mod knowledge_terms;
mod people_edit;
mod people_footnotes;
mod people_instructions;
mod people_judge;
mod people_real_books;
mod people_revise;
mod people_second_step;
mod people_stale;
pub(crate) mod test_book;
