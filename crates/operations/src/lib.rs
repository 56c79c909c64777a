//! What every door can do to a library without asking a model: import, export, replace, rename, review, report.

pub mod book_findings;
pub mod book_name;
pub mod bundle;
pub mod chapter_list;
pub mod chinese;
pub mod exchange;
pub mod export;
pub mod file;
pub mod import;
pub mod instructions;
pub mod judge;
pub mod kept_findings;
pub mod kept_matches;
pub mod knowledge;
pub mod language_edition;
pub mod notes;
pub mod paragraph_filter;
pub mod pattern;
pub mod quality;
pub mod replace;
pub mod review;
pub mod revised;
pub mod sarif;
pub mod search;
pub mod spool;
pub mod timestamp;
pub mod tool_call;
pub mod trash;

mod beside;
mod opinions;
mod reading_ahead;
