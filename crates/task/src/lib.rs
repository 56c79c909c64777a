//! One chunk's work, from prompt to end: what the model is shown, the loop it works in, and the bounds it cannot leave.

pub mod assistant;
pub mod chunker;
pub mod context;
pub mod cpu_limit;
pub mod delivery;
pub mod model_delivery;
pub mod model_prompts;
pub mod service;
pub mod survey;

pub mod driver;
pub mod event;
pub mod machine;

pub mod opinion;
pub mod prompt_escape;
pub mod prompts;
pub mod refused_texts;
pub mod repair;
pub mod run_context;
pub mod stop_signal;

mod work_item;
