//! Whole runs over small books, from outside.

mod kept_estimate;
mod mending;
mod survey;
