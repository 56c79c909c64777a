//! Whole runs over small books, from outside.

mod mending;
mod survey;
