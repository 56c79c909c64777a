//! Whole runs over small books, from outside, and the rules they follow.

mod bus;
mod kept_estimate;
mod mending;
mod policy;
mod queue;
mod risk;
mod session_limits;
mod stored_spec;
mod survey;
mod whole_submissions;
