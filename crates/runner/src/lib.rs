//! Many tasks at once: from a person's wish to chunks, through the queue, to a book with everything settled or listed.

pub mod assistant;
pub mod bus;
pub mod checkup;
pub mod event;
pub mod export;
pub mod import;
pub mod inputs;
pub mod judge;
pub mod knowledge;
pub mod outside;
pub mod plan;
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
pub mod standing;
pub mod survey;
pub mod telling;
pub mod trial;
pub mod wish;

mod chapter;
mod claim;
mod hired;
mod policy;
mod purse;
mod queue;
mod reuse;
mod risk;
mod sitting;
mod titles;
