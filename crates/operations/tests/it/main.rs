//! The crate at its door, in one test program.

mod file_writing;
mod kept_findings;
mod kept_matches;
mod page_text;
mod pattern;
mod review_list;
mod second_step;
mod spool;
mod story;
mod timestamp;
mod undo_all;
