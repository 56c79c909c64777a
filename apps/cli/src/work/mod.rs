//! Work on books as the command line does it: begin or resume a run, watch it, stop it with Ctrl-C, and tell the end.

pub(crate) mod begin;
pub(crate) mod find;
pub(crate) mod resume;

pub(crate) mod estimate;
pub(crate) mod lines;
mod live;
pub(crate) mod no_model;
pub(crate) mod process_lock;
mod session;
pub(crate) mod signals;
pub(crate) mod unresolved;
