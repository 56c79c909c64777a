//! Work on books as the command line does it: begin or resume a run, watch it, stop it with Ctrl-C, and tell the end.

pub(crate) mod begin;
pub(crate) mod find;
pub(crate) mod resume;

pub(crate) mod estimate;
pub(crate) mod language;
pub(crate) mod lines;
pub mod live;
pub(crate) mod monthly_budget;
pub(crate) mod no_model;
pub(crate) mod process_lock;
mod progress;
mod session;
pub(crate) mod signals;
pub mod unresolved;
