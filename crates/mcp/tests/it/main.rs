//! The protocol as another program meets it: over streams of lines, and over HTTP.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]

mod test_door;

mod addresses;
mod callers;
mod file_names;
mod prompts;
mod sessions;
mod target_language;
mod tool_list;
