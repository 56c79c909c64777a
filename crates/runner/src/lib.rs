//! Executes runs: plans a spec into chunks, queues them for workers, applies limits and the retry policy, and reports what
//! was accepted and what is left.

pub mod assistant;
pub mod batches;
pub mod bus;
pub mod delivery_test;
pub mod earlier;
pub mod event;
pub mod event_json;
pub mod kept_estimate;
pub mod model_test;
pub mod opinion;
pub mod pause;
pub mod plan;
pub mod policy;
pub mod progress;
pub mod prompt;
pub mod questions;
pub mod queue;
pub mod queued;
pub mod repair;
pub mod report;
pub mod risk;
pub mod run;
pub mod run_costs;
pub mod session_limits;
pub mod spec;
pub mod stale;
pub mod survey;

mod chapter_budget;
mod claim;
mod outcome;
mod reuse;
mod run_error;
mod run_model;
mod run_session;
mod service;
mod spending;
mod titles;
mod whole_submissions;
mod worker;
