//! What a person sees: numbers, lines, tables, changes and errors.

mod changes;
mod errors;
mod lines;
mod numbers;
mod tables;
