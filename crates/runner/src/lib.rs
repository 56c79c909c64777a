//! Executes runs: plans a spec into chunks, queues them for workers, applies limits and the retry policy, and reports what
//! was accepted and what is left.

pub mod assistant;
pub mod book_findings;
pub mod bus;
pub mod chinese;
pub mod event;
pub mod event_json;
pub mod export;
pub mod import;
pub mod instructions;
pub mod judge;
pub mod knowledge;
pub mod model_test;
pub mod plan;
pub mod progress;
pub mod prompt;
pub mod quality;
pub mod questions;
pub mod repair;
pub mod replace;
pub mod report;
pub mod review;
pub mod revised;
pub mod run;
pub mod sarif;
pub mod spec;
pub mod stale;
pub mod survey;
pub mod timestamp;
pub mod tool_call;

mod chapter_budget;
mod claim;
mod outcome;
mod policy;
mod queue;
mod reuse;
mod risk;
mod run_model;
mod run_session;
mod service;
mod spending;
mod titles;
mod worker;
