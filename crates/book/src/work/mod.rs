//! The work being done on a book: what a task is given, how far it is, what it may do next, and when it must stop.

pub mod bounds;
pub mod checked;
pub mod chunk;
pub mod failure;
pub mod ledger;
pub mod opinion;
pub mod outcome;
pub mod question;
pub mod status;
pub mod task_state;
pub mod todo;
pub mod usage;
