//! The crate at its door, in one test program.

mod file_writing;
mod kept_findings;
mod kept_matches;
mod review_list;
mod story;
