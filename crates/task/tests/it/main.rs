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
mod answers_in_lines;
mod answers_in_objects;
mod answers_of_the_machine;
mod any_model;
mod any_reply;
mod assistant;
mod assistant_view;
mod bounds;
mod chunking;
mod context_lists;
mod coverage;
mod cpu_limit;
mod kill_and_resume;
mod knowledge;
mod knowledge_in_books;
mod labels;
mod meanwhile;
mod model_prompts;
mod opinion;
mod prompt_escape;
mod prompts;
mod propagation;
mod readings;
mod red_team;
mod repair_fragment;
mod request_size;
mod shares;
