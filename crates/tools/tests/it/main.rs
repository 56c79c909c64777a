//! What the tools do, seen from their door: every scenario of the tool specifications and every rule about reading,
//! submitting and moving on, against a real library.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]

mod fixture;

mod chunk_boundaries;
mod cross_chunk_reading;
mod paragraph_reading;

mod submission_content;
mod submission_id_repair;
mod submission_keeping;
mod submission_structure;

mod revision_guard;

mod arguments;
mod broken_json;
mod registry;
mod salvage;

mod asking_and_notes;
mod chapters;
mod checked_submissions;
mod hostile_arguments;
mod knowledge_tools;
mod known_terms;
mod status;
mod tool_lists;
mod versions;
mod write_guard;
