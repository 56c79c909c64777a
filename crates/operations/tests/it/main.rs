//! The crate at its door, in one test program.

mod file_writing;
mod kept_findings;
