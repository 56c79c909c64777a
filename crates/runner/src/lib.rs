//! Many tasks at once: from a person's wish to chunks, through the queue, to a book with everything settled or listed.

pub mod checkup;
pub mod event;
pub mod inputs;
pub mod judge;
pub mod outside;
pub mod plan;
pub mod report;
pub mod revised;
pub mod run;
pub mod wish;

mod chapter;
mod claim;
mod hired;
mod policy;
mod purse;
mod queue;
mod reuse;
mod sitting;
mod titles;
