//! A task seen from its door: scenarios as data, whatever a model may do, kills and resumes, and what a model is shown.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]

mod conversation;
mod scenario;
mod scenarios;
mod shifted_lines;
mod small_answers;
mod small_batches;
mod test_task;
mod text_delivery;
mod work_block;

mod announced_stages;
mod any_model;
mod any_reply;
mod assistant;
mod bounds;
mod chunking;
mod coverage;
mod kill_and_resume;
mod knowledge;
mod knowledge_in_books;
mod labels;
mod meanwhile;
mod prompts;
mod propagation;
mod readings;
mod red_team;
